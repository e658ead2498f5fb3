"""Prediction files of users and hosts are read, or refused by an error of this package."""

import contextlib
import io
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa

from tests.fuzz.mutate import Cut, mutated, spoilt
from vlmeval_hvs.errors import HVSError
from vlmeval_hvs.messages import FAIL_MARKER
from vlmeval_hvs.results.prediction_files import cut_cells, read_predictions
from vlmeval_hvs.results.predictions import join_predictions

ROWS = pd.DataFrame({"index": ["1", "2", "3"]}, dtype=object)
REPLIES = ("A", '{"answer": "B", "calls": 2}', FAIL_MARKER)
SAID = [{"index": number, "prediction": reply, "question": "Which?"} for number, reply in enumerate(REPLIES, 1)]


def file_bytes(suffix: str, content: Any) -> bytes | None:
    """Rows in the format of a file name's ending; None where the format cannot hold them."""
    if isinstance(content, bytes):
        return content
    if suffix == ".json":
        return json.dumps(content, default=str).encode()
    rows = content if isinstance(content, list) else [content]
    if suffix == ".jsonl":
        return b"".join(json.dumps(row, default=str).encode() + b"\n" for row in rows)
    table, buffer = pd.DataFrame([row for row in rows if isinstance(row, dict)], dtype=object), io.BytesIO()
    try:
        if suffix == ".xlsx":
            table.to_excel(buffer, index=False)
        elif suffix == ".parquet":
            table.apply(_of_one_type).to_parquet(buffer)
        else:
            table.to_csv(buffer, sep="\t" if suffix == ".tsv" else ",", index=False, errors="surrogatepass")
    except Exception:  # no release has a file that cannot be written
        return None
    return buffer.getvalue()


def _of_one_type(column: pd.Series) -> pd.Series:
    """The column, as text where parquet cannot hold it."""
    try:
        pa.array(column)
    except (pa.ArrowException, OverflowError, UnicodeError, TypeError, ValueError):
        return column.map(ascii)
    return column


def predictions(target: str, data: bytes) -> None:
    """Prediction files of every format, with odd cells, columns and bytes."""
    cut = Cut(data)
    suffix = cut.one_of((".xlsx", ".tsv", ".csv", ".json", ".jsonl"))
    with tempfile.TemporaryDirectory(prefix="hvs_fuzz_") as folder, contextlib.suppress(HVSError):
        path = Path(folder) / f"predictions{suffix}"
        path.write_bytes(_bytes(suffix, cut))
        table = read_predictions(path)
        assert {"index", "prediction"} <= set(table.columns)
        assert all(isinstance(cell, str) for name in ("index", "prediction") for cell in table[name]), table
        assert cut_cells(path, table) >= 0
        items = join_predictions(ROWS, table, path)
        assert list(items["index"]) == ["1", "2", "3"]
        assert all(isinstance(reply, str) for reply in items["reply"]), items


def _bytes(suffix: str, cut: Cut) -> bytes:
    way = cut.byte() % 8
    if way == 0 and suffix != ".xlsx":
        return cut.data
    made = file_bytes(suffix, SAID if way == 1 else mutated(SAID, cut)) or b""
    return spoilt(made, cut) if way in (1, 2) else made


def seeds(target: str) -> Iterator[bytes]:
    for number in range(64):
        yield bytes((number * 41 + 13 * place) % 256 for place in range(14))
    yield b"\x02\x00\xef\xbb\xbfindex,prediction\n1,A\n2,B\n3,C\n"
    yield b"\x03\x00" + json.dumps({"columns": ["index", "prediction"], "data": [[1, "A"], [2, "B"]]}).encode()
    yield b"\x04\x00" + b"\n".join(json.dumps(row).encode() for row in SAID)
