"""The gaze photos as training data."""

import json

import pytest

from dataset_builders.gaze.export import Export, export
from vlmeval_hvs.benchmarks.gaze.dataset import GazeTargetDataset
from vlmeval_hvs.benchmarks.gaze.splits import SplitRule
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder

PARTS = ("train", "validation", "test")


@pytest.fixture
def root(demo):
    """A data folder with the demo set."""
    return demo("GazeTarget_DEMO")


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture
def exported(root, tmp_path):
    """The demo set, exported; returns the folder and the counts."""
    return tmp_path / "out", export(tmp_path / "out", demo=True)


def test_every_photo_is_in_one_part_and_its_copy_in_the_folder(exported, root):
    out, counts = exported
    split = json.loads((out / "split.json").read_text())
    assert len(split["parts"]) == sum(split["photos"].values()) == sum(sum(c.values()) for c in counts.values()) == 450
    points = {part: lines(out / f"points_{part}.jsonl") for part in PARTS}
    numbers = [line["stimulus_id"] for part in PARTS for line in points[part]]
    assert len(set(numbers)) == len(numbers) == 450
    scenes = [{line["scene_id"] for line in points[part]} for part in PARTS]
    assert sum(map(len, scenes)) == len(set.union(*scenes)) == 36
    line = points["train"][0]
    assert line["gaze_point"] == line["objects"][line["gaze_target"]]
    original = set_folder("GazeTarget_DEMO", root) / line["image"]
    assert (out / line["image"]).read_bytes() == original.read_bytes()


def test_conversations_carry_the_question_and_the_letter(exported, root):
    out, _ = exported
    rows, _ = read_set("GazeTarget_DEMO", root)
    target = rows.drop_duplicates("image_path").set_index("image_path")["gaze_target"].to_dict()
    for part in PARTS:
        for marked, plain in zip(lines(out / f"messages_{part}.jsonl"), lines(out / f"trl_{part}.jsonl"), strict=True):
            question, answer = marked["messages"]
            assert (question["role"], answer["role"]) == ("user", "assistant")
            assert question["content"].count("<image>") == len(marked["images"]) == 1
            assert f"{answer['content']}. {target[marked['images'][0]]}\n" in question["content"] + "\n"
            assert plain["messages"][0]["content"] == question["content"].removeprefix("<image>")
            assert plain["images"] == marked["images"]
    assert sum(len(lines(out / f"messages_{part}.jsonl")) for part in PARTS) == 450


def test_every_prompt_of_a_photo(root, tmp_path):
    export(tmp_path, demo=True, how=Export(formats=("messages",), every_prompt=True))
    assert sum(len(lines(tmp_path / f"messages_{part}.jsonl")) for part in PARTS) == 1800
    assert not list(tmp_path.glob("points*"))


def test_gaze_lle_finds_pictures_heads_and_points(exported):
    out, counts = exported
    sizes = {}
    for name, part in (("gazelle/train", "train"), ("gazelle/test", "validation"), ("gazelle_test/test", "test")):
        entries = json.loads((out / f"{name}_preprocessed.json").read_text())
        sizes[part] = len(entries)
        entry = entries[0]
        assert (out / name).parent.joinpath(entry["path"]).is_file()
        (head,) = entry["heads"]
        assert (entry["width"], entry["height"], head["inout"]) == (336, 336, 1)
        assert head["bbox"] == pytest.approx([336 * value for value in head["bbox_norm"]])
        assert head["gazex"] == pytest.approx([336 * head["gazex_norm"][0]])
        assert head["gazey"] == pytest.approx([336 * head["gazey_norm"][0]])
        assert head["bbox"][0] < head["bbox"][2]
    assert sizes == {part: sum(counts[part].values()) for part in PARTS}


def test_exporting_again_gives_the_same_files(exported, tmp_path):
    out, _ = exported
    export(tmp_path / "again", demo=True)
    for path in out.rglob("*.json*"):
        assert (tmp_path / "again" / path.relative_to(out)).read_bytes() == path.read_bytes()
    export(tmp_path / "other", demo=True, how=Export(SplitRule(seed=1)))
    assert (tmp_path / "other" / "points_test.jsonl").read_text() != (out / "points_test.jsonl").read_text()


def test_the_test_photos_alone_are_asked(exported):
    out, counts = exported
    wanted = {str(line["stimulus_id"]) for line in lines(out / "points_test.jsonl")}
    by_file = GazeTargetDataset(dataset="GazeTarget_DEMO", split="test", split_file=str(out / "split.json"))
    assert set(by_file.rows["stimulus_id"]) == wanted
    # The command's defaults are the option's: the same photos without the file.
    alone = GazeTargetDataset(dataset="GazeTarget_DEMO", split="test")
    assert set(alone.rows["stimulus_id"]) == wanted
    assert len(alone.rows) == 4 * sum(counts["test"].values())
    whole = GazeTargetDataset(dataset="GazeTarget_DEMO").rows
    kept = whole[whole["stimulus_id"].isin(wanted)].reset_index(drop=True)
    assert alone.rows.equals(kept)


def test_export_needs_coordinates(root, monkeypatch, tmp_path):
    from dataset_builders.gaze import export as gaze_export

    rows, manifest = read_set("GazeTarget_DEMO", root)
    monkeypatch.setattr(gaze_export, "load_set", lambda name: (rows.assign(points=""), manifest))
    with pytest.raises(DataError, match="no photo of GazeTarget_DEMO has object coordinates"):
        export(tmp_path, demo=True)
    export(tmp_path, demo=True, how=Export(formats=("messages",)))
    assert json.loads((tmp_path / "split.json").read_text())["without_coordinates"] == 450
