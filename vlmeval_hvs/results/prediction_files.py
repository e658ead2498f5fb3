"""Reads prediction files and restores the model's replies.

The host writes xlsx (default), tsv or json. ``docs/host.md`` lists what each does to text; it is undone where possible,
and otherwise reported (a cell cut at 32,767 characters). A file that cannot be read is refused in one line and left
unchanged; time and memory are in proportion to its content. Logs of other programs (samples of lmms-eval, logs of
Inspect, output of batch services) are read into the same form.
"""

import codecs
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
from openpyxl import load_workbook
from openpyxl.worksheet.formula import ArrayFormula

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import FAIL_MARKER, clean
from vlmeval_hvs.results.ledger import finished_of
from vlmeval_hvs.server_replies import ending_of, said

XLSX_CELL_LIMIT = 32_767
UNPACKED_LIMIT = 1 << 30
"""Largest unpacked size of a workbook or log in bytes; 100,000 replies of 5,000 characters take half of it."""

# Writers escape control characters only; any other `_xHHHH_` is the model's own text.
_ESCAPED = re.compile(r"_x(00(?:0[0-8BCDEF]|1[0-9A-F])|FFF[EF])_")
_YES_NO = {"true": True, "1": True, "false": False, "0": False}
_OURS = ("index", "prediction", "finished")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def read_predictions(path: str | Path) -> pd.DataFrame:
    """Read a prediction file of the host.

    Args:
        path: ``.xlsx``, ``.tsv``, ``.csv``, ``.json`` or ``.jsonl`` with the columns ``index`` and ``prediction``;
            one JSON object of replies by index; samples of lmms-eval, logs of Inspect (``.eval`` or JSON), and output
            of batch services. A `DataError` where it is missing, damaged, lacks a column or has one twice.

    Returns:
        Columns ``index`` and ``prediction``, both text, in the file's order; ``finished``, where the file has it, is
        True or False for whether the reply ended by itself, else None; ``refused``, where the form of a message shows
        a refusal; and all other columns as text. Lone surrogates, which no result file can hold, become U+FFFD.
    """
    path = Path(path)
    if not path.is_file():
        hint = " (the host left a .pkl instead: its writer failed)" if path.with_suffix(".pkl").is_file() else ""
        raise DataError(f"{path}: no such prediction file{hint}")
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise DataError(f"{path}: prediction files end in {', '.join(_READERS)}")
    try:
        frame = reader(path)
    except DataError as error:
        raise DataError(f"{path}: {error}") from error
    except Exception as error:  # every reader has its own exceptions for damaged files
        why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        raise DataError(f"{path} cannot be read ({why}); the file was not changed") from error
    plain = {name: str(name).strip().lower() for name in frame}
    frame = frame.rename(columns={name: own for name, own in plain.items() if own in _OURS and own not in frame})
    missing = [column for column in ("index", "prediction") if column not in frame]
    if missing:
        there = ", ".join(map(str, list(frame)[:12])) or "none"
        raise DataError(
            f"{path} has no column {' and no column '.join(missing)} (its columns: {there}). Rename the one with the "
            "row's index to index, and the one with the model's reply to prediction"
        )
    messages = [said(value if isinstance(value, (list, dict)) else _text(value)) for value in frame["prediction"]]
    columns: dict[str, list[Any]] = {
        "index": [re.sub(r"^(-?\d+)\.0+$", r"\1", _text(value).strip()) for value in frame["index"]],
        "prediction": [clean(message.reply) for message in messages],
    }
    if any(message.refusal for message in messages):
        columns["refused"] = [bool(message.refusal and not message.text) for message in messages]
    if "finished" in frame:
        columns["finished"] = [_YES_NO.get(_text(value).strip().lower()) for value in frame["finished"]]
    others = [name for name in frame.columns if isinstance(name, str) and name not in columns]
    return pd.DataFrame(columns | {name: list(map(_text, frame[name])) for name in others}, dtype=object)


