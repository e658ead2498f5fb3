"""``vlmeval-hvs gaze-points``: gaze points of a model on the released photos, as answers."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import Help, folder
from vlmeval_hvs.metrics.point_choice import RULES


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "gaze-points",
        help="turn a model's gaze points on the released photos into answers, without the photos",
        description="Reads gaze points (the study's JSON, or a CSV with stimulus_id, x, y) and the study's stimulus "
        "sheet with the coordinates of the objects; the object nearest to a point is its answer. Writes an item file "
        "for each part of the study, which gaze-tests reads.",
        epilog="example:\n  vlmeval-hvs gaze-points MoondreamEval.json \\\n      stimuli_1766691418.csv --out answers",
        formatter_class=Help,
    )
    parser.add_argument("points", type=Path, metavar="POINTS", help="JSON or CSV with gaze points (fractions, 0-1)")
    parser.add_argument("sheet", type=Path, metavar="SHEET", help="the study's stimulus sheet (CSV)")
    parser.add_argument("--by", choices=RULES, default=RULES[0], help="nearest in the plane or along the horizontal")
    parser.add_argument(
        "--out", type=folder, metavar="FOLDER", default=Path(), help="where the item files go (default .)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the item files and print accuracies."""
    from dataset_builders.gaze.points import point_answers, read_points
    from vlmeval_hvs.files import write_atomically

    found = point_answers(read_points(args.points), args.sheet, args.by)
    for warning in found.warnings:
        print(f"warning: {warning}")
    for study, trials in found.trials.groupby("study", sort=False):
        path = args.out / f"{args.points.stem}_{args.by}_{study}_hvs_items.tsv"
        asked = trials[trials["attention_check"] == 0]
        write_atomically(path, asked.to_csv(sep="\t", index=False).encode())
        right = asked["choice_pos"] == asked["gaze_pos"]
        shares = ", ".join(
            f"{condition} {values.mean():.3f} (n={len(values)})"
            for condition, values in right.groupby(asked["condition"])
        )
        print(f"{path}: accuracy {shares}")
    return 0
