"""The gaze photos as training data: what is written, and that it is the same every time."""

import json

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder

PARTS = ("train", "validation", "test")


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.long
def test_every_photo_is_in_one_part_of_every_format(demo, tmp_path, monkeypatch):
    from dataset_builders.gaze import export as module
    from dataset_builders.gaze.export import Export, export
    from vlmeval_hvs.benchmarks.gaze.dataset import GazeTargetDataset
    from vlmeval_hvs.benchmarks.gaze.splits import SplitRule

    folder, out = set_folder("GazeTarget_DEMO", demo("GazeTarget_DEMO")), tmp_path / "out"
    rows, manifest = read_set("GazeTarget_DEMO")
    sizes = {part: sum(counts.values()) for part, counts in export(out, demo=True).items()}
    split = json.loads((out / "split.json").read_text())
    assert (split["photos"], len(split["parts"]), sum(sizes.values())) == (sizes, 450, 450)
    points = {part: lines(out / f"points_{part}.jsonl") for part in PARTS}
    assert (
        len({line["stimulus_id"] for part in PARTS for line in points[part]}) == sum(map(len, points.values())) == 450
    )
    scenes = [{line["scene_id"] for line in points[part]} for part in PARTS]
    assert sum(map(len, scenes)) == len(set.union(*scenes)) == 36
    line = points["train"][0]
    assert line["gaze_point"] == line["objects"][line["gaze_target"]]
    assert (out / line["image"]).read_bytes() == (folder / line["image"]).read_bytes()

    target = rows.drop_duplicates("image_path").set_index("image_path")["gaze_target"].to_dict()
    gazelle = dict(zip(PARTS, ("gazelle/train", "gazelle/test", "gazelle_test/test"), strict=True))
    for part in PARTS:
        asked, plain = (lines(out / f"{form}_{part}.jsonl") for form in ("messages", "trl"))
        for marked, bare in zip(asked, plain, strict=True):
            question, answer = marked["messages"]
            assert (question["role"], answer["role"]) == ("user", "assistant")
            assert question["content"].count("<image>") == len(marked["images"]) == 1
            assert f"{answer['content']}. {target[marked['images'][0]]}\n" in question["content"] + "\n"
            assert bare["messages"][0]["content"] == question["content"].removeprefix("<image>")
            assert bare["images"] == marked["images"]
        entries = json.loads((out / f"{gazelle[part]}_preprocessed.json").read_text())
        assert len(entries) == len(asked) == sizes[part]
        assert (out / gazelle[part]).parent.joinpath(entries[0]["path"]).is_file()
        (head,) = entries[0]["heads"]
        assert (entries[0]["width"], entries[0]["height"], head["inout"]) == (336, 336, 1)
        for name in ("bbox", "gazex", "gazey"):
            assert head[name] == pytest.approx([336 * value for value in head[f"{name}_norm"]])

    wanted = {str(line["stimulus_id"]) for line in points["test"]}
    for options in ({"split": "test", "split_file": str(out / "split.json")}, {"split": "test"}):
        alone = GazeTargetDataset(dataset="GazeTarget_DEMO", **options).rows
        assert (set(alone["stimulus_id"]), len(alone)) == (wanted, 4 * len(wanted))
    export(tmp_path / "again", demo=True)
    for path in out.rglob("*.json*"):
        assert (tmp_path / "again" / path.relative_to(out)).read_bytes() == path.read_bytes()
    export(tmp_path / "other", demo=True, how=Export(SplitRule(seed=1), formats=("messages",), every_prompt=True))
    assert sum(len(lines(tmp_path / "other" / f"messages_{part}.jsonl")) for part in PARTS) == 1800
    assert json.loads((tmp_path / "other" / "split.json").read_text())["parts"] != split["parts"]
    assert not list((tmp_path / "other").glob("points*"))

    monkeypatch.setattr(module, "load_set", lambda name: (rows.assign(points=""), manifest))
    with pytest.raises(DataError, match="no photo of GazeTarget_DEMO has object coordinates"):
        export(tmp_path, demo=True)
    export(tmp_path, demo=True, how=Export(formats=("messages",)))
    assert json.loads((tmp_path / "split.json").read_text())["without_coordinates"] == 450
