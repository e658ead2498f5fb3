"""VP-Bench: accuracies of one reading of the replies, and the averages that the paper prints."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.vpb.dataset import VPBDataset
from vlmeval_hvs.benchmarks.vpb.scoring import (
    _UNREAD,
    _headline_groups,
    _own_columns,
    averages,
    groups_of,
    read,
    summary,
)
from vlmeval_hvs.results.contract import READ
from vlmeval_hvs.results.guard import guarded

READING = "paper"
NAMES = ("VPB_Stage1", "VPB_Stage1_NoDescription", "VPB_Stage2", "VPB_Stage2_TextPrompt")


def columns(dataset: VPBDataset, row: Mapping[str, str]) -> dict[str, Any]:
    """The style in which a row of Stage 2 was drawn."""
    if dataset.renderer is None:
        return {}
    style = dataset.renderer.style_of(row["index"])
    return {"vp_style": str(style), "vp_shape": style.shape}


def score(items: pd.DataFrame, dataset: str) -> tuple[dict[str, float], pd.DataFrame]:
    """``Overall``, the mean over shapes (Stage 1) or tasks (Stage 2), the other averages, and every row's own."""
    rows = items.to_dict("records")
    answers = [guarded(_UNREAD, read, row, READING) for row in rows]
    cells = [(*answer, float(answer.letter == row["answer"])) for answer, row in zip(answers, rows, strict=True)]
    table = pd.DataFrame(cells, columns=list(READ)).join(pd.DataFrame([_own_columns(row) for row in rows]))
    stage = 1 if dataset.startswith("VPB_Stage1") else 2
    ordinary = table[table["debias"] == ""]
    metrics = averages(ordinary, _headline_groups(ordinary, stage), "score", stage)
    against = {f"debias/{name}": summary(some)["accuracy"] for name, some in groups_of(table, "debias").items()}
    whole = {"micro_with_debias": float(table["score"].mean())} if against else {}
    return {**metrics, **against, **whole}, table
