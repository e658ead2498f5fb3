"""``vlmeval-hvs doctor`` and ``export-upstream``."""

import argparse
import sys
from pathlib import Path

from vlmeval_hvs.commands import JSON, RUNS, arg, command, write_json
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.host.doctor import GOOD, NOTE, PROBLEM, findings
from vlmeval_hvs.terminal import console, literal

MARKS = {GOOD: "  ", NOTE: "- ", PROBLEM: "! "}


@command(
    "doctor",
    "check the installation: host, data, folders",
    arg("--model", "models that will be asked", nargs="+", default=[], metavar="M"),
    RUNS,
    JSON,
)
def doctor(args: argparse.Namespace) -> int:
    """Checks versions, host, start-up hook, names of datasets, folders and the named models, without the host.

    Exit status: 0, or 1 if something needs fixing (marked with !).
    """
    found = list(findings(args.model, args.work_dir))
    out = console()
    for one in found:
        out.print(literal(f"{MARKS[one.state]}{one.what}: {one.words}"))
    failed = any(one.state == PROBLEM for one in found)
    write_json(args.json, "doctor", {"works": not failed, "findings": [one._asdict() for one in found]})
    return int(failed)


@command(
    "export-upstream",
    "write a benchmark into a checkout of VLMEvalKit",
    arg("checkout", "folder of the checkout", nargs="?", type=Path),
    arg("--benchmark", "the benchmark", metavar="NAME"),
    arg("--url", "https address of the folder for the tables", default=""),
    arg("--data", "datasets (default: all whose sets are built)", nargs="+", metavar="NAME"),
    arg("--out", "folder for the tables (%(default)s)", type=Path, default=Path("upstream")),
    arg("--python", "interpreter with the host's isort, yapf and flake8", default=sys.executable),
    arg("--patches", "only write the host's patches into FOLDER", type=Path, metavar="FOLDER"),
    examples=("export-upstream ../VLMEvalKit --benchmark HVSBench --url URL", "export-upstream --patches patches"),
)
def export_upstream(args: argparse.Namespace) -> int:
    """Writes a folder with the dataset class of a benchmark, its readers and metrics into a checkout of VLMEvalKit.

    It adds the class to the host's list of datasets and to its documentation, formats the code with the host's own
    tools, and commits all of it to the current branch. The tables that the host downloads go into another
    folder. The checkout must have no uncommitted changes.
    """
    from vlmeval_hvs.upstream.checkout import Checkout
    from vlmeval_hvs.upstream.export import datasets_of, export, exportable, write_patches

    if args.patches is not None:
        print(*write_patches(args.patches), sep="\n")
        return 0
    if args.checkout is None or args.benchmark is None:
        raise OptionError("give the folder of a checkout and --benchmark NAME")
    cards = exportable()
    if args.benchmark not in cards:
        raise OptionError(f"benchmark={args.benchmark!r} cannot be exported; choose one of {', '.join(cards)}")
    names = args.data or datasets_of(cards[args.benchmark])
    done = export(Checkout(args.checkout, args.python), cards[args.benchmark], args.url, names, args.out)
    for name, count in done.lines.items():
        print(f"{done.folder}/{name}: {count} lines")
    print(f"{sum(done.lines.values())} lines in {len(done.lines)} files")
    for table in done.tables:
        size = len(table.content) / 1e6
        print(f"{args.out / table.name}.tsv: {size:.1f} MB, MD5 {table.md5}, for {', '.join(table.datasets)}")
    return 0
