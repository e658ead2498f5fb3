"""``vlmeval-hvs vpb``: the visual prompt that a model perceives best, sets and tables."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from vlmeval_hvs.commands import Help
from vlmeval_hvs.commands.tables import add_action, show
from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.files import data_root, write_atomically

SHOWN = 10
"""Styles of a ranking that are printed."""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "vpb",
        help="find the best visual prompt; build and tabulate VP-Bench",
        epilog="examples:\n  vlmeval-hvs vpb best-prompt outputs --model InternVL3-8B\n"
        "  vlmeval-hvs vpb tables outputs --paper --json vpb.json",
        formatter_class=Help,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    for add in (_add_best_prompt, _add_build, _add_tables):
        add(actions)
    for action in actions.choices.values():
        action.set_defaults(parser=action)


def _add_best_prompt(actions: argparse._SubParsersAction) -> None:
    parser = actions.add_parser(
        "best-prompt",
        help="find the style that a model perceives best in VP-Bench Stage 1, and write the Stage 2 run config (BVP)",
        description="Ranks the styles of a finished VPB_Stage1 run. With about 58 questions per style the best one is "
        "uncertain, so its interval and the number of styles that may be as good are shown. Writes the config of a "
        "Stage 2 run with the best style.",
        epilog="example:\n  vlmeval-hvs vpb best-prompt outputs --model InternVL3-8B\n"
        "  vlmeval-hvs run --config VPB_BVP_InternVL3-8B.json",
    )
    add = parser.add_argument
    text = "Stage 1 dataset to read (default: VPB_Stage1, else the only one there)"
    add("work_dir", type=Path, metavar="WORK_DIR", help="the host's --work-dir")
    add("--model", required=True, metavar="NAME", help="name of the model in the host")
    add("--data", dest="dataset", metavar="NAME", help=text)
    text = "config to write (default: VPB_BVP_MODEL.json)"
    add("--out", "--output", dest="output", type=Path, metavar="FILE", help=text)
    parser.set_defaults(run=run_best_prompt)


def run_best_prompt(args: argparse.Namespace) -> int:
    """Print the ranking and write the config."""
    from vlmeval_hvs.benchmarks.vpb.scoring import rank_styles
    from vlmeval_hvs.results.collect import collect, usable

    own = [r for r in collect(args.work_dir) if r.model == args.model and r.dataset.startswith("VPB_Stage1")]
    found = {r.dataset: r for r in usable(own)}
    name = args.dataset or next((name for name in ("VPB_Stage1", *sorted(found)) if name in found), "VPB_Stage1")
    if name not in found:
        others = f"; its Stage 1 results are {', '.join(sorted(found))}" if found else ""
        raise DataError(f"{args.work_dir}: there is no result of {args.model} on {name}{others}")
    details = found[name].scores.get("details", {})
    ranking = rank_styles(details)
    best = ranking[0]
    print(f"{args.model} on {name}, {sum(s.n for s in ranking)} items of {len(ranking)} styles")
    for place, s in enumerate(ranking[:SHOWN], start=1):
        print(f"{place:3d}  {s.style:38s} {s.accuracy:6.1%}  95% {s.low:.1%} to {s.high:.1%}  n={s.n}")
    equal = sum(style.accuracy == best.accuracy for style in ranking)
    possible = sum(style.high >= best.low for style in ranking)
    print(
        f"best: {best.style}; {equal} styles have this accuracy, and the intervals of {possible} overlap with its own; "
        "of equal ones the shape that the model perceives better comes first, then more items, then Table 18"
    )
    # A style is the best as it was drawn, so Stage 2 draws the same pixels.
    drawing = {"geometry": "scaled", "contrast": "lab"} | details.get("drawing", {})
    print(f"drawn with: geometry={drawing['geometry']}, contrast={drawing['contrast']}")
    stage2 = f"VPB_Stage2{'_DEMO' if name.endswith('_DEMO') else ''}@BVP"
    settings = {"class": "VPBDataset", "dataset": stage2, "visual_prompt": best.style, **drawing}
    output = args.output or Path(f"VPB_BVP_{args.model.replace('/', '_')}.json")
    config = {"model": {args.model: {}}, "data": {stage2: settings}}
    write_atomically(output, (json.dumps(config, indent=2) + "\n").encode())
    print(f"config: {output}   run it with: vlmeval-hvs run --config {output}")
    return 0


def _add_build(actions: argparse._SubParsersAction) -> None:
    parser = actions.add_parser(
        "build",
        help="build VP-Bench Stage 1 from COCO, or Stage 2 with a known box format",
        description="Builds Stage 1 anew from COCO's annotations and images, or Stage 2 from the release where its "
        "boxes do not show their format.",
        epilog="examples:\n  vlmeval-hvs vpb build stage1 --annotations instances_val2017.json \\\n"
        "      --images val2017\n"
        "  vlmeval-hvs vpb build stage2 --source FOLDER --box-format xyxy",
    )
    add = parser.add_argument
    add("stage", choices=("stage1", "stage2"), help="what to build")
    add("--annotations", type=Path, metavar="FILE", help="stage1: COCO instances_*.json")
    add("--images", type=Path, metavar="FOLDER", help="stage1: folder of the images")
    text = "stage1: questions per style (default 58, about as released)"
    add("--per-style", type=int, metavar="N", default=58, help=text)
    add("--style", action="append", metavar="STYLE", help='stage1: only this style, "oval(red, thin)" (repeatable)')
    add("--seed", type=int, metavar="N", default=0, help="stage1: seed of everything that is drawn (default 0)")
    add("--source", type=Path, metavar="PATH", help="stage2: file, folder or archive with the release")
    add("--box-format", choices=("xywh", "xyxy"), help="stage2: what the four numbers of a box are")
    text = (
        "stage2: the object that a scene-graph question names, where the question does not show which one it asks for"
    )
    add("--asked-from", choices=("subject", "object"), help=text)
    parser.set_defaults(run=run_build)


def run_build(args: argparse.Namespace) -> int:
    """Build and say what was built."""
    from dataset_builders.vpb.build import build, build_from_coco
    from vlmeval_hvs.commands.build import report

    if args.stage == "stage2":
        options = {"box_format": args.box_format, "asked_from": args.asked_from}
        report(build("VPB_Stage2", args.source, data_root(), **options))
        return 0
    if args.annotations is None or args.images is None:
        raise UsageError("stage1 needs --annotations and --images (or: vlmeval-hvs build VPB_Stage1 --source RELEASE)")
    if args.per_style < 1:
        raise UsageError("--per-style is at least 1")
    report(build_from_coco(args.annotations, args.images, data_root(), args.per_style, args.seed, args.style))
    return 0


def _add_tables(actions: argparse._SubParsersAction) -> None:
    parser = add_action(
        actions,
        "VP-Bench",
        help="print VP-Bench's results of all models in a folder as the paper's tables",
        description="Prints Tables 4, 5, 6, 11 and 12 of the VP-Bench paper for all models found.",
        epilog="example:\n  vlmeval-hvs vpb tables outputs --paper --json vpb.json",
    )
    parser.set_defaults(run=run_tables)


def run_tables(args: argparse.Namespace) -> int:
    """Print the tables."""
    from vlmeval_hvs.benchmarks.vpb.presentation import summary
    from vlmeval_hvs.results.collect import collect, usable

    return show(args, summary(usable(collect(args.work_dir)), args.paper))
