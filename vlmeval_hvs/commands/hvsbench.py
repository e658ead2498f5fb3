"""``vlmeval-hvs hvsbench``: makes, checks and exports new questions of HVSBench."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from vlmeval_hvs.commands import Help, add_json, folder, write_json
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.results.table_formats import Grid

if TYPE_CHECKING:
    from dataset_builders.hvsbench.generate.check import Check

KIND = "hvsbench_set"
SOURCES = ("SIFR", "SIS10K", "COCO-FreeView", "COCO-Search18", "Interiors")
"""Sources with an option of their own, which is called like them in small letters and without ``COCO-``."""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "hvsbench",
        help="make, check and export new questions of HVSBench",
        formatter_class=Help,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    _add_generate(actions)
    _add_check(actions)
    _add_export(actions)


def _add_generate(actions: argparse._SubParsersAction) -> None:
    parser = actions.add_parser(
        "generate",
        help="generate questions of HVSBench from eye-tracking and saliency-ranking data",
        description="Makes questions of the thirteen types from pictures that people have annotated or looked at, by "
        "the rules of the paper's section 3.2, and divides them by picture into train.jsonl and test.jsonl. Everything "
        "that is drawn is a function of the seed, the picture and the question type.",
        epilog="examples:\n  vlmeval-hvs hvsbench generate new --sifr ~/SIFR --freeview ~/COCO-FreeView\n"
        "  vlmeval-hvs build HVSBench:new --source new",
        formatter_class=Help,
    )
    add = parser.add_argument
    add("out", type=folder, metavar="OUT", help="folder of the set: new or empty")
    for name in SOURCES:
        add(_option(name), type=Path, metavar="DIR", help=f"folder of {name} as its authors ship it")
    add(
        "--frame",
        default="",
        help="coordinates of --freeview and --search18, such as 1680x1050-letterbox (default: inferred from each file)",
    )
    add("--seed", type=int, metavar="N", default=0, help="seed of everything that is drawn (default 0)")
    add("--test-share", type=float, metavar="X", default=0.1, help="share of the pictures for testing (default 0.1)")
    add(
        "--by-name-only",
        action="store_true",
        help="compare only the pictures' COCO numbers, not their looks, to keep equal pictures on one side",
    )
    add(
        "--per-picture",
        type=_count,
        metavar="TYPE=N",
        action="append",
        default=[],
        help="questions of a type per picture at most (default 1; 0 for none; repeatable)",
    )
    limit = "questions of a type at most (repeatable)"
    add("--limit", type=_count, metavar="TYPE=N", action="append", default=[], help=limit)
    add(
        "--wording",
        choices=("printed", "paraphrased"),
        default="printed",
        help="the paper's wordings only (default), or paraphrases as well",
    )
    names = "names of objects for Q5 and Q7: names_review.csv of an earlier run, filled in"
    add("--names", type=Path, metavar="CSV", help=names)
    parser.set_defaults(run=_generate)


def _option(name: str) -> str:
    return f"--{name.removeprefix('COCO-').lower()}"


def _count(text: str) -> tuple[str, int]:
    kind, _, number = text.partition("=")
    if not number.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not like Q2=1000")
    return kind.upper(), int(number)


def _generate(args: argparse.Namespace) -> int:
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
    found = generate(args.out, sources, settings, args.names)
    for kind, datasets in found["counts"].items():
        sides = {side: sum(counts[side] for counts in datasets.values()) for side in ("train", "test")}
        print(f"{kind}: {sides['train']} train, {sides['test']} test ({', '.join(datasets)})")
    for name, source in found["sources"].items():
        print(f"{name}: {source['pictures']} pictures")
        for reason, count in source["oddities"].items():
            print(f"  {count} x {reason}")
    for reason, count in found["names_not_used"].items():
        print(f"questions left out for an object's name: {count} x {reason}")
    print(f"{found['questions']} questions in {args.out}")
    return 0


def _add_check(actions: argparse._SubParsersAction) -> None:
    parser = actions.add_parser(
        "check",
        help="counts and leaks of a generated set of HVSBench",
        description="Counts the questions of a generated set next to those of the paper's Table 1, and searches for "
        "leaks between its training and test side. The exit status is 1 when there is one.",
        epilog="examples:\n  vlmeval-hvs hvsbench check new\n  vlmeval-hvs hvsbench check new --json check.json",
        formatter_class=Help,
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the generated set")
    parser.add_argument(
        "--by-name-only", action="store_true", help="do not read the pictures to find those that look alike"
    )
    add_json(parser)
    parser.set_defaults(run=_check)


def _check(args: argparse.Namespace) -> int:
    from dataset_builders.hvsbench.generate.check import check
    from dataset_builders.hvsbench.generate.generated_set import read_generation
    from vlmeval_hvs.results.table_formats import print_grids

    read_generation(args.folder)
    found = check(args.folder, look=not args.by_name_only)
    print_grids(_grids(found))
    if args.json is not None:
        content = {"folder": str(args.folder), "looked": not args.by_name_only, **asdict(found)}
        write_json(args.json, KIND, content)
    return 1 if any(found.leaks.values()) else 0


def _grids(found: Check) -> list[Grid]:
    """Questions next to those of the paper, types and sides, and leaks."""
    from dataset_builders.hvsbench.generate.check import KINDS, PRINTED

    fields = found.fields()
    total, printed = sum(fields.values()), sum(PRINTED.values())
    by_field = [
        [name, f"{count}", _share(count, total), f"{PRINTED[name]}", _share(PRINTED[name], printed)]
        for name, count in fields.items()
    ]
    by_field.append(["all", f"{total}", "", f"{printed}", ""])
    by_type = [
        [kind, dataset, f"{sides['train']}", f"{sides['test']}", _share(sides["test"], sum(sides.values()))]
        for kind, datasets in found.questions.items()
        for dataset, sides in datasets.items()
    ]
    pictures = ", ".join(f"{count} {side}" for side, count in found.pictures.items())
    leaks = [[words, f"{found.leaks[kind]}"] for kind, words in KINDS.items()]
    places = [f"{KINDS[kind]}: {place}" for kind, places in found.places.items() for place in places]
    head = ["type", "source", "train", "test", "share of test"]
    return [
        Grid("Questions (Table 1)", ["field", "here", "share", "printed", "share"], by_field, []),
        Grid("Types and sides", head, by_type, [f"pictures: {pictures}"]),
        Grid("On both sides", ["what", "found"], leaks, places),
    ]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""


def _add_export(actions: argparse._SubParsersAction) -> None:
    parser = actions.add_parser(
        "export",
        help="write the train side of a regenerated HVSBench for LLaMA-Factory, ms-swift or TRL",
        description="Writes the questions of a folder of hvsbench generate with the replies to train on. sharegpt: "
        "JSON of LLaVA and LLaMA-Factory; messages: JSONL of ms-swift and LLaMA-Factory; trl: prompts and completions; "
        "trl-grpo: prompts with the columns of the reward vlmeval_hvs.rewards.hvsbench_reward. LLaMA-Factory's "
        "dataset_info.json gets an entry. Pictures stay where they are. export_*.json says what was left out and why.",
        epilog="example:\n  vlmeval-hvs hvsbench export regenerated --format messages --out training",
        formatter_class=Help,
    )
    add = parser.add_argument
    add("folder", type=Path, metavar="FOLDER", help="folder that hvsbench generate wrote")
    add("--format", required=True, choices=("sharegpt", "messages", "trl", "trl-grpo"), help="layout of the file")
    add("--out", type=folder, required=True, metavar="FOLDER", help="folder to write into")
    add("--side", choices=("train", "test"), default="train", help="side of the split (default train)")
    people = "a record for one person's scanpath, drawn by the seed, or for everybody's (default one)"
    add("--scanpaths", choices=("one", "all"), default="one", help=people)
    paths = "how pictures are named; relative to the folder that is written (default absolute)"
    add("--paths", choices=("absolute", "relative"), default="absolute", help=paths)
    add("--seed", type=int, metavar="N", default=0, help="seed of the draw (default 0)")
    parser.set_defaults(run=_export)


def _export(args: argparse.Namespace) -> int:
    from dataset_builders.hvsbench.generate.export import export

    done = export(args.folder, args.out, args.format, args.side, args.scanpaths, args.seed, args.paths)
    counts = sorted(done.records.items(), key=lambda one: int(one[0][1:]))
    words = ", ".join(f"{kind} {count}" for kind, count in counts)
    print(f"{done.file}: {done.records.total()} records of {done.rows.total()} rows ({words})")
    for reason, indices in done.left_out.items():
        print(f"left out: {len(indices)} rows, {reason}")
    return 0
