"""``vlmeval-hvs export-upstream``: one benchmark as a pull request to VLMEvalKit."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from vlmeval_hvs.errors import OptionError


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "export-upstream",
        help="write a benchmark into a checkout of VLMEvalKit",
        description="Writes a folder with the dataset class, the readers of replies and the metrics of a benchmark "
        "into a checkout of VLMEvalKit, adds it to the host's list of datasets and to its documentation, and lays the "
        "code out by the host's own formatters. The tables that the host downloads, and the text of the pull request, "
        "go into another folder. The checkout must have no other changes; --undo takes everything back.",
        epilog="examples:\n"
        "  vlmeval-hvs export-upstream ../VLMEvalKit --benchmark HVSBench --url URL\n"
        "  vlmeval-hvs export-upstream ../VLMEvalKit --benchmark HVSBench --undo\n"
        "  vlmeval-hvs export-upstream --patches patches",
    )
    parser.add_argument("checkout", nargs="?", type=Path, help="folder of the checkout")
    parser.add_argument("--benchmark", metavar="NAME", help="the benchmark")
    parser.add_argument("--url", default="", help="https address of the folder that the tables will be uploaded to")
    parser.add_argument("--data", nargs="+", metavar="NAME", help="datasets (default: all whose sets are built)")
    parser.add_argument("--out", type=Path, default=Path("upstream"), help="folder for tables and text (%(default)s)")
    parser.add_argument(
        "--results", type=Path, metavar="FOLDER", help="runs whose scores stand in the text of the pull request"
    )
    parser.add_argument(
        "--python", default=sys.executable, help="interpreter that has the host's isort, yapf and flake8"
    )
    parser.add_argument("--undo", action="store_true", help="take an export back")
    parser.add_argument("--patches", type=Path, metavar="FOLDER", help="only write the patches for the host there")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Export, undo, or write the patches."""
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.upstream import style
    from vlmeval_hvs.upstream.checkout import Checkout
    from vlmeval_hvs.upstream.export import AIM, checked_url, datasets_of, export
    from vlmeval_hvs.upstream.folder import exportable
    from vlmeval_hvs.upstream.patches import write_patches
    from vlmeval_hvs.upstream.request_text import request_text

    if args.patches is not None:
        for path in write_patches(args.patches):
            print(path)
        return 0
    if args.checkout is None or args.benchmark is None:
        raise OptionError("give a checkout and --benchmark")
    cards = exportable()
    if args.benchmark not in cards:
        raise OptionError(f"benchmark={args.benchmark!r} cannot be exported; choose one of {', '.join(cards)}")
    card, checkout = cards[args.benchmark], Checkout(args.checkout)
    if args.undo:
        checkout.refuse_foreign_changes()
        touched = checkout.undo(card.name)
        print(f"{checkout.root}: {touched} files taken back" if touched else f"{checkout.root} holds no {card.name}")
        return 0
    checked_url(args.url)
    names = args.data or datasets_of(card)
    tools = style.HostStyle(args.checkout, args.python)
    done = export(checkout, card, args.url, tools, names, args.out)
    text = request_text(card, done, names, args.results)
    write_atomically(args.out / f"{card.name}.md", text.encode())
    for name, count in done.lines.items():
        print(f"{done.folder}/{name}: {count} lines")
    print(f"{done.total} lines in {len(done.lines)} files" + (f" (more than {AIM})" if done.total > AIM else ""))
    print(f"{args.out / card.name}.md: the text of the pull request")
    for table in done.tables:
        size = len(table.content) / 1e6
        print(f"{args.out / table.name}.tsv: {size:.1f} MB, MD5 {table.md5}, for {', '.join(table.datasets)}")
    return 0
