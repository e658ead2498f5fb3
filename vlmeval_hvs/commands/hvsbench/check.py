"""``vlmeval-hvs hvsbench check``: what a generated set is made of, and whether its sides leak."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from vlmeval_hvs.commands import Help, add_json, write_json
from vlmeval_hvs.results.table_formats import Grid

if TYPE_CHECKING:
    from dataset_builders.hvsbench.generate.check import Check

KIND = "hvsbench_set"


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "check",
        help="counts and leaks of a generated set of HVSBench",
        description="Reads what `hvsbench generate` wrote, and nothing else: counts beside those of the paper's Table "
        "1, and what the training and the test side have in common. The exit status is 1 when there is a leak.",
        epilog="examples:\n  vlmeval-hvs hvsbench check new\n  vlmeval-hvs hvsbench check new --json check.json",
        formatter_class=Help,
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the generated set")
    parser.add_argument(
        "--by-name-only", action="store_true", help="do not read the pictures to find those that look alike"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print all of it; 1 when there is a leak."""
    from dataset_builders.hvsbench.generate.check import check
    from dataset_builders.hvsbench.generate.generated_set import read_generation
    from vlmeval_hvs.results.table_formats import print_grids

    read_generation(args.folder)
    found = check(args.folder, look=not args.by_name_only)
    print_grids([_fields(found), _types(found), _leaks(found)])
    if args.json is not None:
        content = {
            "folder": str(args.folder),
            "looked": not args.by_name_only,
            "questions": found.questions,
            "pictures": found.pictures,
            "leaks": found.leaks,
            "places": found.places,
        }
        write_json(args.json, KIND, content)
    return 1 if any(found.leaks.values()) else 0


def _fields(found: Check) -> Grid:
    from dataset_builders.hvsbench.generate.check import PRINTED

    fields = found.fields()
    total, printed = sum(fields.values()), sum(PRINTED.values())
    rows = [
        [name, f"{count}", _share(count, total), f"{PRINTED[name]}", _share(PRINTED[name], printed)]
        for name, count in fields.items()
    ]
    head = ["field", "here", "share", "printed", "share"]
    return Grid("Questions (Table 1)", head, [*rows, ["all", f"{total}", "", f"{printed}", ""]], [])


def _types(found: Check) -> Grid:
    rows = [
        [kind, dataset, f"{sides['train']}", f"{sides['test']}", _share(sides["test"], sum(sides.values()))]
        for kind, datasets in found.questions.items()
        for dataset, sides in datasets.items()
    ]
    pictures = ", ".join(f"{count} {side}" for side, count in found.pictures.items())
    return Grid(
        "Types and sides", ["type", "source", "train", "test", "share of test"], rows, [f"pictures: {pictures}"]
    )


def _leaks(found: Check) -> Grid:
    from dataset_builders.hvsbench.generate.check import KINDS

    rows = [[words, f"{found.leaks[kind]}"] for kind, words in KINDS.items()]
    notes = [f"{KINDS[kind]}: {place}" for kind, places in found.places.items() for place in places]
    return Grid("On both sides", ["what", "found"], rows, notes)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""
