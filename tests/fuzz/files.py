"""Contracts of prediction files that users and hosts bring: they are read, or refused in an error of ours."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from tests.fuzz.formats import file_bytes
from tests.fuzz.mutate import Cut, mutated, spoilt
from vlmeval_hvs.errors import HVSError
from vlmeval_hvs.messages import FAIL_MARKER
from vlmeval_hvs.results.prediction_files import cut_cells, read_predictions
from vlmeval_hvs.results.predictions import join_predictions

ROWS = pd.DataFrame({"index": ["1", "2", "3"]}, dtype=object)
REPLIES = ("A", '{"answer": "B", "calls": 2}', FAIL_MARKER)
SAID = [{"index": number, "prediction": reply, "question": "Which?"} for number, reply in enumerate(REPLIES, 1)]


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
    """Inputs to begin with."""
    for number in range(64):
        yield bytes((number * 41 + 13 * place) % 256 for place in range(14))
    yield b"\x01\x00index\tprediction\n1\tA\n2\tB\n3\tC\n"
    yield b"\x02\x00\xef\xbb\xbfindex,prediction\n1,A\n2,B\n3,C\n"
    yield b"\x03\x00" + json.dumps({"columns": ["index", "prediction"], "data": [[1, "A"], [2, "B"]]}).encode()
    yield b"\x04\x00" + b"\n".join(json.dumps(row).encode() for row in SAID)
