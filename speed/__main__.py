"""All measurements, side by side with the libraries that do the same: the page docs/speed.md.

Usage: python -m speed [--quick] [NAME ...] > docs/speed.md

Takes under ten minutes on two quiet cores. A peer that is not installed leaves its section out, and says so.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec

TITLES = {
    "scoring": "Scoring by number of rows",
    "asking": "Asking a served model",
    "multimatch": "MultiMatch",
    "densities": "Densities of fixations",
    "maps": "Scores of priority maps",
    "search_rule": "The exact search rule",
    "drawing": "Visual prompts",
}
PACKAGES = ("numpy", "scipy", "pandas", "numba", "opencv-python", "pillow", "aiohttp")
HEAD = """# Speed

Processor time here and of the libraries that do the same, in turns in one run: the median, and in brackets the fastest
and the slowest round. `python -m speed` makes this page; `pip install pysaliency supervision` brings the peers that the
tests do without."""


def main() -> None:
    """Print the page, or the sections that are named."""
    parser = argparse.ArgumentParser(prog="python -m speed", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(TITLES)}; all when left out")
    parser.add_argument("--quick", action="store_true", help="few rounds and small cases")
    options = parser.parse_args()
    if unknown := set(options.names) - set(TITLES):
        parser.error(f"no measurement {', '.join(sorted(unknown))}")
    print(HEAD)
    for name in options.names or TITLES:
        module = import_module(f"speed.{name}")
        print(f"\n## {TITLES[name]}\n\n{' '.join((module.__doc__ or '').split())}\n")
        if module.PEER and find_spec(module.PEER) is None:
            print(f"Not measured: {module.PEER} is not installed.", flush=True)
            continue
        start = time.monotonic()
        print(module.measure(options.quick), flush=True)
        print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    made = f"{time.strftime('%Y-%m-%d')}, commit {commit.stdout.strip() or 'unknown'}, {os.cpu_count()} cores"
    print(f"\n*Measured on {made}, Python {platform.python_version()}, {packages}.*")


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
