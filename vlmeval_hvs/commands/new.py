"""``vlmeval-hvs new``: write a folder that shows the format of own data."""

from __future__ import annotations

import argparse

from vlmeval_hvs.commands import folder


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "new",
        help="write a template for your own data",
        description="Writes a folder with a small example of own data for a benchmark. Replace the example with your "
        "data, then build the set under a name of your own; docs/own_data.md describes the formats.",
        epilog="example:\n  vlmeval-hvs new HVSBench my_questions\n"
        "  vlmeval-hvs build HVSBench:mine --source my_questions\n"
        "  vlmeval-hvs run --data HVSBench:mine --model hvs-random",
    )
    parser.add_argument(
        "name",
        metavar="NAME",
        help="benchmark or set: HVSBench, GazeTarget, ActiView, VisualSearch, VPB_Stage1, VPB_Stage2",
    )
    parser.add_argument("folder", type=folder, metavar="FOLDER", help="a new or empty folder")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the folder and say how to go on."""
    from vlmeval_hvs.registry import card_of

    card_of(args.name)  # refuses a misspelt name before the builders are imported, which takes seconds
    from dataset_builders.own.template import layout_of, write_template

    layout = layout_of(args.name)
    files = write_template(layout, args.folder)
    print(f"{args.folder}: {len(files)} files; README.txt there says what each column holds")
    print(f"next:  vlmeval-hvs build {layout.set_name}:NAME --source {args.folder}")
    return 0