def cut_cells(path: Path, predictions: pd.DataFrame) -> int:
    """Number of predictions that the file format cut (xlsx cells end at 32,767 characters)."""
    if path.suffix.lower() != ".xlsx":
        return 0
    return int((predictions["prediction"].str.len() >= XLSX_CELL_LIMIT - 1).sum())


def _text(value: Any) -> str:
    """The original text of a cell that a format or reader may have converted."""
    if value is None or (isinstance(value, float) and value != value):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # "3" next to an empty cell comes back as 3.0
    return clean(json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else str(value))


def _refuse_twice(names: Iterable[Any]) -> None:
    """Refuse two columns of one name."""
    counts = Counter(map(str, names))
    for name in (name for name in _OURS if counts[name] > 1):
        raise DataError(f"{counts[name]} columns have the name {name}; keep one")


def _refuse_huge(archive: zipfile.ZipFile) -> None:
    if sum(entry.file_size for entry in archive.infolist()) > UNPACKED_LIMIT:
        raise DataError(f"it unpacks to more than {UNPACKED_LIMIT >> 20} MiB; save it as tsv")


def _read_xlsx(path: Path) -> pd.DataFrame:
    # Not by pandas, which reads "NA" and "None" as missing, and formulas ("=...", as some hosts write a reply that
    # starts with "=") as their cached value 0.
    with zipfile.ZipFile(path) as archive:
        _refuse_huge(archive)
    book = load_workbook(path, read_only=True, data_only=False)
    try:
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # the range that a sheet declares may have 17,000,000,000 cells
        lines = [[*map(_cell, line)] for line in sheet.iter_rows(values_only=True) if set(line) - {None}]
    finally:
        book.close()
    header = ["" if cell is None else str(cell) for cell in lines[0]] if lines else []
    _refuse_twice(header)
    places = {name: place for place, name in reversed([*enumerate(header)]) if name}
    rows = [[line[place] if place < len(line) else None for place in places.values()] for line in lines[1:]]
    return pd.DataFrame(rows, columns=list(places), dtype=object)


def _cell(cell: Any) -> Any:
    """Undo the escapes of the xlsx format (``_x000D_`` for a carriage return) and array formulas (``{=...}``)."""
    if isinstance(cell, ArrayFormula):
        return "{" + str(cell.text) + "}"
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), cell) if isinstance(cell, str) else cell


