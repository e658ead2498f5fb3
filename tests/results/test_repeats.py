"""The same predictions give the same bytes in any process."""

import json
import os
import subprocess
import sys

import pytest

from vlmeval_hvs.cli import main

pytestmark = pytest.mark.slow

REPLIES = ["A", "The answer is B.", "C, A, B", "3", "[[0.2, 0.3, 200], [0.6, 0.5, 250]]", "I cannot tell", "", "ABCD"]
PROCESSES = [
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C", "OMP_NUM_THREADS": "1"},
    {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "2", "PYTHONUTF8": "1"},
]


def test_scores_are_the_same_bytes_in_every_process_and_order(demo, tmp_path, capsys):
    import pandas as pd

    dataset, option = "HVSBench_DEMO", "n_resamples=50"

    def score(rows, name, environment):
        """Score predictions in a process of its own; returns the item table and the score file."""
        folder = tmp_path / name
        folder.mkdir()
        path = folder / f"m_{dataset}.tsv"
        rows.to_csv(path, sep="\t", index=False)
        command = [sys.executable, "-m", "vlmeval_hvs.cli", "score", str(path), "--data", dataset, "--options", option]
        done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 2), done.stderr
        items, scores = (folder / f"m_{dataset}_hvs_{name}" for name in ("items.tsv", "scores.json"))
        return items.read_bytes(), json.loads(scores.read_text(encoding="utf-8"))

    demo(dataset)
    assert main(["prompts", dataset, "--options", option]) == 0
    index = [json.loads(line)["index"] for line in capsys.readouterr().out.splitlines()]
    rows = pd.DataFrame({"index": index, "prediction": [REPLIES[i % len(REPLIES)] for i in range(len(index))]})
    first = score(rows, "first", PROCESSES[0])
    shuffled = score(rows.sample(frac=1, random_state=0), "shuffled", PROCESSES[1])
    for _, scores in (shuffled, first):
        scores.pop("files", None)  # the digest of the prediction file, whose rows are in another order
    assert shuffled == first
