"""The example of an outside benchmark, installed as a reader would and run without the host."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "hvsbench_enhancement"
NAME = "HVSBench_Enhancement_DEMO"
RUN = f"""
import contextlib, io, json
import numpy as np
import pandas as pd
from PIL import Image
from vlmeval_hvs.cli import main
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
found["first"] = next(turns).images
again = turns.send("CROP: 0.00,0.00,0.50,1.00")
found["again"] = again.images
original, crop = (np.asarray(Image.open(path).convert("RGB")) for path in again.images)
found["is_left_half"] = bool((original[:, : round(original.shape[1] / 2)] == crop).all())
with contextlib.redirect_stdout(io.StringIO()) as told:
    assert main(["list", "HVSBenchEnhancement"]) == main(["prompts", "{NAME}"]) == 0
print(json.dumps(found | dict(told=told.getvalue())))
"""


@pytest.fixture(scope="module")
def call(tmp_path_factory):
    """Runs Python in a folder of its own where the example is installed."""
    target, folder = tmp_path_factory.mktemp("installed"), tmp_path_factory.mktemp("work")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VLMEVAL_HVS")}
    environment = {**kept, "PYTHONPATH": os.pathsep.join([str(target), str(ROOT)]), "LMUData": str(folder)}

    def run(*arguments):
        command = [sys.executable, *map(str, arguments)]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    source = tmp_path_factory.mktemp("source") / "example"
    subprocess.run(["cp", "-r", EXAMPLE, source], check=True)  # a build leaves files behind
    run("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index",
        "--disable-pip-version-check", "--target", target, source)  # fmt: skip
    return run


@pytest.mark.slow
def test_the_example_is_listed_asks_in_two_turns_and_scores_only_crops_that_count(call):
    found = json.loads(call("-c", RUN).splitlines()[-1])
    assert (found["keep"], found["tight"]) == (0.0, 0.0), "no change, and too little of the picture"
    assert 0 < found["left"] < 1
    assert found["again"][:1] == found["first"]
    assert found["is_left_half"]
    assert "crops that make an object the most salient one" in found["told"]
    assert "left out" not in found["told"]