def _decoded(path: Path) -> str:
    """The text of a file, with or without a byte order mark."""
    data = path.read_bytes()
    return data.decode(next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8"), "replace")


def _read_separated(path: Path, separator: str) -> pd.DataFrame:
    text = _decoded(path)
    header = text.split("\n", 1)[0]
    if separator not in header:  # spreadsheets of many countries write semicolons
        separator = next((sign for sign in (",", ";", "\t") if sign in header), separator)
    # newline="" keeps "\r" inside quoted replies.
    table = pd.read_csv(io.StringIO(text, newline=""), sep=separator, header=None, dtype=str, na_filter=False)
    _refuse_twice(table.iloc[0])
    return table[1:].set_axis(table.iloc[0].rename(None), axis=1).reset_index(drop=True)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _refuse_twice(name for name, _ in pairs)
    return dict(pairs)


def _read_json(path: Path) -> pd.DataFrame:
    value = json.loads(_decoded(path), object_pairs_hook=_object)
    if isinstance(value, dict) and "prediction" not in value and all(isinstance(one, str) for one in value.values()):
        return pd.DataFrame({"index": list(value), "prediction": list(value.values())}, dtype=object)
    logs = (value.get(name) for name in ("samples", "logs")) if isinstance(value, dict) else (value,)
    return _table(next((samples for samples in logs if isinstance(samples, list)), []), value)


def _read_jsonl(path: Path) -> pd.DataFrame:
    # Not splitlines(), which also splits at U+2028 and other characters of replies.
    lines = [(number, line) for number, line in enumerate(_decoded(path).split("\n"), 1) if line.strip()]
    rows = []
    for number, line in lines:
        try:
            rows.append(json.loads(line, object_pairs_hook=_object))
        except json.JSONDecodeError as error:
            cut = "is cut off" if number == lines[-1][0] else f"is not JSON ({error})"
            raise DataError(f"line {number} of {lines[-1][0]} {cut}; complete or delete it") from error
    return _table(rows, rows)


def _read_inspect_archive(path: Path) -> pd.DataFrame:
    with zipfile.ZipFile(path) as archive:
        _refuse_huge(archive)
        names = [name for name in archive.namelist() if name.startswith("samples/") and name.endswith(".json")]
        return _table([json.loads(archive.read(name)) for name in names], None)


def _table(rows: Sequence[Any], otherwise: Any) -> pd.DataFrame:
    """The predictions in another program's log; where its form is unknown, the content as it is."""
    first = rows[0] if rows else None
    if isinstance(first, Mapping) and "prediction" not in first:
        for keys, read in _FORMS.items():
            if first.keys() >= {*keys}:
                return pd.DataFrame(map(read, rows), dtype=object)
    if otherwise is None:
        raise DataError("it has no samples of Inspect")
    return pd.DataFrame(otherwise, dtype=object)


def _failed(why: Any) -> str:
    return f"{FAIL_MARKER} {json.dumps(why)[:300]}"


def _of_lmms(row: Mapping[str, Any]) -> dict[str, Any]:
    said = row.get("filtered_resps") or row.get("resps")
    while isinstance(said, list) and said and not isinstance(said[0], Mapping):
        said = said[0]  # one list for each filter, one for each try
    document = row.get("doc")
    index = document.get("index", row["doc_id"]) if isinstance(document, Mapping) else row["doc_id"]
    return {"index": index, "prediction": said}


def _of_inspect(sample: Mapping[str, Any]) -> dict[str, Any]:
    kept = (sample.get("metadata") or {}).get("hvs_prediction")
    if isinstance(kept, Mapping):  # several turns in one
        return {"index": sample["id"], "prediction": kept.get("text"), "finished": kept.get("finished")}
    output = sample.get("output")
    if sample.get("error") or not (isinstance(output, Mapping) and output.get("choices")):
        return {"index": sample["id"], "prediction": _failed(sample.get("error"))}
    return {"index": sample["id"], "prediction": output, "finished": finished_of(ending_of(output).finish)}


def _of_batch(row: Mapping[str, Any]) -> dict[str, Any]:
    name = str(row.get("custom_id", row.get("key")))
    index = (re.findall(r"\d+", name) or [name])[-1]  # such as row-20
    result = row.get("response") or row.get("result") or {}
    own = result if "candidates" in result or "promptFeedback" in result else None
    body = result.get("body") or result.get("message") or own
    if not isinstance(body, Mapping) or "error" in body:
        why = row.get("error") or result.get("error") or (body or {}).get("error")
        return {"index": index, "prediction": _failed(why)}
    return {"index": index, "prediction": body, "finished": finished_of(ending_of(body).finish)}


_FORMS = {
    ("doc_id", "resps"): _of_lmms,
    ("doc_id", "filtered_resps"): _of_lmms,
    ("custom_id", "response"): _of_batch,
    ("custom_id", "result"): _of_batch,
    ("key", "response"): _of_batch,
    ("id", "epoch", "output"): _of_inspect,
    ("id", "epoch", "error"): _of_inspect,
}
"""Keys of a line to what reads it."""

_READERS: dict[str, Callable[[Path], pd.DataFrame]] = {
    ".xlsx": _read_xlsx,
    ".tsv": partial(_read_separated, separator="\t"),
    ".csv": partial(_read_separated, separator=","),
    ".json": _read_json,
    ".jsonl": _read_jsonl,
    ".eval": _read_inspect_archive,
}

ENDINGS = tuple(_READERS)  # endings of prediction files
