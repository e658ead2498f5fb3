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
        "into a checkout of VLMEvalKit, adds the class to the host's list of datasets and to its documentation, "
        "formats the code with the host's own tools, and commits all of it to the current branch. The tables that the "
        "host downloads and the text of the pull request go into another folder. The checkout must have no "
        "uncommitted changes.",
        epilog="examples:\n"
        "  vlmeval-hvs export-upstream ../VLMEvalKit --benchmark HVSBench --url URL\n"
        "  vlmeval-hvs export-upstream --patches patches",
    )
    parser.add_argument("checkout", nargs="?", type=Path, help="folder of the checkout")
    parser.add_argument("--benchmark", metavar="NAME", help="the benchmark")
    parser.add_argument("--url", default="", help="https address of the folder for the tables")
    parser.add_argument("--data", nargs="+", metavar="NAME", help="datasets (default: all whose sets are built)")
    parser.add_argument("--out", type=Path, default=Path("upstream"), help="folder for tables and text (%(default)s)")
    parser.add_argument(
        "--results", type=Path, metavar="FOLDER", help="runs whose scores go into the text of the pull request"
    )
    parser.add_argument("--python", default=sys.executable, help="interpreter with the host's isort, yapf and flake8")
    parser.add_argument("--patches", type=Path, metavar="FOLDER", help="only write the host's patches into FOLDER")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Export, or write the patches."""
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.upstream.checkout import Checkout, HostStyle
    from vlmeval_hvs.upstream.export import AIM, checked_url, datasets_of, export, request_text, write_patches
    from vlmeval_hvs.upstream.folder import exportable

    if args.patches is not None:
        for path in write_patches(args.patches):
            print(path)
        return 0
    if args.checkout is None or args.benchmark is None:
        raise OptionError("give the folder of a checkout and --benchmark NAME")
    cards = exportable()
    if args.benchmark not in cards:
        raise OptionError(f"benchmark={args.benchmark!r} cannot be exported; choose one of {', '.join(cards)}")
    card, checkout = cards[args.benchmark], Checkout(args.checkout)
    checked_url(args.url)
    names = args.data or datasets_of(card)
    tools = HostStyle(args.checkout, args.python)
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
