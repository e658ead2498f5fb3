"""The whole command `score` on HVSBench by number of rows: processor time and memory, for terse and for long replies.

The rows are made from the demo set in the release's proportions, each with numbers, scanpaths and a reply of its own.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from speed.timing import table
from vlmeval_hvs.files import bundled
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.sets import SetWriter, file_sizes, read_set

PEER = ""
# Questions of each type in the release; those of Q9 and Q12 are known together only.
COUNTS: dict[str, int] = {
    **bundled("vlmeval_hvs.benchmarks.hvsbench", "published.json")["questions"],
    "Q9": 542,
    "Q12": 541,
}
RELEASE = sum(COUNTS.values())
SHAPES = ("{}", "{}", "{}.", "[{}]", "The answer is {}.", "**{}**", "I choose {}.", "Answer: {}", "I cannot say.")
WORDS = (
    "the person in front takes most of the picture and is sharp while the table behind them lies in the shade so that "
    "people would look there later or not at all and what moves or faces the camera draws eyes before colour does"
)
REASONING = 1500
"""Characters of the reasoning before an answer in a long reply."""


def measure(quick: bool) -> str:
    """Processor seconds and peak memory of the command, and the exponent by which its time grows with the rows."""
    rows, sizes = [], (1,) if quick else (1, 10)
    with tempfile.TemporaryDirectory() as folder:
        for times in sizes:
            root = Path(folder) / str(times)
            items = make_set(times, root / "LMUData" / "vlmeval_hvs")
            for kind in ("terse", "long"):
                seconds, peak = score(items, kind, root)
                rows.append([kind, len(items), f"{seconds:.1f}", f"{peak:.0f}", f"{1000 * seconds / len(items):.2f}"])
    for first, last in zip(rows[:2], rows[2:], strict=False):
        growth = np.log(float(str(last[2])) / float(str(first[2]))) / np.log(int(last[1]) / int(first[1]))
        last.append(f"{growth:.2f}")
    head = ("replies", "rows", "CPU s", "peak MB", "ms a row", "exponent")
    return table(head, [[*row, *[""] * (len(head) - len(row))] for row in rows])


def score(items: list[dict[str, str]], kind: str, root: Path) -> tuple[float, float]:
    """CPU seconds and MB of one command in a process of its own."""
    rng = np.random.default_rng(1)
    path = root / kind / "m_HVSBench.jsonl"
    path.parent.mkdir()
    with path.open("w", encoding="utf-8") as file:
        for row in items:
            text = reply(row, rng)
            if kind == "long":
                text = f"{reasoning(rng)}\n\n{text}"
            file.write(json.dumps({"index": int(row["index"]), "prediction": text}) + "\n")
    command = [sys.executable, "-m", "vlmeval_hvs.cli", "score", str(path), "--data", "HVSBench"]
    environment = {**os.environ, "LMUData": str(root / "LMUData"), "OMP_NUM_THREADS": "1"}
    with (root / kind / "log.txt").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError((root / kind / "log.txt").read_text())
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def make_set(times: int, root: Path) -> list[dict[str, str]]:
    """Build a set HVSBench of so many releases; returns its rows."""
    build_set("HVSBench_DEMO", root=root)
    demo, manifest = read_set("HVSBench_DEMO", root)
    rows = list(varied(demo, times))
    with SetWriter("HVSBench", root, source=manifest.source, licence=manifest.licence) as writer:
        for path in file_sizes(manifest):
            writer.image(path, (manifest.folder / path).read_bytes())
        for row in rows:
            writer.row(row)
    return rows


def varied(demo: Any, times: int) -> Iterator[dict[str, str]]:
    """Rows of the demo set with other numbers in their questions and other scanpaths, in the release's proportions."""
    rng, number = np.random.default_rng(0), 0
    for kind, count in COUNTS.items():
        known = demo[demo["question_type"] == kind].to_dict("records")
        for turn in range(count * times):
            row = {**known[turn % len(known)], "index": str(number)}
            number += 1
            if row["scanpaths"]:
                paths = json.loads(row["scanpaths"])
                for path, axis in ((path, axis) for path in paths for axis in "XY"):
                    moved = np.clip(np.array(path[axis]) + rng.normal(0, 0.05, len(path[axis])), 0, 1)
                    path[axis] = moved.round(5).tolist()
                row["scanpaths"] = json.dumps(paths)
            else:
                row["question"] = re.sub(r"\b0\.\d\d\b", lambda _: f"{rng.uniform(0, 1):.2f}", row["question"])
            yield row


def reply(row: dict[str, str], rng: np.random.Generator) -> str:
    """A reply in one of the usual shapes; a few have no answer."""
    if row["scanpaths"]:
        x, y, t = (rng.uniform(0, 1, 10).round(2).tolist() for _ in "XYT")
        return f"X = {x}\nY = {y}\nT = {[100 + round(300 * value) for value in t]}"
    letters = list(row["labels"])
    answer = str(rng.integers(1, 7))
    if letters:
        answer = "".join(rng.permutation(letters)) if row["question_type"] == "Q3" else str(rng.choice(letters))
    return SHAPES[int(rng.integers(len(SHAPES)))].format(answer)


def reasoning(rng: np.random.Generator) -> str:
    """Sentences without an answer."""
    words = rng.choice(WORDS.split(), REASONING // 5)
    return ". ".join(" ".join(words[start : start + 12]) for start in range(0, len(words), 12))[:REASONING] + "."
