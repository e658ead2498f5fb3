"""``vlmeval-hvs gaze-export``: the gaze photos as training data."""

from __future__ import annotations

import argparse

from vlmeval_hvs.benchmarks.gaze.parts import FORMATS, RATIO, UNITS
from vlmeval_hvs.commands import Help, folder


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "gaze-export",
        help="write train/validation/test splits of the gaze photos for fine-tuning, with copies of the photos",
        description="Copies the photos and writes, for each part: messages_*.jsonl with dataset_info.json "
        "(conversations for ms-swift and LLaMA-Factory), trl_*.jsonl (conversations for TRL), points_*.jsonl (gaze "
        "points, face box and objects, 0-1 from the left and top edge) and gazelle/*.json (annotations as Gaze-LLE "
        "reads GazeFollow's). Views, proximities and numbers of objects are spread alike over the parts. split.json "
        "says where every photo went; the option split=test of GazeTarget then scores the test photos only.",
        epilog="example:\n  vlmeval-hvs gaze-export splits --demo",
        formatter_class=Help,
    )
    parser.add_argument("out", type=folder, metavar="FOLDER", help="folder for photos and files")
    parser.add_argument("--demo", action="store_true", help="export the demo set")
    parser.add_argument(
        "--ratio", type=_ratio, metavar="A:B:C", default=RATIO, help="train:validation:test (default 7:1:2)"
    )
    parser.add_argument(
        "--by", choices=tuple(UNITS), default="scene",
        help="what stays together (default scene); the study drew photos, which puts near-identical ones into train "
        "and test",
    )  # fmt: skip
    parser.add_argument(
        "--format",
        choices=FORMATS,
        nargs="+",
        metavar="NAME",
        default=FORMATS,
        help=f"what to write: {', '.join(FORMATS)} (default: all)",
    )
    parser.add_argument(
        "--every-prompt", action="store_true", help="a conversation for every prompt of a photo instead of a drawn one"
    )
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
    from dataset_builders.gaze.export import Export, export
    from vlmeval_hvs.benchmarks.gaze.splits import SplitRule

    how = Export(SplitRule(args.by, args.ratio, args.seed), args.format, args.every_prompt)
    for part, counts in export(args.out, args.demo, how).items():
        words = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
        print(f"{part}: {sum(counts.values())} ({words or 'none'})")
    return 0
