"""Splits of the photos for fine-tuning."""

import json

import pytest

from dataset_builders.gaze.export import export
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set


@pytest.fixture
def root(demo):
    """A data folder with the demo set."""
    return demo("GazeTarget_DEMO")


@pytest.mark.parametrize("by", ["scene", "photo"])
def test_export_splits_without_sharing(root, tmp_path, by):
    counts = export(tmp_path, demo=True, by=by, seed=1)
    parts = {
        part: [json.loads(line) for line in (tmp_path / f"{part}.jsonl").read_text().splitlines()] for part in counts
    }
    sizes = {part: len(lines) for part, lines in parts.items()}
    assert sum(sizes.values()) == 450
    assert sizes["train"] == pytest.approx(315, abs=25)
    assert sizes["validation"] > 20
    numbers = [line["stimulus_id"] for lines in parts.values() for line in lines]
    assert len(set(numbers)) == 450
    scenes = [{line["scene_id"] for line in lines} for lines in parts.values()]
    shared = (scenes[0] & scenes[1]) | (scenes[0] & scenes[2]) | (scenes[1] & scenes[2])
    assert bool(shared) == (by == "photo")
    line = parts["train"][0]
    assert line["gaze_point"] == line["objects"][line["gaze_target"]]
    assert (root / "GazeTarget_DEMO" / "images" / f"{line['stimulus_id']}.png").samefile(line["image"])
    first = (tmp_path / "test.jsonl").read_text()
    export(tmp_path, demo=True, by=by, seed=1)
    assert (tmp_path / "test.jsonl").read_text() == first


def test_export_needs_coordinates(root, monkeypatch, tmp_path):
    from dataset_builders.gaze import export as gaze_export

    rows, manifest = read_set("GazeTarget_DEMO", root)
    monkeypatch.setattr(gaze_export, "load_set", lambda name: (rows.assign(points=""), manifest))
    with pytest.raises(DataError, match="no photo of GazeTarget_DEMO has object coordinates"):
        export(tmp_path, demo=True)
