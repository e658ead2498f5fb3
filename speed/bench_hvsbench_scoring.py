"""Scoring of one model on HVSBench: rows per second of processor time, peak memory, and the readers' share.

The rows are made from the demo set in the release's proportions (819 of Q1, 1,886 of Q2 ...), each with numbers,
scanpaths and a reply of its own, so that no two rows of Q1 to Q13 are the same; by default ten times the release.
Everything that scoring a run does is measured: both readings, chance with its intervals, 1,000 bootstrap samples, the
scanpath scores under all rules. Every measurement has a process of its own, and the fastest of some counts. With
`--against` the same rows are scored by another checkout of this package too.

Usage: python -m speed.bench_hvsbench_scoring [--quick] [--rows N] [--repeats N] [--against FOLDER]
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from vlmeval_hvs.files import bundled

# Questions of each type in the release; those of Q9 and Q12 are known together only.
COUNTS: dict[str, int] = {
    **bundled("vlmeval_hvs.benchmarks.hvsbench", "published.json")["questions"],
    "Q9": 542,
    "Q12": 541,
}
RELEASE = sum(COUNTS.values())
IMAGES = 7507  # of the release
SHAPES: tuple[str, ...] = (
    "{}",
    "{}",
    "{}",
    "[{}]",
    "{}.",
    "The answer is {}.",
    "**{}**",
    "Looking at the image, I choose {}.",
)
SHAPES += ("The person in the foreground takes most of the image and is sharp.\n\nAnswer: {}", "I cannot say.")
SCORE = """
import pickle, sys, time
import pandas as pd
import standardizers
from vlmeval_hvs.benchmarks.hvsbench import scoring
from vlmeval_hvs.results.contract import finished
try:
    from vlmeval_hvs.benchmarks.hvsbench import replies as reading
except ImportError:
    reading = scoring
items = pd.read_pickle(sys.argv[1])
spent = [0.0]
def timed(reader):
    def read(*arguments, **options):
        start = time.process_time()
        try:
            return reader(*arguments, **options)
        finally:
            spent[0] += time.process_time() - start
    return read
if sys.argv[2] == "readers":
    for name in ("choice", "order", "count", "scanpath"):
        setattr(reading, name, timed(getattr(reading, name)))
start = time.process_time()
report = finished(scoring.score_hvsbench(items), items, "robust", "paper")
seconds = time.process_time() - start
# Not getrusage: its peak includes what the parent process held before this program began.
peak = open("/proc/self/status").read().split("VmHWM:")[1].split()[0]
print(seconds, spent[0], peak, report.metrics["Overall"])
"""


def make_items(rows: int) -> pd.DataFrame:
    """Return so many rows of a built set with replies, in the release's proportions."""
    from vlmeval_hvs.registry import load_set

    demo = load_set("HVSBench_DEMO")[0]
    rng = np.random.default_rng(0)
    made: list[dict[str, Any]] = []
    for kind, number in COUNTS.items():
        originals = demo[demo["question_type"] == kind].to_dict("records")
        for turn in range(round(number * rows / RELEASE)):
            made.append(_varied(originals[turn % len(originals)], rng))
    images = rng.integers(0, max(1, round(IMAGES * rows / RELEASE)), len(made))
    for position, (row, image) in enumerate(zip(made, images, strict=True)):
        row |= {"index": str(position), "image_path": f"images/{image:06d}.jpg", "failed": False}
    return pd.DataFrame(made)


def _varied(row: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """A row like this one with other numbers in its question, other scanpaths, and a reply."""
    question = re.sub(r"\b0\.\d\d\b", lambda _: f"{rng.uniform(0, 1):.2f}", row["question"])
    row = {**row, "question": row["question"] if row["scanpaths"] else question}
    if row["scanpaths"]:
        paths = json.loads(row["scanpaths"])
        for path in paths:
            for axis in "XY":
                shifted = np.clip(np.array(path[axis]) + rng.normal(0, 0.05, len(path[axis])), 0, 1)
                path[axis] = [round(value, 5) for value in shifted.tolist()]
        row["scanpaths"] = json.dumps(paths)
    return {**row, "reply": _reply(row, rng)}


def _reply(row: dict[str, Any], rng: np.random.Generator) -> str:
    """A reply in one of the usual shapes: most are terse, some explain, a few have no answer."""
    if row["scanpaths"]:
        return _scanpath_reply(14 if row["question_type"] == "Q9" else 6, rng)
    letters = list(row["labels"])
    answer = str(rng.integers(1, 7))
    if letters:
        ranks = row["question_type"] == "Q3"
        answer = "".join(rng.permutation(letters)) if ranks else str(rng.choice(letters))
    return SHAPES[int(rng.integers(len(SHAPES)))].format(answer)


def _scanpath_reply(length: int, rng: np.random.Generator) -> str:
    x, y, t = (rng.uniform(0, 1, length).round(2).tolist() for _ in "XYT")
    times = [100 + round(300 * value) for value in t]
    shape = int(rng.integers(8))
    if shape == 0:
        return "```json\n" + json.dumps({"X": x, "Y": y, "T": times}) + "\n```"
    if shape == 1:
        return "\n".join(f"{n}. ({a}, {b}) for {c} ms" for n, (a, b, c) in enumerate(zip(x, y, times, strict=True), 1))
    if shape == 2:
        return "I am sorry, but I cannot predict eye movements."
    return f"X = {x}\nY = {y}\nT = {times}"


def measure(items: Path, code: Path, repeats: int) -> dict[str, float]:
    """Score the rows with the package in a folder: the fastest of some runs, then once with a clock in each reader."""
    environment = {**os.environ, "PYTHONPATH": str(code), "OMP_NUM_THREADS": "1"}
    found = []
    for what in [*["all"] * repeats, "readers"]:
        done = subprocess.run(
            [sys.executable, "-c", SCORE, str(items), what],
            check=True,
            capture_output=True,
            text=True,
            env=environment,
            cwd=code,
        )
        found.append([float(word) for word in done.stdout.split()[-4:]])
    seconds, _, peak, _ = min(found[:-1])
    total, readers, _, _ = found[-1]
    return {"seconds": seconds, "reader_seconds": readers * seconds / total, "peak_mb": peak / 1024}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the release")
    parser.add_argument("--rows", type=int, default=10 * RELEASE, help="number of rows (default ten releases)")
    parser.add_argument("--repeats", type=int, default=3, help="runs, of which the fastest counts (default 3)")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout that scores the same rows")
    arguments = parser.parse_args()
    items = make_items(RELEASE // 10 if arguments.quick else arguments.rows)
    places = {
        "here": Path(__file__).resolve().parents[1],
        **({"before": arguments.against} if arguments.against else {}),
    }
    rows = len(items)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "items.pkl"
        items.to_pickle(path)
        del items
        for name, code in places.items():
            found = measure(path, code.resolve(), arguments.repeats)
            rate = rows / found["seconds"]
            print(
                f"{name:6s} {rows} rows: {found['seconds']:6.2f} s ({rate:,.0f} rows a second), "
                f"readers {found['reader_seconds']:.2f} s of it, peak {found['peak_mb']:.0f} MB"
            )


if __name__ == "__main__":
    main()
