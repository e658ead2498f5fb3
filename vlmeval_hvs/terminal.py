"""Tables and lines for terminals of any width, pipes and logs, without cutting text."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

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


def print_table(to: Console, head: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> None:
    """Print a table to a `console`; in a narrow terminal its cells are broken into lines, and no text is cut."""
    if title:
        to.print(Text(printable(title), "italic" if to.is_terminal else ""))
    table = Table(box=None, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
    names = max((cell_len(printable(row[0])) for row in rows), default=0)
    for number, name in enumerate(head):
        width = None if number else max(1, min(max(names, cell_len(printable(name))), to.width // 2))
        table.add_column(literal(name), width=width, overflow="fold")
    for row in rows:
        table.add_row(*map(literal, row))
    to.print(table)
