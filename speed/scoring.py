"""Scoring, by number of rows."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from functools import partial
from pathlib import Path

import numpy as np

from speed.timing import in_turns, table
from vlmeval_hvs.files import bundled
from vlmeval_hvs.metrics import cluster_bootstrap, null_interval
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.sets import SetWriter, file_sizes, read_set, records

# Questions of each type in the release; those of Q9 and Q12 are known together only.
COUNTS = {**bundled("vlmeval_hvs.benchmarks.hvsbench", "published.json")["questions"], "Q9": 542, "Q12": 541}
SHAPES = ("{}", "{}", "{}.", "[{}]", "The answer is {}.", "**{}**", "I choose {}.", "Answer: {}", "I cannot say.")
WORDS = (  # noqa: SIM905 - a sentence
    "the person in front takes most of the picture and is sharp while the table behind them lies in the shade so that "
    "people would look there later or not at all and what moves or faces the camera draws eyes before colour does"
).split()
REASONING = 300  # words of the reasoning before an answer in a long reply


def scoring(quick: bool) -> str:
    """Processor time and memory by number of rows, up to 16 times HVSBench's release, and the exponent of the growth.

    `score` reads terse and long replies of two models, `run` asks and scores a model without weights; `compare` takes
    the first two, and `report` all. The rows are made from the demo set in the release's proportions, each with
    numbers, scanpaths and a reply of its own. The last two lines are the chance band and the interval of one metric
    alone.
    """
    sizes = (1, 2) if quick else (1, 4, 16)
    spent: dict[str, list[tuple[float, str]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for times in sizes:
            root = Path(folder) / str(times)
            items = make_set(times, root / "LMUData" / "vlmeval_hvs")
            terse, long = (_predictions(items, words, root) for words in (0, REASONING))
            for name, words in {
                "score, terse replies": f"score {terse} --data HVSBench",
                "score, long replies": f"score {long} --data HVSBench",
                "run of hvs-random": f"run --without-host --data HVSBench --model hvs-random --work-dir {root / 'out'}",
                "compare two runs": f"compare {terse.parent} {long.parent}",
                "report of three runs": f"report {root}",
            }.items():
                seconds, peak = _command(root, *words.split())
                spent[name].append((seconds, f"{seconds:.1f} ({peak:.0f} MB)"))
            n = len(items)
            for name, work in {
                "chance band": partial(null_interval, np.resize([0.25, 0.5, 1 / 3], n)),
                "interval": partial(cluster_bootstrap, np.arange(n) % 2, np.arange(n) // 3),
            }.items():
                seconds = float(np.median(in_turns({name: work}, 3)[name]))
                spent[name].append((seconds, f"{seconds:.2g}"))
    rows = [sum(COUNTS.values()) * times for times in sizes]
    lines = []
    for name, cost in spent.items():
        exponent = np.polyfit(np.log(rows), np.log([seconds for seconds, _ in cost]), 1)[0]
        lines.append([name, *(text for _, text in cost), f"{exponent:.2f}"])
    return table(["CPU s (peak memory)", *(f"{n:,} rows" for n in rows), "exponent"], lines)


def _predictions(items: list[dict[str, str]], reasoning: int, root: Path) -> Path:
    """Write a prediction file with so many words before every answer; in a usual shape, a few without an answer."""
    rng = np.random.default_rng(1)
    path = root / f"of{reasoning}" / f"of{reasoning}_HVSBench.jsonl"
    path.parent.mkdir()
    with path.open("w", encoding="utf-8") as file:
        for row in items:
            letters, kind = list(row["labels"]), row["question_type"]
            if row["scanpaths"]:
                x, y, t = rng.uniform(0, 1, (3, 10)).round(2)
                reply = f"X = {x.tolist()}\nY = {y.tolist()}\nT = {(100 + 300 * t).round().tolist()}"
            else:
                answer = str(rng.choice(letters)) if letters else str(rng.integers(1, 7))
                answer = "".join(rng.permutation(letters)) if kind == "Q3" else answer
                reply = SHAPES[rng.integers(len(SHAPES))].format(answer)
            words = rng.choice(WORDS, reasoning)
            said = [" ".join(words[start : start + 12]) for start in range(0, reasoning, 12)]
            text = ". ".join([*said, "\n\n" + reply]) if said else reply
            file.write(json.dumps({"index": int(row["index"]), "prediction": text}) + "\n")
    return path


def _command(root: Path, *arguments: str) -> tuple[float, float]:
    """CPU seconds and MB of one command in a process of its own."""
    environment = {**os.environ, "LMUData": str(root / "LMUData"), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "vlmeval_hvs.cli", *arguments]
    with (root / "log.txt").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError((root / "log.txt").read_text())
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def make_set(times: int, root: Path) -> list[dict[str, str]]:
    """Build a set HVSBench of so many releases from the demo set's rows, with other numbers; returns its rows."""
    build_set("HVSBench_DEMO", root=root)
    demo, manifest = read_set("HVSBench_DEMO", root)
    rng = np.random.default_rng(0)
    rows: list[dict[str, str]] = []
    for kind, number in COUNTS.items():
        known = records(demo[demo["question_type"] == kind])
        for turn in range(number * times):
            row = {**known[turn % len(known)], "index": str(len(rows))}
            paths = json.loads(row["scanpaths"] or "[]")
            for path, axis in ((path, axis) for path in paths for axis in "XY"):
                moved = np.clip(np.array(path[axis]) + rng.normal(0, 0.05, len(path[axis])), 0, 1)
                path[axis] = moved.round(5).tolist()
            row["scanpaths"] = json.dumps(paths) if paths else ""
            if not paths:
                row["question"] = re.sub(r"\b0\.\d\d\b", lambda _: f"{rng.uniform(0, 1):.2f}", row["question"])
            rows.append(row)
    with SetWriter("HVSBench", root, source=manifest.source, licence=manifest.licence) as writer:
        for path in file_sizes(manifest):
            writer.image(path, (manifest.folder / path).read_bytes())
        for row in rows:
            writer.row(row)
    return rows
