"""``vlmeval-hvs vpb-compare``: two VP-Bench runs on the samples that both have."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import UsageError


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "vpb-compare",
        help="compare two VP-Bench runs (BVP and R-BVP, drawn and in words) on their common samples",
        description="Prints the difference of two runs. Each sample is compared with itself; samples that only one run "
        "has are counted and left out.",
        epilog="examples:\n  vlmeval-hvs vpb-compare M_VPB_Stage2@BVP_hvs_scores.json \\\n"
        "      M_VPB_Stage2_hvs_scores.json\n"
        "  vlmeval-hvs vpb-compare outputs outputs --model M \\\n"
        "      --dataset VPB_Stage2@BVP VPB_Stage2",
        formatter_class=Help,
    )
    where = "score or item file (*_hvs_scores.json or *_hvs_items.tsv), or a folder above it"
    parser.add_argument("first", type=Path, metavar="FIRST", help=where)
    parser.add_argument("second", type=Path, metavar="SECOND", help="the same of the other run")
    parser.add_argument("--model", nargs="+", metavar="NAME", help="model in the folders; two names: one for each")
    parser.add_argument("--dataset", nargs="+", metavar="NAME", help="dataset in the folders, likewise")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the difference per task."""
    from vlmeval_hvs.benchmarks.vpb.compare import check_same_data, find_run, paired_difference, read_items

    models, datasets = _each(args.model, "--model"), _each(args.dataset, "--dataset")
    first, second = (
        find_run(path, model, dataset)
        for path, model, dataset in zip((args.first, args.second), models, datasets, strict=True)
    )
    check_same_data(first, second)
    print(f"{first.model} on {first.dataset} - {second.model} on {second.dataset}")
    found = paired_difference(read_items(first.path), read_items(second.path))
    for name, cell in found["tasks"].items():
        accuracies = f"{cell['first']:.1%} - {cell['second']:.1%}"
        print(f"{name:16s} n={cell['n']:<5d} {accuracies} = {100 * cell['difference']:+.2f} points")
    low, high = (100 * end for end in found["interval"])
    print(f"mean of the groups: {100 * found['difference']:+.2f} points, 95% {low:+.2f} to {high:+.2f}")
    print(f"all samples: {100 * found['micro']:+.2f} points")
    only = f"{found['only_first']} only in the first, {found['only_second']} only in the second"
    print(f"{found['n']} common samples; {only}")
    return 0


def _each(names: list[str] | None, option: str) -> tuple[str | None, str | None]:
    """A name for each of the two runs."""
    if names and len(names) > 2:
        raise UsageError(f"{option} takes one name for both runs, or two")
    return (names[0], names[-1]) if names else (None, None)
