"""Asks the questions of a probe, and puts what the replies show into a `ProbeResult`."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import ANY_FAIL_MARKER, Message
from vlmeval_hvs.probe.bounds import lower_bound, shown
from vlmeval_hvs.probe.reading import IN_ORDER, arrival, counted, honours, keeps_json
from vlmeval_hvs.probe.result import ProbeResult
from vlmeval_hvs.probe.trials import (
    JOINED,
    LAST_NUMBER,
    PICTURES,
    colour_trials,
    json_trials,
    long_message,
    system_trials,
)

MOST_FAILED = 3
"""Failed calls in a row after which a probe ends."""

_LONGEST_ERROR = 300


@dataclass(frozen=True)
class Reply:
    """A reply, and what is known of its end.

    Attributes:
        text: The reply.
        finish: Why it ended: ``"stop"``, ``"length"``, or None when unknown.
        tokens: Its number of tokens, or None when unknown.
    """

    text: str
    finish: str | None = None
    tokens: int | None = None


Ask = Callable[[Message], Reply]
"""Asks the model; may raise."""


@dataclass
class _Asking:
    """Asks one question after the other and keeps the time."""

    ask: Ask
    seconds: list[float] = field(default_factory=list)
    failed: int = 0
    in_a_row: int = 0

    def all(self, messages: Iterable[Message]) -> list[Reply]:
        return [self(message) for message in messages]

    def __call__(self, message: Message) -> Reply:
        began = time.perf_counter()
        try:
            reply = self.ask(message)
            error = reply.text if ANY_FAIL_MARKER in reply.text else ""
        except Exception as fault:  # a model may raise anything; the probe says what
            reply, error = Reply(""), f"{type(fault).__name__}: {fault}"
        self.seconds.append(time.perf_counter() - began)
        if not error:
            self.in_a_row = 0
            return reply
        self.failed, self.in_a_row = self.failed + 1, self.in_a_row + 1
        if self.in_a_row >= MOST_FAILED:
            raise DataError(
                f"{self.in_a_row} calls of the model failed in a row, the last with: {error[:_LONGEST_ERROR]}"
            )
        return Reply("")


def probe_now(ask: Ask, model: dict[str, Any], seed: int = 0, system_sent_as: str = "system") -> ProbeResult:
    """`probe` with pictures in a folder that goes away, and with what is known of the model in the result."""
    with tempfile.TemporaryDirectory(prefix="vlmeval_hvs_probe_") as folder:
        result = probe(ask, Path(folder), seed, system_sent_as)
    made = datetime.now(timezone.utc).isoformat(timespec="seconds")
    return replace(result, model=model, made=made)


def probe(ask: Ask, folder: Path, seed: int = 0, system_sent_as: str = "system") -> ProbeResult:
    """Measure what a model can take in.

    Args:
        ask: Asks the model.
        folder: Where the pictures are drawn.
        seed: Decides every question.
        system_sent_as: How words for the system message are sent: ``"system"`` or ``"text"``.

    Raises:
        DataError: The model does not answer: `MOST_FAILED` calls in a row failed.
    """
    asking = _Asking(ask)
    separate = _separate(asking, folder, seed)
    joined = None
    if separate[0]["arrived"] == IN_ORDER:
        joined = _places(asking, JOINED, folder, seed, joined=True)
    written, long = _json(asking, seed), _long(asking)
    system = {"sent_as": system_sent_as, **_system(asking, seed)}
    seconds = {"median": round(statistics.median(asking.seconds), 4), "longest": round(max(asking.seconds), 4)}
    return ProbeResult(
        pictures=separate,
        joined=joined,
        json=written,
        long=long,
        system=system,
        seconds=seconds,
        calls=len(asking.seconds),
        failed=asking.failed,
        seed=seed,
    )


def _separate(asking: _Asking, folder: Path, seed: int) -> list[dict[str, Any]]:
    """Pictures one by one, until there are more than the model sees in order."""
    found = []
    for count in PICTURES:
        found.append(_places(asking, count, folder, seed))
        if found[-1]["arrived"] != IN_ORDER:
            break
    return found


def _places(asking: _Asking, count: int, folder: Path, seed: int, joined: bool = False) -> dict[str, Any]:
    trials = list(colour_trials(count, seed, folder, joined))
    return arrival(trials, [reply.text for reply in asking.all(trial.message for trial in trials)])


def _json(asking: _Asking, seed: int) -> dict[str, Any]:
    trials = list(json_trials(seed))
    replies = asking.all(message for message, _ in trials)
    kept = [keeps_json(reply.text, wanted) for reply, (_, wanted) in zip(replies, trials, strict=True)]
    right, alone = (sum(each[part] for each in kept) for part in (0, 1))
    return {**_share(right, len(trials)), "nothing_else": alone}


def _system(asking: _Asking, seed: int) -> dict[str, Any]:
    trials = list(system_trials(seed))
    replies = asking.all(message for message, _ in trials)
    return _share(sum(honours(reply.text, word) for reply, (_, word) in zip(replies, trials, strict=True)), len(trials))


def _share(hits: int, n: int) -> dict[str, Any]:
    return {"hits": hits, "trials": n, "low": round(lower_bound(hits, n), 4), "obeyed": shown(hits, n)}


def _long(asking: _Asking) -> dict[str, Any]:
    """A long reply: whole, cut, or no count at all, which tells nothing about a limit."""
    reply = asking(long_message())
    reached, at_end = counted(reply.text)
    if reached >= LAST_NUMBER:
        verdict = "whole"
    elif reply.finish == "length" or (reached >= 3 and at_end):
        verdict = "cut"
    else:
        verdict = "not measurable"
    told = {"finish": reply.finish, "tokens": reply.tokens}
    return {"verdict": verdict, "counted_to": reached, "asked_to": LAST_NUMBER, "characters": len(reply.text), **told}
