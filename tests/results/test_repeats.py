"""The same predictions give the same bytes in any process."""

import json
import os
import subprocess
import sys

import pytest

from vlmeval_hvs.cli import main

REPLIES = ["A", "The answer is B.", "C, A, B", "3", "[[0.2, 0.3, 200], [0.6, 0.5, 250]]", "I cannot tell", "", "ABCD"]
PROCESSES = [
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C", "OMP_NUM_THREADS": "1"},
    {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "2", "PYTHONUTF8": "1"},
]


@pytest.mark.slow
def test_scores_are_the_same_bytes_in_every_process_and_order(demo, tmp_path, capsys):
    import pandas as pd

    demo("HVSBench_DEMO")
    options, found = ["HVSBench_DEMO", "--options", "n_resamples=50"], []
    assert main(["prompts", *options]) == 0
    index = [json.loads(line)["index"] for line in capsys.readouterr().out.splitlines()]
    rows = pd.DataFrame({"index": index, "prediction": [REPLIES[i % len(REPLIES)] for i in range(len(index))]})
    for name, environment in enumerate(PROCESSES):
        path = tmp_path / str(name) / "m_HVSBench_DEMO.tsv"
        path.parent.mkdir()
        (rows.sample(frac=1, random_state=0) if name else rows).to_csv(path, sep="\t", index=False)
        command = [sys.executable, "-m", "vlmeval_hvs.cli", "score", str(path), "--data", *options]
        done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 2), done.stderr
        items, scores = (path.with_name(f"{path.stem}_hvs_{name}") for name in ("items.tsv", "scores.json"))
        found.append((items.read_bytes(), json.loads(scores.read_text(encoding="utf-8"))))
        found[-1][1].pop("files", None)  # the digest of the prediction file, whose rows are in another order
    assert found[0] == found[1]
