"""Reads what other programs log of their runs: samples of lmms-eval, logs of Inspect, output of batch services.

Each is brought into the form of a prediction file: ``index``, ``prediction``, and ``finished`` where it is told.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import FAIL_MARKER
from vlmeval_hvs.results.ledger import finished_of
from vlmeval_hvs.server_replies import ending_of

POSITIONS = "positions"
"""Key of ``frame.attrs``: the index may be the row's place in the dataset, from 0."""

UNPACKED_LIMIT = 1 << 30
"""Bytes that an archive may unpack to."""

_NUMBER = re.compile(r"\d+")


def harness_rows(rows: Sequence[Any]) -> pd.DataFrame | None:
    """The predictions in the lines of a log, or None where they are not of a known form.

    Args:
        rows: One JSON value for each answer.
    """
    first = rows[0] if rows else None
    if not isinstance(first, Mapping) or "prediction" in first:
        return None
    for keys, read in _FORMS.items():
        if all(key in first for key in keys):
            found = pd.DataFrame([read(row) for row in rows], dtype=object)
            if keys[0] in ("custom_id", "key"):
                found["index"] = _numbers(list(found["index"]), keys[0])
            found.attrs[POSITIONS] = "doc_id" in keys
            return found
    return None


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
        return {"index": sample["id"], "prediction": f"{FAIL_MARKER} {json.dumps(sample.get('error'))[:300]}"}
    return {"index": sample["id"], "prediction": output, "finished": finished_of(ending_of(output).finish)}


def _of_batch(row: Mapping[str, Any]) -> dict[str, Any]:
    index = str(row.get("custom_id", row.get("key")))
    told = row.get("response") or row.get("result") or {}
    body = (
        told.get("body") or told.get("message") or (told if "candidates" in told or "promptFeedback" in told else None)
    )
    if not isinstance(body, Mapping) or "error" in body:
        why = row.get("error") or told.get("error") or (body or {}).get("error")
        return {"index": index, "prediction": f"{FAIL_MARKER} {json.dumps(why)[:300]}"}
    return {"index": index, "prediction": body, "finished": finished_of(ending_of(body).finish)}


def _numbers(names: list[str], field: str) -> list[str]:
    """The row's index in the names of requests, such as ``row-20``: the one number that differs in all of them.

    Raises:
        DataError: Several numbers do, so that either may be meant.
    """
    numbers = [_NUMBER.findall(name) for name in names]
    if len(set(map(len, numbers))) != 1:
        return names
    places = list(dict.fromkeys(zip(*numbers, strict=True)))
    fit = places if len(places) == 1 else [place for place in places if len(set(place)) == len(names)]
    if len(fit) > 1:
        raise DataError(f"{field} {names[0]} holds several numbers; keep the row's index only")
    return list(fit[0]) if fit else names


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


def samples_of(value: Any) -> list[Any] | None:
    """The samples in one JSON document of lmms-eval or Inspect; None for another one."""
    if isinstance(value, Mapping):
        for name in ("samples", "logs"):
            if isinstance(value.get(name), list):
                return list(value[name])
    return None


def read_inspect_archive(path: Path) -> pd.DataFrame:
    """The predictions in a log of Inspect (``.eval``).

    Raises:
        DataError: It holds none, or unpacks to more than `UNPACKED_LIMIT` bytes.
    """
    with zipfile.ZipFile(path) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > UNPACKED_LIMIT:
            raise DataError(f"the log unpacks to more than {UNPACKED_LIMIT >> 20} MiB")
        names = [name for name in archive.namelist() if name.startswith("samples/") and name.endswith(".json")]
        found = harness_rows([json.loads(archive.read(name)) for name in names])
    if found is None:
        raise DataError("there are no samples of Inspect in it")
    return found


def by_index(predictions: pd.DataFrame, indices: Sequence[str]) -> pd.DataFrame:
    """Predictions under the indices of rows, where a log counts rows by their place in the dataset.

    Args:
        predictions: The table of `read_predictions`.
        indices: Those of the rows that were asked, in the dataset's order.
    """
    told = list(predictions["index"])
    if not predictions.attrs.get(POSITIONS) or set(told) <= set(indices):
        return predictions
    places = {str(place): index for place, index in enumerate(indices)}
    if not set(told) <= places.keys():
        return predictions
    return predictions.assign(index=[places[place] for place in told])
