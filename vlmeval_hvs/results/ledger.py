"""The ledger: one append-only file per run and rank with every call of a model.

A run of one model on one dataset writes ``<model>_<dataset>_hvs_ledger_<rank>.jsonl`` next to the host's prediction
file: the receipt of the run, then a line per call, and a line per row with the prediction that the host received. Every
line is one JSON object in ASCII (a lone surrogate of a reply survives as its escape) and is written by one system call,
so a killed run leaves at most one torn line at the end, which readers skip.
"""

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


_CALL = Call.__dataclass_fields__.keys()
_FORMS: dict[str, dict[str, Any]] = {
    "call": {"index": str, "turn": int, "prompt": str},
    "answer": {"index": str, "prediction": str, "finish": str | None, "time": int | float | None},
    "note": {"sent": dict | None, "model": dict | None},
}
"""Types in a line by its kind."""


def ledger_path(folder: Path, stem: str, rank: int) -> Path:
    """Where one rank's ledger of ``<model>_<dataset>`` is."""
    return folder / f"{stem}{LEDGER}{rank}.jsonl"


def ledger_paths(folder: Path, stem: str) -> list[Path]:
    """The ledgers of all ranks of a run, by rank; empty when it has none."""
    name = re.compile(re.escape(stem + LEDGER) + r"(\d+)\.jsonl")
    there = folder.iterdir() if folder.is_dir() else ()
    found = [(match, path) for path in there if (match := name.fullmatch(path.name))]
    return [path for _, path in sorted((int(match[1]), path) for match, path in found)]


def ends_with_a_line(path: Path) -> bool:
    """Whether a file is empty or its last line is whole."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - 1, 0))
        return file.read(1) in (b"", b"\n")


def _lines(path: Path, kind: str = "") -> Iterator[tuple[int, dict[str, Any]]]:
    """Offset and content of the readable lines of a ledger, of all kinds or of one."""
    offset, start = 0, f'{{"kind":"{kind}'.encode()
    with path.open("rb") as file:
        for line in file:
            if (not kind or line.startswith(start)) and (entry := _parsed(line)):
                yield offset, entry
            offset += len(line)


def _parsed(line: bytes) -> dict[str, Any]:
    """One line as an object; empty where it is torn (the last one of a killed run) or of another form."""
    try:
        entry: Any = json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        return {}
    kind = entry.get("kind") if isinstance(entry, dict) else None
    if not isinstance(kind, str) or (kind == "call" and _CALL - entry.keys()):
        return {}
    return entry if all(isinstance(entry.get(name), form) for name, form in _FORMS.get(kind, {}).items()) else {}


def _call_of(entry: Mapping[str, Any]) -> Call:
    return Call(**{name: entry[name] for name in _CALL})


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
    """The ledger of one rank (of ``world``) of a run, open for writing, and the known replies of all its ranks.

    ``stem`` is ``<model>_<dataset>``, the start of the host's file names; ``also`` are ledgers of interrupted runs in
    other folders, whose replies are also known, and copied when used. Of a known reply only its place in the file is
    kept in memory (about 150 bytes per call).
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
            for offset, entry in _lines(path):
                if entry["kind"] == "call" and not entry["failed"]:
                    self._places.setdefault(hash((entry["index"], entry["turn"], entry["prompt"])), (number, offset))
                elif entry["kind"] == "answer" and number < self._own:
                    self._given[entry["index"]] = hash((entry["prediction"], entry.get("finish")))
        self._lock = threading.Lock()
        path = ledger_path(folder, stem, rank)
        self._torn = path.is_file() and not ends_with_a_line(path)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._file = os.open(path, flags, 0o666)

    def begin(self, receipt: Receipt) -> None:
        """Write the receipt, and the other addresses whose replies are known; a continued run writes them again."""
        started = datetime.now(timezone.utc).isoformat(timespec="seconds")
        self._append("run", receipt=asdict(receipt), rank=self.rank, world=self.world, started=started)
        models = [other.model for other in _receipts(self._paths[self._own :])]
        texts = " ".join(str(model.get(name, "")) for model in models for name in (ADDRESS, REUSED_FROM))
        if known := {*texts.split()} - {receipt.model.get(ADDRESS)}:
            self.note(model={REUSED_FROM: " ".join(sorted(known))})

    def note(self, **facts: dict[str, Any]) -> None:
        """Add facts to the receipt that are known only during the run: ``sent={...}`` or ``model={...}``."""
        self._append("note", **facts)

    def call(self, call: Call) -> None:
        """Write one call."""
        self._append("call", **{**vars(call), "time": _now()})
        with self._lock:
            self.asked += 1

    def answer(self, index: str, prediction: str, failed: bool = False, finish: str | None = None) -> None:
        """Write what the host receives for a row (a reply or packed record), unless the run wrote the same before.

        A row that ``failed`` has to be asked again; ``finish`` is that of the last `Call`.
        """
        if self._given.pop(index, None) != hash((prediction, finish)):
            self._append("answer", index=index, prediction=prediction, failed=failed, finish=finish, time=_now())

    def known_reply(self, index: str, turn: int, prompt: str) -> Call | None:
        """The earlier call with a reply to the same prompt (SHA-256) in a turn of a row, or None."""
        number, offset = self._places.get(hash((index, turn, prompt)), (-1, 0))
        if number < 0:
            return None
        with self._paths[number].open("rb") as file:
            file.seek(offset)
            entry = _parsed(file.readline())
        if [entry.get(name) for name in ("index", "turn", "prompt")] != [index, turn, prompt]:
            return None
        call = _call_of(entry)
        if number >= self._own:
            self._append("call", **vars(call))
        with self._lock:
            self.used += 1
        return call

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file >= 0:
                os.close(self._file)
                self._file = -1

    def _append(self, kind: str, **entry: Any) -> None:
        text = json.dumps({"kind": kind, **entry}, ensure_ascii=True, separators=(",", ":"), default=str)
        with self._lock:
            data = b"\n" * self._torn + text.encode("ascii") + b"\n"
            self._torn = True  # until the whole line is written: a full disk may take a part of it
            while data:
                data = data[os.write(self._file, data) :]
            self._torn = False


