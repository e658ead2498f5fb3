"""``vlmeval-hvs figures``: files of a run with captions, and their numbers."""

import csv
import json
from types import SimpleNamespace

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.seeding import rng

SET = "GazeTarget_Psychometric_DEMO"
PLACE = "gazetarget-psychometric-demo"


@pytest.mark.long
def test_figures_have_captions_and_the_numbers_of_the_score_files(lmu_data, tmp_path):
    pytest.importorskip("matplotlib", reason="the extra `figures` is not installed")
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze import baselines
    from vlmeval_hvs.benchmarks.gaze.dataset import GazeTargetDataset

    runs, figures = tmp_path / "runs", tmp_path / "figures"
    runs.mkdir()
    design = tmp_path / "design.json"
    design.write_text(json.dumps({"separations": [6, 10, 15], "gazers": ["R"], "sizes": [160]}))
    build_set(SET, source=design)
    dataset = GazeTargetDataset(SET)
    for name in ("head-only", "human"):
        observer = baselines._observer(name)
        rows = dataset.rows.to_dict("records")
        replies = [observer(SimpleNamespace(row=row), rng(0, name, row["index"])) for row in rows]
        path = runs / f"hvs-gaze-{name}_{SET}.tsv"
        pd.DataFrame({"index": dataset.rows["index"], "prediction": replies}).to_csv(path, sep="\t", index=False)
        dataset.score_file(path)
    assert main(["figures", str(runs), "--to", str(figures), "--format", "svg"]) == 0
    overall = f"gazetarget-overall-{PLACE}"
    curves = [f"{PLACE}-curve-{cue}" for cue in ("both", "eyes", "head", "conflict")]
    assert {path.stem for path in figures.glob("*.svg")} == {*curves, overall}
    captions = (figures / "captions.md").read_text()
    assert captions.count("Generated pictures, not photos.") == 4
    assert f"| hvs-gaze-human | {SET} |" in captions
    with (figures / f"{PLACE}-curve-eyes.csv").open(newline="") as file:
        points = [row for row in csv.DictReader(file) if row["series"] == "hvs-gaze-human"]
    stem = f"hvs-gaze-human_{SET}_hvs"
    scores = json.loads((runs / f"{stem}_scores.json").read_text())
    assert [(float(row["x"]), float(row["y"]), int(row["n"])) for row in points] == [
        (level["separation"], level["accuracy"], level["trials"])
        for level in scores["details"]["curves"]["eyes"]["levels"]
    ]
