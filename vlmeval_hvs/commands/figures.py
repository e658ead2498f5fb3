"""``vlmeval-hvs figures``: pictures of results, for papers and pages."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from vlmeval_hvs.commands import Help, folder
from vlmeval_hvs.errors import DataError, MissingPackageError, install

if TYPE_CHECKING:
    from vlmeval_hvs.figures.style import Picture
    from vlmeval_hvs.results.collect import Result

ENDINGS = ("png", "pdf", "svg")
WIDTHS = ("column", "text", "page")
"""Presets of width; `vlmeval_hvs.figures.style.WIDTHS` has their centimetres."""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "figures",
        help="draw the papers' figures from results: PDF, PNG",
        description="Reads the score files under a folder of the host and draws every figure that they have data for: "
        "those of the results page. captions.md says what each shows, with n, intervals and "
        "the settings of all runs; a CSV file has the numbers. Colours are told apart without seeing red and green.",
        epilog="examples:\n  vlmeval-hvs figures outputs --to figures\n"
        "  vlmeval-hvs figures outputs --to figures --width page --format svg",
        formatter_class=Help,
    )
    parser.add_argument("work_dir", type=Path, metavar="RUN", help="the host's --work-dir, or a folder with results")
    parser.add_argument(
        "--to",
        "--out",
        dest="to",
        type=folder,
        metavar="DIR",
        default=Path("figures"),
        help="folder (default: figures)",
    )
    parser.add_argument(
        "--format", action="append", choices=ENDINGS, help="file format, repeatable (default: png and pdf)"
    )
    parser.add_argument(
        "--width",
        choices=WIDTHS,
        default=WIDTHS[0],
        help="a column of two (8.25 cm), the text of one column (13.97 cm) or a page of two columns (17.1 cm) "
        "(default: column)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw and save; prints the files."""
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.results.collect import collect, usable

    results = usable(collect(args.work_dir))
    captions: list[str] = []
    taken: set[str] = set()
    try:
        for picture in _drawn(results, args.width, args.to):
            from vlmeval_hvs.figures.drawing import as_bytes

            name = _file_name(picture.name, taken)
            for ending in dict.fromkeys(args.format or ("png", "pdf")):
                write_atomically(args.to / f"{name}.{ending}", as_bytes(picture.figure, ending))
                print(args.to / f"{name}.{ending}")
            captions.append(f"**{name}**: {picture.caption}\n")
    except ImportError as error:
        if (error.name or "").split(".")[0] != "matplotlib":
            raise
        raise MissingPackageError(f"figures need matplotlib: {install('figures')}") from error
    if not captions:
        raise DataError(f"{args.work_dir}: no result in it has data for a figure")
    write_atomically(args.to / "captions.md", "\n".join([*captions, _runs(results)]).encode("utf-8", "replace"))
    return 0


def _drawn(results: Sequence[Result], width: str, folder: Path) -> Iterator[Picture]:
    """Benchmark by benchmark its charts, with their numbers in files."""
    from vlmeval_hvs.figures.drawing import pictures
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.results.chart_numbers import chart_grid
    from vlmeval_hvs.results.row_names import places, slug
    from vlmeval_hvs.results.table_formats import grid_csv
    from vlmeval_hvs.results.tables import benchmark_charts

    known = places(results)
    for benchmark in dict.fromkeys(result.benchmark for result in results):
        own = [result for result in results if result.benchmark == benchmark]
        for declared in benchmark_charts(benchmark, own):
            chart = replace(declared, name=_named(declared.name, slug(benchmark)))
            found = list(pictures(chart, width, known))
            if found:
                write_atomically(folder / f"{chart.name}.csv", grid_csv(chart_grid(chart)).encode("utf-8", "replace"))
            yield from found


def _named(name: str, benchmark: str) -> str:
    """The name of a chart with its benchmark in front."""
    return name if name.startswith(benchmark) else f"{benchmark}-{name}"


def _file_name(name: str, taken: set[str]) -> str:
    """A name for a file, other than those that are taken; ``taken`` grows."""
    plain = "".join(char if char.isascii() and (char.isalnum() or char in "-_.") else "-" for char in name)[:150]
    number = 1
    while (found := plain if number == 1 else f"{plain}-{number}").lower() in taken:
        number += 1
    taken.add(found.lower())
    return found


def _runs(results: Sequence[Result]) -> str:
    """The settings, data and trust of every run, as a Markdown table."""
    from vlmeval_hvs.results.table_formats import as_markdown
    from vlmeval_hvs.results.tables import runs_grid

    return as_markdown(runs_grid(results))
