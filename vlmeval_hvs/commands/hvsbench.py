"""``vlmeval-hvs hvsbench``: makes and exports new questions of HVSBench."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from vlmeval_hvs.commands import SEED, arg, command, folder
from vlmeval_hvs.errors import UsageError

SOURCES = {
    **{"SIFR": "sifr", "SIS10K": "sis10k", "COCO-FreeView": "freeview", "COCO-Search18": "search18"},
    "Interiors": "interiors",
}
"""Sources and the options that take their folders."""

FRAME = "coordinates of --freeview and --search18, such as 1680x1050-letterbox (default: inferred from each file)"
FORMATS = ("messages", "trl", "trl-grpo")


@command(
    "hvsbench generate",
    "generate questions of HVSBench from eye-tracking and saliency-ranking data",
    arg("out", "folder of the set: new or empty", type=folder, metavar="OUT"),
    *(
        arg(f"--{option}", f"folder of {name} as its authors ship it", type=Path, metavar="DIR")
        for name, option in SOURCES.items()
    ),
    arg("--frame", FRAME, default=""),
    SEED,
    arg("--test-share", "share of the pictures for testing (default 0.1)", type=float, metavar="X", default=0.1),
    examples=("hvsbench generate new --sifr ~/SIFR", "build HVSBench:new --source new"),
)
def generate(args: argparse.Namespace) -> int:
    """Makes questions of eleven types (all but Q5 and Q7, which name objects) from pictures and what people looked at.

    It follows the rules of the paper's section 3.2, and divides the questions by picture into train.jsonl and
    test.jsonl. Everything that is drawn is a function of the seed, the picture and the question type.
    """
    from dataset_builders.hvsbench.generate.generate import generate as generated
    from dataset_builders.hvsbench.generate.sources import read_source

    given = {name: getattr(args, option) for name, option in SOURCES.items() if getattr(args, option) is not None}
    if not given:
        raise UsageError(f"give at least one source: {', '.join(f'--{option}' for option in SOURCES.values())}")
    if not 0 <= args.test_share <= 1:
        raise UsageError(f"--test-share {args.test_share}: must be from 0 to 1")
    sources = {name: partial(read_source, name, place, frame=args.frame) for name, place in given.items()}
    found = generated(args.out, sources, seed=args.seed, share=args.test_share)
    for kind, datasets in found["counts"].items():
        train, test = (sum(counts[side] for counts in datasets.values()) for side in ("train", "test"))
        print(f"{kind}: {train} train, {test} test ({', '.join(datasets)})")
    for name, source in found["sources"].items():
        print(f"{name}: {source['pictures']} pictures")
        for reason, count in source["oddities"].items():
            print(f"  {count} x {reason}")
    print(f"{found['questions']} questions in {args.out}")
    return 0


@command(
    "hvsbench export",
    "write the train side of a generated set for LLaMA-Factory, ms-swift or TRL",
    arg("folder", "folder that hvsbench generate wrote", type=Path, metavar="FOLDER"),
    arg("--format", "layout of the file", required=True, choices=FORMATS),
    arg("--out", "folder to write into", type=folder, required=True, metavar="FOLDER"),
)
def export(args: argparse.Namespace) -> int:
    """Writes the questions of a folder of hvsbench generate with the replies to train on.

    messages: for ms-swift and LLaMA-Factory, whose dataset_info.json gets an entry; trl: prompts and completions;
    trl-grpo: prompts with the columns of the reward vlmeval_hvs.rewards.hvsbench_reward. Pictures stay where they are.
    """
    from dataset_builders.hvsbench.generate.export import export as exported

    done = exported(args.folder, args.out, args.format)
    counts = sorted(done.records.items(), key=lambda one: int(one[0][1:]))
    words = ", ".join(f"{kind} {count}" for kind, count in counts)
    print(f"{done.file}: {done.records.total()} records ({words})")
    for kind, number in done.left_out.items():
        print(f"left out: {number} rows of {kind}, which nobody's scanpath answers as asked")
    return 0
