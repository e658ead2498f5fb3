"""The example of an outside benchmark, installed as a reader would and run without the host."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "hvsbench_enhancement"
NAME = "HVSBench_Enhancement_DEMO"
RUN = f"""
import json
import numpy as np
import pandas as pd
from PIL import Image
from vlmeval_hvs.messages import INTERLEAVED
from vlmeval_hvs.registry import card_of, dataset_class

dataset = dataset_class(card_of("{NAME}"))("{NAME}")
boxes = [json.loads(target) for target in dataset.rows["target"]]
left = [[0.0, 0.0, max(0.7, box[2]), 1.0] for box in boxes]
replies = dict(keep=["KEEP"] * len(boxes))
replies |= dict(tight=[f"CROP: {{box}}" for box in boxes], left=[f"CROP: {{box}}" for box in left])
found = dict()
for name, said in replies.items():
    path = f"{{name}}_{NAME}.csv"
    pd.DataFrame(dict(index=dataset.rows["index"], prediction=said)).to_csv(path)
    found[name] = dataset.score_file(path)["Overall"]
turns = dataset.pipeline(dataset.row(0), INTERLEAVED)
next(turns)
original, crop = (np.asarray(Image.open(path).convert("RGB")) for path in turns.send("CROP: 0,0,0.5,1").images)
found["is_left_half"] = bool((original[:, : round(original.shape[1] / 2)] == crop).all())
print(json.dumps(found))
"""


@pytest.mark.slow
def test_the_example_asks_in_two_turns_and_scores_only_crops_that_count(tmp_path):
    target, source = tmp_path / "installed", tmp_path / "source"
    path = os.pathsep.join([str(target), str(ROOT)])

    def run(*arguments):
        command, environment = [sys.executable, *map(str, arguments)], {"PYTHONPATH": path, "LMUData": str(tmp_path)}
        done = subprocess.run(command, cwd=tmp_path, env={**os.environ, **environment}, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    shutil.copytree(EXAMPLE, source)  # a build leaves files behind
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", target)
    run("-m", "pip", "install", *options, source)
    found = json.loads(run("-c", RUN).splitlines()[-1])
    assert (found["keep"], found["tight"]) == (0.0, 0.0), "no change, and too little of the picture"
    assert 0 < found["left"] < 1
    assert found["is_left_half"]
