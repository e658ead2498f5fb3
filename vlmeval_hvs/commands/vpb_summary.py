"""``vlmeval-hvs vpb-summary``: VP-Bench's results as the paper's tables, and what attributes do."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically

if TYPE_CHECKING:
    from vlmeval_hvs.results.grid import Grid


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "vpb-summary",
        help="print VP-Bench's results of all models in a folder as the paper's tables",
        description="Prints Tables 4, 5, 6, 11 and 12 of the VP-Bench paper for all models found, and per model the "
        "accuracy of every attribute value with exact tests of the differences.",
        epilog="example:\n  vlmeval-hvs vpb-summary outputs --paper --json vpb.json",
        formatter_class=Help,
    )
    parser.add_argument("work_dir", type=Path, metavar="WORK_DIR", help="the host's --work-dir")
    parser.add_argument("--paper", action="store_true", help="add the printed rows of the paper")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything as JSON")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables as Markdown")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the tables."""
    from vlmeval_hvs.benchmarks.vpb.findings import attribute_findings, read_items
    from vlmeval_hvs.benchmarks.vpb.presentation import grouped, summary
    from vlmeval_hvs.results.collect import collect, usable
    from vlmeval_hvs.results.files import plain
    from vlmeval_hvs.results.tables import as_markdown, print_grids

    results = usable(collect(args.work_dir))
    tables = summary(results, args.paper)
    if not tables:
        raise DataError(f"{args.work_dir}: no result of a VP-Bench dataset in it")
    runs, _ = grouped(results)
    perceived = {label: own.stage1[True] for label, own in runs.items() if True in own.stage1}
    found = {label: attribute_findings(read_items(result.path)) for label, result in perceived.items()}
    grids = [table.grid() for table in tables]
    grids += [grid for label, findings in found.items() for grid in _findings(label, findings)]
    print_grids(grids)
    if args.markdown:
        write_atomically(args.markdown, "\n".join(as_markdown(grid) for grid in grids).encode("utf-8", "replace"))
    if args.json:
        record = {"tables": {table.name: table.record() for table in tables}, "attributes": found}
        write_atomically(args.json, json.dumps(plain(record), ensure_ascii=False, indent=1).encode())
    return 0


def _findings(label: str, found: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[Grid]:
    """Two grids: accuracy per value, and the differences between values."""
    from vlmeval_hvs.results.grid import Grid

    if not found["values"]:
        return []
    values = [
        [f"{v['attribute']} {v['value']}", str(v["n"]), _percent(v["accuracy"]), _range(v, "{:.2f}")]
        for v in found["values"]
    ]
    differences = [
        [f"{d['attribute']}: {d['first']} - {d['second']}", str(d["n"]), f"{100 * d['difference']:+.2f}",
         _range(d, "{:+.2f}"), f"{d['p']:.2g}", f"{d['holm']:.2g}", f"{d['saving']:.2f}" if d["paired"] else ""]
        for d in found["differences"]
    ]  # fmt: skip
    paired = any(difference["paired"] for difference in found["differences"])
    how = "exact sign flips of paired items" if paired else "Fisher's exact test"
    notes = [f"p: {how}; corrected: by Holm's rule over all rows; unpaired / paired: variance of the difference."]
    return [
        Grid(f"{label}: accuracy per attribute, %", ["value", "n", "accuracy", "95 %"], values, []),
        Grid(
            f"{label}: differences, points",
            ["values", "n", "difference", "95 %", "p", "corrected", "unpaired / paired"],
            differences,
            notes,
        ),
    ]


def _percent(value: float) -> str:
    return f"{100 * value:.2f}"


def _range(cell: Mapping[str, Any], form: str) -> str:
    return f"{form.format(100 * cell['low'])} to {form.format(100 * cell['high'])}"
