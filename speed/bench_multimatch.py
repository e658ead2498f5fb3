"""Processor time per pair of multimatch_batch and of multimatch-gaze's docomparison, side by side in one run.

Usage: python -m speed.bench_multimatch [--quick]
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from multimatch_gaze import docomparison

from vlmeval_hvs.metrics import multimatch_batch

SCREEN = (512, 320)
WANTED = {6: 100, 14: 40}


def best(function: Callable[[], object], repeats: int) -> float:
    """Seconds of the fastest of several runs: the least disturbed one on a shared machine."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repeats")
    arguments = parser.parse_args()
    repeats = 3 if arguments.quick else 9
    rng = np.random.default_rng(0)
    print(f"{'fixations':>9} {'batch':>6} {'paths':>12} {'package us':>11} {'ours us':>8} {'ratio':>6}  wanted")
    for n in (6, 10, 14):
        for batch in (1000, 10_000):
            for kind in ("continuous", "two-decimal"):
                points = rng.random((batch, 2, n, 2)).round(15 if kind == "continuous" else 2) * SCREEN
                paths = np.concatenate([points, rng.integers(50, 900, (batch, 2, n, 1))], axis=3)
                pairs = [(a, b) for a, b in paths]
                as_records: Any = np.rec.fromarrays  # its stub knows no names
                records = [
                    tuple(as_records(path.T, names="start_x,start_y,duration") for path in pair) for pair in pairs[:200]
                ]
                theirs = best(lambda records=records: [docomparison(a, b, SCREEN) for a, b in records], repeats) / 200
                ours = best(lambda pairs=pairs: multimatch_batch(pairs, SCREEN), repeats) / batch
                wanted = f">= {WANTED[n]}" if n in WANTED else ""
                times = f"{theirs * 1e6:>11.1f} {ours * 1e6:>8.2f} {theirs / ours:>6.0f}"
                print(f"{n:>9} {batch:>6} {kind:>12} {times}  {wanted}")


if __name__ == "__main__":
    main()
