"""``vlmeval-hvs build``: build sets from official releases or own data, and demo sets."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from vlmeval_hvs.errors import DataError, MissingDataError, StoreError
from vlmeval_hvs.names import DEMO, base_name, own_name, with_own
from vlmeval_hvs.registry import (
    all_cards,
    build_set,
    building_alone,
    built_from_another,
    built_from_place,
    card_of,
    inspect_release,
    is_built,
)
from vlmeval_hvs.sets import Manifest, read_set, refuse_damaged, set_folder


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "build",
        help="build a set from an official release, or a demo set",
        description="Builds the sets behind a benchmark (all its sets), one set, or one dataset name. "
        "`all --demo` builds every demo set. The release is downloaded, or read from --source.",
        epilog="examples:\n  vlmeval-hvs build HVSBench\n"
        "  vlmeval-hvs build HVSBench --source ~/release --inspect\n"
        "  vlmeval-hvs build VisualSearch_Interiors --source ~/visions\n  vlmeval-hvs build all --demo",
    )
    parser.add_argument("name", metavar="NAME", help="benchmark, set or dataset name, or `all`")
    parser.add_argument(
        "--source", type=Path, metavar="PATH", help="folder or archive with the official release (default: download it)"
    )
    parser.add_argument("--demo", action="store_true", help="build the small offline set(s) instead")
    parser.add_argument("--force", action="store_true", help="build sets again that are built already")
    parser.add_argument(
        "--revision",
        metavar="COMMIT",
        default="",
        help="commit, tag or branch to download (default: the one of the present set, else the newest)",
    )
    own = parser.add_argument_group("for releases in an unknown state (HVSBench)")
    own.add_argument("--inspect", action="store_true", help="show what the release holds; build nothing")
    own.add_argument(
        "--frame",
        metavar="NAME",
        help="frame of the scanpaths' coordinates: relative, percent, permille, pixels, 512x320 or 1680x1050, the last "
        "two also with -letterbox (default: decided from all of them)",
    )
    own.add_argument(
        "--allow-missing",
        action="store_true",
        help="build even if a question type is missing or over 1 %% of the rows are lost",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Build, one line per set."""
    names = set_names(args.name, args.demo)
    if args.source is not None and not args.source.exists():
        raise DataError(f"--source {args.source}: there is no such file or folder")
    failed = 0
    options = {name: getattr(args, name) for name in ("frame", "allow_missing") if getattr(args, name)}
    for name in names:
        if args.inspect:
            print(inspect_release(name, args.source, options))
            continue
        try:
            with building_alone(name):
                if not args.force and _is_whole(name) and not _is_edited(name, args.source):
                    failed += _already_built(name, args.source)
                else:
                    report(build_set(name, args.source, options=options, revision=args.revision))
        except (DataError, StoreError) as error:
            failed += 1
            print(f"{name}: not built. {error}", file=sys.stderr)
    return 1 if failed else 0


def _is_whole(name: str) -> bool:
    """Whether a set is built and unchanged; prints where it is damaged."""
    try:
        refuse_damaged(name)
    except MissingDataError:
        return False
    except DataError as error:
        print(f"{name}: built again, as it was damaged. {error}")
        return False
    return is_built(name)


def _is_edited(name: str, source: Path | None) -> bool:
    """Whether the source of own data changed after the set was built; prints so."""
    if source is None or not own_name(name):
        return False
    edited = built_from_another(name, source) and built_from_place(name, source)
    if edited:
        print(f"{name}: built again, as {source} has changed")
    return edited


def set_names(name: str, demo: bool) -> list[str]:
    """The sets that a name on the command line stands for.

    Raises:
        DataError: Nothing has that name, or `all` was asked for without ``--demo``.
    """
    demo = demo or name.endswith(DEMO)
    if name == "all":
        if not demo:
            raise DataError("`build all` builds demo sets only: add --demo, or build one benchmark at a time")
        found = [set_name for card in all_cards() for set_name in card.sets]
    else:
        card, plain = card_of(name), base_name(name)
        if plain in card.datasets:
            found = [card.datasets[plain]["set"]]
        elif plain in card.sets and plain != card.name:
            found = [plain]
        else:
            found = list(card.sets)
    own = own_name(name)
    return [set_name + DEMO if demo else with_own(set_name, own) for set_name in found]


def _already_built(name: str, source: Path | None) -> int:
    """Print that a set is built already; 1 where it was built from another source than the given one."""
    if source is None or not built_from_another(name, source):
        print(f"{name}: already built in {set_folder(name)} (--force builds it again)")
        return 0
    card = card_of(name)
    several = base_name(name) in card.sets and card.sets[base_name(name)].several
    other = f", or build a second set: {with_own(base_name(name), 'NAME')}" if several else ""
    there = f"{set_folder(name)} was built from another source than {source}"
    print(f"{name}: not built. {there}; --force replaces it{other}", file=sys.stderr)
    return 1


def report(manifest: Manifest) -> None:
    """Print what was built, and what was unusual about it."""
    read_set(manifest.name)
    print(f"{manifest.name}: {manifest.rows} rows in {set_folder(manifest.name)}")
    for warning in manifest.warnings:
        print(f"  warning: {warning}")
    for skipped in manifest.skipped[:10]:
        print(f"  left out: row {skipped['row']}: {skipped['reason']}")
    if len(manifest.skipped) > 10:
        print(f"  ... and {len(manifest.skipped) - 10} more rows (manifest.json lists all)")
