"""Stage 1 made anew from COCO annotations, and the demo sets of both stages."""

import json
from functools import partial

import pytest
from PIL import Image

from dataset_builders.vpb.build import build, build_from_coco, coco_scenes
from tests.dataset_builders.vpb.small import THINGS
from vlmeval_hvs.benchmarks.vpb.scoring import QUESTION_TYPES
from vlmeval_hvs.choices import options_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import SetWriter, read_set, set_folder
from vlmeval_hvs.visual_prompts import parse_style

STYLES = ["oval(contrast, thin)", "bbox(contrast, none, thick)", "point(contrast, round, large)"]


def coco(folder):
    """Five pictures of six things, as polygons and as run lengths, and what is left out: a crowd, a dot, damage."""
    images, annotations = [{"id": 77, "file_name": "missing.png", "height": 9, "width": 9}], []
    (folder / "val").mkdir()
    (folder / "annotations").mkdir()
    for number in range(5):
        images.append({"id": number, "file_name": f"{number}.png", "height": 300, "width": 400})
        Image.new("RGB", (400, 300), (90 + 30 * number, 200, 200)).save(folder / "val" / f"{number}.png")
        for category, (x, y) in enumerate(THINGS.values()):
            runs = [300 * x + y, *[40, 260] * 39, 40, 300 * 400 - 300 * (x + 39) - y - 40]
            polygon = [[x, y, x + 40, y, x + 40, y + 40, x, y + 40]]
            shape = {"size": [300, 400], "counts": runs} if category % 2 else polygon
            own = {"id": 10 * number + category, "image_id": number, "category_id": category}
            annotations.append({**own, "bbox": [x, y, 40, 40], "segmentation": shape})
    first = annotations[0]
    annotations += [{**first, "iscrowd": 1}, {**first, "bbox": [0, 0, 23, 60], "segmentation": []}]
    annotations.append({**first, "id": 901, "segmentation": [[1, 2, 3]]})
    categories = [{"id": category, "name": name} for category, name in enumerate(THINGS)]
    path = folder / "annotations" / "instances_val.json"
    path.write_text(json.dumps({"images": images, "annotations": annotations, "categories": categories}))
    return path


@pytest.mark.long
def test_demo_sets_ask_sound_questions_of_every_style_and_kind(demo):
    folder = set_folder("VPB_Stage1_DEMO", demo("VPB_Stage1_DEMO", "VPB_Stage2_DEMO"))
    rows, _ = read_set("VPB_Stage1_DEMO")
    counted = rows[~rows["debias"].str.endswith("_control")]
    assert len(counted) == counted["vp_style"].nunique() == 255
    assert set(rows["question_type"]) == set(QUESTION_TYPES)
    kinds = {kind: rows[rows["debias"] == kind] for kind in rows["debias"].unique()}
    assert kinds.keys() == {"", "absent", "absent_control", "none_correct", "none_correct_control"}
    assert (len(kinds["absent"]), len(kinds["none_correct"])) == pytest.approx((11, 20), abs=1)
    for row in rows.to_dict("records"):
        options, answer = options_of(row), row[row["answer"]]
        assert len(options) == len(set(options)) == (2 if row["question_type"] == "existence" else 4)
        assert all(said in row["question"] for said in (parse_style(row["vp_style"]).phrase, row["vp_color"]))
        assert (folder / row["image_path"]).is_file()
        assert row["debias"] != "absent" or answer == "No" or answer.startswith("There is no")
        assert (answer == "None of the above") == (row["debias"] == "none_correct")
    assert set(kinds["none_correct_control"]["D"]) == {"None of the above"}
    assert not (kinds[""][list("ABCD")] == "None of the above").any(axis=None)  # it would never be right
    rows, manifest = read_set("VPB_Stage2_DEMO")
    assert sorted(set(rows["task"])) == ["Emotic", "MIA", "MapillaryVistas", "SD-100", "SGG", "SeeClick"]
    assert (manifest.skipped, manifest.warnings) == ([], [])


def test_sets_from_coco_follow_the_seed_and_odd_entries_cost_themselves_only(tmp_path):
    path = coco(tmp_path)
    manifest = build_from_coco(path, tmp_path, tmp_path / "a", per_style=2, styles=STYLES)
    rows, _ = read_set("VPB_Stage1", tmp_path / "a")
    assert "2 items per style, 3 styles, seed 0" in manifest.source
    assert sorted(rows["vp_style"]) == sorted(2 * STYLES)
    again = build("VPB_Stage1", tmp_path, tmp_path / "b", per_style=2, styles=STYLES)
    other = build_from_coco(path, tmp_path, tmp_path / "c", per_style=2, styles=STYLES, seed=1)
    assert again.digest == manifest.digest != other.digest
    data = json.loads(path.read_text())
    first = data["annotations"][0]
    odd = [{"file_name": "x" * 300}, {"file_name": "0.png", "width": "<b>", "height": 1}, {}]
    data["images"] += [{"id": 100 + number, **entry} for number, entry in enumerate(odd)]
    data["annotations"] += [{**first, "id": 200, "segmentation": 5}, {**first, "id": 201, "category_id": {}}]
    path.write_text(json.dumps(data))
    writing = partial(SetWriter, "VPB_Stage1", tmp_path / "sets", source="s", licence="l")
    with writing() as writer:
        scenes = coco_scenes(path, tmp_path / "val", writer)
        writer.row({"index": 0})
    assert [[region.label for region in scene.regions] for scene in scenes] == [list(THINGS)] * 5
    assert {(*region.bbox[:2],) for region in scenes[4].regions} == set(THINGS.values())
    named = {f"image {100 + number}" for number in range(3)} | {f"annotation {number}" for number in (200, 901)}
    assert {skipped["row"] for skipped in writer.manifest.skipped} == named
    assert any("1 of 9 annotated images" in warning for warning in writer.manifest.warnings)
    images = [{**image, "file_name": "..\\val\\" + image["file_name"]} for image in data["images"][:6]]
    path.write_text(json.dumps({**data, "images": images}))
    with pytest.raises(DataError, match="cannot be used: path"), writing() as one:
        coco_scenes(path, tmp_path / "val", one)
    path.write_text("{}")
    with pytest.raises(DataError, match="not a COCO instances file"):
        build("VPB_Stage1", tmp_path, tmp_path / "sets")
