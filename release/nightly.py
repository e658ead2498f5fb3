"""Runs all steps that are too long for every change, one after the other, and prints a table of their results.

Usage: python -m release.nightly [--only STEP ...]

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

ROOT = Path(__file__).resolve().parents[1]
STEPS = (
    *("lint", "test", "nightly-tests", "docs", "demo-all", "lowest", "newest", "inspect", "lmms-eval"),
    *("training-trl", "training-ms-swift", "training-llamafactory", "fuzz", "upstream", "hosts"),
)
"""Targets of the Makefile, long ones last."""

CANNOT = re.compile(r"^cannot run: (.*)$", re.MULTILINE)
SKIPPED = re.compile(r"^SKIPPED \[\d+\] ([^:\n]+)[^ ]*: (.*)$", re.MULTILINE)


def main(arguments: list[str] | None = None, make: tuple[str, ...] = ("make", "FUZZ_SECONDS=3600")) -> int:
    """Run the steps; the exit status is 1 when one failed."""
    parser = argparse.ArgumentParser(prog="python -m release.nightly", description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=STEPS, metavar="STEP", help=f"of: {', '.join(STEPS)}")
    folder, words = ROOT / ".nightly", set()
    lines: list[str] = []
    below: list[str] = []
    folder.mkdir(exist_ok=True)
    for step in parser.parse_args(arguments).only or STEPS:
        begin, log = time.monotonic(), folder / f"{step}.log"
        with log.open("w", encoding="utf-8") as output:
            done = subprocess.run([*make, step], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, check=False)
        word, notes = judged(done.returncode, log.read_text(encoding="utf-8", errors="replace"))
        words.add(word)
        lines.append(f"{step:22} {time.monotonic() - begin:7.0f}  {word}")
        below += [f"{step}: {note}" for note in notes]
        print(lines[-1], flush=True)
    print("\n".join([f"\n{'step':22} seconds  result", *lines, "", *below]))
    return int("failed" in words)


def judged(status: int, text: str) -> tuple[str, list[str]]:
    """The result of a step from its exit status and output, and what did not run in it, or the end of a failure."""
    reasons = CANNOT.findall(text)
    if status:
        return ("not run", reasons) if reasons else ("failed", [text[-3000:]])
    return "passed", [f"{place}: {why}" for place, why in dict.fromkeys(SKIPPED.findall(text))]


if __name__ == "__main__":
    sys.exit(main())
