"""Lists that check one option and cross the others out."""

from __future__ import annotations

import re

_CHECKED = re.compile(r"\[[xX]\]|[\u2611\u2705\u2713\u2714]|\(x\)")
_CROSSED = re.compile(r"\[ ?\]|[\u2717\u2718\u274c\u2716\u2610]|\( \)")
_BULLET = re.compile(r"^(?:[\W_]|\d{1,2}[.)]|[a-z][.):\]](?=\s))*(?:(?:an?|the)\s)?")
_BETWEEN = re.compile(r"\n+|;\s|,\s")


def checked(text: str, names: list[str]) -> int | None:
    r"""Return the option that a list checks, -1 when it checks none or several, None when the text is no such list.

    Args:
        text: Plain text.
        names: The options' names in lower case.

    Example:
        >>> checked("a cat: no fur \u2717\na clock: two hands \u2713", ["a cat", "a clock"])
        1
    """
    if len(names) < 2 or (_CROSSED.search(text) is None and _CHECKED.search(text) is None):
        return None
    lowered = text.lower()
    marks: dict[int, bool] = {}
    bare = [re.sub(r"^(?:an?|the)\s", "", name) for name in names]
    for line in _BETWEEN.split(lowered):
        is_checked, is_crossed = _CHECKED.search(line) is not None, _CROSSED.search(line) is not None
        if is_checked == is_crossed:
            if is_checked:
                return None
            continue
        named = [index for index, name in enumerate(bare) if name and name in line]
        if len(named) != 1 or named[0] in marks:
            return _only_tick(lowered, bare) if _CROSSED.search(text) is None else None
        marks[named[0]] = is_checked
    if len(marks) < len(names):
        return _only_tick(lowered, bare) if _CROSSED.search(text) is None else None
    ticked = [index for index, mark in marks.items() if mark]
    return ticked[0] if len(ticked) == 1 else -1


def _only_tick(text: str, names: list[str]) -> int | None:
    """Return the option whose line alone is ticked in a list that gives each option a line, None for other texts."""
    own: dict[int, bool] = {}
    for line in text.split("\n"):
        item = _BULLET.sub("", line)
        begins = [index for index, name in enumerate(names) if name and re.match(rf"{re.escape(name)}(?!\w)", item)]
        if begins:
            longest = max(begins, key=lambda index: len(names[index]))
            if longest in own:
                return None
            own[longest] = _CHECKED.search(line) is not None
        elif _CHECKED.search(line) is not None:
            return None
    ticked = [index for index, tick in own.items() if tick]
    return ticked[0] if len(own) == len(names) and len(ticked) == 1 else None
