"""The ledger's files, and its lines: JSON objects of the kinds ``run``, ``note``, ``call`` and ``answer``."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

LEDGER = "_hvs_ledger_"

STOP, LENGTH, REFUSED = "stop", "length", "refusal"
"""Reasons of `Call.finish`: the reply ended by itself, was cut at a token limit, or was refused, by the model or by a
filter before it."""


@dataclass(frozen=True)
class Call:
    """One call of a model.

    Attributes:
        index: The row.
        turn: Number of the turn in its row, from 0.
        step: What the turn asked for; ``"answer"`` outside pipelines.
        prompt: SHA-256 of what was asked (`vlmeval_hvs.results.prompt_digest`).
        reply: The reply as it came; None when the model raised.
        failed: Whether there was no reply: the model raised, or returned the host's failure sentence.
        error: What the model raised, else "".
        seconds: How long the call took, the host's own waiting and trying again included.
        finish: `STOP`, `LENGTH`, `REFUSED`, another reason of the server, or None when unknown.
        tokens: ``{"prompt": n, "completion": n}``, or None when unknown.
        time: When it ended, in seconds since 1970.
    """

    index: str
    turn: int
    step: str
    prompt: str
    reply: str | None
    failed: bool = False
    error: str = ""
    seconds: float | None = None
    finish: str | None = None
    tokens: dict[str, int] | None = None
    time: float = 0.0


def ledger_path(folder: Path, stem: str, rank: int) -> Path:
    """Where one rank's ledger of ``<model>_<dataset>`` is."""
    return folder / f"{stem}{LEDGER}{rank}.jsonl"


def ledger_paths(folder: Path, stem: str) -> list[Path]:
    """The ledgers of all ranks of a run, by rank; empty when it has none."""
    name = re.compile(re.escape(stem + LEDGER) + r"(\d+)\.jsonl")
    found = [(match, path) for path in _files(folder) if (match := name.fullmatch(path.name))]
    return [path for _, path in sorted((int(match[1]), path) for match, path in found)]


def lines(path: Path, kind: str = "") -> Iterator[tuple[int, dict[str, Any]]]:
    """Offset and content of the lines of a ledger, of all kinds or of one; what cannot be read is an empty object."""
    offset, start = 0, f'{{"kind":"{kind}'.encode()
    with path.open("rb") as file:
        for line in file:
            if line.strip() and (not kind or line.startswith(start)):
                yield offset, entry_of(line)
            offset += len(line)


def ends_with_a_line(path: Path) -> bool:
    """Whether a file is empty or its last line is whole."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - 1, 0))
        return file.read(1) in (b"", b"\n")


def entry_of(line: bytes) -> dict[str, Any]:
    """One line as an object; empty when it is torn or of another form."""
    if not line.endswith(b"\n"):
        return {}  # the last line of a killed run
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return entry if isinstance(entry, dict) and isinstance(entry.get("kind"), str) else {}


def call_of(entry: dict[str, Any]) -> Call | None:
    """A line as a call, or None when it is something else."""
    if entry.get("kind") != "call":
        return None
    fields = Call.__dataclass_fields__
    return Call(**{name: entry[name] for name in fields}) if fields.keys() <= entry.keys() else None


def is_answer(entry: dict[str, Any]) -> bool:
    """Whether a line says what the host was given for a row."""
    return (
        entry.get("kind") == "answer"
        and isinstance(entry.get("index"), str)
        and isinstance(entry.get("prediction"), str)
        and isinstance(entry.get("finish"), (str, type(None)))
        and isinstance(entry.get("time"), (int, float, type(None)))
    )


def short(*values: object) -> int:
    """A short key of some values; what stands at the place of a call is compared in full."""
    text = "\0".join(map(str, values)).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


def _files(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []
