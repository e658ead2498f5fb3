"""``vlmeval-hvs doctor``: what works in this installation?"""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import add_json, write_json
from vlmeval_hvs.host.doctor import GOOD, NOTE, PROBLEM, findings
from vlmeval_hvs.terminal import console, literal

MARKS = {GOOD: "  ", NOTE: "- ", PROBLEM: "! "}


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "doctor",
        help="check the installation: host, data, folders",
        description="Checks versions, the host, the start-up hook, the names of datasets, the data and results "
        "folders and the named models, without importing the host. Exit status: 0, or 1 if something needs fixing "
        "(marked with !).",
        epilog="example:\n  vlmeval-hvs doctor --model InternVL3-8B Qwen2-VL-7B-Instruct",
    )
    add = parser.add_argument
    add("--model", nargs="+", default=[], metavar="M", help="models that will be asked")
    add("--work-dir", type=Path, default=Path("outputs"), metavar="DIR", help="folder for results")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one line for each finding; 1 if there is a problem."""
    found = list(findings(args.model, args.work_dir))
    out = console()
    for one in found:
        out.print(literal(f"{MARKS[one.state]}{one.what}: {one.words}"))
    failed = any(one.state == PROBLEM for one in found)
    if args.json:
        write_json(args.json, "doctor", {"works": not failed, "findings": [one._asdict() for one in found]})
    return int(failed)
