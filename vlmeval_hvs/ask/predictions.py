"""The prediction file of a run, from its ledger."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.files import atomic_file
from vlmeval_hvs.messages import clean


def write_predictions(dataset: HVSDataset[Any], answers: Mapping[str, str], path: Path) -> None:
    """Write what the host would have written: its columns of the rows, and the predictions.

    Args:
        dataset: The dataset.
        answers: Predictions by index.
        path: A file that ends in ``.tsv``.

    Raises:
        KeyError: A row has no prediction.
    """
    with atomic_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors="replace", newline="", write_through=True)
        table = csv.writer(text, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_ALL)
        table.writerow([*dataset.data.columns, "prediction"])
        for row in dataset.data.itertuples(index=False, name=None):
            table.writerow([*row, clean(answers[str(row[0])])])
        text.detach()
