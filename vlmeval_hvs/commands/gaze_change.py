"""``vlmeval-hvs gaze-change``: head bias before and after training."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from vlmeval_hvs.commands import Help

HEAD = ["", "before", "after", "after - before", "95 % interval", "photos", "scenes"]


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "gaze-change",
        help="compare head bias and accuracy of two gaze runs, such as before and after fine-tuning",
        description="Pairs two item files of GazeTarget runs by photo and prompt and prints accuracy by condition, the "
        "share of answers at the head's target and head minus gaze answers, each with the difference and an interval "
        "that resamples scenes. Score both runs with the same split first.",
        epilog="example:\n  vlmeval-hvs gaze-change BASE_GazeTarget_hvs_items.tsv \\\n"
        "      TUNED_GazeTarget_hvs_items.tsv",
        formatter_class=Help,
    )
    parser.add_argument("before", type=Path, metavar="BEFORE", help="*_hvs_items.tsv of the first run")
    parser.add_argument("after", type=Path, metavar="AFTER", help="*_hvs_items.tsv of the second run")
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="seed of the intervals (default 0)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write everything to this file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one line per score."""
    from vlmeval_hvs.benchmarks.gaze.change import changes
    from vlmeval_hvs.benchmarks.gaze.responses import read_single
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.results.files import plain
    from vlmeval_hvs.results.tables import Grid, print_grids

    found, notes = changes(read_single(args.before).trials, read_single(args.after).trials, args.seed)
    rows = []
    for change in found:
        low, high = change.interval if change.interval is not None else (None, None)
        interval = "" if low is None else f"{low:+.3f} to {high:+.3f}"
        counts = [str(change.photos), str(change.scenes)]
        rows.append(
            [change.name, f"{change.before:.3f}", f"{change.after:.3f}", f"{change.difference:+.3f}", interval, *counts]
        )
    print_grids([Grid("", HEAD, rows, notes)])
    if args.json:
        out = [asdict(change) | {"difference": change.difference} for change in found]
        write_atomically(args.json, json.dumps(plain(out), ensure_ascii=False, indent=1).encode())
    return 0
