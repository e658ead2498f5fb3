"""``vlmeval-hvs verify``: recompute results from data, prompts and replies."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from vlmeval_hvs.commands import add_json, write_json


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "verify",
        help="verify data, prompts and scores of finished runs",
        description="Builds the dataset of every run again with the options of the run, and compares the files of the "
        "data with their hashes, every prompt with its digest in the ledger (pipelines are driven with the recorded "
        "replies), and every value of the result files with a recomputed one, numbers in nine digits. Prints "
        "'reproduced' or the first difference. `report` shows verified runs as long as their files stay unchanged.",
        epilog="examples:\n  vlmeval-hvs verify outputs\n  vlmeval-hvs verify M_HVSBench_hvs_scores.json",
    )
    parser.add_argument(
        "run_path",
        type=Path,
        metavar="RUN",
        help="score, item or prediction file, or a folder with runs",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one line per run; 1 when one is not reproduced or is invalid, 2 when one is partial."""
    from vlmeval_hvs.results.collect import collect, exit_status, result_at
    from vlmeval_hvs.results.files import REPRODUCED
    from vlmeval_hvs.verification import Verifier

    results = collect(args.run_path) if args.run_path.is_dir() else [result_at(args.run_path)]
    verifier, found = Verifier(), []
    for result in results:
        mark = verifier.verify(result)
        found.append((result, mark))
        whole = mark.verdict == REPRODUCED
        seen = f"{mark.rows} rows, {mark.prompts} prompts, {mark.data_files} files of the data"
        words = f"{mark.verdict} ({seen})" if whole else f"first difference: {mark.verdict}"
        print(f"{result.model} on {result.dataset}: {words}")
        if whole and mark.left:
            more = f" and {len(mark.left) - 3} more" if len(mark.left) > 3 else ""
            print(f"  not computed by this version: {', '.join(mark.left[:3])}{more}")
    if args.json is not None:
        records = [
            {"model": one.model, "dataset": one.dataset, "validity": one.validity} | asdict(m) for one, m in found
        ]
        write_json(args.json, "verify", {"runs": records})
    if any(mark.verdict != REPRODUCED for _, mark in found):
        return 1
    return exit_status(result.validity for result, _ in found)
