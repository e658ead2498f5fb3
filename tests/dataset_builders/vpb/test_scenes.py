"""Stage 1 made anew from COCO annotations, and the demo sets of both stages."""

import json

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import SetWriter, read_set, set_folder


def coco(folder, photos=("astronaut.png", "coffee.png", "motorcycle_left.png", "coins.png", "rocket.jpg")):
    """A COCO folder made of the demo photographs: polygons, run lengths, a crowd and a broken annotation."""
    from dataset_builders.vpb import demo as demo_vpb
    from vlmeval_hvs.visual_prompts import Region

    names, images, annotations = {}, [], []
    (folder / "val").mkdir()
    (folder / "annotations").mkdir()
    for number, photo in enumerate(photos):
        pixels = demo_vpb.photo(photo)
        Image.fromarray(pixels).save(folder / "val" / f"{number}.png")
        height, width = pixels.shape[:2]
        images.append({"id": number, "file_name": f"{number}.png", "height": height, "width": width})
        for entry in demo_vpb.demo_data()["scenes"][photo]:
            category = names.setdefault(entry["label"], len(names) + 1)
            points = demo_vpb._points(entry)
            region = Region(None, polygons=[points])
            segmentation = [[c for p in points for c in p]]
            if len(annotations) % 3 == 1:
                flat = region.mask(height, width).ravel(order="F")
                edges = np.flatnonzero(np.diff(flat.astype(int))) + 1
                runs = np.diff(np.concatenate(([0], edges, [flat.size]))).tolist()
                segmentation = {"size": [height, width], "counts": [0, *runs] if flat[0] else runs}
            annotations.append({"id": len(annotations), "image_id": number, "category_id": category, "iscrowd": 0,
                                "bbox": list(region.bbox), "segmentation": segmentation})  # fmt: skip
    crowd = {"id": 900, "image_id": 0, "category_id": 1, "iscrowd": 1, "bbox": [0, 0, 9, 9], "segmentation": {}}
    broken = {**annotations[0], "id": 901, "segmentation": [[1, 2, 3]]}
    images.append({"id": 77, "file_name": "missing.png", "height": 9, "width": 9})
    categories = [{"id": i, "name": name, "supercategory": "thing"} for name, i in names.items()]
    data = {"images": images, "annotations": [*annotations, crowd, broken], "categories": categories}
    path = folder / "annotations" / "instances_val.json"
    path.write_text(json.dumps(data))
    return path


def test_demo_sets_ask_sound_questions_of_every_style_and_kind(demo):
    from dataset_builders.vpb.plans import QUESTION_TYPES
    from vlmeval_hvs.choices import options_of
    from vlmeval_hvs.visual_prompts import parse_style

    folder = set_folder("VPB_Stage1_DEMO", demo("VPB_Stage1_DEMO", "VPB_Stage2_DEMO"))
    rows, _ = read_set("VPB_Stage1_DEMO")
    counted = rows[~rows["debias"].str.endswith("_control")]
    assert len(counted) == counted["vp_style"].nunique() == 255
    assert set(rows["question_type"]) == set(QUESTION_TYPES)
    kinds = {kind: rows[rows["debias"] == kind] for kind in rows["debias"].unique()}
    assert set(kinds) == {"", "absent", "absent_control", "none_correct", "none_correct_control"}
    assert (len(kinds["absent"]), len(kinds["none_correct"])) == pytest.approx((11, 20), abs=1)
    for row in rows.to_dict("records"):
        options = options_of(row)
        assert len(options) == len(set(options)) == (2 if row["question_type"] == "existence" else 4)
        assert options["ABCD".index(row["answer"])]
        assert parse_style(row["vp_style"]).phrase in row["question"]
        assert row["vp_color"] in row["question"]
        assert (folder / row["image_path"]).is_file()
        answer = row[row["answer"]]
        wanted = {"enumeration": row["vp_amount"], "reference": row["label"]}.get(row["question_type"], answer)
        assert answer == wanted or row["debias"] in ("absent", "none_correct")
        assert row["debias"] != "absent" or answer == "No" or answer.startswith("There is no")
        assert (answer == "None of the above") == (row["debias"] == "none_correct")
    assert set(kinds["none_correct_control"]["D"]) == {"None of the above"}
    assert not (kinds[""][list("ABCD")] == "None of the above").any(axis=None)  # it would never be right
    rows, manifest = read_set("VPB_Stage2_DEMO")
    assert sorted(set(rows["task"])) == ["Emotic", "MIA", "MapillaryVistas", "SD-100", "SGG", "SeeClick"]
    assert (manifest.skipped, manifest.warnings) == ([], [])


