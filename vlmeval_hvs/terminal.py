"""Tables in terminals of any width, in pipes and in logs, where no name is ever cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

PROSE = 24
"""Characters below which a column of prose is not squeezed: the rows are then printed as blocks."""

_GAP = 2
_ENDLESS = 1_000_000


def printable(text: str) -> str:
    """A text from elsewhere on one line, without characters that steer a terminal or turn the direction of writing.

    Such characters (escape sequences, line breaks, marks of direction, lone surrogates) are shown by their code.
    """
    return "".join(mark if mark.isprintable() else mark.encode("unicode_escape").decode() for mark in text)


def literal(text: str) -> Text:
    """A text of which no part is markup."""
    return Text(printable(text))


def console() -> Console:
    """For ordinary output: as wide as the terminal; without an end in a pipe or a log, where no line is broken."""
    made = Console(markup=False, emoji=False, highlight=False)
    if not made.is_terminal:
        made.width = _ENDLESS
        made.soft_wrap = True
    return made


def print_table(
    to: Console, head: Sequence[str], rows: Sequence[Sequence[str]], title: str = "", prose: Sequence[int] = ()
) -> None:
    """Print a table so that every cell is whole.

    A table that is wider than the terminal has its columns of prose broken into lines. A table of numbers is printed in
    parts: the first column, which names the row, again with as many of the others as fit. Where that is not possible,
    or prose would be squeezed, every row is a block of lines.

    Args:
        to: From `console`.
        head: Names of the columns.
        rows: One text per column; what the texts hold is shown as it is.
        title: Stands above, "" for none.
        prose: Numbers of the columns that may be broken between words.
    """
    head, rows = [printable(name) for name in head], [[printable(cell) for cell in row] for row in rows]
    if title:
        to.print(Text(printable(title), "italic" if to.is_terminal else ""))
    widths = [max(map(cell_len, column)) for column in zip(head, *rows, strict=True)]
    least = [min(width, PROSE) if number in prose else width for number, width in enumerate(widths)]
    parts = list(_parts(least, to.width))
    if not parts or (prose and len(parts) > 1):
        for row in rows:
            _block(to, head, row)
        return
    for number, part in enumerate(parts):
        if number:
            to.print()
        table = Table(box=None, pad_edge=False, show_edge=False, padding=(0, _GAP, 0, 0))
        for column in part:
            table.add_column(Text(head[column]), no_wrap=column not in prose, overflow="fold", min_width=least[column])
        for row in rows:
            table.add_row(*(Text(row[column]) for column in part))
        to.print(table)


def _parts(widths: Sequence[int], room: int) -> Iterator[list[int]]:
    """The columns of every part; none where the first column leaves no room for each other one."""
    if not widths or any(widths[0] + _GAP + width > room for width in widths[1:]) or widths[0] > room:
        return
    part, used = [0], widths[0]
    for column, width in enumerate(widths[1:], 1):
        if used + _GAP + width > room:
            yield part
            part, used = [0], widths[0]
        part.append(column)
        used += _GAP + width
    yield part


def _block(to: Console, head: Sequence[str], row: Sequence[str]) -> None:
    to.print(Text(row[0], overflow="fold"))
    for name, cell in zip(head[1:], row[1:], strict=True):
        if cell:
            to.print(Padding(Text(f"{name}: {cell}", overflow="fold"), (0, 0, 0, _GAP)))
