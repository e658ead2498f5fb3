"""``vlmeval-hvs check``: is a set whole, and what is it made of?"""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import Help
from vlmeval_hvs.commands.build import set_names
from vlmeval_hvs.configs import refuse_wrong
from vlmeval_hvs.errors import MissingDataError
from vlmeval_hvs.names import base_name
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.sets import damaged_files, read_set, set_folder


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "check",
        help="verify that built data are complete and unchanged, or that a --config file is right",
        description="Compares every file of the built data with its recorded size and digest, and says where the data "
        "come from. For a run config, checks the names, classes and options of this plugin's datasets and models.",
        epilog="examples:\n  vlmeval-hvs check HVSBench\n  vlmeval-hvs check run_configs/HVSBench_hints.json",
        formatter_class=Help,
    )
    parser.add_argument("name", metavar="NAME", help="benchmark, set or dataset name; or a run config (FILE.json)")
    parser.add_argument("--demo", action="store_true", help="check the demo set(s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one paragraph per set; 1 when something is missing or damaged."""
    if args.name.endswith(".json"):
        refuse_wrong(Path(args.name))
        print(f"{args.name}: names, classes and options are right")
        return 0
    status = 0
    for name in set_names(args.name, args.demo):
        try:
            _, manifest = read_set(name)
        except MissingDataError:
            info = card_of(name).sets[base_name(name)]
            print(f"{name}: not built ({info.source}, {info.size}); vlmeval-hvs build {name}")
            status = 1
            continue
        damaged = damaged_files(name)
        state = f"{len(damaged)} damaged or missing files: {', '.join(damaged[:5])}" if damaged else "complete"
        print(f"{name}: {manifest.rows} rows, {state}\n  folder: {set_folder(name)}")
        print(f"  source: {manifest.source}\n  licence: {manifest.licence}\n  digest: {manifest.digest[:16]}")
        for warning in manifest.warnings:
            print(f"  warning: {warning}")
        if manifest.skipped:
            print(f"  {len(manifest.skipped)} rows of the source were left out (manifest.json lists them)")
        status = 1 if damaged else status
    return status
