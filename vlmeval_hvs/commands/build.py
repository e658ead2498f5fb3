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
    card_of,
    inspect_release,
    is_built,
    source_difference,
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
    add = parser.add_argument
    add("name", metavar="NAME", help="benchmark, set or dataset name, or `all`")
    source = "folder or archive with the official release (default: download it)"
    add("--source", type=Path, metavar="PATH", help=source)
    add("--demo", action="store_true", help="build the small offline set(s) instead")
    add("--force", action="store_true", help="build sets again that are built already")
    revision = "commit, tag or branch to download (default: the one of the present set, else the newest)"
    add("--revision", metavar="COMMIT", default="", help=revision)
    add = parser.add_argument_group("for releases in an unknown state (HVSBench)").add_argument
    add("--inspect", action="store_true", help="show what the release holds; build nothing")
    add(
        "--frame",
        metavar="NAME",
        help="frame of the scanpaths' coordinates: relative, percent, permille, pixels, 512x320 or 1680x1050, the last "
        "two also with -letterbox (default: decided from all of them)",
    )
    missing = "build even if a question type is missing or over 1 %% of the rows are lost"
    add("--allow-missing", action="store_true", help=missing)
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
                if args.force or _changed(name, args.source):
                    report(build_set(name, args.source, options=options, revision=args.revision))
                else:
                    _refuse_other_source(name, args.source)
                    print(f"{name}: already built in {set_folder(name)} (--force builds it again)")
        except (DataError, StoreError) as error:
            failed += 1
            print(f"{name}: not built. {error}", file=sys.stderr)
    return 1 if failed else 0


def _changed(name: str, source: Path | None) -> bool:
    """Whether a set is not built, is damaged, or is of own data that were edited since; prints the last two."""
    try:
        refuse_damaged(name)
    except MissingDataError:
        return True
    except DataError as error:
        print(f"{name}: built again, as it was damaged. {error}")
        return True
    if source is None or not own_name(name):
        return not is_built(name)
    if edited := source_difference(name, source) == "changed":
        print(f"{name}: built again, as {source} has changed")
    return edited or not is_built(name)


def set_names(name: str, demo: bool) -> list[str]:
    """The sets that a name on the command line stands for.

    Raises:
        DataError: Nothing has that name, or `all` was asked for without ``--demo``.
    """
    demo = demo or name.endswith(DEMO)
    if name == "all":
        if not demo:
            raise DataError("`build all` builds demo sets only: add --demo, or build one benchmark at a time")
        return [set_name + DEMO for card in all_cards() for set_name in card.sets]
    card, plain, own = card_of(name), base_name(name), own_name(name)
    found = list(card.sets)
    if plain in card.datasets:
        found = [card.datasets[plain]["set"]]
    elif plain in card.sets and plain != card.name:
        found = [plain]
    return [set_name + DEMO if demo else with_own(set_name, own) for set_name in found]


def _refuse_other_source(name: str, source: Path | None) -> None:
    """Refuse a set that was built from another source than the given one."""
    if source is None or not source_difference(name, source):
        return
    info = card_of(name).sets.get(base_name(name))
    other = f", or build a second set: {with_own(base_name(name), 'NAME')}" if info and info.several else ""
    there = f"{set_folder(name)} was built from another source than {source}"
    raise DataError(f"{there}; --force replaces it{other}")


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
