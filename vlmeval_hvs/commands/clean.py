"""``vlmeval-hvs clean``: remove replaced versions of built sets, and files of killed processes."""

from __future__ import annotations

import argparse

from vlmeval_hvs.files import data_root
from vlmeval_hvs.store.versions import leftovers, remove


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "clean",
        help="remove older and unfinished versions of built data",
        description="Removes from the data folder versions of sets that a newer one has replaced, and files that a "
        "killed process did not remove. The present version of every set stays, and so does every version that a "
        "running process reads. Results of a removed version stay readable, but its runs cannot be repeated.",
        epilog="examples:\n  vlmeval-hvs clean --dry-run\n  vlmeval-hvs clean",
    )
    parser.add_argument("--dry-run", action="store_true", help="only print what would be removed")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a line for every removed version and for every one that is in use, and the sum."""
    root, total = data_root(), 0
    for one in leftovers(root):
        name, size = one.path.relative_to(root), f"{one.size / 1e6:.1f} MB"
        if one.used:
            print(f"kept: {name} ({one.what}, {size}; a process is reading it)")
            continue
        if not args.dry_run:
            remove(one)
        total += one.size
        print(f"{'would be removed' if args.dry_run else 'removed'}: {name} ({one.what}, {size})")
    print(f"{root}: {total / 1e6:.1f} MB {'would be' if args.dry_run else 'were'} freed")
    return 0
