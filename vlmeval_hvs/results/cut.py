"""Which replies of a run were cut at the model's token limit: a small file beside the predictions.

The host's prediction files have no place for it. A line names the row and a digest of the reply, so that a reply of
another run never counts as cut.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

CUT = "_hvs_cut.jsonl"


def add_cut(folder: Path, stem: str, index: str, reply: str) -> None:
    """Note one cut reply; the line is complete or, after a kill, ignored.

    Args:
        folder: The host's working folder of the run.
        stem: ``<model>_<dataset>``.
        index: The row.
        reply: The reply.
    """
    line = json.dumps({"index": index, "reply": reply_digest(reply)}) + "\n"
    with (folder / f"{stem}{CUT}").open("a", encoding="utf-8") as file:
        file.write(line)


def read_cut(folder: Path, stem: str) -> frozenset[tuple[str, str]]:
    """(row, digest of the reply) of all cut replies; empty when nothing is known."""
    path = folder / f"{stem}{CUT}"
    if not path.is_file():
        return frozenset()
    found = set()
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            entry = json.loads(line)
            found.add((str(entry["index"]), str(entry["reply"])))
        except (ValueError, TypeError, KeyError):
            continue  # the last line of a killed run
    return frozenset(found)


def reply_digest(reply: str) -> str:
    """A digest of a reply that survives what spreadsheets do to white space around it."""
    return hashlib.sha256(reply.strip().encode("utf-8", "replace")).hexdigest()[:24]
