"""``vlmeval-hvs figures``: files of a run, captions, and clear refusals."""

import csv
import json
import re
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
PLACE = "gazetarget-psychometric-demo"


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
    assert main(["figures", str(out), "--to", str(tmp_path), "--format", "png", "--format", "svg"]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert f"{PLACE}-psychometric.png" in names
    assert f"{PLACE}-conflicts-hvs-gaze-head-only.svg" in names
    assert f"{PLACE}-curve-eyes.png" in names
    drawn = [name for name in names if name.endswith((".png", ".svg"))]
    assert len(capsys.readouterr().out.splitlines()) == len(drawn)
    captions = (tmp_path / "captions.md").read_text()
    assert captions.count("**") == len(drawn)
    assert f"| hvs-gaze-human | {SET} |" in captions
    assert all("Generated pictures, not photos." in line for line in captions.splitlines() if line.startswith("**"))


def test_the_same_results_give_the_same_bytes(run, tmp_path, monkeypatch):
    out, data = run
    monkeypatch.setenv("LMUData", str(data))
    for name in ("a", "b"):
        main(["figures", str(out), "--out", str(tmp_path / name), "--format", "pdf"])
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert len(files) > 5
    for name in files:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name


@pytest.mark.parametrize(("width", "inches"), [("column", 3.25), ("text", 5.5), ("page", 6.75)])
def test_presets_have_the_width_of_templates(run, tmp_path, monkeypatch, width, inches):
    """Widths in points of the page that the PDF declares: those of the templates of ICML and NeurIPS."""
    out, data = run
    monkeypatch.setenv("LMUData", str(data))
    main(["figures", str(out), "--to", str(tmp_path), "--format", "pdf", "--width", width])
    pdf = (tmp_path / f"{PLACE}-curve-eyes.pdf").read_bytes()
    (box,) = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) [\d.]+ \]", pdf)
    assert float(box) == pytest.approx(72 * inches, abs=1)
    assert b"/Type3" not in pdf  # publishers refuse such letters


def test_numbers_of_a_figure_are_those_of_the_score_files(run, tmp_path, monkeypatch):
    out, data = run
    monkeypatch.setenv("LMUData", str(data))
    main(["figures", str(out), "--to", str(tmp_path), "--format", "svg"])
    with (tmp_path / f"{PLACE}-curve-eyes.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    scores = json.loads((out / f"hvs-gaze-human_{SET}_hvs_scores.json").read_text())
    levels = scores["details"]["curves"]["eyes"]["levels"]
    own = [row for row in rows if row["series"] == "hvs-gaze-human"]
    assert [(float(row["x"]), float(row["y"]), int(row["n"])) for row in own] == [
        (level["separation"], level["accuracy"], level["trials"]) for level in levels
    ]


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
