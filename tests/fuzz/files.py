"""Contracts of files that users and hosts bring: they are read, or refused in an error of ours, in bounded time."""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from tests.fuzz.builders import FAST
from tests.fuzz.cuts import Cut
from tests.fuzz.mutate import mutated, spoilt_text, table_bytes
from vlmeval_hvs.errors import HVSError
from vlmeval_hvs.messages import FAIL_MARKER
from vlmeval_hvs.results.prediction_files import cut_cells, read_predictions
from vlmeval_hvs.results.predictions import join_predictions

ROWS = pd.DataFrame({"index": ["1", "2", "3"]}, dtype=object)
SAID = [
    {"index": 1, "prediction": "A", "question": "Which?"},
    {"index": 2, "prediction": '{"answer": "B", "calls": 2}', "question": "Which?"},
    {"index": 3, "prediction": FAIL_MARKER, "question": "Which?"},
]


def _at(suffix: str, data: bytes) -> Path:
    handle, name = tempfile.mkstemp(suffix, "hvs_fuzz_", FAST if os.path.isdir(FAST) else None)
    os.write(handle, data)
    os.close(handle)
    return Path(name)


def predictions(target: str, data: bytes, again: bool = False) -> int:
    """Prediction files of every format, with odd cells, columns and bytes."""
    cut = Cut(data)
    suffix = cut.one_of((".xlsx", ".tsv", ".csv", ".json", ".jsonl"))
    path = _at(suffix, _predictions(suffix, cut))
    try:
        with contextlib.suppress(HVSError):
            table = read_predictions(path)
            assert {"index", "prediction"} <= set(table.columns)
            assert all(isinstance(cell, str) for name in ("index", "prediction") for cell in table[name]), table
            assert cut_cells(path, table) >= 0
            items = join_predictions(ROWS, table, path)
            assert list(items["index"]) == ["1", "2", "3"]
            assert all(isinstance(reply, str) for reply in items["reply"]), items
    finally:
        path.unlink()
    return 1


def _predictions(suffix: str, cut: Cut) -> bytes:
    way = cut.byte() % 8
    if way == 0 and suffix != ".xlsx":
        return cut.data
    rows = SAID if way == 1 else mutated(SAID, cut)
    rows = rows if isinstance(rows, list) else [rows]
    if suffix == ".json":
        made = json.dumps(rows, default=str).encode()
    elif suffix == ".jsonl":
        made = b"".join(json.dumps(row, default=str).encode() + b"\n" for row in rows)
    elif suffix == ".xlsx":
        made = _xlsx(rows)
    else:
        made = table_bytes(rows, "\t" if suffix == ".tsv" else ",")
    return spoilt_text(made, cut) if way in (1, 2) else made


def _xlsx(rows: list[object]) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    mappings = [row for row in rows if isinstance(row, dict)]
    names = list(dict.fromkeys(str(name) for row in mappings for name in row))
    for line in [names, *([row.get(name) for name in names] for row in mappings)]:
        for column, cell in enumerate(line, 1):
            with contextlib.suppress(Exception):  # what the writer refuses is not in a file
                book.active.cell(book.active.max_row if column > 1 else book.active.max_row + 1, column, cell)
    buffer = io.BytesIO()
    with contextlib.suppress(Exception):
        book.active.delete_rows(1)
        book.save(buffer)
    return buffer.getvalue()


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to begin with."""
    for number in range(64):
        yield bytes((number * 41 + 13 * place) % 256 for place in range(14))
    for text in (b"index\tprediction\n1\tA\n2\tB\n3\tC\n", b"\xef\xbb\xbfindex,prediction\n1,A\n2,B\n3,C\n"):
        yield b"\x01\x00" + text
    yield (
        b"\x03\x00" + json.dumps({"columns": ["index", "prediction"], "data": [[1, "A"], [2, "B"], [3, "C"]]}).encode()
    )
    yield b"\x04\x00" + b"\n".join(json.dumps(row).encode() for row in SAID)
