"""Open runs: every call of a model goes through the ledger of its run.

A reply in the ledger is not asked for again. The first fault of a model is logged in full, and after many failed calls
in a row nothing more is asked.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from vlmeval_hvs.errors import HVSError, InferenceStopped, UsageError
from vlmeval_hvs.host.model_facts import facts_of
from vlmeval_hvs.messages import ANY_FAIL_MARKER, Prompt, reply_text
from vlmeval_hvs.results.ledger import Call, Ledger, prompt_digest
from vlmeval_hvs.server_replies import Ending, ending_of

logger = logging.getLogger("vlmeval_hvs")

# Environment variable: the number of failed calls in a row after which inference stops; 0 for never.
MAX_FAILURES = "VLMEVAL_HVS_MAX_FAILURES"
DEFAULT_MAX_FAILURES = 20
_LONGEST_ERROR = 2000

_OPEN: dict[str, Run] = {}


@dataclass
class Run:
    """One run of one model on one dataset, in this process."""

    stem: str  # ``<model>_<dataset>``
    ledger: Ledger
    raises: bool = True  # whether a stopped run raises; in API mode and several ranks that would hang the host
    most: int = DEFAULT_MAX_FAILURES  # failed calls in a row after which nothing more is asked; 0 for any number
    interleave: bool | None = None  # whether a probe found that the model sees several pictures in order
    quiet: bool = False  # whether a stop is not logged, because the caller reports it

    def __post_init__(self) -> None:
        self._lock, self._done = threading.Lock(), set[str]()
        self._in_a_row, self._stopped = 0, ""

    def ask(self, index: str, number: int, turn: Prompt, ask: Callable[[Prompt], Any]) -> tuple[str, str | None]:
        """The reply to one turn of a row (numbered from 0), from the ledger or the model, and its finish reason.

        Raises what the model raises, or `InferenceStopped` when too many calls have failed.
        """
        digest = prompt_digest(turn)
        known = self.ledger.known_reply(index, number, digest)
        if known is not None and known.reply is not None:
            return known.reply, known.finish
        if self._stopped:
            raise InferenceStopped(self._stopped)
        take_ending()  # of an earlier message in this thread
        began = time.perf_counter()
        reply: str | None = None
        fault: Exception | None = None
        try:
            reply = reply_text(ask(turn.for_model()))
        except Exception as error:
            fault = error
        ending = take_ending()
        failed = reply is None or ANY_FAIL_MARKER in reply
        said, seconds = sentence_of(fault) if fault else "", round(time.perf_counter() - began, 4)
        call = Call(index, number, turn.step, digest, reply, failed, said, seconds, ending.finish, ending.tokens)
        self._keep(lambda: self.ledger.call(call))
        with self._lock:
            in_a_row = self._in_a_row = self._in_a_row + 1 if failed else 0
        if failed:
            self.log_fault(index, fault or reply or "")
            if self.most and in_a_row >= self.most:
                self._stop(f"{in_a_row} calls failed in a row, the last with: {(said or reply or '')[:300]}")
        if fault is not None:
            raise fault
        return reply or "", ending.finish

    def answered(self, index: str, prediction: str, finish: str | None) -> None:
        """Record the prediction that the host gets for a row."""
        self._keep(lambda: self.ledger.answer(index, prediction, ANY_FAIL_MARKER in prediction, finish))

    def note_sent(self, name: str, how: str) -> None:
        """Note in the receipt how something is sent: `SENT_AS` or `PICTURES_AS`."""
        if self._first(name):
            self._keep(lambda: self.ledger.note(sent={name: how}))

    def note_model(self, model: Any) -> None:
        """Note in the receipt the facts of the model, which exists only now."""
        if self._first("model"):
            self._keep(lambda: self.ledger.note(model=facts_of(model)))

    def log_fault(self, index: str, error: BaseException | str) -> None:
        """Log the first fault of this run, an exception with its traceback."""
        words = f"{self.stem}, row {index}: the first fault of this run"
        if self._first("fault"):
            if isinstance(error, (str, HVSError)):  # the message suffices
                logger.error("%s: %s", words, str(error)[:_LONGEST_ERROR])
            else:
                logger.error("%s", words, exc_info=error)

    def _first(self, what: str) -> bool:
        with self._lock:
            first = what not in self._done
            self._done.add(what)
        return first

    def _keep(self, write: Callable[[], None]) -> None:
        try:
            write()
        except OSError as error:
            self._stop(f"the ledger cannot be written ({error})")

    def _stop(self, reason: str) -> None:
        with self._lock:
            first = not self._stopped
            self._stopped = self._stopped or (
                f"inference of {self.stem} has stopped: {reason}. Fix the cause and run the command again: replies "
                f"already received are kept ({MAX_FAILURES} sets the number of failures)"
            )
        if first and not self.quiet:
            logger.error("%s", self._stopped)


def sentence_of(error: BaseException) -> str:
    """Type and message of an exception."""
    return f"{type(error).__name__}: {error}"[:_LONGEST_ERROR]


def open_run(dataset: str, run: Run) -> Run:
    """Send the calls of a dataset through ``run`` until `close_run`."""
    close_run(dataset)
    _OPEN[dataset] = run
    return run


def current_run(dataset: str) -> Run | None:
    """The open run of a dataset, if there is one."""
    return _OPEN.get(dataset)


def close_run(dataset: str) -> None:
    """Close the run of a dataset, if there is one."""
    if run := _OPEN.pop(dataset, None):
        run.ledger.close()


def max_failures() -> int:
    """The number of failed calls in a row after which inference stops."""
    text = os.environ.get(MAX_FAILURES) or str(DEFAULT_MAX_FAILURES)
    if not text.isascii() or not text.isdigit():
        raise UsageError(f"{MAX_FAILURES}={text!r} must be a non-negative integer")
    return int(text)


_LAST = threading.local()


def noting(original: Any) -> Any:
    """Wrap ``generate_inner`` to remember how the reply ended: API classes return the text of an answer only."""

    def generate_inner(self: Any, *args: Any, **kwargs: Any) -> Any:
        _LAST.ending = Ending()
        result = original(self, *args, **kwargs)
        if isinstance(result, tuple) and len(result) == 3:
            _LAST.ending = ending_of(result[2])
        return result

    return generate_inner


def take_ending() -> Ending:
    """How the last reply in this thread ended; a second call returns nothing known."""
    ending: Ending = getattr(_LAST, "ending", Ending())
    _LAST.ending = Ending()
    return ending
