"""``vlmeval-hvs gaze-export``: the gaze photos as training data with gaze points."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import Help


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "gaze-export",
        help="write train/validation/test splits of the gaze photos with gaze points, for fine-tuning",
        description="Writes train.jsonl, validation.jsonl and test.jsonl: one photo per line with face box, gaze point "
        "and objects (all 0-1 from the left and top edge). Photos of one scene stay in one part unless --by photo.",
        epilog="example:\n  vlmeval-hvs gaze-export splits --demo",
        formatter_class=Help,
    )
    parser.add_argument("out", type=Path, metavar="FOLDER", help="folder for the three files")
    parser.add_argument("--demo", action="store_true", help="export the demo set")
    parser.add_argument(
        "--ratio", type=_ratio, metavar="A:B:C", default=(7.0, 1.0, 2.0), help="train:validation:test (default 7:1:2)"
    )
    parser.add_argument(
        "--by", choices=("scene", "photo"), default="scene",
        help="what is drawn (default scene); the study drew photos, which puts near-identical ones into train and test",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="seed of the draw (default 0)")
    parser.set_defaults(run=run)


def _ratio(text: str) -> tuple[float, ...]:
    try:
        parts = tuple(float(value) for value in text.split(":"))
    except ValueError:
        parts = ()
    if len(parts) != 3 or min(parts) < 0 or parts[0] <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not three numbers such as 7:1:2")
    return parts


def run(args: argparse.Namespace) -> int:
    """Write the files and say how many photos went where."""
    from dataset_builders.gaze.export import export

    for part, counts in export(args.out, args.demo, args.ratio, args.by, args.seed).items():
        words = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
        print(f"{part}: {sum(counts.values())} ({words or 'none'})")
    return 0
