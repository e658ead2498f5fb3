"""Processor time and memory by number of rows, up to 16 times HVSBench's release, and the exponent of the growth.

`score` reads terse and long replies of two models, `run` asks and scores a model without weights; `compare` takes the
first two, and `report` all. The rows are made from the demo set in the release's proportions, each with numbers,
scanpaths and a reply of its own. The last two lines are the chance band and the interval of one metric alone.
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

from speed.timing import in_turns, table
from vlmeval_hvs.files import bundled
from vlmeval_hvs.metrics import cluster_bootstrap, null_interval
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.sets import SetWriter, file_sizes, read_set, records

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
    """A line for each command and calculation; the exponent is the slope of a line through log rows and log seconds."""
    sizes = (1, 2) if quick else (1, 4, 16)
    spent: dict[str, list[tuple[float, float | None]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for times in sizes:
            root = Path(folder) / str(times)
            items = make_set(times, root / "LMUData" / "vlmeval_hvs")
            scored = []
            for kind in ("terse", "long"):
                scored.append(predictions(items, kind, root))
                spent.setdefault(f"score, {kind} replies", []).append(command(root, "score", *scored[-1]))
            asking = ("run", "--without-host", "--data", "HVSBench", "--model", "hvs-random", "--work-dir")
            spent.setdefault("run of hvs-random", []).append(command(root, *asking, str(root / "out")))
            runs = [str(Path(path).parent) for path, *_ in scored]
            spent.setdefault("compare two runs", []).append((command(root, "compare", *runs)[0], None))
            spent.setdefault("report of three runs", []).append((command(root, "report", str(root))[0], None))
            n = len(items)
            for name, work in {
                "chance band": lambda n=n: null_interval(np.resize([0.25, 0.5, 1 / 3], n)),
                "interval": lambda n=n: cluster_bootstrap(np.arange(n) % 2, np.arange(n) // 3),
            }.items():
                spent.setdefault(name, []).append((in_turns({name: work}, 3)[name].median, None))
    rows = [RELEASE * times for times in sizes]
    lines = []
    for name, cost in spent.items():
        exponent = np.polyfit(np.log(rows), np.log([seconds for seconds, _ in cost]), 1)[0]
        cells = [f"{seconds:.2g}" if peak is None else f"{seconds:.1f} ({peak:.0f} MB)" for seconds, peak in cost]
        lines.append([name, *cells, f"{exponent:.2f}"])
    return table(["CPU s (peak memory)", *(f"{n:,} rows" for n in rows), "exponent"], lines)


def predictions(items: list[dict[str, str]], kind: str, root: Path) -> tuple[str, str, str]:
    """Write a prediction file; returns the arguments that score it."""
    rng = np.random.default_rng(1)
    path = root / kind / f"{kind}_HVSBench.jsonl"
    path.parent.mkdir()
    with path.open("w", encoding="utf-8") as file:
        for row in items:
            text = reply(row, rng)
            if kind == "long":
                text = f"{reasoning(rng)}\n\n{text}"
            file.write(json.dumps({"index": int(row["index"]), "prediction": text}) + "\n")
    return str(path), "--data", "HVSBench"


def command(root: Path, *arguments: str) -> tuple[float, float]:
    """CPU seconds and MB of one command in a process of its own."""
    environment = {**os.environ, "LMUData": str(root / "LMUData"), "OMP_NUM_THREADS": "1"}
    with (root / "log.txt").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "vlmeval_hvs.cli", *arguments], env=environment, stdout=log, stderr=log
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError((root / "log.txt").read_text())
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
        known = records(demo[demo["question_type"] == kind])
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
