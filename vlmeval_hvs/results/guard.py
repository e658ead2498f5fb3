"""The guard around the reading of a row: a defect of a reader costs one answer, never the scores of a run.

Readers are total functions (tests/fuzz looks for inputs on which they are not). Should one raise all the same, the row
counts as unanswered under the rule `READER_ERROR`; scores tell how many such rows there are, and which.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from vlmeval_hvs.errors import first_ten

logger = logging.getLogger("vlmeval_hvs")

READER_ERROR = "reader_error"
"""The rule of an answer that could not be read because the reader raised an error."""

Given = ParamSpec("Given")
Result = TypeVar("Result")


def guarded(stand_in: Result, read: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
    """What a reader gives, or a stand-in where it raises; the error is logged with its traceback.

    Args:
        stand_in: The result for a row that cannot be read; its rule is `READER_ERROR`.
        read: The reader.
        *args: Its arguments.
        **kwargs: Its named arguments.
    """
    try:
        return read(*args, **kwargs)
    except Exception:
        name = getattr(read, "__qualname__", repr(read))
        logger.exception("%s could not read a reply; it counts as unanswered", name)
        return stand_in


def unread_sentence(indices: list[str], of: int) -> str:
    """The warning about rows that could not be read, which names them."""
    return (
        f"a reader raised an error on {len(indices)} of {of} replies, which count as unanswered (rule {READER_ERROR}): "
        f"index {first_ten(indices)}; the log has the traceback. Please report it"
    )
