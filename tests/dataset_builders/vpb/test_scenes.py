"""Stage 1 made anew from COCO annotations."""

import json
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from dataset_builders.vpb import demo as demo_vpb
from dataset_builders.vpb.build import build, build_from_coco
from dataset_builders.vpb.scenes import coco_scenes
from vlmeval_hvs.choices import options_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import SetWriter, read_set, set_folder
from vlmeval_hvs.visual_prompts import Region, parse_style


def coco(tmp_path, photos=("astronaut.png", "coffee.png", "motorcycle_left.png", "coins.png", "rocket.jpg")):
    """A COCO folder made of the demo photographs: polygons, run lengths, a crowd and a broken annotation."""
    names, images, annotations = {}, [], []
    (tmp_path / "val").mkdir()
    (tmp_path / "annotations").mkdir()
    for number, photo in enumerate(photos):
        pixels = demo_vpb.photo(photo)
        Image.fromarray(pixels).save(tmp_path / "val" / f"{number}.png")
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
    data = {
        "images": images,
        "annotations": [*annotations, crowd, broken],
        "categories": [{"id": i, "name": name, "supercategory": "thing"} for name, i in names.items()],
    }
    path = tmp_path / "annotations" / "instances_val.json"
    path.write_text(json.dumps(data))
    return path


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    folder = tmp_path_factory.mktemp("coco")
    manifest = build_from_coco(coco(folder), folder, folder / "sets", per_style=1)
    return read_set("VPB_Stage1", folder / "sets")[0], manifest, folder


def test_rebuilt_from_coco_is_balanced_over_styles_and_question_types(rebuilt):
    rows, manifest, _ = rebuilt
    controls = rows["debias"].str.endswith("_control")
    unfit = [skipped for skipped in manifest.skipped if "no scene" in skipped["reason"]]
    assert len(rows) + len(unfit) == 255 + 3 * (20 + sum(~controls & (rows["debias"] == "absent") & (rows["D"] != "")))
    assert sum(~controls) > 250
    assert rows[~controls]["vp_style"].nunique() == sum(~controls)
    assert min(Counter(rows["question_type"]).values()) > 55
    assert any("1 of 6 annotated images" in warning for warning in manifest.warnings)
    assert any("901" in skipped["row"] for skipped in manifest.skipped)


def test_every_row_is_a_sound_multiple_choice_question(rebuilt):
    rows, _, folder = rebuilt
    for row in rows.to_dict("records"):
        options = options_of(row)
        assert len(options) == len(set(options)) == (2 if row["question_type"] == "existence" else 4)
        assert options["ABCD".index(row["answer"])]
        assert parse_style(row["vp_style"]).phrase in row["question"]
        assert row["vp_color"] in row["question"]
        assert row["context"].split()[1] in ("tag", "bounding", "arrow", "mask", "contour", "oval", "point", "scribble")
        assert (set_folder("VPB_Stage1", folder / "sets") / row["image_path"]).is_file()
    kept = rows[rows["debias"] == ""]
    right = [row[row["answer"]] for row in kept[kept["question_type"] == "enumeration"].to_dict("records")]
    assert right == kept[kept["question_type"] == "enumeration"]["vp_amount"].tolist()
    labels = [row[row["answer"]] for row in kept[kept["question_type"] == "reference"].to_dict("records")]
    assert labels == kept[kept["question_type"] == "reference"]["label"].tolist()


def test_debias_items_have_the_stated_shares_and_answers(rebuilt):
    rows, _, _ = rebuilt
    absent, none = rows[rows["debias"] == "absent"], rows[rows["debias"] == "none_correct"]
    assert len(absent) == pytest.approx(11, abs=1)
    assert len(none) == pytest.approx(20, abs=1)
    for row in absent.to_dict("records"):
        assert row[row["answer"]] == "No" or row[row["answer"]].startswith("There is no")
    assert {row[row["answer"]] for row in none.to_dict("records")} == {"None of the above"}
    control = rows[rows["debias"] == "none_correct_control"]
    assert set(control["D"]) == {"None of the above"}
    assert "D" not in set(control["answer"])
    ordinary = rows[rows["debias"] == ""]
    assert not (ordinary[list("ABCD")] == "None of the above").any(axis=None)  # it would never be right


def test_paired_set(rebuilt, tmp_path):
    _, _, folder = rebuilt
    path = folder / "annotations" / "instances_val.json"
    styles = ["oval(contrast, thin)", "bbox(contrast, none, thick)", "point(contrast, round, large)"]
    manifest = build_from_coco(path, folder, tmp_path, paired=2, styles=styles)
    rows, _ = read_set("VPB_Stage1", tmp_path)
    assert "2 paired items per question type" in manifest.source
    assert len(rows) == manifest.rows == 3 * (2 + 2 + 2 + 2)
    assert set(rows["debias"]) == {""}
    for pair, part in rows.groupby("pair"):
        assert sorted(part["vp_style"]) == sorted(styles), pair
        assert part["source_image"].nunique() == 1
        if part["question_type"].iloc[0] != "existence":
            assert part["answer"].nunique() == part["label"].nunique() == 1
    twins = {name.removesuffix("-twin") for name in rows["pair"] if name.endswith("-twin")}
    assert len(twins) == 1
    for name in twins:
        both = rows[rows["pair"].isin([name, f"{name}-twin"])]
        assert set(both.groupby("pair")["answer"].nunique()) == {1}
        assert both["source_image"].nunique() == 1
        assert both["answer"].nunique() == 2


def test_same_seed_same_set(rebuilt, tmp_path):
    _, manifest, folder = rebuilt
    path = folder / "annotations" / "instances_val.json"
    again = build_from_coco(path, folder, tmp_path / "a", per_style=1)
    other = build_from_coco(path, folder, tmp_path / "b", per_style=1, seed=1)
    assert again.digest == manifest.digest != other.digest


def test_odd_entries_of_coco_cost_themselves_only(tmp_path):
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


def test_build_finds_coco_in_a_folder(tmp_path):
    coco(tmp_path, ("coins.png",))
    manifest = build("VPB_Stage1", tmp_path, tmp_path / "sets", per_style=1)
    assert "COCO" in manifest.source
    assert len(manifest.skipped) > 50  # coins alone give no options for reference questions
    with pytest.raises(DataError, match="no COCO instances file"):
        (tmp_path / "annotations" / "instances_val.json").write_text("{}")
        build("VPB_Stage1", tmp_path, tmp_path / "sets")
