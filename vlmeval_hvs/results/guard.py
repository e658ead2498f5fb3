"""Guards the reading of a row, so that a defect of a reader costs one answer and not the scores of a run.

Readers should never raise (tests/fuzz searches for inputs on which they do). If one does, the row counts as unanswered
with the rule `READER_ERROR`, and the scores list such rows.
"""

import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

logger = logging.getLogger("vlmeval_hvs")

READER_ERROR = "reader_error"  # the rule of an answer whose reader raised an error

Given = ParamSpec("Given")
Result = TypeVar("Result")


def guarded(stand_in: Result, read: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
    """The result of a reader, or a stand-in of the rule `READER_ERROR` where it raises; the traceback is logged."""
    try:
        return read(*args, **kwargs)
    except Exception:
        name = getattr(read, "__qualname__", repr(read))
        logger.exception("%s could not read a reply; it counts as unanswered", name)
        return stand_in
