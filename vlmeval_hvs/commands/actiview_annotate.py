"""``vlmeval-hvs actiview-annotate``: new ActiView questions by a judge model, for review."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from vlmeval_hvs.commands import Help, folder
from vlmeval_hvs.errors import UsageError


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "actiview-annotate",
        help="let a judge model make ActiView questions, in the form of the release, for review",
        description="step1 proposes a question per image from its marked clues, step2 counting questions per kind of "
        "thing; both grade each from A (best) to D. Review data.json, set review.status to accepted, then keep.",
        epilog="examples:\n  vlmeval-hvs actiview-annotate step1 --images photos --clues clues.json \\\n"
        "      --judge MODEL --out draft\n  vlmeval-hvs actiview-annotate keep --out draft --levels A\n"
        "  vlmeval-hvs build ActiView --source draft",
        formatter_class=Help,
    )
    parser.add_argument("action", choices=("step1", "step2", "keep"), help="what to do")
    parser.add_argument("--images", type=Path, metavar="FOLDER", help="steps: folder of the images")
    parser.add_argument(
        "--clues",
        type=Path,
        metavar="FILE",
        help='steps: JSON {"name.jpg": {"boxes": [[left, upper, right, lower], ...], "clues": [text, ...]}}',
    )
    parser.add_argument("--judge", metavar="MODEL", help="steps: host model that sees images")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="steps: seed of start views (default 0)")
    parser.add_argument("--levels", nargs="+", default=["A", "B", "C", "D"], metavar="LEVEL", help="keep: levels")
    parser.add_argument("--out", type=folder, required=True, metavar="FOLDER", help="folder of the annotations")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Annotate, or keep what was accepted."""
    from dataset_builders.actiview.annotation import LEVELS, annotate, read_clues, reviewed

    if args.action == "keep":
        if not set(args.levels) <= set(LEVELS):
            raise UsageError(f"--levels: give some of {', '.join(LEVELS)}")
        print(f"{reviewed(args.out, args.levels)} questions kept; next: vlmeval-hvs build ActiView --source {args.out}")
        return 0
    if args.images is None or args.clues is None or not args.judge:
        raise UsageError(f"{args.action} needs --images, --clues and --judge")
    marked = read_clues(args.clues)
    ask = _judge(args.judge)
    outcome = annotate(ask, args.images, marked, args.out, "propose" if args.action == "step1" else "count", args.seed)
    found = {level: sum(item["review"]["level"] == level for item in outcome.items) for level in LEVELS}
    counts = ", ".join(f"{level} {count}" for level, count in found.items())
    print(
        f"{len(outcome.items)} questions ({counts}), {len(outcome.dropped)} images without; review {args.out}/data.json"
    )
    return 0


def _judge(name: str) -> Any:
    from vlmeval_hvs.host.judge import make_judge

    ask = make_judge({"model": name})
    if ask is None:
        raise UsageError(f"--judge {name}: the host knows no such model")
    return ask
