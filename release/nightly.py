"""Runs all steps that are too long for every change, one after the other, and prints a table of their results.

Usage: python -m release.nightly [--only STEP ...] [--folder .nightly]

A step is a target of the Makefile; a failed one does not stop the run. The table names step, seconds and result; below
it are steps and tests that could not run, with the reason. The exit status is 1 when a step failed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
STEPS = {
    "lint": ["lint"],
    "test": ["test"],
    "nightly tests": ["nightly-tests"],
    "docs": ["docs"],
    "demo-all": ["demo-all"],
    "lowest": ["lowest"],
    "newest": ["newest"],
    "inspect": ["inspect"],
    "lmms-eval": ["lmms-eval"],
    "training trl": ["training-trl"],
    "training ms-swift": ["training-ms-swift"],
    "training llamafactory": ["training-llamafactory"],
    "fuzz": ["fuzz", "FUZZ_SECONDS=3600"],
    "upstream": ["upstream"],
    "hosts": ["hosts"],
}
"""Name to the arguments of make; long steps last."""

CANNOT = re.compile(r"^cannot run: (.*)$", re.MULTILINE)
SKIPPED = re.compile(r"^SKIPPED \[\d+\] ([^:\n]+)[^ ]*: (.*)$", re.MULTILINE)


class Result(NamedTuple):
    """Result of a step: "passed", "failed" or "not run"; what did not run in it; the last output of a failure."""

    seconds: float
    word: str
    missing: list[str]
    tail: str = ""


def main(arguments: list[str] | None = None) -> int:
    """Run the steps; the exit status is 1 when one failed."""
    parser = argparse.ArgumentParser(prog="python -m release.nightly", description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=STEPS, metavar="STEP", help=f"of: {', '.join(STEPS)}")
    parser.add_argument("--folder", type=Path, default=ROOT / ".nightly", help="where the output of each step goes")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    results = {}
    for name in options.only or STEPS:
        results[name] = run(["make", *STEPS[name]], options.folder / f"{name.replace(' ', '-')}.log")
        print(f"{name}: {results[name].word} after {results[name].seconds:.0f} s", flush=True)
    print(table(results))
    return int(any(result.word == "failed" for result in results.values()))


def run(command: list[str], log: Path) -> Result:
    """Run a command at the root of the repository; its output goes to `log`."""
    begin = time.monotonic()
    with log.open("w", encoding="utf-8") as output:
        status = subprocess.run(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, check=False).returncode
    return judged(status, log.read_text(encoding="utf-8", errors="replace"), time.monotonic() - begin)


def judged(status: int, text: str, seconds: float) -> Result:
    """The result of a step, from its exit status and output."""
    reasons = CANNOT.findall(text)
    skipped = [f"{place}: {why}" for place, why in dict.fromkeys(SKIPPED.findall(text))]
    if not status:
        return Result(seconds, "passed", skipped)
    return Result(seconds, "not run", reasons) if reasons else Result(seconds, "failed", skipped, text[-3000:])


def table(results: dict[str, Result]) -> str:
    """The last output of failed steps, the table, and what did not run."""
    lines = [f"\n== {name}\n{result.tail}" for name, result in results.items() if result.tail]
    width = max(map(len, results))
    lines.append(f"\n{'step':{width}}  seconds  result")
    lines += [f"{name:{width}}  {result.seconds:7.0f}  {result.word}" for name, result in results.items()]
    missing = [f"  {name}: {why}" for name, result in results.items() for why in result.missing]
    return "\n".join([*lines, *(["\nnot run:", *missing] if missing else [])])


if __name__ == "__main__":
    sys.exit(main())
