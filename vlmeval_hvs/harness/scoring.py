"""Scores of replies that another package collected: of one row, and of all."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import math
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.results.files import SCORES
from vlmeval_hvs.results.predictions import join_predictions


@dataclass(frozen=True)
class Prediction:
    """What came back for one row.

    Attributes:
        text: The reply, or the packed record of a pipeline.
        finished: Whether the last reply ended by itself; None when unknown.
    """

    text: str
    finished: bool | None = None


@dataclass(frozen=True)
class RowScore:
    """One row, scored by itself.

    Attributes:
        value: 0 to 1; NaN where the row has no right answer.
        answer: What was read from the reply, "" for nothing.
        rule: The rule that read it.
    """

    value: float
    answer: str
    rule: str


@cache
def dataset_of(name: str, options: str) -> HVSDataset[Any]:
    """A dataset, read once.

    Args:
        name: Its name.
        options: Its options, as JSON.
    """
    made: HVSDataset[Any] = dataset_class(card_of(name))(dataset=name, **json.loads(options))
    return made


def score_row(dataset: HVSDataset[Any], index: str, prediction: Prediction) -> RowScore:
    """Score one row. What a benchmark decides from all replies together is decided from this one.

    Args:
        dataset: The dataset.
        index: The row.
        prediction: What came back.
    """
    import pandas as pd

    rows = dataset.rows[dataset.rows["index"] == index].reset_index(drop=True)
    table = pd.DataFrame(
        {"index": [index], "prediction": [prediction.text], "finished": [prediction.finished]}, dtype=object
    )
    # Scoring may change the settings of a dataset to those of the predictions.
    report = copy.copy(dataset).score(join_predictions(rows, table, f"row {index}", False))
    item = report.items.iloc[0]
    value = item.get("score")
    number = float(value) if isinstance(value, (int, float)) else math.nan
    return RowScore(number, str(item.get("answer", "")), str(item.get("rule", "")))


def score_all(dataset: HVSDataset[Any], predictions: Mapping[str, Prediction]) -> dict[str, Any]:
    """Score rows as ``vlmeval-hvs score`` does.

    Args:
        dataset: The dataset.
        predictions: What came back, by index; other rows were not asked.

    Returns:
        The content of the score file: ``metrics``, ``Overall``, ``validity`` and so on.

    Raises:
        DataError: An index is not of this dataset.
    """
    import pandas as pd

    probe = copy.copy(dataset)
    probe.data = dataset.data[dataset.data["index"].astype(str).isin(predictions)]
    table = pd.DataFrame(
        {
            "index": list(predictions),
            "prediction": [one.text for one in predictions.values()],
            "finished": [one.finished for one in predictions.values()],
        },
        dtype=object,
    )
    with tempfile.TemporaryDirectory(prefix="hvs-score-") as folder, contextlib.redirect_stdout(io.StringIO()):
        file = Path(folder) / f"model_{dataset.dataset_name}.jsonl"
        table.to_json(file, orient="records", lines=True, force_ascii=True)
        probe.score_file(file)
        scores: dict[str, Any] = json.loads(file.with_name(f"{file.stem}{SCORES}").read_text(encoding="utf-8"))
    return scores
