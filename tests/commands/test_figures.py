"""``vlmeval-hvs figures``: files of a run, captions, and clear refusals."""

import csv
import json
from types import SimpleNamespace

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.seeding import rng

SET = "GazeTarget_Psychometric_DEMO"
PLACE = "gazetarget-psychometric-demo"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A scored run of two simulated observers, and the data folder it needs."""
    from vlmeval_hvs.benchmarks.gaze import baselines
    from vlmeval_hvs.benchmarks.gaze.dataset import GazeTargetDataset

    pytest.importorskip("matplotlib", reason="the extra `figures` is not installed")
    import pandas as pd

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


def test_figures_are_written_with_captions_and_the_numbers_of_the_score_files(run, tmp_path, monkeypatch, capsys):
    out, data = run
    monkeypatch.setenv("LMUData", str(data))
    assert main(["figures", str(out), "--to", str(tmp_path), "--format", "png", "--format", "svg"]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert {
        f"{PLACE}-psychometric.png",
        f"{PLACE}-conflicts-hvs-gaze-head-only.svg",
        f"{PLACE}-curve-eyes.png",
    } <= names
    drawn = [name for name in names if name.endswith((".png", ".svg"))]
    assert len(capsys.readouterr().out.splitlines()) == len(drawn)
    captions = (tmp_path / "captions.md").read_text()
    assert captions.count("**") == len(drawn)
    assert f"| hvs-gaze-human | {SET} |" in captions
    assert all("Generated pictures, not photos." in line for line in captions.splitlines() if line.startswith("**"))
    with (tmp_path / f"{PLACE}-curve-eyes.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["series"] == "hvs-gaze-human"]
    scores = json.loads((out / f"hvs-gaze-human_{SET}_hvs_scores.json").read_text())
    assert [(float(row["x"]), float(row["y"]), int(row["n"])) for row in rows] == [
        (level["separation"], level["accuracy"], level["trials"])
        for level in scores["details"]["curves"]["eyes"]["levels"]
    ]
    assert any("generated pictures, not photos" in warning for warning in scores["warnings"])


def test_what_lacks_results_or_items_is_refused(run, tmp_path, capsys):
    assert main(["figures", str(tmp_path)]) == 1
    assert "no result" in capsys.readouterr().err
    path = run[0] / f"hvs-gaze-human_{SET}_hvs_scores.json"
    (tmp_path / path.name).write_bytes(path.read_bytes())
    assert main(["figures", str(tmp_path), "--out", str(tmp_path / "f")]) == 1
    assert "hvs_items.tsv" in capsys.readouterr().err
