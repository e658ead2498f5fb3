"""``vlmeval-hvs hvsbench export``: a regenerated set of HVSBench as training data."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import Help, folder


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "export",
        help="write the train side of a regenerated HVSBench for LLaMA-Factory, ms-swift or TRL",
        description="Writes the questions of a folder of hvsbench generate with the replies to train on. sharegpt: "
        "JSON of LLaVA and LLaMA-Factory; messages: JSONL of ms-swift and LLaMA-Factory; trl: prompts and completions; "
        "trl-grpo: prompts with the columns of the reward vlmeval_hvs.rewards.hvsbench_reward. LLaMA-Factory's "
        "dataset_info.json gets an entry. Pictures stay where they are. export_*.json says what was left out and why.",
        epilog="example:\n  vlmeval-hvs hvsbench export regenerated --format messages --out training",
        formatter_class=Help,
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="folder that hvsbench generate wrote")
    parser.add_argument(
        "--format", required=True, choices=("sharegpt", "messages", "trl", "trl-grpo"), help="what is written"
    )
    parser.add_argument("--out", type=folder, required=True, metavar="FOLDER", help="folder to write into")
    parser.add_argument(
        "--side", choices=("train", "test"), default="train", help="side of the split (default train)"
    )  # fmt: skip
    parser.add_argument(
        "--scanpaths",
        choices=("one", "all"),
        default="one",
        help="a record for one person's scanpath, drawn by the seed, or for everybody's (default one)",
    )
    parser.add_argument(
        "--paths",
        choices=("absolute", "relative"),
        default="absolute",
        help="how pictures are named; relative to the folder that is written (default absolute)",
    )
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="seed of the draw (default 0)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the file and say what is in it."""
    from dataset_builders.hvsbench.generate.export import export

    done = export(args.folder, args.out, args.format, args.side, args.scanpaths, args.seed, args.paths)
    words = ", ".join(
        f"{kind} {count}" for kind, count in sorted(done.records.items(), key=lambda one: int(one[0][1:]))
    )
    print(f"{done.file}: {done.records.total()} records of {done.rows.total()} rows ({words})")
    for reason, indices in done.left_out.items():
        print(f"left out: {len(indices)} rows, {reason}")
    return 0
