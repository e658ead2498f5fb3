"""The ledger: one append-only file per run and rank with every call of a model.

A run of one model on one dataset writes ``<model>_<dataset>_hvs_ledger_<rank>.jsonl`` next to the host's prediction
file: the receipt of the run, then a line per call, and a line per row with the prediction that the host received. Every
line is one JSON object in ASCII (a lone surrogate of a reply survives as its escape) and is written by one system call,
so a killed run leaves at most one torn line at the end, which readers skip.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timezone
from functools import lru_cache
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.receipt import ADDRESS, REUSED_FROM, Receipt
from vlmeval_hvs.server_replies import LENGTH, REFUSED, STOP

LEDGER = "_hvs_ledger_"


@dataclass(frozen=True)
class Call:
    """One call of a model."""

    index: str  # the row
    turn: int  # number of the turn in its row, from 0
    step: str  # what the turn asked for; ``"answer"`` outside pipelines
    prompt: str  # SHA-256 of the message (`prompt_digest`)
    reply: str | None  # the reply as it came; None when the model raised
    failed: bool = False  # whether there was no reply: the model raised, or returned the host's failure sentence
    error: str = ""  # what the model raised, else ""
    seconds: float | None = None  # duration of the call, with the host's own waits and retries
    finish: str | None = None  # `STOP`, `LENGTH`, `REFUSED`, another reason of the server, or None when unknown
    tokens: dict[str, int] | None = None  # ``{"prompt": n, "completion": n}``, or None when unknown
    time: float = 0.0  # when it ended, in seconds since 1970


def ledger_path(folder: Path, stem: str, rank: int) -> Path:
    """Where one rank's ledger of ``<model>_<dataset>`` is."""
    return folder / f"{stem}{LEDGER}{rank}.jsonl"


def ledger_paths(folder: Path, stem: str) -> list[Path]:
    """The ledgers of all ranks of a run, by rank; empty when it has none."""
    name = re.compile(re.escape(stem + LEDGER) + r"(\d+)\.jsonl")
    there = folder.iterdir() if folder.is_dir() else ()
    found = [(match, path) for path in there if (match := name.fullmatch(path.name))]
    return [path for _, path in sorted((int(match[1]), path) for match, path in found)]


def ledger_lines(path: Path, kind: str = "") -> Iterator[tuple[int, dict[str, Any]]]:
    """Offset and content of the lines of a ledger, of all kinds or of one; an unreadable line is an empty object."""
    offset, start = 0, f'{{"kind":"{kind}'.encode()
    with path.open("rb") as file:
        for line in file:
            if line.strip() and (not kind or line.startswith(start)):
                yield offset, parse_line(line)
            offset += len(line)


