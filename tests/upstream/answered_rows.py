"""Demo sets of every benchmark with replies of many kinds."""

from __future__ import annotations

import json

import pandas as pd

from vlmeval_hvs.messages import pack
from vlmeval_hvs.results.predictions import join_predictions

REPLIES = [
    "B", "The answer is C.", "Answer: A. the first", "I cannot tell.", "3", "There are four or five.", "[0.4, 0.6]",
    "[[0.5, 0.5], [0.2, 0.7], [0.81, 0.4]]", "absent", "X = [0.1, 0.5, 0.6] Y = [0.2, 0.5, 0.4] T = [200, 300, 100]",
    "A, C, B, D", "the order is B, A, C", "D) no, wait: A", "", '["absent"]', "0.5 0.5", "apple", "Answer: D.",
]  # fmt: skip
SETS = {
    "HVSBench": ["HVSBench_DEMO"], "GazeTarget": ["GazeTarget_DEMO"], "VPB": ["VPB_Stage1_DEMO", "VPB_Stage2_DEMO"],
    "VisualSearch": ["VisualSearch_COCOSearch18_DEMO", "VisualSearch_COCOSearch18Absent_DEMO"],
    "ActiView": ["ActiView_Full_DEMO", "ActiView_Mixed_DEMO"],
}  # fmt: skip


def right(row):
    """The answer key: a letter, or a path that ends on the target; "" where there is none."""
    if row.get("image_width") and row.get("bbox"):  # upper row, left column, lower row, right column
        upper, left, lower, right_column = json.loads(row["bbox"])
        x, y = (left + right_column) / 2 / float(row["image_width"]), (upper + lower) / 2 / float(row["image_height"])
        return json.dumps([[0.5, 0.5], [round(x, 3), round(y, 3)]])
    if row.get("image_width"):
        return "absent"
    answer = row.get("answer", "")
    return "ABCD"[int(answer)] if answer.isdigit() and row.get("clue_views") else answer


def answered(dataset):
    """Rows with replies: every reply of the list, every third one right; where several turns are asked, a record."""
    replies = []
    for place, row in enumerate(map(dataset.row, range(len(dataset)))):
        reply = (right(row) if place % 3 == 0 else "") or REPLIES[place % len(REPLIES)]
        if dataset.BENCHMARK == "ActiView":
            reply = pack({"answer": reply, "calls": 2, "views_final": [1, 2 + place % 3], "n_zoom": 1, "turns": []})
        replies.append((row["index"], reply))
    predictions = pd.DataFrame(replies, columns=["index", "prediction"], dtype=object)
    return join_predictions(dataset.rows, predictions, "replies")