def _now() -> float:
    return round(time.time(), 3)


def finished_of(finish: str | None) -> bool | None:
    """Whether a reply ended by itself, from `Call.finish`; None where that is unknown."""
    return {STOP: True, LENGTH: False}.get(finish or "")


@dataclass(frozen=True)
class RunRecord:
    """The content of the ledgers of all ranks of a run."""

    receipt: Receipt  # the receipt of the run
    answers: dict[str, str]  # prediction of each row by index: the latest that did not fail, else the latest
    finished: dict[str, bool | None]  # whether the last reply to each of these rows ended by itself; None when unknown
    refused: frozenset[str]  # rows whose last reply was a refusal
    failures: frozenset[str]  # rows that failed
    conflicts: list[str]  # differences between the receipts of these ledgers; empty for the ledgers of one run


def iter_calls(folder: Path, stem: str) -> Iterator[Call]:
    """All calls of a run by rank, then in the order of their ends."""
    for path in ledger_paths(folder, stem):
        yield from (_call_of(entry) for _, entry in _lines(path, "call"))


def read_receipts(folder: Path, stem: str) -> list[Receipt]:
    """The receipts in the ledgers of a run, which agree unless runs are mixed; a `DataError` for an unreadable one."""
    return _receipts(ledger_paths(folder, stem))


def _receipts(paths: Iterable[Path], noted: bool = True) -> list[Receipt]:
    """Receipts as they were written when the runs began, or with the later notes of all ledgers."""
    found, notes = [], []
    for path in paths:
        for _, entry in _lines(path, "run"):
            try:
                found.append(Receipt.read(entry["receipt"]))
            except (KeyError, TypeError, ValueError) as error:
                why = f"the receipt cannot be read ({error}); move the file away and run again"
                raise DataError(f"{path}: {why}") from error
        notes += [entry for _, entry in _lines(path, "note")] if noted else []
    return [_noted(receipt, notes) for receipt in found]


def _noted(receipt: Receipt, notes: Iterable[Mapping[str, Any]]) -> Receipt:
    """A receipt with notes, which come second: a model is compared before it is built."""
    sent, model = dict(receipt.sent), dict(receipt.model)
    for note in notes:
        sent.update(note.get("sent") or {})
        noted = note.get("model") or {}
        settings = {**(model.get("settings") or {}), **(noted.get("settings") or {})}
        model = {**noted, **model, **({"settings": settings} if settings else {})}
    return replace(receipt, sent=sent, model=model)


def read_answers(folder: Path, stem: str) -> RunRecord | None:
    """The content of the ledgers of all ranks of a run, or None where it has none.

    A `DataError` where there are replies, but no readable receipt.
    """
    latest: dict[str, tuple[bool, float, str, str | None]] = {}
    asked, notes, paths = False, [], ledger_paths(folder, stem)
    for path in paths:
        for _, entry in _lines(path):
            asked |= entry["kind"] == "call"
            if entry["kind"] == "note":
                notes.append(entry)
            elif entry["kind"] == "answer":
                found = not entry.get("failed"), float(entry.get("time") or 0), entry["prediction"], entry.get("finish")
                if found[:2] >= latest.get(entry["index"], found)[:2]:
                    latest[entry["index"]] = found
    receipts = _receipts(paths, noted=False)
    if not receipts:
        if asked or latest:
            raise DataError(f"{folder}: the ledger of {stem} has no receipt; move it away and run again")
        return None
    first, *others = receipts
    return RunRecord(
        _noted(first, notes),
        answers={index: prediction for index, (_, _, prediction, _) in latest.items()},
        finished={index: finished_of(finish) for index, (_, _, _, finish) in latest.items()},
        refused=frozenset(index for index, (_, _, _, finish) in latest.items() if finish == REFUSED),
        failures=frozenset(index for index, (good, *_) in latest.items() if not good),
        conflicts=list(dict.fromkeys(words for other in others for words in first.differences(other))),
    )
