"""Reads the ledgers of a run back: its receipt, its calls, and what the host was given for each row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.ledger import (
    Call,
    as_dict,
    call_of,
    finished_of,
    is_answer,
    ledger_lines,
    ledger_paths,
    receipt_of,
)
from vlmeval_hvs.results.receipt import Receipt
from vlmeval_hvs.server_replies import REFUSED


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


def iter_calls(folder: Path, stem: str) -> Iterator[Call]:
    """All calls of a run, rank by rank, each rank's in the order of their ends."""
    for path in ledger_paths(folder, stem):
        for _, entry in ledger_lines(path, "call"):
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
    notes = [entry for path in paths for _, entry in ledger_lines(path, "note")]
    return [_noted(receipt_of(entry, path), notes) for path in paths for _, entry in ledger_lines(path, "run")]


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
        for _, entry in ledger_lines(path):
            kind = entry.get("kind")
            if kind == "run":
                receipt = receipt_of(entry, path)
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


def _noted(receipt: Receipt, notes: list[dict[str, Any]]) -> Receipt:
    sent, model = dict(receipt.sent), dict(receipt.model)
    for note in notes:
        sent.update(as_dict(note.get("sent")))
        told = as_dict(note.get("model"))
        settings = {**as_dict(model.get("settings")), **as_dict(told.get("settings"))}
        # The head's words win: a run that is continued is compared before its model is built.
        model = {**told, **model, **({"settings": settings} if settings else {})}
    return replace(receipt, sent=sent, model=model)
