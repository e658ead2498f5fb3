"""All measurements, side by side with the libraries that do the same: the page docs/speed.md.

Usage: python -m speed [--quick] [NAME ...] > docs/speed.md

Takes under ten minutes on two quiet cores. A peer that is not installed leaves its section out, and says so.
"""

import argparse
import os
import platform
import subprocess
import sys
import time
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import NamedTuple

from speed.timing import side_by_side


class Section(NamedTuple):
    """A section of the page: the module with its cases, the package of the peer, its name, the unit, rounds."""

    title: str
    module: str = "speed.peers"
    package: str = ""
    peer: str = ""
    unit: str = ""
    rounds: int = 9


SECTIONS = {
    "scoring": Section("Scoring by number of rows", "speed.scoring"),
    "asking": Section("Asking a served model", "speed.asking", "aiohttp", "aiohttp", "ms", 3),
    "multimatch": Section("MultiMatch", package="multimatch_gaze", peer="multimatch-gaze", unit="µs"),
    "densities": Section("Densities of fixations", package="sklearn", peer="scikit-learn", unit="s", rounds=3),
    "maps": Section("Scores of priority maps", package="pysaliency", peer="pysaliency", unit="ms"),
    "search_rule": Section("The exact search rule", package="numba", peer="formula", unit="s", rounds=3),
    "drawing": Section("Visual prompts", package="supervision", peer="supervision", unit="ms"),
}
PACKAGES = ("numpy", "scipy", "pandas", "numba", "opencv-python", "pillow", "aiohttp")
HEAD = """# Speed

Processor time here and of the libraries that do the same, in turns in one run: the median, and in brackets the fastest
and the slowest round; differences are shares of the largest value. `python -m speed` makes this page;
`pip install pysaliency supervision` brings the peers that the tests do without."""


def main() -> None:
    """Print the page, or the sections that are named."""
    parser = argparse.ArgumentParser(prog="python -m speed", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SECTIONS)}; all when left out")
    parser.add_argument("--quick", action="store_true", help="few rounds and small cases")
    options = parser.parse_args()
    if unknown := set(options.names) - set(SECTIONS):
        parser.error(f"no measurement {', '.join(sorted(unknown))}")
    print(HEAD)
    for name in options.names or SECTIONS:
        section = SECTIONS[name]
        measure = getattr(import_module(section.module), name)
        print(f"\n## {section.title}\n\n{' '.join((measure.__doc__ or '').split())}\n")
        if section.package and find_spec(section.package) is None:
            print(f"Not measured: {section.package} is not installed.", flush=True)
            continue
        start, rounds = time.monotonic(), 1 if options.quick else section.rounds
        found = measure(options.quick)
        print(side_by_side(section.peer, section.unit, found, rounds) if section.peer else found, flush=True)
        print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    made = f"{time.strftime('%Y-%m-%d')}, commit {commit.stdout.strip() or 'unknown'}, {os.cpu_count()} cores"
    print(f"\n*Measured on {made}, Python {platform.python_version()}, {packages}.*")


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