def test_paired_sets_from_coco_share_scenes_and_follow_the_seed(tmp_path):
    from dataset_builders.vpb.build import build, build_from_coco

    path = coco(tmp_path)
    styles = ["oval(contrast, thin)", "bbox(contrast, none, thick)", "point(contrast, round, large)"]
    manifest = build_from_coco(path, tmp_path, tmp_path / "a", paired=2, styles=styles)
    rows, _ = read_set("VPB_Stage1", tmp_path / "a")
    assert "2 paired items per question type" in manifest.source
    assert any("1 of 6 annotated images" in warning for warning in manifest.warnings)
    assert any("901" in skipped["row"] for skipped in manifest.skipped)
    assert len(rows) == manifest.rows == 3 * (2 + 2 + 2 + 2)
    assert set(rows["debias"]) == {""}
    for pair, part in rows.groupby("pair"):
        assert sorted(part["vp_style"]) == sorted(styles), pair
        assert part["source_image"].nunique() == 1
        if part["question_type"].iloc[0] != "existence":
            assert part["answer"].nunique() == part["label"].nunique() == 1
    (twin,) = {name.removesuffix("-twin") for name in rows["pair"] if name.endswith("-twin")}
    both = rows[rows["pair"].isin([twin, f"{twin}-twin"])]
    assert set(both.groupby("pair")["answer"].nunique()) == {1}
    assert (both["source_image"].nunique(), both["answer"].nunique()) == (1, 2)
    again = build("VPB_Stage1", tmp_path, tmp_path / "b", paired=2, styles=styles)
    other = build_from_coco(path, tmp_path, tmp_path / "c", paired=2, styles=styles, seed=1)
    assert again.digest == manifest.digest != other.digest


@pytest.mark.nightly
def test_every_style_is_asked_about_in_coco(tmp_path):
    from dataset_builders.vpb.build import build

    coco(tmp_path)
    manifest = build("VPB_Stage1", tmp_path, tmp_path / "sets", per_style=1)
    rows, _ = read_set("VPB_Stage1", tmp_path / "sets")
    controls = rows["debias"].str.endswith("_control")
    unfit = [skipped for skipped in manifest.skipped if "no scene" in skipped["reason"]]
    assert len(rows) + len(unfit) == 255 + 3 * (20 + sum(~controls & (rows["debias"] == "absent") & (rows["D"] != "")))
    assert rows[~controls]["vp_style"].nunique() == sum(~controls) > 250
    assert rows["question_type"].value_counts().min() > 55


def test_odd_entries_of_coco_cost_themselves_only(tmp_path):
    from dataset_builders.vpb.build import build
    from dataset_builders.vpb.scenes import coco_scenes

    path = coco(tmp_path)
    data = json.loads(path.read_text())
    first = data["annotations"][0]
    odd = [{"file_name": "x" * 300}, {"file_name": "0.png", "width": "<b>", "height": 1}, {}]
    data["images"] += [{"id": 100 + number, **entry} for number, entry in enumerate(odd)]
    data["annotations"] += [{**first, "id": 200, "segmentation": 5}, {**first, "id": 201, "category_id": {}}]
    path.write_text(json.dumps(data))
    with SetWriter("VPB_Stage1", tmp_path / "sets", source="s", licence="l") as writer:
        assert len(coco_scenes(path, tmp_path / "val", writer)) == 5
        writer.row({"index": 0})
    named = {f"image {100 + number}" for number in range(3)} | {f"annotation {number}" for number in (200, 201, 901)}
    assert {skipped["row"] for skipped in writer.manifest.skipped} == named
    path.write_text("{}")
    with pytest.raises(DataError, match="no COCO instances file"):
        build("VPB_Stage1", tmp_path, tmp_path / "sets")


def test_an_item_that_fits_no_scene_is_left_out_with_its_reason(tmp_path):
    from dataset_builders.vpb.scenes import write_stage1
    from tests.dataset_builders.vpb.test_questions import flat_scene
    from vlmeval_hvs.visual_prompts import parse_style

    scene, style = flat_scene([(20, 20, 60, 50)], ["cat"]), parse_style("bbox(red, none, thin)")
    said = r"no scene fits bbox\(red, none, thin\) and enumeration .* and reference"
    writing = SetWriter("VPB_Stage1", tmp_path, source="s", licence="l")
    with pytest.raises(DataError, match=said), writing as writer:
        write_stage1([scene], writer, 1, paired=1, styles=[style])
