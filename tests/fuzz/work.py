"""Counts the work of a call: the lines of Python that it runs, which no clock and no busy machine changes.

Regular expressions count as one line each; that theirs is linear, too, is what the megabytes in tests/standardizers are
read for.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines_of(call: Callable[[], Any]) -> int:
    """Lines of Python that a call runs, those of all it calls included."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count
