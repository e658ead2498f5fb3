"""Reads the host's prediction files back as what the model said, whatever the file format did to it.

The host writes xlsx (default), tsv or json. What each does to text is listed in ``docs/host.md``; all of it that can
be undone is undone here, and what cannot (a cell cut at 32,767 characters) is reported. A file that cannot be read is
refused in one line and left as it is; reading takes time and memory in proportion to what the file holds.
"""

from __future__ import annotations

import codecs
import io
import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from openpyxl import load_workbook
from openpyxl.worksheet._reader import WorkSheetParser
from openpyxl.worksheet.formula import ArrayFormula

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import clean
from vlmeval_hvs.results.harness_files import harness_rows, read_inspect_archive, samples_of
from vlmeval_hvs.server_replies import said

XLSX_CELL_LIMIT = 32_767
XLSX_UNPACKED_LIMIT = 1 << 30
"""Bytes that a workbook may unpack to; 100,000 replies of 5,000 characters take half of it."""

# Writers escape control characters only; other `_xHHHH_` in a cell is what the model wrote.
_ESCAPED = re.compile(r"_x(00(?:0[0-8BCDEF]|1[0-9A-F])|FFF[EF])_")
_YES_NO = {"true": True, "1": True, "false": False, "0": False}
_WHOLE_FLOAT = re.compile(r"(-?\d+)\.0+")
_OURS = ("index", "prediction", "finished")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def read_predictions(path: str | Path) -> pd.DataFrame:
    """Read a prediction file of the host.

    Args:
        path: ``.xlsx``, ``.tsv``, ``.csv``, ``.json`` or ``.jsonl`` with the columns ``index`` and ``prediction``;
            one JSON object of replies by index; samples of lmms-eval, logs of Inspect (``.eval`` or JSON), and output
            of batch services.

    Returns:
        Columns ``index`` and ``prediction``, both text, in the file's order; ``finished``, where the file has it: True
        or False, or None where the cell does not say whether the reply ended by itself; ``refused``, where the form
        of a message tells a refusal; and the file's other columns, as text. Lone surrogates, which no result file
        can hold, are question marks.

    Raises:
        DataError: The file is missing, damaged, lacks a column or has one twice.
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
    except DataError as error:
        raise DataError(f"{path}: {error}") from error
    except Exception as error:  # every reader has its own exceptions for damaged files
        why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        raise DataError(f"{path} cannot be read ({why}); it was left as it is") from error
    frame = frame.rename(columns={name: str(name).strip().lower() for name in frame if _is_ours(name, frame)})
    missing = [column for column in ("index", "prediction") if column not in frame]
    if missing:
        there = ", ".join(map(str, list(frame)[:12])) or "none"
        raise DataError(
            f"{path} has no column {' and no column '.join(missing)} (its columns: {there}). Rename the one with the "
            "row's index to index, and the one with the model's reply to prediction"
        )
    messages = [said(value if isinstance(value, (list, dict)) else cell_text(value)) for value in frame["prediction"]]
    columns: dict[str, list[Any]] = {
        "index": [index_text(value) for value in frame["index"]],
        "prediction": [clean(message.reply) for message in messages],
    }
    if any(message.refusal for message in messages):
        columns["refused"] = [bool(message.refusal and not message.text) for message in messages]
    if "finished" in frame:
        columns["finished"] = [_YES_NO.get(cell_text(value).strip().lower()) for value in frame["finished"]]
    for name in frame.columns:
        if isinstance(name, str) and name not in columns:
            columns[name] = [cell_text(value) for value in frame[name]]
    table = pd.DataFrame(columns, dtype=object)
    table.attrs.update(frame.attrs)
    return table


def _is_ours(name: Any, frame: pd.DataFrame) -> bool:
    """Whether a column is one of ours but for letter case and blanks."""
    plain = str(name).strip().lower()
    return plain in _OURS and plain not in frame


def cut_cells(path: str | Path, predictions: pd.DataFrame) -> int:
    """How many predictions the file format cut (xlsx cells end at 32,767 characters)."""
    if Path(path).suffix.lower() != ".xlsx":
        return 0
    return int(sum(len(text) >= XLSX_CELL_LIMIT - 1 for text in predictions["prediction"]))


def cell_text(value: Any) -> str:
    """The text that stood in a cell before a format or reader made something else of it."""
    if value is None or (isinstance(value, float) and value != value):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # "3" next to an empty cell comes back as 3.0
    if isinstance(value, (list, dict)):
        return clean(json.dumps(value, ensure_ascii=False))
    return clean(str(value))


def index_text(value: Any) -> str:
    """A row's index as text: 3, 3.0 and " 3 " are "3"."""
    text = cell_text(value).strip()
    whole = _WHOLE_FLOAT.fullmatch(text)
    return whole.group(1) if whole else text


