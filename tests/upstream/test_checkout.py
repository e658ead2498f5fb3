"""Every benchmark in a real checkout, run by an interpreter without this package (`make upstream`).

VLMEVAL_HVS_UPSTREAM names the checkout, VLMEVAL_HVS_BARE an interpreter with the host's requirements and with isort,
yapf and flake8 in the versions that the checkout's ``.pre-commit-config.yaml`` names.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.files import read_json
from vlmeval_hvs.registry import card_of, dataset_class, set_of

pytestmark = [pytest.mark.slow, pytest.mark.nightly]
SETS = ("HVSBench", "GazeTarget", "VPB", "VisualSearch", "ActiView")
ONE = {"HVSBench": "HVSBench_Searching_DEMO", "VisualSearch": "VisualSearch_COCOSearch18_Interactive_DEMO"}


@pytest.fixture
def bare():
    named = os.environ.get("VLMEVAL_HVS_BARE")
    if not named:
        pytest.skip("VLMEVAL_HVS_BARE names no interpreter with the host's requirements and without this package")
    return named


@pytest.mark.parametrize("name", SETS)
def test_it_runs_there_and_scores_every_sample_as_here(name, upstream, git, bare, demo, lmu_data, tmp_path):
    import pandas as pd
    from answered_rows import SETS, answered

    demo(*{set_of(dataset) for dataset in SETS[name]})
    assert main(["export-upstream", "--patches", str(tmp_path / "patches")]) == 0
    git(upstream, "am", "--quiet", str(tmp_path / "patches" / "pipelines.patch"))
    url = "https://huggingface.co/datasets/lab/tables/resolve/main"
    command = ["export-upstream", str(upstream), "--benchmark", name, "--python", bare]
    assert main([*command, "--url", url, "--out", str(lmu_data)]) == 0

    expected = {}
    work = tmp_path / "outputs"
    for dataset_name in SETS[name]:
        dataset = dataset_class(card_of(dataset_name))(dataset_name)
        items = answered(dataset)
        pairs = zip(items["prediction" if "prediction" in items else "reply"], items["record"], strict=True)
        records = [reply if record is None else json.dumps(record) for reply, record in pairs]
        table = pd.DataFrame({"index": items["index"], "prediction": records})
        for folder in (work / "written", work / "written" / "T20260101_G00000000", tmp_path / "here"):
            folder.mkdir(parents=True, exist_ok=True)
            table.to_csv(folder / f"written_{dataset_name}.tsv", sep="\t", index=False)
        dataset.score_file(tmp_path / "here" / f"written_{dataset_name}.tsv")
        expected[dataset_name] = tmp_path / "here" / f"written_{dataset_name}_hvs_items.tsv"

    scripted = ONE.get(name, SETS[name][-1])
    runs = ["--data", *SETS[name], "--model", "written", "--mode", "eval", "--reuse", "--work-dir", str(work)]
    runs += ["--next", "--data", scripted, "--model", "scripted", "--work-dir", str(work)]
    environment = {**os.environ, "PRED_FORMAT": "tsv", "VLMEVAL_HVS_AUTOLOAD": "0", "OMP_NUM_THREADS": "1"}
    script = [bare, str(Path(__file__).with_name("bare_run.py")), str(upstream)]
    done = subprocess.run([*script, *runs], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]

    for dataset_name, path in expected.items():
        (found,) = {file.resolve() for file in work.rglob(f"written_{dataset_name}_scores.tsv")}
        there, here = (pd.read_csv(file, sep="\t", dtype=str, keep_default_na=False) for file in (found, path))
        scores = read_json(path.with_name(f"written_{dataset_name}_hvs_scores.json"))
        end = "" if scores["reading"] == "paper" else "_paper"
        assert len(there) == len(here) > 0
        for column in ("rule", "score", "fallback"):
            assert [plain(cell) for cell in there[column]] == [plain(cell) for cell in here[f"{column}{end}"]]
    assert list(work.rglob(f"scripted_{scripted}_scores.tsv"))


def plain(cell):
    known = {"True": 1.0, "False": 0.0, "": ""}
    try:
        return known[cell] if cell in known else round(float(cell), 9)
    except ValueError:
        return cell
