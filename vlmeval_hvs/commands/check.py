"""``vlmeval-hvs check``: compare a set with its manifest, or check a run config."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from vlmeval_hvs.commands import add_json, write_json
from vlmeval_hvs.commands.build import set_names
from vlmeval_hvs.configs import refuse_wrong
from vlmeval_hvs.errors import DataError, MissingDataError, first_ten
from vlmeval_hvs.names import base_name
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.sets import damaged_files, read_set


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "check",
        help="check built data, or a --config file",
        description="Compares every file of the built data with its recorded size and digest, and says where the data "
        "come from. For a run config, checks the names, classes and options of this plugin's datasets and models.",
        epilog="examples:\n  vlmeval-hvs check HVSBench\n  vlmeval-hvs check run_configs/HVSBench_hints.json",
    )
    parser.add_argument("name", metavar="NAME", help="benchmark, set or dataset name; or a run config (FILE.json)")
    parser.add_argument("--demo", action="store_true", help="check the demo set(s)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one paragraph per set; 1 when something is missing or damaged."""
    if args.name.endswith(".json"):
        refuse_wrong(Path(args.name))
        print(f"{args.name}: names, classes and options are correct")
        if args.json:
            write_json(args.json, "config", {"path": args.name, "problems": []})
        return 0
    found = [_checked(name) for name in set_names(args.name, args.demo)]
    for one in found:
        _print(one)
    if args.json:
        write_json(args.json, "check", {"sets": found})
    return int(any(one["state"] != "complete" for one in found))


def _checked(name: str) -> dict[str, Any]:
    """The record of a set for JSON; its ``state`` is ``complete``, ``damaged`` or ``not built``."""
    try:
        _, manifest = read_set(name)
        damaged = damaged_files(manifest)
    except MissingDataError:
        info = card_of(name).sets[base_name(name)]
        return {"name": name, "state": "not built", "source": info.source, "size": info.size, "licence": info.licence}
    except DataError as error:
        return {"name": name, "state": "damaged", "reason": str(error)}
    return {
        "name": name,
        "state": "damaged" if damaged else "complete",
        "rows": manifest.rows,
        "folder": str(manifest.folder),
        "source": manifest.source,
        "licence": manifest.licence,
        "digest": manifest.digest,
        "commit": manifest.release.get("commit"),
        "damaged": damaged,
        "skipped": manifest.skipped,
        "warnings": manifest.warnings,
    }


def _print(found: dict[str, Any]) -> None:
    name, state, damaged = found["name"], found["state"], found.get("damaged")
    if state == "not built":
        print(f"{name}: not built ({found['source']}, {found['size']}); vlmeval-hvs build {name}")
        return
    if "reason" in found:
        print(f"{name}: damaged. {found['reason']}")
        return
    state = f"{len(damaged)} damaged or missing files: {first_ten(damaged)}" if damaged else state
    print(f"{name}: {found['rows']} rows, {state}")
    shown = {key: found[key] for key in ("folder", "source", "licence", "digest", "commit") if found[key]}
    for key, value in [*shown.items(), *(("warning", warning) for warning in found["warnings"])]:
        print(f"  {key}: {value}")
    if found["skipped"]:
        print(f"  {len(found['skipped'])} rows of the source were left out (manifest.json lists them)")
