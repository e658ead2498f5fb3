"""How an image is split into numbered views: what the question says, or the usual layout of that many views."""

from __future__ import annotations

import re
from functools import lru_cache

_USUAL = {4: (2, 2), 6: (3, 2), 8: (4, 2), 9: (3, 3), 12: (4, 3), 16: (4, 4)}  # views: columns, rows
_MOST = 64
_TWO = r"(?<!\w)2[).:]?\s?(?:is |are |= ?|- ?|: ?|\()?(?:the |to the |at the |on the )?"
_SECOND = re.compile(
    rf"{_TWO}(?:(?P<right>(?:upper|top)[\s-](?:right|middle|cent))|(?P<below>(?:lower|bottom|middle)[\s-]left)"
    rf"|(?P<across>right|middle|cent\w+|second from the left)|(?P<down>lower|bottom|second from the top))"
)
_ROWS_OF = re.compile(r"\b(\d{1,2})\s?(?:row|line)(?:s|\(s\))?\s?(?:of|with|by|x|and|,)\s?(\d{1,2})\b")
_COLUMNS_OF = re.compile(r"\b(\d{1,2})\s?column(?:s|\(s\))?\s?(?:of|with|by|x|and|,)\s?(\d{1,2})\b")
_TIMES = re.compile(r"\b(\d{1,2})\s?(?:x|by|\u00d7|\*)\s?(\d{1,2})\b")
_BY_ROWS = re.compile(
    r"\brow by row|\brow-?wise|\brow-major|\breading order|\bleft to right,? (?:and )?(?:then )?(?:from )?top to bottom"
    r"|\balong the rows?\b|\bby rows?\b"
)
_BY_COLUMNS = re.compile(
    r"\bcolumn by column|\bcolumn-?wise|\bcolumn-major|\btop to bottom,? (?:and )?(?:then )?(?:from )?left to right"
    r"|\bby columns?\b"
)


class Split(int):
    """A number of views that knows their layout.

    Args:
        n_views: Number of views.
        columns: Columns of the grid, 0 when it is unknown.
        rows: Rows of the grid, 0 when it is unknown.
        by_columns: The numbers run down the columns, as those of four views in ActiView do.
    """

    columns: int
    rows: int
    by_columns: bool

    def __new__(cls, n_views: int, columns: int, rows: int, by_columns: bool) -> Split:
        """Return the number with its layout."""
        split = super().__new__(cls, n_views)
        split.columns, split.rows, split.by_columns = columns, rows, by_columns
        return split

    def number(self, column: int, row: int) -> int:
        """Return the 1-based number of the view in a column and row, both 0-based."""
        return (column * self.rows + row if self.by_columns else row * self.columns + column) + 1

    def place(self, number: int) -> tuple[int, int]:
        """Return the 0-based column and row of a view's 1-based number."""
        if self.by_columns:
            return divmod(number - 1, self.rows)
        row, column = divmod(number - 1, self.columns)
        return column, row


def split_of(n_views: int, question: str | None = None) -> Split:
    """Return the layout of a split image, or the split itself; see `_told`."""
    return n_views if isinstance(n_views, Split) else _told(n_views, question)


@lru_cache(maxsize=1024)
def _told(n_views: int, question: str | None) -> Split:
    """Return the layout of a split image.

    Args:
        n_views: Number of views.
        question: The prompt; what it says of rows, columns and the second view counts before what is usual.

    Example:
        >>> split_of(4, "1 is the upper-left part, 2 is the upper-right part").number(0, 1)
        3
    """
    columns, rows = _USUAL.get(n_views, (0, 0))
    by_columns = n_views == 4
    if question is None or not 1 < n_views <= _MOST:
        return Split(n_views, columns, rows, by_columns)
    asked = question[:2_000].lower()
    found = _grid(asked, n_views)
    second = _SECOND.search(asked)
    if found is not None:
        columns, rows = found
    elif second is not None and not columns:
        columns, rows = (n_views, 1) if second["across"] or second["right"] else (1, n_views)
    if second is not None and (second["right"] or second["below"]):
        by_columns = second["below"] is not None
    elif _BY_ROWS.search(asked):
        by_columns = False
    elif _BY_COLUMNS.search(asked):
        by_columns = True
    return Split(n_views, columns, rows, by_columns)


def _grid(asked: str, n_views: int) -> tuple[int, int] | None:
    """Return the columns and rows that a question tells, None when no pair of its numbers makes the views."""
    for pattern, turned in ((_ROWS_OF, True), (_COLUMNS_OF, False), (_TIMES, True)):
        for match in pattern.finditer(asked):
            one, other = int(match[1]), int(match[2])
            if one * other == n_views:
                if pattern is _TIMES and (usual := _USUAL.get(n_views)) and {one, other} == {*usual}:
                    return usual
                return (other, one) if turned else (one, other)
    return None
