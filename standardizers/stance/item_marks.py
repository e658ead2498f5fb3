"""Lists that give each option a line and end the line, or begin it, with a tick or a cross."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .mentions import Mention
from .vocabulary_patterns import RIGHT_MARKS, WRONG_MARKS

NO_LIST = -2
_FEWEST = 2
_ITEMS = re.compile(r"\n+|;\s")
_LEAD = re.compile(
    r"[\W\d_]{0,12}(?:(?:option|object|box|point|list|region|the|an?)\s[\[(\"']{0,3}){0,2}", re.IGNORECASE
)
_RIGHT = re.compile(f"[{''.join(sorted(RIGHT_MARKS))}]")
_WRONG = re.compile(f"[{''.join(sorted(WRONG_MARKS))}✕]")


def marked_item(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    r"""Return the only option whose line is ticked, or the only one whose line is not crossed out.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options, by position.
        n_options: Number of options.

    Returns:
        The option; -1 when the list marks none or several; `NO_LIST` when the text is no such list.

    Example:
        >>> text = "A: partly behind B \u2717\nB: sharp \u2713"
        >>> marked_item(text, [Mention(0, 1, 0, False), Mention(17, 18, 1, False), Mention(21, 22, 1, False)], 2)
        1
    """
    if _RIGHT.search(text) is None and _WRONG.search(text) is None:
        return NO_LIST
    marks: dict[int, bool | None] = {}
    start = position = 0
    for match in [*_ITEMS.finditer(text), None]:
        stop = len(text) if match is None else match.start()
        while position < len(mentions) and mentions[position].start < start:
            position += 1
        right, wrong = _RIGHT.search(text, start, stop) is not None, _WRONG.search(text, start, stop) is not None
        one = mentions[position] if position < len(mentions) else None
        if one is not None and one.start < stop and _LEAD.fullmatch(text, start, one.start):
            if one.option in marks or (right and wrong):
                return NO_LIST  # each point in favour and against has its own mark
            marks[one.option] = right if right or wrong else None
        elif right or wrong:
            return NO_LIST
        start = stop if match is None else match.end()
    said = [mark for mark in marks.values() if mark is not None]
    if len(marks) < _FEWEST or len(said) < _FEWEST:
        return NO_LIST
    ticked = [option for option, mark in marks.items() if mark]
    if ticked:
        return ticked[0] if len(ticked) == 1 else -1
    kept = [option for option in range(n_options) if marks.get(option) is None]
    return kept[0] if len(kept) == 1 else -1
