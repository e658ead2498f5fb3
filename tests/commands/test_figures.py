"""``vlmeval-hvs figures``: files of a run, captions, and clear refusals."""

import json
from types import SimpleNamespace

import pandas as pd
import pytest

pytest.importorskip("matplotlib", reason="the extra `figures` is not installed")

from vlmeval_hvs.benchmarks.gaze import baselines
from vlmeval_hvs.benchmarks.gaze.dataset import GazeTargetDataset
from vlmeval_hvs.cli import main
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.seeding import rng

SET = "GazeTarget_Psychometric_DEMO"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A scored run of two simulated observers, and the data folder it needs."""
    with pytest.MonkeyPatch.context() as patch:
        data = tmp_path_factory.mktemp("LMUData")
        patch.setenv("LMUData", str(data))
        design = data / "design.json"
        design.write_text(json.dumps({"separations": [6, 10, 15], "gazers": ["R"], "sizes": [160]}))
        build_set(SET, source=design)
        dataset = GazeTargetDataset(SET)
        out = tmp_path_factory.mktemp("run")
        for name in ("head-only", "human"):
            observer = baselines._observer(name)
            replies = [
                observer(SimpleNamespace(row=row), rng(0, name, row["index"]))
                for row in dataset.rows.to_dict("records")
            ]
            path = out / f"hvs-gaze-{name}_{SET}.tsv"
            pd.DataFrame({"index": dataset.rows["index"], "prediction": replies}).to_csv(path, sep="\t", index=False)
            dataset.score_file(path)
        yield out, data


def test_figures_are_written_with_captions(run, tmp_path, monkeypatch, capsys):
    out, data = run
    monkeypatch.setenv("LMUData", str(data))
    assert main(["figures", str(out), "--out", str(tmp_path), "--format", "png", "--format", "svg"]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert f"{SET}_psychometric.png" in names
    assert f"{SET}_conflicts_hvs-gaze-head-only.svg" in names
    assert len(capsys.readouterr().out.splitlines()) == len(names) - 1
    captions = (tmp_path / "captions.md").read_text()
    assert captions.count("**") == len(names) - 1
    assert all(line.rstrip().endswith("Generated pictures, not photos.") for line in captions.splitlines() if line)


def test_the_same_results_give_the_same_bytes(run, tmp_path, monkeypatch):
    out, data = run
    monkeypatch.setenv("LMUData", str(data))
    for name in ("a", "b"):
        main(["figures", str(out), "--out", str(tmp_path / name), "--format", "pdf"])
    assert (tmp_path / f"a/{SET}_psychometric.pdf").read_bytes() == (
        tmp_path / f"b/{SET}_psychometric.pdf"
    ).read_bytes()


def test_the_result_says_that_pictures_are_generated(run):
    out, _ = run
    scores = json.loads((out / f"hvs-gaze-human_{SET}_hvs_scores.json").read_text())
    assert any("generated pictures, not photos" in warning for warning in scores["warnings"])
    assert "human" not in scores["settings"]


def test_a_run_without_results_is_refused(tmp_path, capsys):
    assert main(["figures", str(tmp_path)]) == 1
    assert "no result" in capsys.readouterr().err


def test_a_missing_item_table_is_named(run, tmp_path, capsys):
    out, _ = run
    path = out / f"hvs-gaze-human_{SET}_hvs_scores.json"
    (tmp_path / path.name).write_bytes(path.read_bytes())
    assert main(["figures", str(tmp_path), "--out", str(tmp_path / "f")]) == 1
    assert "hvs_items.tsv" in capsys.readouterr().err
