"""The file format of an Inspect log (``.eval``): a zip archive of JSON files, as its format, version 2, has them.

The archive is written here, not by the package ``inspect_ai``, so that an export needs nothing installed; the tests
have that package read it.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any, BinaryIO

from vlmeval_hvs.results.files import plain

VERSION = 2
"""Version of the log format."""

_WHEN = (1980, 1, 1, 0, 0, 0)  # the first date that zip knows: the same results give the same bytes


def pack_log(file: BinaryIO, header: Mapping[str, Any], samples: Iterable[Mapping[str, Any]]) -> None:
    """Write a log; one sample is in memory at a time.

    Args:
        file: Where it is written.
        header: ``eval``, ``plan``, ``status``, ``results``, ``stats`` and, of a failed run, ``error``.
        samples: One object per sample; images are named by their key in ``attachments``.
    """
    summaries = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:

        def put(name: str, content: Any) -> None:
            text = json.dumps(plain(content), ensure_ascii=False, separators=(",", ":"))
            archive.writestr(_entry(name), text.encode("utf-8", "replace"))

        start = {"version": VERSION, "eval": header["eval"], "plan": header["plan"]}
        put("_journal/start.json", start)
        for sample in samples:
            put(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", sample)
            summaries.append(_summary(sample))
        put("_journal/summaries/1.json", summaries)
        put("summaries.json", summaries)
        put("header.json", {"version": VERSION, **header})


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _WHEN)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def _summary(sample: Mapping[str, Any]) -> dict[str, Any]:
    """What the list of samples shows: no image, no transcript."""
    kept = ("id", "epoch", "target", "metadata", "scores", "model_usage", "total_time", "uuid")
    error = {"error": sample["error"]["message"]} if sample.get("error") else {}
    return {
        **{name: sample[name] for name in kept if name in sample},
        "input": [{**message, "content": _without_images(message["content"])} for message in sample["input"]],
        "role_usage": {},
        "completed": True,
        "message_count": len(sample["messages"]),
        **error,
    }


def _without_images(content: str | list[dict[str, Any]]) -> str | list[dict[str, Any]]:
    if isinstance(content, str):
        return content
    return [part if part["type"] == "text" else {"type": "text", "text": "(Image)"} for part in content]
