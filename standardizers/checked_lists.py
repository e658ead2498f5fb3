"""Lists that check one option and cross the others out."""

from __future__ import annotations

import re

_CHECKED = re.compile(r"\[[xX]\]|[\u2611\u2705\u2713\u2714]|\(x\)")
_CROSSED = re.compile(r"\[ ?\]|[\u2717\u2718\u274c\u2716\u2610]|\( \)")
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
            return None
        marks[named[0]] = is_checked
    if len(marks) < len(names):
        return None
    ticked = [index for index, mark in marks.items() if mark]
    return ticked[0] if len(ticked) == 1 else -1
