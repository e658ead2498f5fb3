"""Odd rows as files of the formats in which releases and predictions come."""

from __future__ import annotations

import io
import json
from typing import Any

import pandas as pd


def file_bytes(suffix: str, content: Any) -> bytes | None:
    """A file of the format that an ending names; None where the format cannot hold the content."""
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
            _of_one_type(table).to_parquet(buffer)
        else:
            table.to_csv(buffer, sep="\t" if suffix == ".tsv" else ",", index=False, errors="surrogatepass")
    except Exception:  # whatever a writer says, such a file is in no release
        return None
    return buffer.getvalue()


def _of_one_type(table: pd.DataFrame) -> pd.DataFrame:
    """The columns that parquet can hold; all others as text."""
    import pyarrow as pa

    columns = {}
    for name in table:
        try:
            pa.array(table[name])
            columns[name] = table[name]
        except (pa.ArrowException, OverflowError, UnicodeError, TypeError, ValueError):
            columns[name] = table[name].map(ascii)
    return pd.DataFrame(columns)
