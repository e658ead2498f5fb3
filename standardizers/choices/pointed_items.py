"""Numbered rankings of other things in which an arrow points at what was asked for: its number is the rank."""

from __future__ import annotations

import re

_ITEM = re.compile(
    r"[\s>*#-]{0,4}(?:rank ?)?([1-9])(?:st|nd|rd|th)?\s?[.):-]{1,2}\s(?P<rest>[^\n]{1,200})", re.IGNORECASE
)
_ARROW = re.compile(r"(?:[\u2190\u21d0\u2b05\U0001f448]|<-{1,2}|<=)[^\n]{0,40}$")
_LONGEST = 4_000


def pointed_rank(text: str) -> int:
    r"""Return the number of the only item of a numbered list at which an arrow points, or 0.

    Example:
        >>> pointed_rank("1. the juggler\n2. the dog\n3. the balloon \u2190 asked")
        3
    """
    if len(text) > _LONGEST:
        return 0
    numbers: list[int] = []
    pointed: list[int] = []
    for line in text.split("\n"):
        item = _ITEM.match(line)
        if item is None:
            continue
        numbers.append(int(item[1]))
        if _ARROW.search(item["rest"]) is not None:
            pointed.append(numbers[-1])
    in_order = numbers == [*range(1, len(numbers) + 1)]
    return pointed[0] if in_order and len(numbers) > 1 and len(pointed) == 1 else 0
