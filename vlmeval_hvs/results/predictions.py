"""Joins predictions to the plugin's own rows, by index."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import ANY_FAIL_MARKER, clean, read_record, reply_text


def join_predictions(
    rows: pd.DataFrame,
    predictions: pd.DataFrame,
    source: str | Path = "the file",
    may_decline: bool = False,
) -> pd.DataFrame:
    """Put predictions next to the plugin's own rows.

    Args:
        rows: The rows that were asked, with a text column ``index``.
        predictions: The table that `read_predictions` returns.
        source: Name of the file in an error.
        may_decline: The model is one of this package, which may decline rows. From any other model the same words are a
            reply without an answer, so that no model chooses what it is measured on.

    Returns:
        ``rows`` plus ``reply`` (text; the reply to the last turn where there were several; "" when there is none),
        ``record`` (what a pipeline returned, else None), ``failed`` (the host got no reply), ``left_out`` (a
        weight-free model declined the row), ``finished`` (False where the reply is known to be cut at the token
        limit, True where it is known to be whole, else None) and ``refused`` (the reply is a refusal, by the form of
        the message or by its ledger).

    Raises:
        DataError: An index is missing, occurs twice, or is not of this dataset; the message names them.
    """
    asked, answered = list(rows["index"]), list(predictions["index"])
    known, seen = set(asked), set(answered)
    twice = sorted({index for index in seen if answered.count(index) > 1}) if len(seen) < len(answered) else []
    problems = {
        "has no prediction for": [index for index in asked if index not in seen],
        "has predictions that are not of this dataset:": [index for index in answered if index not in known],
        "has several predictions for": twice,
    }
    for problem, indices in problems.items():
        if indices:
            raise DataError(
                f"{source} {problem} index {some(indices)}. Scores are given for whole runs only; finish the run "
                "(same command with --reuse), or give the run's own `limit` to the dataset."
            )
    text = dict(zip(answered, predictions["prediction"], strict=True))
    raw = [text[index] for index in asked]
    failed = [ANY_FAIL_MARKER in answer for answer in raw]
    records = [_record(answer) for answer in raw]
    replies = [
        "" if bad else answer if record is None else reply_text(record["answer"])
        for answer, record, bad in zip(raw, records, failed, strict=True)
    ]
    refusals = dict(zip(answered, predictions.get("refused", [False] * len(answered)), strict=True))
    told = predictions["finished"] if "finished" in predictions else [None] * len(answered)
    ended = dict(zip(answered, told, strict=True))
    finished = [
        False if (record or {}).get("finished") is False else ended[index]
        for index, record in zip(asked, records, strict=True)
    ]
    columns = {"reply": replies, "record": records, "finished": finished}
    return rows.assign(
        **{name: pd.Series(c, index=rows.index, dtype=object) for name, c in columns.items()},
        failed=failed,
        refused=[refusals[index] and record is None for index, record in zip(asked, records, strict=True)],
        left_out=[
            may_decline and record is not None and "declined" in record and not record["answer"] for record in records
        ],
    )


def _record(answer: str) -> dict[str, Any] | None:
    record = read_record(answer)
    try:
        return None if record is None else clean(record)  # escapes in JSON can spell lone surrogates
    except RecursionError:
        return None  # no pipeline nests so deep: a model wrote it


def some(indices: list[str]) -> str:
    """The first ten of a list in words, and how many more there are."""
    shown = ", ".join(indices[:10])
    return shown if len(indices) <= 10 else f"{shown} and {len(indices) - 10} more"
