"""``vlmeval-hvs compare``: two runs on the same data, row by row."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.commands import Help
from vlmeval_hvs.results.files import plain
from vlmeval_hvs.results.tables import Grid, number, print_grids

if TYPE_CHECKING:
    from vlmeval_hvs.results.compare import Cell, Comparison

HEAD = ["n", "first", "second", "difference", "95 % interval", "better", "worse", "p (McNemar)", "p (Holm)"]


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "compare",
        help="compare two runs on the same data, each row with itself",
        description="Prints the difference of two runs over their common rows, as a whole and by field, type or task: "
        "with an interval that resamples images or scenes, and the exact McNemar test where scores are 0 or 1. Runs on "
        "different data are refused; settings that differ are listed.",
        epilog="example:\n  vlmeval-hvs compare M_HVSBench@hint_hvs_scores.json M_HVSBench_hvs_scores.json",
        formatter_class=Help,
    )
    for name, words in (("first", "score, item or prediction file, or a folder with one run"), ("second", "the same")):
        parser.add_argument(name, type=Path, metavar=f"RUN_{'A' if name == 'first' else 'B'}", help=words)
    parser.add_argument("--reading", choices=("robust", "paper"), help="whose scores (default: RUN_A's headline)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the bootstrap")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the difference."""
    from vlmeval_hvs.results.compare import compare, load_run

    found = compare(load_run(args.first), load_run(args.second), args.reading, args.seed)
    if args.json:
        print(json.dumps(plain(_as_json(found)), ensure_ascii=False, indent=1))
        return 0
    grids = [Grid("", ["", *HEAD], [["all", *_cells(found.total)]], _notes(found))]
    for column, groups in found.groups.items():
        grids.append(Grid("", [column, *HEAD], [[name, *_cells(cell)] for name, cell in groups.items()], []))
    print(f"first:  {found.first.name} ({found.first.path})\nsecond: {found.second.name} ({found.second.path})\n")
    print_grids(grids)
    return 0


def _cells(cell: Cell) -> list[str]:
    interval = "" if cell.low is None or cell.high is None else f"{cell.low:+.4f} to {cell.high:+.4f}"
    tests = ["" if p is None else f"{p:.2g}" for p in (cell.p, cell.p_holm)]
    means = [number(cell.first), number(cell.second), f"{cell.difference:+.4f}"]
    return [str(cell.n), *means, interval, str(cell.better), str(cell.worse), *tests]


def _notes(found: Comparison) -> list[str]:
    pairs = [f"{name} ({ours!r} and {theirs!r})" for name, (ours, theirs) in found.settings.items()]
    notes = [
        f"Scores of the {found.reading} reading. Intervals resample {found.cluster}; "
        "the test takes rows as independent.",
        f"Only in the first: {found.only_first} rows; only in the second: {found.only_second}.",
        f"Settings that differ: {'; '.join(pairs) or 'none'}.",
    ]
    headlines = [run.scores.get("Overall") for run in (found.first, found.second)]
    means = found.total.first, found.total.second
    if found.reading == found.first.scores["reading"] == found.second.scores["reading"] and any(
        headline is None or abs(headline - mean) > 1e-9 for headline, mean in zip(headlines, means, strict=True)
    ):
        shown = " and ".join("n/a" if value is None else number(value) for value in headlines)
        notes.append(f"The headlines are {shown}: they weigh rows, or rest on other rows than these.")
    return notes


def _as_json(found: Comparison) -> dict[str, Any]:
    runs = {
        name: {"model": run.scores["model"], "dataset": run.scores["dataset"], "path": str(run.path)}
        | {"Overall": run.scores.get("Overall")}
        for name, run in (("first", found.first), ("second", found.second))
    }
    return {
        **runs,
        "digest": found.first.scores["digest"],
        "reading": found.reading,
        "cluster": found.cluster,
        "only_first": found.only_first,
        "only_second": found.only_second,
        "total": found.total._asdict(),
        "groups": {
            column: {name: cell._asdict() for name, cell in cells.items()} for column, cells in found.groups.items()
        },
        "settings": found.settings,
        "notes": _notes(found),
    }