def ends_with_a_line(path: Path) -> bool:
    """Whether a file is empty or its last line is whole."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - 1, 0))
        return file.read(1) in (b"", b"\n")


def parse_line(line: bytes) -> dict[str, Any]:
    """One line as an object; empty where it is torn or of another form."""
    if not line.endswith(b"\n"):
        return {}  # the last line of a killed run
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    kind = entry.get("kind") if isinstance(entry, dict) else None
    if not isinstance(kind, str) or (kind == "call" and not Call.__dataclass_fields__.keys() <= entry.keys()):
        return {}
    return entry if all(isinstance(entry.get(name), form) for name, form in _FORMS.get(kind, {}).items()) else {}


_FORMS: dict[str, dict[str, Any]] = {
    "call": {"index": str, "turn": int, "prompt": str},
    "answer": {"index": str, "prediction": str, "finish": str | None, "time": int | float | None},
}
"""Types in a line by its kind."""


def _call_of(entry: Mapping[str, Any]) -> Call:
    return Call(**{name: entry[name] for name in Call.__dataclass_fields__})


def prompt_digest(message: Iterable[Mapping[str, Any]]) -> str:
    """SHA-256 over types, roles, words and image bytes (not paths) of ``{"type", "value"}`` items, some with a role.

    A file is read again only when its size or time changes.
    """
    digest = hashlib.sha256()
    for item in message:
        kind, value = str(item.get("type", "")), str(item.get("value", ""))
        content = b"" if kind == "text" else _file_digest(value)
        content = content or value.encode("utf-8", "surrogatepass")
        head = f"{kind}\0{item.get('role') or ''}\0{len(content)}\0"
        digest.update(head.encode("utf-8", "surrogatepass") + content)
    return digest.hexdigest()


def _file_digest(path: str) -> bytes:
    try:
        status = os.stat(path)
        return _content_digest(path, status.st_size, status.st_mtime_ns)
    except (OSError, ValueError):  # an address, or encoded data
        return b""


@lru_cache(maxsize=4096)
def _content_digest(path: str, size: int, changed: int) -> bytes:
    return hashlib.sha256(Path(path).read_bytes()).digest()


class Ledger:
    """The ledger of one rank of a run, open for writing, and the known replies of all its ranks.

    Memory is bounded: of a known reply only its place in the file is kept (about 150 bytes per call).

    Args:
        folder: The host's working folder of the run.
        stem: ``<model>_<dataset>``, the start of the host's file names.
        rank: Rank of this process, of ``world`` ranks.
        world: Number of ranks.
        also: Ledgers of interrupted runs in other folders, whose replies are also known; used ones are copied.
    """

    def __init__(self, folder: Path, stem: str, rank: int = 0, world: int = 1, also: Iterable[Path] = ()) -> None:
        self.folder, self.stem, self.rank, self.world = folder, stem, rank, world
        folder.mkdir(parents=True, exist_ok=True)
        self.asked = self.used = 0  # calls that were written, and known replies that were used
        own = ledger_paths(folder, stem)
        self._paths, self._own = [*own, *also], len(own)
        # Keys are hashes: the call that one leads to is compared in full.
        self._places: dict[int, tuple[int, int]] = {}
        self._given: dict[str, int] = {}
        for number, path in enumerate(self._paths):
            for offset, entry in ledger_lines(path):
                if entry.get("kind") == "call" and not entry["failed"]:
                    self._places.setdefault(hash((entry["index"], entry["turn"], entry["prompt"])), (number, offset))
                elif entry.get("kind") == "answer" and number < self._own:
                    self._given[entry["index"]] = hash((entry["prediction"], entry.get("finish")))
        self._lock = threading.Lock()
        path = ledger_path(folder, stem, rank)
        self._torn = path.is_file() and not ends_with_a_line(path)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._file = os.open(path, flags, 0o666)

    def begin(self, receipt: Receipt) -> None:
        """Write the receipt, and the other addresses whose replies are known; a continued run writes them again."""
        started = datetime.now(timezone.utc).isoformat(timespec="seconds")
        self._append(
            {"kind": "run", "receipt": asdict(receipt), "rank": self.rank, "world": self.world, "started": started}
        )
        others = {address for path in self._paths[self._own :] for address in addresses_of(path)}
        if others := others - {receipt.model.get(ADDRESS)}:
            self.note(model={REUSED_FROM: " ".join(sorted(others))})

    def note(self, **facts: dict[str, Any]) -> None:
        """Add facts to the receipt that are known only during the run: ``sent={...}`` or ``model={...}``."""
        self._append({"kind": "note", **facts})

    def call(self, call: Call) -> None:
        """Write one call."""
        self._append({"kind": "call", **vars(call), "time": _now()})
        with self._lock:
            self.asked += 1

    def answer(self, index: str, prediction: str, failed: bool = False, finish: str | None = None) -> None:
        """Write what the host receives for a row (a reply or packed record), unless the run wrote the same before.

        A row that ``failed`` has to be asked again; ``finish`` is that of the last `Call`.
        """
        if self._given.pop(index, None) == hash((prediction, finish)):
            return
        entry = {"index": index, "prediction": prediction, "failed": failed, "finish": finish}
        self._append({"kind": "answer", **entry, "time": _now()})

    def known_reply(self, index: str, turn: int, prompt: str) -> Call | None:
        """The earlier call with a reply to the same prompt (SHA-256) in a turn of a row, or None."""
        place = self._places.get(hash((index, turn, prompt)))
        if place is None:
            return None
        with self._paths[place[0]].open("rb") as file:
            file.seek(place[1])
            entry = parse_line(file.readline())
        if [entry.get(name) for name in ("index", "turn", "prompt")] != [index, turn, prompt]:
            return None
        call = _call_of(entry)
        if place[0] >= self._own:
            self._append({"kind": "call", **vars(call)})
        with self._lock:
            self.used += 1
        return call

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file >= 0:
                os.close(self._file)
                self._file = -1

    def _append(self, entry: dict[str, Any]) -> None:
        line = json.dumps(entry, ensure_ascii=True, separators=(",", ":"), default=str).encode("ascii") + b"\n"
        with self._lock:
            data = b"\n" + line if self._torn else line
            self._torn = True  # until the whole line is written: a full disk may take a part of it
            while data:
                data = data[os.write(self._file, data) :]
            self._torn = False


def addresses_of(path: Path) -> list[str]:
    """Addresses at which the model of a ledger was served; empty where the ledger has none."""
    models = [_receipt_of(entry, path).model for _, entry in ledger_lines(path, "run")]
    models += [_as_dict(entry.get("model")) for _, entry in ledger_lines(path, "note")]
    known = [text for model in models for name in (ADDRESS, REUSED_FROM) for text in str(model.get(name, "")).split()]
    return list(dict.fromkeys(known))


def finished_of(finish: str | None) -> bool | None:
    """Whether a reply ended by itself, from `Call.finish`; None where that is unknown."""
    return {STOP: True, LENGTH: False}.get(finish or "")


def _as_dict(value: Any) -> dict[str, Any]:
    """A value where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def _receipt_of(entry: dict[str, Any], path: Path) -> Receipt:
    """The receipt in a line of the kind ``run``.

    Raises:
        DataError: It cannot be read.
    """
    try:
        return Receipt.read(entry["receipt"])
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(f"{path}: the receipt cannot be read ({error}); move the file away and run again") from error