def _refuse_twice(names: Sequence[Any]) -> None:
    """Of two columns of one name nobody knows which is meant."""
    for name in _OURS:
        count = sum(name == other for other in names)
        if count > 1:
            raise DataError(f"there are {count} columns {name}; keep one")


def _read_xlsx(path: Path) -> pd.DataFrame:
    # Not through pandas: it reads "NA" and "None" as missing, and formulas ("=...", which some hosts write for a
    # reply that starts with "=") as their cached value 0.
    with zipfile.ZipFile(path) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > XLSX_UNPACKED_LIMIT:
            raise DataError(f"the workbook unpacks to more than {XLSX_UNPACKED_LIMIT >> 20} MiB; save it as tsv")
    book = load_workbook(path, read_only=True, data_only=False)
    try:
        lines = _xlsx_rows(book)
        header = {place: str(cell) for place, cell in next(lines, {}).items()}
        _refuse_twice(list(header.values()))
        places = {name: place for place, name in reversed(header.items())}
        rows = [[_unescape(line.get(place)) for place in places.values()] for line in lines]
    finally:
        book.close()
    return pd.DataFrame(rows, columns=list(places), dtype=object)


def _xlsx_rows(book: Any) -> Iterator[dict[int, Any]]:
    """Cells by column of the rows of the first sheet that have any.

    The library's own rows are as wide and as many as a sheet says that it is: one cell in the last corner makes
    17,000,000,000.
    """
    sheet = book.worksheets[0]
    with sheet._get_source() as source:
        parser = WorkSheetParser(
            source,
            sheet._shared_strings,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        for _, row in parser.parse():
            cells = {cell["column"]: cell["value"] for cell in row if cell["value"] is not None}
            if cells:
                yield cells


def _unescape(cell: Any) -> Any:
    """Undo the escapes of the xlsx format (``_x000D_`` for a carriage return) and array formulas (``{=...}``)."""
    if isinstance(cell, ArrayFormula):
        return "{" + str(cell.text) + "}"
    if not isinstance(cell, str) or "_x" not in cell:
        return cell
    return _ESCAPED.sub(lambda match: chr(int(match.group(1), 16)), cell)


def _decoded(path: Path) -> str:
    """The text of a file, with or without a byte order mark."""
    data = path.read_bytes()
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    return data.decode(encoding, "replace")


def _read_tsv(path: Path) -> pd.DataFrame:
    return _read_separated(path, "\t")


def _read_csv(path: Path) -> pd.DataFrame:
    return _read_separated(path, ",")


def _read_separated(path: Path, separator: str) -> pd.DataFrame:
    text = _decoded(path)
    header = text.split("\n", 1)[0]
    if separator not in header:  # spreadsheets of many countries write semicolons
        separator = next((sign for sign in (",", ";", "\t") if sign in header), separator)
    options: dict[str, Any] = {"sep": separator, "dtype": str, "keep_default_na": False, "na_filter": False}
    # newline="" keeps "\r" inside quoted replies.
    head = pd.read_csv(io.StringIO(text, newline=""), header=None, nrows=1, **options)
    _refuse_twice(list(head.iloc[0]))
    return pd.read_csv(io.StringIO(text, newline=""), **options)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > 1:
        _refuse_twice([name for name, _ in pairs])
    return dict(pairs)


def _read_json(path: Path) -> pd.DataFrame:
    value = json.loads(_decoded(path), object_pairs_hook=_object)
    if isinstance(value, dict) and {"columns", "data"} <= value.keys():
        _refuse_twice(value["columns"])
        return pd.DataFrame(value["data"], columns=value["columns"], dtype=object)
    if isinstance(value, dict) and "prediction" not in value and all(isinstance(one, str) for one in value.values()):
        return pd.DataFrame({"index": list(value), "prediction": list(value.values())}, dtype=object)
    samples = samples_of(value) or (value if isinstance(value, list) else [])
    found = harness_rows(samples)
    return pd.DataFrame(value, dtype=object) if found is None else found


def _read_jsonl(path: Path) -> pd.DataFrame:
    # Not splitlines(): a reply may hold U+2028 and other characters that end lines elsewhere.
    lines = [(number, line) for number, line in enumerate(_decoded(path).split("\n"), 1) if line.strip()]
    rows = []
    for number, line in lines:
        try:
            rows.append(json.loads(line, object_pairs_hook=_object))
        except json.JSONDecodeError as error:
            cut = "is cut off" if number == lines[-1][0] else f"is no JSON ({error})"
            raise DataError(f"line {number} of {lines[-1][0]} {cut}; complete or delete it") from error
    found = harness_rows(rows)
    return pd.DataFrame(rows, dtype=object) if found is None else found


_READERS = {
    ".xlsx": _read_xlsx,
    ".tsv": _read_tsv,
    ".csv": _read_csv,
    ".json": _read_json,
    ".jsonl": _read_jsonl,
    ".eval": read_inspect_archive,
}

ENDINGS = tuple(_READERS)
"""Endings of prediction files."""
