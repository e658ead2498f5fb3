"""``vlmeval-hvs hvsbench generate``: questions of HVSBench from the data that it was made from."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from vlmeval_hvs.commands import Help, folder
from vlmeval_hvs.errors import UsageError

SOURCES = ("SIFR", "SIS10K", "COCO-FreeView", "COCO-Search18", "Interiors")
"""Sources with an option of their own, which is called like them in small letters and without ``COCO-``."""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "generate",
        help="generate questions of HVSBench from eye-tracking and saliency-ranking data",
        description="Makes questions of the thirteen types from pictures that people have annotated or looked at, by "
        "the rules of the paper's section 3.2, and divides them by picture into train.jsonl and test.jsonl. Everything "
        "that is drawn is a function of the seed, the picture and the question type.",
        epilog="examples:\n  vlmeval-hvs hvsbench generate new --sifr ~/SIFR --freeview ~/COCO-FreeView\n"
        "  vlmeval-hvs build HVSBench:new --source new",
        formatter_class=Help,
    )
    parser.add_argument("out", type=folder, metavar="OUT", help="folder of the set: new or empty")
    for name in SOURCES:
        parser.add_argument(_option(name), type=Path, metavar="DIR", help=f"folder of {name} as its authors ship it")
    parser.add_argument(
        "--frame",
        default="",
        help="coordinates of --freeview and --search18, such as 1680x1050-letterbox (default: told from each file)",
    )
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="seed of everything that is drawn (default 0)")
    parser.add_argument(
        "--test-share", type=float, metavar="X", default=0.1, help="share of the pictures for testing (default 0.1)"
    )
    parser.add_argument(
        "--by-name-only",
        action="store_true",
        help="do not read the pictures to keep those that look alike on one side; only COCO's numbers tell",
    )
    parser.add_argument(
        "--per-picture",
        type=_count,
        metavar="TYPE=N",
        action="append",
        default=[],
        help="questions of a type that are tried for every picture (default 1; 0 for none; repeatable)",
    )
    parser.add_argument(
        "--limit", type=_count, metavar="TYPE=N", action="append", default=[],
        help="questions of a type at most (repeatable)",
    )  # fmt: skip
    parser.add_argument(
        "--wording",
        choices=("printed", "paraphrased"),
        default="printed",
        help="the paper's wordings only (default), or paraphrases as well",
    )
    parser.add_argument(
        "--names",
        type=Path,
        metavar="CSV",
        help="names of objects for Q5 and Q7: names_review.csv of an earlier run, filled in",
    )
    parser.set_defaults(run=run)


def _option(name: str) -> str:
    return f"--{name.removeprefix('COCO-').lower()}"


def _count(text: str) -> tuple[str, int]:
    kind, _, number = text.partition("=")
    if not number.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not like Q2=1000")
    return kind.upper(), int(number)


def run(args: argparse.Namespace) -> int:
    """Generate, and say what was generated."""
    from dataset_builders.hvsbench.generate.generate import generate
    from dataset_builders.hvsbench.generate.questions import Settings
    from dataset_builders.hvsbench.generate.sources import read_source

    folders = {name: getattr(args, _option(name).removeprefix("--")) for name in SOURCES}
    sources = {
        name: partial(read_source, name, place, frame=args.frame)
        for name, place in folders.items()
        if place is not None
    }
    if not sources:
        raise UsageError(f"give at least one source: {', '.join(_option(name) for name in SOURCES)}")
    settings = Settings(
        seed=args.seed,
        share=args.test_share,
        look=not args.by_name_only,
        wording=args.wording,
        per_picture=dict(args.per_picture),
        limit=dict(args.limit),
    )
    _report(args.out, generate(args.out, sources, settings, args.names))
    return 0


def _report(out: Path, found: dict[str, Any]) -> None:
    for kind, datasets in found["counts"].items():
        sides = {side: sum(counts[side] for counts in datasets.values()) for side in ("train", "test")}
        print(f"{kind}: {sides['train']} train, {sides['test']} test ({', '.join(datasets)})")
    for name, source in found["sources"].items():
        print(f"{name}: {source['pictures']} pictures")
        for reason, count in source["oddities"].items():
            print(f"  {count} x {reason}")
    for reason, count in found["names_not_used"].items():
        print(f"questions left out for an object's name: {count} x {reason}")
    print(f"{found['questions']} questions in {out}")
