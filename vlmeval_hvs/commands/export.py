"""``vlmeval-hvs export``: results in the formats of other tools."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from vlmeval_hvs.commands import Help, folder, meant
from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.names import with_colon

if TYPE_CHECKING:
    from vlmeval_hvs.results.collect import Result

FORMATS = ("inspect", "parquet", "json")


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "export",
        help="write results as Inspect logs, as one Parquet table, or as JSON",
        description="inspect: one log (.eval) per run, which `inspect view` opens, with every sample: what was asked, "
        "with images, what was said turn by turn, what was read, and the scores. parquet: items.parquet, the items of "
        "all runs in one typed table. json: results.json, all score files, and items.jsonl, all items. The folder may "
        "hold other files; files of the same names are replaced.",
        epilog="examples:\n  vlmeval-hvs export outputs --to logs --format inspect\n"
        "  inspect view --log-dir logs\n"
        "  vlmeval-hvs export outputs --to tables --format parquet --format json",
        formatter_class=Help,
    )
    parser.add_argument("work_dir", type=Path, metavar="WORK_DIR", help="the host's --work-dir")
    parser.add_argument("--to", type=folder, required=True, metavar="DIR", help="folder of what is written")
    parser.add_argument("--format", action="append", required=True, choices=FORMATS, help="format, repeatable")
    parser.add_argument("--dataset", type=with_colon, metavar="NAME", help="only runs on this dataset")
    parser.add_argument("--model", metavar="NAME", help="only runs of this model")
    parser.add_argument(
        "--image-side",
        type=int,
        metavar="PX",
        default=1024,
        help="inspect: larger images are made smaller to this longest side, and images become WebP where that takes "
        "fewer bytes; 0 keeps all as they are (default 1024)",
    )
    parser.add_argument("--no-images", action="store_true", help="inspect: names of images instead of images")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the files, and print their paths."""
    if args.image_side < 0:
        raise UsageError("--image-side is at least 0")
    if args.to.exists() and not args.to.is_dir():
        raise UsageError(f"--to {args.to}: this is no folder")
    results = _chosen(args)
    from vlmeval_hvs.export.items import items_table, json_lines, parquet
    from vlmeval_hvs.export.scores import results_json
    from vlmeval_hvs.files import write_atomically

    def write(name: str, content: bytes) -> None:
        write_atomically(args.to / name, content)
        print(args.to / name)

    if "inspect" in args.format:
        from tqdm import tqdm

        from vlmeval_hvs.export.inspect_log import write_log

        size = 0
        for result in tqdm(results, desc="inspect logs", unit="run", disable=None, leave=False, file=sys.stderr):
            path = write_log(result, args.to, None if args.no_images else args.image_side)
            size += path.stat().st_size
            tqdm.write(str(path))
        smaller = "" if args.no_images else "; a smaller --image-side, or --no-images, takes less"
        print(f"{len(results)} log{'s' if len(results) > 1 else ''}, {size / 1e6:.1f} MB{smaller}", file=sys.stderr)
    if {"parquet", "json"} & set(args.format):
        items = items_table(results)
        if "parquet" in args.format:
            write("items.parquet", parquet(items))
        if "json" in args.format:
            write("results.json", results_json(results))
            write("items.jsonl", json_lines(items))
    return 0


def _chosen(args: argparse.Namespace) -> list[Result]:
    """The runs that are asked for."""
    from vlmeval_hvs.results.collect import collect

    results = collect(args.work_dir)
    for option in ("dataset", "model"):
        wanted, known = getattr(args, option), {getattr(result, option) for result in results}
        if wanted is not None and wanted not in known:
            hint = meant(wanted, known) or ";"
            raise DataError(
                f"{args.work_dir}: no run for --{option} {wanted}{hint} there are {', '.join(sorted(known))}"
            )
        results = [result for result in results if wanted in (None, getattr(result, option))]
    return results
