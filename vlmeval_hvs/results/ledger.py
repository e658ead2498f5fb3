"""The ledger: one append-only file per run and rank with every call of a model.

A run of one model on one dataset writes ``<model>_<dataset>_hvs_ledger_<rank>.jsonl`` beside the host's prediction
file. Its first line is the receipt of the run; then follows one line per call, and one per row with what the host was
given for it. Every line is one JSON object in ASCII (a lone surrogate of a reply survives as its escape) and is written
by one system call, so a killed run leaves at most one torn line at the end, which readers leave out.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.ledger_lines import (
    LEDGER,
    LENGTH,
    REFUSED,
    STOP,
    Call,
    call_of,
    ends_with_a_line,
    entry_of,
    is_answer,
    ledger_path,
    ledger_paths,
    lines,
    short,
)
from vlmeval_hvs.results.receipt import ADDRESS, REUSED_FROM, Receipt

__all__ = [
    "LEDGER",
    "LENGTH",
    "REFUSED",
    "STOP",
    "Call",
    "Ledger",
    "RunRecord",
    "addresses_of",
    "finished_of",
    "has_replies",
    "iter_calls",
    "ledger_path",
    "ledger_paths",
    "read_answers",
    "read_receipt",
    "read_receipts",
]


@dataclass
class RunRecord:
    """What the ledgers of all ranks say about a run.

    Attributes:
        receipt: The receipt of the run.
        answers: What the host was given for each row, by index: the latest that did not fail, else the latest.
        finished: Whether the last reply behind each of these answers ended by itself; None when unknown.
        refused: Rows whose last reply was a refusal.
        failures: Rows whose answer is a failure.
        calls: Number of calls, failed ones included.
        failed_calls: Number of calls without a reply.
        conflicts: What differs between the receipts of these ledgers; empty for the ledgers of one run.
        damaged: Number of lines that cannot be read. A kill leaves one.
    """

    receipt: Receipt
    answers: dict[str, str] = field(default_factory=dict)
    finished: dict[str, bool | None] = field(default_factory=dict)
    refused: frozenset[str] = frozenset()
    failures: frozenset[str] = frozenset()
    calls: int = 0
    failed_calls: int = 0
    conflicts: list[str] = field(default_factory=list)
    damaged: int = 0


class Ledger:
    """The ledger of one rank of a run, open for writing, and what all ranks of the run have already been told.

    Memory is bounded: of a known reply only its place in the file is kept (about 150 bytes per call).

    Args:
        folder: The host's working folder of the run.
        stem: ``<model>_<dataset>``, the start of the host's file names.
        rank: Rank of this process.
        world: Number of ranks.
        also: Ledgers of interrupted runs in other folders, whose replies are known, too; what is used of them is
            copied.

    Attributes:
        asked: Number of calls that were written.
        used: Number of replies that were known from earlier, and used.
        used_of: The ledgers that they are from.
        used_times: Times of the first and the last of them.
    """

    def __init__(self, folder: Path, stem: str, rank: int = 0, world: int = 1, also: Iterable[Path] = ()) -> None:
        self.folder, self.stem, self.rank, self.world = folder, stem, rank, world
        folder.mkdir(parents=True, exist_ok=True)
        self.asked = self.used = 0
        self.used_of: set[Path] = set()
        self.used_times = (float("inf"), 0.0)
        own = ledger_paths(folder, stem)
        self._paths, self._own = [*own, *also], len(own)
        self._places: dict[int, tuple[int, int]] = {}
        self._given: dict[int, int] = {}
        for number, path in enumerate(self._paths):
            for offset, entry in lines(path):
                call = call_of(entry)
                if call and not call.failed:
                    self._places.setdefault(short(call.index, call.turn, call.prompt), (number, offset))
                elif is_answer(entry) and number < self._own:
                    self._given[short(entry["index"])] = short(entry["prediction"], entry.get("finish"))
        self._lock = threading.Lock()
        path = ledger_path(folder, stem, rank)
        self._torn = path.is_file() and not ends_with_a_line(path)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._file = os.open(path, flags, 0o666)

    def begin(self, receipt: Receipt) -> None:
        """Write the head: what is asked, of which model, and where, and which other addresses' replies are known.

        A continued run writes it again.
        """
        started = datetime.now(timezone.utc).isoformat(timespec="seconds")
        self._append(
            {"kind": "run", "receipt": asdict(receipt), "rank": self.rank, "world": self.world, "started": started}
        )
        others = {address for path in self._paths[self._own :] for address in addresses_of(path)}
        if others := others - {receipt.model.get(ADDRESS)}:
            self.note(model={REUSED_FROM: " ".join(sorted(others))})

    def note(self, **facts: dict[str, Any]) -> None:
        """Add to the receipt what only the run itself shows: ``sent={...}`` or ``model={...}``."""
        self._append({"kind": "note", **facts})

    def call(self, call: Call) -> None:
        """Write one call."""
        self._append({"kind": "call", **asdict(call), "time": _now()})
        with self._lock:
            self.asked += 1

    def answer(self, index: str, prediction: str, failed: bool = False, finish: str | None = None) -> None:
        """Write what the host is given for a row, unless an earlier part of the run has ended with the same.

        Args:
            index: The row.
            prediction: The reply, or the packed record of a pipeline.
            failed: Whether it is a failure that has to be asked again.
            finish: Why the last reply ended, as in `Call.finish`.
        """
        if self._given.pop(short(index), None) == short(prediction, finish):
            return  # an earlier part of the run has written the same
        entry = {"index": index, "prediction": prediction, "failed": failed, "finish": finish}
        self._append({"kind": "answer", **entry, "time": _now()})

    def known_reply(self, index: str, turn: int, prompt: str) -> Call | None:
        """The call with which an earlier part of this run got a reply to the same prompt, or None.

        Args:
            index: The row.
            turn: Number of the turn in its row.
            prompt: SHA-256 of what is asked.
        """
        place = self._places.get(short(index, turn, prompt))
        if place is None:
            return None
        with self._paths[place[0]].open("rb") as file:
            file.seek(place[1])
            call = call_of(entry_of(file.readline()))
        if call is None or (call.index, call.turn, call.prompt) != (index, turn, prompt):
            return None
        if place[0] >= self._own:
            self._append({"kind": "call", **asdict(call)})
        with self._lock:
            self.used += 1
            self.used_of.add(self._paths[place[0]])
            self.used_times = min(self.used_times[0], call.time), max(self.used_times[1], call.time)
        return call

    @property
    def known(self) -> int:
        """Number of replies that are known from earlier."""
        return len(self._places)

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
            self._torn = True  # until the whole line is written: a full disk takes a part of it
            while data:
                data = data[os.write(self._file, data) :]
            self._torn = False


def iter_calls(folder: Path, stem: str) -> Iterator[Call]:
    """All calls of a run, rank by rank, each rank's in the order of their ends."""
    for path in ledger_paths(folder, stem):
        for _, entry in lines(path, "call"):
            call = call_of(entry)
            if call is not None:
                yield call