def _now() -> float:
    return round(time.time(), 3)


@dataclass(frozen=True)
class RunRecord:
    """The content of the ledgers of all ranks of a run."""

    receipt: Receipt  # the receipt of the run
    answers: dict[str, str]  # prediction of each row by index: the latest that did not fail, else the latest
    finished: dict[str, bool | None]  # whether the last reply to each of these rows ended by itself; None when unknown
    refused: frozenset[str]  # rows whose last reply was a refusal
    failures: frozenset[str]  # rows that failed
    calls: int  # number of calls, failed ones included
    failed_calls: int  # number of calls without a reply
    conflicts: list[str]  # differences between the receipts of these ledgers; empty for the ledgers of one run


def iter_calls(folder: Path, stem: str) -> Iterator[Call]:
    """All calls of a run by rank, then in the order of their ends."""
    for path in ledger_paths(folder, stem):
        yield from (_call_of(entry) for _, entry in ledger_lines(path, "call") if entry)


def read_receipt(folder: Path, stem: str) -> Receipt | None:
    """The receipt of predictions, or None where they have no ledger because they were made elsewhere.

    Raises:
        DataError: The receipt cannot be read.
    """
    return next(iter(read_receipts(folder, stem)), None)


def read_receipts(folder: Path, stem: str) -> list[Receipt]:
    """The receipts in the ledgers of a run, which agree unless ledgers of several runs are mixed.

    Raises:
        DataError: A receipt cannot be read.
    """
    paths = ledger_paths(folder, stem)
    notes = [entry for path in paths for _, entry in ledger_lines(path, "note")]
    return [_noted(_receipt_of(entry, path), notes) for path in paths for _, entry in ledger_lines(path, "run")]


def read_answers(folder: Path, stem: str) -> RunRecord | None:
    """The content of the ledgers of all ranks of a run, or None where it has none.

    Raises:
        DataError: There are replies, but no readable receipt.
    """
    receipts: list[Receipt] = []
    notes: list[dict[str, Any]] = []
    latest: dict[str, tuple[bool, float, str, str | None]] = {}
    calls = failed_calls = 0
    for path in ledger_paths(folder, stem):
        for _, entry in ledger_lines(path):
            kind = entry.get("kind")
            calls += kind == "call"
            failed_calls += kind == "call" and bool(entry["failed"])
            if kind == "run":
                receipts.append(_receipt_of(entry, path))
            elif kind == "note":
                notes.append(entry)
            elif kind == "answer":
                time_of = float(entry.get("time") or 0)
                found = not entry.get("failed"), time_of, entry["prediction"], entry.get("finish")
                if found[:2] >= latest.get(entry["index"], found)[:2]:
                    latest[entry["index"]] = found
    if not receipts:
        if calls or latest:
            raise DataError(f"{folder}: the ledger of {stem} has no receipt; move it away and run again")
        return None
    first, *others = receipts
    return RunRecord(
        _noted(first, notes),
        answers={index: prediction for index, (_, _, prediction, _) in latest.items()},
        finished={index: finished_of(finish) for index, (_, _, _, finish) in latest.items()},
        refused=frozenset(index for index, (_, _, _, finish) in latest.items() if finish == REFUSED),
        failures=frozenset(index for index, (good, *_) in latest.items() if not good),
        calls=calls,
        failed_calls=failed_calls,
        conflicts=list(dict.fromkeys(words for other in others for words in first.differences(other))),
    )


def _noted(receipt: Receipt, notes: list[dict[str, Any]]) -> Receipt:
    sent, model = dict(receipt.sent), dict(receipt.model)
    for note in notes:
        sent.update(_as_dict(note.get("sent")))
        noted = _as_dict(note.get("model"))
        settings = {**_as_dict(model.get("settings")), **_as_dict(noted.get("settings"))}
        # The receipt precedes notes: a continued run is compared before its model is built.
        model = {**noted, **model, **({"settings": settings} if settings else {})}
    return replace(receipt, sent=sent, model=model)
