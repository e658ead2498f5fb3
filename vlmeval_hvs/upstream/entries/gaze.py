"""GazeTarget: accuracy, distance of wrong answers, and whether answers follow the head or the eyes."""

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.answers import _UNREAD, answer_of
from vlmeval_hvs.benchmarks.gaze.scoring import _WHOLE, DESIGN, SPLITS
from vlmeval_hvs.metrics.table_distance import expected_wrongness, wrongness
from vlmeval_hvs.results.guard import guarded

READING = "paper"
NAMES = ("GazeTarget", "GazeTarget_Pilot", "GazeTarget_PrePilot")


def score(items: pd.DataFrame, dataset: str) -> tuple[dict[str, float], pd.DataFrame]:
    """Accuracy over all rows and by factor, and, of matched answers, distances and shares; and every row's own."""
    answers = [guarded(_UNREAD[0], answer_of, row, READING) for row in items.to_dict("records")]
    table = items[["index", *DESIGN]].astype(dict.fromkeys(_WHOLE, int))
    table["choice_pos"] = [answer.position for answer in answers]
    named = [names.split("+") for names in items["objects"]]
    table["answer"] = [names[answer.position] for names, answer in zip(named, answers, strict=True)]
    table["rule"], table["fallback"] = [answer.rule for answer in answers], table["choice_pos"] < 0
    table["truth"] = [names[gaze] for names, gaze in zip(named, table["gaze_pos"], strict=True)]
    table["score"] = (table["choice_pos"] == table["gaze_pos"]).astype(float)
    places = [table[name].to_numpy() for name in ("choice_pos", "gaze_pos", "n_objects")]
    table["wrongness"] = wrongness(*places)
    table["at_head"] = ((table["choice_pos"] == table["head_pos"]) & ~table["fallback"]).astype(int)
    metrics = {"Overall": table["score"].mean(), **table.groupby("condition")["score"].mean()}
    for column, label in SPLITS.items():
        metrics |= {f"{label}_{value}": mean for value, mean in table.groupby(column)["score"].mean().items()}
    matched = table[~table["fallback"]]
    conflict = matched[(matched["condition"] == "incongruent") & (matched["head_pos"] >= 0)]
    if len(matched):
        metrics["wrongness"] = matched["wrongness"].mean()
        expected = expected_wrongness(matched["gaze_pos"].to_numpy(), matched["n_objects"].to_numpy())
        metrics["wrongness_expected"] = expected.mean()
    if len(conflict):
        metrics |= {"head_share": conflict["at_head"].mean(), "gaze_share": conflict["score"].mean()}
        metrics["other_share"] = 1 - metrics["head_share"] - metrics["gaze_share"]
    return {str(name): float(value) for name, value in metrics.items()}, table
