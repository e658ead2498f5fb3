"""Reads the host's prediction files back as what the model said, whatever the file format did to it.

The host writes xlsx (default), tsv or json. What each does to text is listed in ``docs/host.md``; all of it that can
be undone is undone here, and what cannot (a cell cut at 32,767 characters) is reported.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
from openpyxl import load_workbook
from openpyxl.worksheet.formula import ArrayFormula

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import ANY_FAIL_MARKER, read_record, reply_text
from vlmeval_hvs.results.cut import reply_digest

XLSX_CELL_LIMIT = 32_767

# Writers escape control characters only; other `_xHHHH_` in a cell is what the model wrote.
_ESCAPED = re.compile(r"_x(00(?:0[0-8BCDEF]|1[0-9A-F])|FFF[EF])_")
_YES_NO = {"true": True, "1": True, "false": False, "0": False}
_WHOLE_FLOAT = re.compile(r"(-?\d+)\.0+")


def read_predictions(path: str | Path) -> pd.DataFrame:
    """Read a prediction file of the host.

    Args:
        path: ``.xlsx``, ``.tsv``, ``.csv``, ``.json`` or ``.jsonl`` with the columns ``index`` and ``prediction``.

    Returns:
        Columns ``index`` and ``prediction``, both text, in the file's order; ``finished``, where the file has it: True
        or False, or None where the cell does not say whether the reply ended by itself.

    Raises:
        DataError: The file is missing, damaged, or lacks a column.
    """
    path = Path(path)
    if not path.is_file():
        hint = " (the host left a .pkl instead: its writer failed)" if path.with_suffix(".pkl").is_file() else ""
        raise DataError(f"no prediction file at {path}{hint}")
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise DataError(f"{path}: prediction files end in {', '.join(_READERS)}")
    try:
        frame = reader(path)
    except DataError:
        raise
    except Exception as error:  # every reader has its own exceptions for damaged files
        raise DataError(f"{path} cannot be read ({type(error).__name__}: {error}); delete it and run again") from error
    missing = [column for column in ("index", "prediction") if column not in frame]
    if missing:
        raise DataError(f"{path} has no column {' and no column '.join(missing)}")
    columns: dict[str, list[Any]] = {
        "index": [_index(value) for value in frame["index"]],
        "prediction": [_text(value) for value in frame["prediction"]],
    }
    if "finished" in frame:
        columns["finished"] = [_YES_NO.get(_text(value).strip().lower()) for value in frame["finished"]]
    return pd.DataFrame(columns, dtype=object)


def join_predictions(
    rows: pd.DataFrame,
    predictions: pd.DataFrame,
    source: str | Path = "the file",
    cut: frozenset[tuple[str, str]] = frozenset(),
) -> pd.DataFrame:
    """Put predictions next to the plugin's own rows.

    Args:
        rows: The rows that were asked, with a text column ``index``.
        predictions: The table that `read_predictions` returns.
        source: Name of the file in an error.
        cut: Rows whose reply ended at the model's token limit (`vlmeval_hvs.results.cut.read_cut`).

    Returns:
        ``rows`` plus ``reply`` (text; the reply to the last turn where there were several; "" when there is none),
        ``record`` (what a pipeline returned, else None), ``failed`` (the host got no reply), ``left_out`` (a
        weight-free model declined the row) and ``finished`` (False where the reply is known to be cut at the token
        limit, True where it is known to be whole, else None).

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
                f"{source} {problem} index {_some(indices)}. Scores are given for whole runs only; finish the run "
                "(same command with --reuse), or give the run's own `limit` to the dataset."
            )
    text = dict(zip(answered, predictions["prediction"], strict=True))
    raw = [text[index] for index in asked]
    failed = [ANY_FAIL_MARKER in answer for answer in raw]
    records = [read_record(answer) for answer in raw]
    replies = [
        "" if bad else answer if record is None else reply_text(record["answer"])
        for answer, record, bad in zip(raw, records, failed, strict=True)
    ]
    told = predictions["finished"] if "finished" in predictions else [None] * len(answered)
    ended = dict(zip(answered, told, strict=True))
    finished = [
        False
        if (record or {}).get("finished") is False or (cut and (index, reply_digest(answer)) in cut)
        else ended[index]
        for index, answer, record in zip(asked, raw, records, strict=True)
    ]
    columns = {"reply": replies, "record": records, "finished": finished}
    return rows.assign(
        **{name: pd.Series(c, index=rows.index, dtype=object) for name, c in columns.items()},
        failed=failed,
        left_out=[record is not None and "declined" in record and not record["answer"] for record in records],
    )


def cut_cells(path: str | Path, predictions: pd.DataFrame) -> int:
    """How many predictions the file format cut (xlsx cells end at 32,767 characters)."""
    if Path(path).suffix.lower() != ".xlsx":
        return 0
    return int(sum(len(text) >= XLSX_CELL_LIMIT - 1 for text in predictions["prediction"]))


def _some(indices: list[str]) -> str:
    shown = ", ".join(indices[:10])
    return shown if len(indices) <= 10 else f"{shown} and {len(indices) - 10} more"


def _read_xlsx(path: Path) -> pd.DataFrame:
    # Not through pandas: it reads "NA" and "None" as missing, and formulas ("=...", which some hosts write for a
    # reply that starts with "=") as their cached value 0.
    book = load_workbook(path, read_only=True, data_only=False)
    try:
        lines = book.worksheets[0].iter_rows(values_only=True)
        header = [str(cell) for cell in next(lines, ())]
        cells = [[_unescape(cell) for cell in line] for line in lines if any(cell is not None for cell in line)]
    finally:
        book.close()
    width = len(header)
    return pd.DataFrame([(line + [None] * width)[:width] for line in cells], columns=header, dtype=object)


def _unescape(cell: Any) -> Any:
    """Undo the escapes of the xlsx format (``_x000D_`` for a carriage return) and array formulas (``{=...}``)."""
    if isinstance(cell, ArrayFormula):
        return "{" + str(cell.text) + "}"
    if not isinstance(cell, str) or "_x" not in cell:
        return cell
    return _ESCAPED.sub(lambda match: chr(int(match.group(1), 16)), cell)


def _read_tsv(path: Path) -> pd.DataFrame:
    return _read_separated(path, "\t")


def _read_csv(path: Path) -> pd.DataFrame:
    return _read_separated(path, ",")


def _read_separated(path: Path, separator: str) -> pd.DataFrame:
    # newline="" and a universal reader keep "\r" inside quoted replies.
    return pd.read_csv(
        path, sep=separator, dtype=str, keep_default_na=False, na_filter=False, encoding_errors="replace"
    )


def _read_json(path: Path) -> pd.DataFrame:
    value = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    if isinstance(value, dict) and {"columns", "data"} <= value.keys():
        return pd.DataFrame(value["data"], columns=value["columns"], dtype=object)
    return pd.DataFrame(value, dtype=object)


def _read_jsonl(path: Path) -> pd.DataFrame:
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return pd.DataFrame([json.loads(line) for line in lines if line.strip()], dtype=object)


_READERS = {
    ".xlsx": _read_xlsx,
    ".tsv": _read_tsv,
    ".csv": _read_csv,
    ".json": _read_json,
    ".jsonl": _read_jsonl,
}


def _text(value: Any) -> str:
    if value is None or (isinstance(value, float) and value != value):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # "3" next to an empty cell comes back as 3.0
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _index(value: Any) -> str:
    text = _text(value).strip()
    whole = _WHOLE_FLOAT.fullmatch(text)
    return whole.group(1) if whole else text
