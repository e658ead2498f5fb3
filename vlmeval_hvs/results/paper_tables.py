"""All tables of a folder of results: runs, leaderboards, and those of the papers with their published rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from vlmeval_hvs.results.collect import Result, usable
from vlmeval_hvs.results.grid import Grid
from vlmeval_hvs.results.latex import as_latex
from vlmeval_hvs.results.run_table import run_grid
from vlmeval_hvs.results.same_data import slug
from vlmeval_hvs.results.tables import as_markdown, benchmark_grids, leaderboards
from vlmeval_hvs.terminal import printable

FORMATS = {"latex": "tex", "markdown": "md", "csv": "csv"}
"""Formats of tables, and the endings of their files."""


def paper_tables(results: Sequence[Result]) -> Iterator[tuple[str, Grid]]:
    """Names of files and tables, benchmark by benchmark.

    Args:
        results: Runs; invalid ones stand in the table of runs only, without a score.
    """
    taken: set[str] = set()
    for benchmark in dict.fromkeys(result.benchmark for result in results):
        own = [result for result in results if result.benchmark == benchmark]
        valid = usable(own)
        grids = [run_grid(own, f"{benchmark}: runs with their settings, n and 95 % intervals"), *leaderboards(own)]
        if valid:
            grids += benchmark_grids(benchmark, valid)
        for kind, grid in zip(("runs", "leaderboard"), grids, strict=False):
            yield _free(f"{slug(benchmark)}-{kind}", taken), grid
        for grid in grids[2:]:
            if grid.rows:
                yield (
                    _free(f"{slug(benchmark)}-{slug(grid.title.removeprefix(benchmark))[:60].strip('-')}", taken),
                    grid,
                )


def _free(name: str, taken: set[str]) -> str:
    number = 1
    while (found := name if number == 1 else f"{name}-{number}") in taken:
        number += 1
    taken.add(found)
    return found


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
    """Head and rows; title and notes are not in it. What a spreadsheet would take for a formula begins with ``'``."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in (grid.head, *grid.rows):
        writer.writerow([_plain(cell) for cell in row])
    return out.getvalue()


def _plain(cell: str) -> str:
    text = printable(cell)
    return f"'{text}" if text[:1] in ("=", "@") or (text[:1] in ("+", "-") and not text[1:2].isdigit()) else text
