"""Options told by one of their coordinates: "the box that starts at 0.41"."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBER = re.compile(r"(?<![\w.])(?:\d?\.\d{2,4}|\d{3,4})(?![\w.]*\d)")  # shares of the image, or pixels
_DENIES = re.compile(r"\b(?:not|never|neither|nor|or|whether|if|except|but)\b|n't\b|\?", re.IGNORECASE)
_ENDED = re.compile(r"[.!]\s*$")
_LABEL = re.compile(r"(?<!^)\b[A-H]\b|\b[B-H]\b")
_LONGEST = 240


def own_number(text: str, options: Sequence[str]) -> int:
    """Return the only option that has all the numbers of a short text, which no other option has, or -1.

    Args:
        text: A text that names no option.
        options: The options' texts, with their coordinates.

    Example:
        >>> own_number("The box that starts at 0.41 holds the rider.", ["0.11,0.22,0.34,0.51", "0.41,0.30,0.88,0.93"])
        1
        >>> own_number("It starts at 0.41 or 0.11.", ["0.11,0.22,0.34,0.51", "0.41,0.30,0.88,0.93"])
        -1
    """
    short = len(text) <= _LONGEST and _ENDED.search(text) is not None and _LABEL.search(text) is None
    told = {float(number) for number in _NUMBER.findall(text)} if short else set()
    if not told or _DENIES.search(text) is not None:
        return -1
    having = [{float(number) for number in _NUMBER.findall(option)} for option in options]
    found = [index for index, numbers in enumerate(having) if told <= numbers]
    return found[0] if len(found) == 1 and sum(bool(told & numbers) for numbers in having) == 1 else -1
