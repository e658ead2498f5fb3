"""Numbers of views beside the row in which they are: "1 and 2 in the upper row" selects two views, not the row."""

from __future__ import annotations

import re

_NUMBERS = r"\d{1,2}(?:\s?(?:,|&|and|und|et|y|e|,\s?and)\s?(?:(?:part|view|no)\s)?\d{1,2}){0,8}"
_SIDE = r"(?:upper|lower|top|bottom|middle|central|first|second|third|last|left|right)(?:most|-hand)?"
_IN_ROW = re.compile(
    rf"(?P<numbers>(?<![\w.])(?:{_NUMBERS}))\s(?:in|of|from|on|at)\s(?:the\s)?{_SIDE}\s"
    r"(?:row|column|half|line)\b(?! \d)",
    re.IGNORECASE,
)
_ROW_OF = re.compile(r"[上下中左右](?:段|排|行|列|側|侧|半分|边|邊)(?:の|的|:)?\s?(?=第?\d)")


def numbered_in_rows(text: str) -> str:
    """Return text without the rows and columns that only say where the numbered views are.

    Example:
        >>> numbered_in_rows("Zoom into 1 and 2 in the upper row, please.")
        'Zoom into 1 and 2, please.'
    """
    if not text.isascii():
        text = _ROW_OF.sub("", text)
    return _IN_ROW.sub(lambda match: match["numbers"], text)
