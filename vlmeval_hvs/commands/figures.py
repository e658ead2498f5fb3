"""``vlmeval-hvs figures``: pictures of results, for papers and pages."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import folder
from vlmeval_hvs.errors import DataError, MissingPackageError, install

ENDINGS = ("png", "pdf", "svg")
WIDTHS = ("column", "text", "page")
"""Presets of width; `vlmeval_hvs.figures.style.WIDTHS` has their centimetres."""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "figures",
        help="draw the papers' figures from results: PDF, PNG",
        description="Reads the score files under a folder of the host and draws every figure that they have data for: "
        "those of the results page. captions.md says what each shows, with n, intervals and the settings of all runs; "
        "a CSV file has the numbers. The colours suit colour-blind readers.",
        epilog="examples:\n  vlmeval-hvs figures outputs --to figures\n"
        "  vlmeval-hvs figures outputs --to figures --width page --format svg",
    )
    add = parser.add_argument
    add("work_dir", type=Path, metavar="RUN", help="the host's --work-dir, or a folder with results")
    add("--to", "--out", type=folder, metavar="DIR", default=Path("figures"), help="folder (default: figures)")
    add("--format", action="append", choices=ENDINGS, help="file format, repeatable (default: png and pdf)")
    about = "a column of two (8.25 cm), the text of one column (13.97 cm) or a page of two columns (17.1 cm)"
    add("--width", choices=WIDTHS, default=WIDTHS[0], help=f"{about} (default: column)")
    add("--model", nargs="+", metavar="NAME", help="only the runs of these models")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw and save; prints the files."""
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.results.collect import collect, usable
    from vlmeval_hvs.results.row_names import free_name, places, slug
    from vlmeval_hvs.results.table_formats import csv_text
    from vlmeval_hvs.results.tables import benchmark_charts, by_benchmark, chosen, runs_table

    try:
        from vlmeval_hvs.figures.drawing import as_bytes, caption, picture
    except ImportError as error:
        if (error.name or "").split(".")[0] != "matplotlib":
            raise
        raise MissingPackageError(f"figures need matplotlib: {install('figures')}") from error

    results = chosen(usable(collect(args.work_dir)), args.model, None)
    captions = []
    taken: set[str] = set()
    for benchmark, own in by_benchmark(results).items():
        known = places(own)
        for declared in benchmark_charts(benchmark, own):
            figure = picture(declared, args.width, known)
            if figure is None:
                continue
            start = "" if declared.name.startswith(slug(benchmark)) else f"{slug(benchmark)}-"
            name = free_name(start + declared.name, taken)
            write_atomically(args.to / f"{name}.csv", csv_text(declared.lines()).encode("utf-8", "replace"))
            for ending in dict.fromkeys(args.format or ("png", "pdf")):
                write_atomically(args.to / f"{name}.{ending}", as_bytes(figure, ending))
                print(args.to / f"{name}.{ending}")
            captions.append(f"**{name}**: {caption(declared)}\n")
    if not captions:
        raise DataError(f"{args.work_dir}: no result in it has data for a figure")
    text = "\n".join([*captions, runs_table(results).markdown()])
    write_atomically(args.to / "captions.md", text.encode("utf-8", "replace"))
    return 0
