"""A table of texts, its Markdown and CSV, and how names are written in LaTeX."""

import csv
import io
import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from rich.console import Console

from vlmeval_hvs.terminal import console, literal, print_table, printable

_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$", "|": "$|$", "Δ": r"$\Delta$",
    "±": r"$\pm$", "·": r"\textperiodcentered{}", "°": r"\textdegree{}", "−": "$-$", "–": r"\textendash{}",
    "\u2010": "-", "\u2011": "-",
}  # fmt: skip

_HYPHENS = re.compile("-(?=-)")  # hyphens that would become a dash with the next one
_MINUS = re.compile(r"(?<![\w.)\]])-(?=[\d.)])")  # the sign of a number, other than the hyphen of a name


@dataclass(frozen=True)
class Grid:
    """A table before it has a format: a title, column heads, rows of text, and notes below."""

    title: str
    head: list[str]
    rows: list[list[str]]
    notes: list[str]


def number(value: float) -> str:
    """Four digits after the point for shares, fewer for what is larger."""
    return f"{value:.4f}" if abs(value) < 10 else f"{value:.2f}"


def latex_text(text: str) -> str:
    """A text as LaTeX shows it, with minus signs for numbers; what the usual fonts lack is shown by its code."""

    def coded(mark: str) -> str:
        known = mark in _ESCAPES or mark.isascii() or "\u00c0" <= mark <= "\u00ff"
        return mark if known else mark.encode("unicode_escape").decode()

    shown = "".join(map(coded, printable(text)))
    parts = ["".join(_ESCAPES.get(mark, mark) for mark in part) for part in _MINUS.split(shown)]
    return _HYPHENS.sub("-{}", "$-$".join(parts))


def lines_of(text: str, longest: int, cut: bool = False) -> list[str]:
    """A text in lines of some letters, ended after blanks and marks such as "_"; long words are cut where wanted."""
    apart = re.sub(r"([-_/@,:])(?=\S)", "\\1\v", text)
    parts = textwrap.wrap(apart, longest, break_long_words=cut, break_on_hyphens=False, replace_whitespace=False)
    return [part.replace("\v", "") for part in parts] or [""]


def blocks(first: float, widths: Sequence[float], line: float) -> list[list[int]]:
    """Places of columns, as many together as fit on a line next to the first column, which is repeated."""
    found, width = [list[int]()], first
    for place, wide in enumerate(widths):
        if found[-1] and width + wide > line:
            found.append([])
            width = first
        found[-1].append(place)
        width += wide
    return found


def print_grids(grids: Sequence[Grid]) -> Console:
    """Print tables with their notes, wide ones in several blocks of columns; returns the console for more lines."""
    out = console()
    for grid in grids:
        lines = [grid.head, *grid.rows]
        first, *widths = (2 + max(cell_len(printable(text)) for text in texts) for texts in zip(*lines, strict=True))
        found = blocks(min(first, out.width // 2 + 2), widths, out.width)
        for places in found:
            head, *rows = [[line[0], *(line[place + 1] for place in places)] for line in lines]
            rows = [row for row in rows if len(found) == 1 or any(row[1:])]
            print_table(out, head, rows, grid.title if places is found[0] else "")
        for note in grid.notes:
            out.print(literal(note))
        out.print()
    return out


def as_markdown(grid: Grid) -> str:
    """GitHub Markdown, in whose cells and lines neither a column nor a tag of HTML begins."""

    def plain(text: str) -> str:
        return printable(text).replace("|", "\\|").replace("<", "&lt;")

    head, *rows = ["| " + " | ".join(map(plain, cells)) + " |" for cells in (grid.head, *grid.rows)]
    ruler = "| " + " | ".join(["---", *("---:" for _ in grid.head[1:])]) + " |"
    return "\n".join(
        [f"### {plain(grid.title)}\n", head, ruler, *rows, *(f"\n{plain(note)}" for note in grid.notes), ""]
    )


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Rows as CSV; None is empty, and what a spreadsheet would take for a formula begins with ``'``."""
    out, formula = io.StringIO(), re.compile(r"[=@]|[+-](?!\d)")
    for row in rows:
        texts = ["" if cell is None else printable(str(cell)) for cell in row]
        csv.writer(out, lineterminator="\n").writerow([f"'{text}" if formula.match(text) else text for text in texts])
    return out.getvalue()
