"""A table before it has a format, and its formats: Markdown, CSV, and LaTeX with booktabs.

In LaTeX every name is escaped, and published rows stand apart from runs. No value is set in bold: the best of several
numbers is seldom better beyond their intervals, and `vlmeval-hvs compare` is what tells. The text is plain enough for
pdfTeX; it needs the packages ``booktabs``, for wide tables ``graphicx`` and for long ones ``longtable``.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from vlmeval_hvs.terminal import console, literal, print_table, printable

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    "Δ": r"$\Delta$",
    "±": r"$\pm$",
    "·": r"\textperiodcentered{}",
    "\u2010": "-",
    "\u2011": "-",
    "–": "{--}",
    "−": "$-$",
    "°": r"\textdegree{}",
}

_HYPHENS = re.compile("-(?=-)")
"""Hyphens that would become a dash with the next one."""

_MINUS = re.compile(r"(?<![\w.)\]])-(?=[\d.)])")
"""The sign of a number, other than the hyphen of a name."""

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")

PUBLISHED = ("(published)", "(paper)")
"""Endings of the names of rows that were not run."""

_WIDE = 90
"""Characters that fit on a line of a page."""

_LONG = 45
"""Rows that fit on a page; more of them make a table of several pages."""

FORMATS = {"latex": "tex", "markdown": "md", "csv": "csv"}
"""Formats of tables, and the endings of their files."""


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


def escaped(text: str) -> str:
    """A text as LaTeX shows it; what the usual fonts lack is shown by its code."""
    shown = "".join(mark if mark in _ESCAPES or mark.isascii() else _coded(mark) for mark in printable(text))
    return _HYPHENS.sub("-{}", "".join(_ESCAPES.get(mark, mark) for mark in shown))


def _coded(mark: str) -> str:
    """Letters of Latin-1 stay; others are shown by their code."""
    return mark if "À" <= mark <= "ÿ" else mark.encode("unicode_escape").decode()


def _cell(text: str) -> str:
    """A cell; the signs of numbers are minus signs, not hyphens."""
    return "$-$".join(escaped(part) for part in _MINUS.split(text))


def _first(text: str) -> str:
    """The first cell of a row: behind the end of a line, a bracket or a star would be an argument."""
    return f"{'{}' if text.lstrip()[:1] in ('[', '*') else ''}{escaped(text)}"


def as_latex(grid: Grid, label: str) -> str:
    r"""A table with its title as caption and its notes below.

    Args:
        grid: The table.
        label: For ``\ref``: small letters, digits and hyphens.
    """
    kinds = "".join("r" if _numeric([row[place] for row in grid.rows]) else "l" for place in range(1, len(grid.head)))
    head = " & ".join(map(escaped, grid.head)) + r" \\"
    long = len(grid.rows) > _LONG
    caption = rf"\caption{{{escaped(grid.title)}}}\label{{tab:{label}}}"
    opening = [rf"\begin{{longtable}}{{l{kinds}}}", caption + r"\\"] if long else [rf"\begin{{tabular}}{{l{kinds}}}"]
    heads = [r"\toprule", head, r"\midrule", *([r"\endhead"] if long else [])]
    body = [*opening, *heads, *_lines(grid.rows), r"\bottomrule"]
    notes = [rf"{escaped(note)}\par" for note in grid.notes]
    if long:
        return "\n".join([r"\begingroup\small", *body, r"\end{longtable}", *notes, r"\endgroup", ""])
    body.append(r"\end{tabular}")
    if _width(grid) > _WIDE:
        body = [r"\resizebox{\linewidth}{!}{%", *body, "}"]
    table = [r"\begin{table}[t]", r"\centering\small", caption, *body]
    if notes:
        table += [r"\par\medskip\begin{minipage}{\linewidth}\footnotesize", *notes, r"\end{minipage}"]
    return "\n".join([*table, r"\end{table}", ""])


def _width(grid: Grid) -> int:
    """Characters of the widest row that the columns make."""
    return sum(max(map(len, column)) + 2 for column in zip(grid.head, *grid.rows, strict=True))


def _numeric(cells: Sequence[str]) -> bool:
    """Whether a column holds numbers, most of all."""
    known = [cell for cell in cells if cell]
    return bool(known) and sum(bool(_NUMBER.match(cell.strip("[ "))) for cell in known) > len(known) / 2


def _lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows; a rule stands before the first published one."""
    lines = []
    runs = False
    for row in rows:
        printed = row[0].endswith(PUBLISHED)
        if printed and runs:
            lines.append(r"\midrule")
        runs = not printed
        lines.append(" & ".join([_first(row[0]), *map(_cell, row[1:])]) + r" \\")
    return lines


def document(names: Sequence[str]) -> str:
    """A document that shows tables, to see them all."""
    inputs = [rf"\input{{{name}}}\clearpage" for name in names]
    head = [
        r"\documentclass{article}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage[utf8]{inputenc}",
        r"\usepackage{textcomp,booktabs,longtable,graphicx}",
        r"\usepackage[landscape,margin=1cm]{geometry}",
        r"\begin{document}",
    ]
    return "\n".join([*head, *inputs, r"\end{document}", ""])


def print_grids(grids: Sequence[Grid]) -> Console:
    """Print tables with their notes; returns the console for more lines."""
    out = console()
    for grid in grids:
        print_table(out, grid.head, grid.rows, grid.title)
        for note in grid.notes:
            out.print(literal(note))
        out.print()
    return out


def as_markdown(grid: Grid) -> str:
    """GitHub Markdown."""

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(map(_markdown, cells)) + " |"

    ruler = line(["---", *("---:" for _ in grid.head[1:])])
    notes = [f"\n{_markdown(note)}" for note in grid.notes]
    return "\n".join([f"### {_markdown(grid.title)}\n", line(grid.head), ruler, *map(line, grid.rows), *notes, ""])


def _markdown(text: str) -> str:
    """A text in a cell or a line: neither a column nor a tag of HTML begins in it."""
    return printable(text).replace("|", "\\|").replace("<", "&lt;")


def formatted(grid: Grid, form: str, label: str) -> str:
    """A table as the text of a file.

    Args:
        grid: The table.
        form: One of `FORMATS`.
        label: What LaTeX refers to it by.
    """
    if form == "latex":
        return as_latex(grid, label)
    return as_markdown(grid) if form == "markdown" else grid_csv(grid)


def grid_csv(grid: Grid) -> str:
    """Head and rows as CSV; title and notes are not in it."""
    return csv_text([grid.head, *grid.rows])


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Rows as CSV; None is empty, and what a spreadsheet would take for a formula begins with ``'``."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([map(_plain, row) for row in rows])
    return out.getvalue()


def _plain(cell: Any) -> str:
    text = "" if cell is None else printable(str(cell))
    return f"'{text}" if text[:1] in ("=", "@") or (text[:1] in ("+", "-") and not text[1:2].isdigit()) else text