def read_receipt(folder: Path, stem: str) -> Receipt | None:
    """The receipt of predictions, or None when they have no ledger (they were made elsewhere).

    Raises:
        DataError: The receipt cannot be read.
    """
    return next(iter(read_receipts(folder, stem)), None)


def read_receipts(folder: Path, stem: str) -> list[Receipt]:
    """The receipts in the ledgers of a run; they agree in what is compared, unless somebody mixed ledgers.

    Raises:
        DataError: A receipt cannot be read.
    """
    paths = ledger_paths(folder, stem)
    notes = [entry for path in paths for _, entry in lines(path, "note")]
    return [_noted(_receipt(entry, path), notes) for path in paths for _, entry in lines(path, "run")]


def has_replies(path: Path) -> bool:
    """Whether a ledger holds a reply of a model."""
    return any((call := call_of(entry)) and not call.failed for _, entry in lines(path, "call"))


def addresses_of(path: Path) -> list[str]:
    """Addresses behind which the model of a ledger's replies was served; empty where it does not know any."""
    models = [_receipt(entry, path).model for _, entry in lines(path, "run")]
    models += [_mapping(entry.get("model")) for _, entry in lines(path, "note")]
    known = [text for model in models for name in (ADDRESS, REUSED_FROM) for text in str(model.get(name, "")).split()]
    return list(dict.fromkeys(known))


def read_answers(folder: Path, stem: str) -> RunRecord | None:
    """Read the ledgers of all ranks of a run, or None when there are none.

    Args:
        folder: Folder of the prediction file.
        stem: Its name without the ending.

    Raises:
        DataError: There are replies, but no receipt that can be read.
    """
    record: RunRecord | None = None
    notes: list[dict[str, Any]] = []
    latest: dict[str, tuple[bool, float, str, str | None]] = {}
    calls = failed_calls = damaged = 0
    for path in ledger_paths(folder, stem):
        for _, entry in lines(path):
            kind = entry.get("kind")
            if kind == "run":
                receipt = _receipt(entry, path)
                record = record or RunRecord(receipt)
                differences = [f"{path.name}: {words}" for words in record.receipt.differences(receipt)]
                record.conflicts += [words for words in differences if words not in record.conflicts]
            elif kind == "note":
                notes.append(entry)
            elif call_of(entry):
                calls += 1
                failed_calls += bool(entry.get("failed"))
            elif is_answer(entry):
                index, failed = entry["index"], bool(entry.get("failed"))
                found = not failed, float(entry.get("time") or 0), entry["prediction"], entry.get("finish")
                if index not in latest or found[:2] >= latest[index][:2]:
                    latest[index] = found
            elif kind is None:
                damaged += 1
    if record is None:
        if calls or latest:
            raise DataError(f"the ledger of {stem} in {folder} has no receipt; move it away and run again")
        return None
    record.answers = {index: prediction for index, (_, _, prediction, _) in latest.items()}
    record.finished = {index: finished_of(finish) for index, (_, _, _, finish) in latest.items()}
    record.refused = frozenset(index for index, (_, _, _, finish) in latest.items() if finish == REFUSED)
    record.failures = frozenset(index for index, (good, *_) in latest.items() if not good)
    record.calls, record.failed_calls, record.damaged = calls, failed_calls, damaged
    record.receipt = _noted(record.receipt, notes)
    return record


def finished_of(finish: str | None) -> bool | None:
    """Whether a reply ended by itself, from `Call.finish`; None when it does not tell."""
    return {STOP: True, LENGTH: False}.get(finish or "")


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _noted(receipt: Receipt, notes: list[dict[str, Any]]) -> Receipt:
    sent, model = dict(receipt.sent), dict(receipt.model)
    for note in notes:
        sent.update(_mapping(note.get("sent")))
        told = _mapping(note.get("model"))
        settings = {**_mapping(model.get("settings")), **_mapping(told.get("settings"))}
        # The head's words win: a run that is continued is compared before its model is built.
        model = {**told, **model, **({"settings": settings} if settings else {})}
    return replace(receipt, sent=sent, model=model)


def _receipt(entry: dict[str, Any], path: Path) -> Receipt:
    try:
        return Receipt.read(entry["receipt"])
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(f"the receipt in {path} cannot be read ({error}); move the file away and run again") from error


def _now() -> float:
    return round(time.time(), 3)
