"""Saliency maps as answers to every question type: from a picture whose map is known, and never from the annotation."""

import json
import re

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.hvsbench.baselines import NO_ANSWER
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.messages import Prompt, image, read_record, text
from vlmeval_hvs.responders import respond
from vlmeval_hvs.saliency_sources import using

DEMO = "HVSBench_DEMO"
BOXES = {"A": "0.60,0.60,0.90,0.95", "B": "0.10,0.10,0.30,0.40", "C": "0.40,0.10,0.55,0.30"}
"""Where the picture below has its second, its first and no spot."""


class Spots:
    """A map with three spots of falling height, in that order: B of the boxes, A, and one in no box."""

    def density(self, path):
        values = np.full((100, 200), 1e-4)
        for (row, column), height in {(25, 40): 3, (78, 150): 2, (90, 20): 1}.items():
            values[row - 3 : row + 4, column - 3 : column + 4] = height
        return values / values.sum()

    def next_density(self, path, before):
        return None


def ask(row, model="hvs-itti-koch", path="unused", dataset=DEMO):
    prompt = Prompt([image(str(path)), text(row["question"])], row=row, benchmark="HVSBench", dataset=dataset)
    return respond(model, prompt, 0)


def listed(labels):
    boxes = "\n".join(f"[{label}] {BOXES[label]}" for label in labels)
    return f"Which one? Please choose one answer from A, B, C.\n{boxes}"


def test_answers_on_a_known_map() -> None:
    rank = "What is the saliency rank of the object within the bounding box {}?\n[A] The most"
    one, two = "(0.2, 0.25) for 90ms, (0.75, 0.78) for 40ms.", "(0.5, 0.1) for 186ms, (0.5, 0.5) for 10ms."
    searched = "\n[A] (0.2, 0.25) for 90ms, (0.1, 0.9) for 9ms.\n[B] (0.2, 0.25) for 9ms, (0.5, 0.5) for 4ms."
    points = "\n[A](0.10, 0.90)\n[B](0.48, 0.50)\n[C](0.75, 0.78)\n[D]"
    with using("itti-koch", Spots()):
        for kind, question, answer in (
            ("Q1", listed("ABC"), "B"),
            ("Q4", listed("AC"), "A"),
            ("Q3", listed("ABC"), "BAC"),
            ("Q2", "How many salient objects are there in the following image?", "3"),
            *(("Q6", rank.format(BOXES[box]), answer) for box, answer in zip("BAC", "ABC", strict=True)),
            ("Q8", f"\n[A] {two}\n[B] {one}", "B"),
            ("Q11", searched, "A"),
            ("Q10", f"{points}(0.20, 0.25)", "D"),
            ("Q13", f"{points}(0.45, 0.25)", "C"),
            ("Q5", "Between these two — [A] cat [B] red door — please choose one answer from A, B.", NO_ANSWER),
            ("Q7", "What is the saliency rank of cat among all?\n[A] The most\n[B] The second most", NO_ANSWER),
            ("Q1", "Which one?\n[A] 0.1,0.1,0.2,0.2\n[B] the cat", NO_ANSWER),
            ("Q6", "What is the saliency rank of the cat?\n[A] The most", NO_ANSWER),
            ("Q8", "Which of these two?", NO_ANSWER),
        ):
            assert ask({"index": "7", "question_type": kind, "question": question}) == answer, question
        for kind, length in (("Q9", 14), ("Q12", 6)):
            question = f"Predict eye fixation points as three separate lists, each containing {length} values."
            reply = ask({"index": "7", "question_type": kind, "question": question})
            read = [[float(part) for part in axis.split(",")] for axis in re.findall(r"\[([^\]]+)\]", reply)]
            assert [len(axis) for axis in read] == [length] * 3
            path = np.column_stack(read[:2])
            assert np.allclose(path[:4], [(0.5, 0.5), (0.2, 0.25), (0.75, 0.78), (0.1, 0.9)], atol=0.04)
            assert sum(read[2]) <= 5000
    row = {"index": "7", "question_type": "Q1", "question": "Describe the image."}
    assert "describes nothing" in read_record(ask(row, dataset="HVSBench_Captions_DEMO"))["declined"]


@pytest.mark.long
@pytest.mark.parametrize("model", ["hvs-spectral-residual", "hvs-itti-koch"])
def test_the_annotation_is_never_looked_at(make, model) -> None:
    """A row whose annotation is something else, or missing, gets the same reply, and one that can be read."""
    dataset, answered = make(DEMO), set()
    scanpaths = json.dumps([{"X": [0], "Y": [0], "T": [1]}])
    annotation = {"answer": "Z", "truth": "Z", "scanpaths": scanpaths, "human_answers": '["Z"]', "caption_short": "Z"}
    forms = {
        "scanpath": r"X = \[.+\] Y = \[.+\] T = \[.+\]",
        "count": r"[1-9]\d*",
        "order": "[A-E]+",
        "choice": "[A-E]",
    }
    for row in dataset.rows.drop_duplicates("question_type").to_dict("records"):
        path = dataset.folder / row["image_path"]
        bare = {name: row[name] for name in ("index", "question", "question_type")}
        (reply,) = {ask(known, model, path) for known in (row, {**row, **annotation}, bare)}
        if reply != NO_ANSWER:
            answered.add(row["question_type"])
            kind, labels = TYPES[row["question_type"]].kind, row["labels"]
            assert re.fullmatch(forms[kind], reply)
            assert kind in ("scanpath", "count") or set(reply) <= set(labels)
    assert answered == set(TYPES) - {"Q5", "Q7"}
