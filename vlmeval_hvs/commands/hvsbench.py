"""``vlmeval-hvs hvsbench``: makes and exports new questions of HVSBench."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from vlmeval_hvs.commands import Help, folder
from vlmeval_hvs.errors import UsageError

SOURCES = {
    **{"SIFR": "sifr", "SIS10K": "sis10k", "COCO-FreeView": "freeview", "COCO-Search18": "search18"},
    "Interiors": "interiors",
}
"""Sources and the options that take their folders."""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser("hvsbench", help="make and export new questions of HVSBench", formatter_class=Help)
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    _add_generate(actions)
    parser = actions.add_parser(
        "export",
        help="write the train side of a regenerated HVSBench for LLaMA-Factory, ms-swift or TRL",
        description="Writes the questions of a folder of hvsbench generate with the replies to train on. messages: for "
        "ms-swift and LLaMA-Factory, whose dataset_info.json gets an entry; trl: prompts and completions; trl-grpo: "
        "prompts with the columns of the reward vlmeval_hvs.rewards.hvsbench_reward. Pictures stay where they are.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="folder that hvsbench generate wrote")
    parser.add_argument("--format", required=True, choices=("messages", "trl", "trl-grpo"), help="layout of the file")
    parser.add_argument("--out", type=folder, required=True, metavar="FOLDER", help="folder to write into")
    parser.set_defaults(run=_export)


def _add_generate(actions: argparse._SubParsersAction) -> None:
    parser = actions.add_parser(
        "generate",
        help="generate questions of HVSBench from eye-tracking and saliency-ranking data",
        description="Makes questions of eleven types (all but Q5 and Q7, which name objects) from pictures that people "
        "have annotated or looked at, by the rules of the paper's section 3.2, and divides them by picture into "
        "train.jsonl and test.jsonl. Everything drawn is a function of the seed, the picture and the question type.",
        epilog="examples:\n  vlmeval-hvs hvsbench generate new --sifr ~/SIFR --freeview ~/COCO-FreeView\n"
        "  vlmeval-hvs build HVSBench:new --source new",
        formatter_class=Help,
    )
    add = parser.add_argument
    add("out", type=folder, metavar="OUT", help="folder of the set: new or empty")
    for name, option in SOURCES.items():
        add(f"--{option}", type=Path, metavar="DIR", help=f"folder of {name} as its authors ship it")
    frame = "coordinates of --freeview and --search18, such as 1680x1050-letterbox (default: inferred from each file)"
    add("--frame", default="", help=frame)
    add("--seed", type=int, metavar="N", default=0, help="seed of everything that is drawn (default 0)")
    add("--test-share", type=float, metavar="X", default=0.1, help="share of the pictures for testing (default 0.1)")
    parser.set_defaults(run=_generate)


def _generate(args: argparse.Namespace) -> int:
    from dataset_builders.hvsbench.generate.generate import generate
    from dataset_builders.hvsbench.generate.sources import read_source

    given = {name: getattr(args, option) for name, option in SOURCES.items() if getattr(args, option) is not None}
    if not given:
        raise UsageError(f"give at least one source: {', '.join(f'--{option}' for option in SOURCES.values())}")
    sources = {name: partial(read_source, name, place, frame=args.frame) for name, place in given.items()}
    if not 0 <= args.test_share <= 1:
        raise UsageError(f"--test-share {args.test_share}: must be from 0 to 1")
    found = generate(args.out, sources, seed=args.seed, share=args.test_share)
    for kind, datasets in found["counts"].items():
        train, test = (sum(counts[side] for counts in datasets.values()) for side in ("train", "test"))
        print(f"{kind}: {train} train, {test} test ({', '.join(datasets)})")
    for name, source in found["sources"].items():
        print(f"{name}: {source['pictures']} pictures")
        for reason, count in source["oddities"].items():
            print(f"  {count} x {reason}")
    print(f"{found['questions']} questions in {args.out}")
    return 0


def _export(args: argparse.Namespace) -> int:
    from dataset_builders.hvsbench.generate.export import export

    done = export(args.folder, args.out, args.format)
    counts = sorted(done.records.items(), key=lambda one: int(one[0][1:]))
    words = ", ".join(f"{kind} {count}" for kind, count in counts)
    print(f"{done.file}: {done.records.total()} records ({words})")
    for kind, number in done.left_out.items():
        print(f"left out: {number} rows of {kind}, which nobody's scanpath answers as asked")
    return 0
