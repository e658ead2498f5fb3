"""``vlmeval-hvs vpb-build``: VP-Bench with options that ``build`` does not have."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.files import data_root


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "vpb-build",
        help="build VP-Bench Stage 1 from COCO, or Stage 2 with a known box format",
        description="Makes Stage 1 anew from COCO's annotations and images, or reads the release of Stage 2 with a "
        "given box format where the boxes do not show theirs.",
        epilog="examples:\n  vlmeval-hvs vpb-build stage1 --annotations instances_val2017.json \\\n"
        "      --images val2017\n"
        "  vlmeval-hvs vpb-build stage2 --source FOLDER --box-format xyxy",
        formatter_class=Help,
    )
    parser.add_argument("stage", choices=("stage1", "stage2"), help="what to build")
    parser.add_argument("--annotations", type=Path, metavar="FILE", help="stage1: COCO instances_*.json")
    parser.add_argument("--images", type=Path, metavar="FOLDER", help="stage1: folder of the images")
    parser.add_argument(
        "--per-style",
        type=int,
        metavar="N",
        default=58,
        help="stage1: questions per style (default 58, about as released)",
    )
    parser.add_argument(
        "--paired",
        type=int,
        metavar="N",
        default=0,
        help="stage1: instead N paired items per question type: the same object, question and options in every style, "
        "so that comparing styles takes fewer questions (1.05 to 5.6 times fewer where it was measured: "
        "docs/benchmarks/vpb.md)",
    )
    parser.add_argument(
        "--style", action="append", metavar="STYLE", help='stage1: only this style, "oval(red, thin)" (repeatable)'
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", default=0, help="stage1: seed of everything that is drawn (default 0)"
    )
    parser.add_argument(
        "--judge", metavar="MODEL", help="stage1: host model that makes wrong options (default: rules do)"
    )
    parser.add_argument("--rephrase", action="store_true", help="stage1: let --judge rephrase the questions (Table 15)")
    parser.add_argument("--source", type=Path, metavar="PATH", help="stage2: file, folder or archive with the release")
    parser.add_argument("--box-format", choices=("xywh", "xyxy"), help="stage2: what the four numbers of a box are")
    parser.add_argument(
        "--asked-from",
        choices=("subject", "object"),
        help="stage2: what scene-graph questions name that do not tell which of their two objects is the answer",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Build and say what was built."""
    from dataset_builders.vpb.blind import as_text
    from dataset_builders.vpb.build import build, build_from_coco
    from vlmeval_hvs.commands.build import report

    if args.stage == "stage2":
        options = {"box_format": args.box_format, "asked_from": args.asked_from}
        report(build("VPB_Stage2", args.source, data_root(), **options))
        return 0
    if args.annotations is None or args.images is None:
        raise UsageError("stage1 needs --annotations and --images (or: vlmeval-hvs build VPB_Stage1 --source RELEASE)")
    if args.per_style < 1 or args.paired < 0:
        raise UsageError("--per-style is at least 1, --paired at least 0")
    if args.rephrase and not args.judge:
        raise UsageError("--rephrase needs --judge")
    language: Any = None
    if args.judge:
        from dataset_builders.vpb.language import LanguageModel
        from vlmeval_hvs.host.judge import make_judge

        ask = make_judge({"model": args.judge})
        if ask is None:
            raise UsageError(f"--judge {args.judge}: the host knows no such model")
        language = LanguageModel(ask, reword=args.rephrase)
    manifest = build_from_coco(
        args.annotations, args.images, data_root(), args.per_style, args.seed, language, args.paired, args.style
    )
    report(manifest)
    print(as_text(manifest.notes["blind_baselines"]))
    return 0
