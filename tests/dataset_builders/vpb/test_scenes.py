import json
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from dataset_builders.vpb import demo as demo_vpb
from dataset_builders.vpb.build import build, build_from_coco
from dataset_builders.vpb.language import LanguageModel, distractors, rephrase
from dataset_builders.vpb.questions import QUESTION_TYPES, NotDrawable, Plan, Scene, make_item, plan
from vlmeval_hvs.benchmarks.vpb.wording import options_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set
from vlmeval_hvs.visual_prompts import Region, all_styles, parse_style


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
    assert len(rows) + len([s for s in manifest.skipped if "no scene" in s["reason"]]) == 255
    assert len(rows) > 250
    assert rows["vp_style"].nunique() == 255
    assert rows["vp_style"].value_counts().max() == 1
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
        assert (folder / "sets" / "VPB_Stage1" / row["image_path"]).is_file()
    kept = rows[rows["debias"] == ""]
    right = [row[row["answer"]] for row in kept[kept["question_type"] == "enumeration"].to_dict("records")]
    assert right == kept[kept["question_type"] == "enumeration"]["vp_amount"].tolist()
    labels = [row[row["answer"]] for row in kept[kept["question_type"] == "reference"].to_dict("records")]
    assert labels == kept[kept["question_type"] == "reference"]["label"].tolist()


def test_debias_items_have_the_stated_shares_and_answers(rebuilt):
    rows, _, _ = rebuilt
    steps = Counter(step.debias for step in plan(14790, 0))
    assert steps["absent"] / 14790 == pytest.approx(0.045, abs=1e-4)
    assert steps["none_correct"] / 14790 == pytest.approx(0.08, abs=1e-4)
    absent, none = rows[rows["debias"] == "absent"], rows[rows["debias"] == "none_correct"]
    assert len(absent) == pytest.approx(11, abs=1)
    assert len(none) == pytest.approx(20, abs=1)
    for row in absent.to_dict("records"):
        assert row[row["answer"]] == "No" or row[row["answer"]].startswith("There is no")
    assert {row[row["answer"]] for row in none.to_dict("records")} == {"None of the above"}
    ordinary = rows[rows["debias"] == ""]
    assert (ordinary[list("ABCD")] == "None of the above").any(axis=1).sum() > 4  # as a wrong option too


def test_same_seed_same_set(rebuilt, tmp_path):
    _, manifest, folder = rebuilt
    path = folder / "annotations" / "instances_val.json"
    again = build_from_coco(path, folder, tmp_path / "a", per_style=1)
    other = build_from_coco(path, folder, tmp_path / "b", per_style=1, seed=1)
    assert again.digest == manifest.digest != other.digest


def test_build_finds_coco_in_a_folder(tmp_path):
    coco(tmp_path, ("coins.png",))
    manifest = build("VPB_Stage1", tmp_path, tmp_path / "sets", per_style=1)
    assert "COCO" in manifest.source
    assert len(manifest.skipped) > 50  # coins alone give no wrong options for reference questions
    with pytest.raises(DataError, match="no COCO instances file"):
        (tmp_path / "annotations" / "instances_val.json").write_text("{}")
        build("VPB_Stage1", tmp_path, tmp_path / "sets")


def flat_scene(color, regions):
    return Scene("flat", lambda: np.full((300, 400, 3), color, np.uint8), regions, ("a", "b", "c", "d"))


def test_drawings_that_cannot_be_seen_are_not_asked_about():
    scene = flat_scene((255, 0, 0), (Region((50, 50, 80, 60), label="wall"),))
    step = Plan(0, parse_style("bbox(red, none, thin)"), "reference", "")
    with pytest.raises(NotDrawable, match="changes almost nothing"):
        make_item(step, scene, 0)
    assert make_item(Plan(0, parse_style("bbox(contrast, none, thin)"), "reference", ""), scene, 0).color != "red"


@pytest.mark.parametrize(("x", "y", "place"), [(20, 20, "top-left"), (300, 20, "top-right"), (20, 220, "bottom-left")])
def test_places_are_where_the_drawing_is(x, y, place):
    scene = flat_scene((200, 200, 200), (Region((x, y, 60, 50), label="thing"),))
    for style in all_styles()[::9]:
        item = make_item(Plan(3, style, "location", ""), scene, 0)
        assert place in item.options["ABCD".index(item.answer)]
    middle = flat_scene((200, 200, 200), (Region((180, 120, 60, 50), label="thing"),))
    with pytest.raises(NotDrawable, match="centre line"):
        make_item(Plan(3, parse_style("bbox(red, none, thin)"), "location", ""), middle, 0)


def test_existence_is_true_of_the_picture():
    scene = flat_scene((200, 200, 200), (Region((30, 30, 80, 60), label="thing"),))
    answers = Counter()
    for number in range(60):
        item = make_item(Plan(number, parse_style("oval(red, thick)"), "existence", ""), scene, 0)
        red = ((item.pixels[:, :, 0] > 240) & (item.pixels[:, :, 1] < 20)).sum()
        yes = item.options["ABCD".index(item.answer)] == "Yes"
        assert not yes or red > 100
        answers[yes] += 1
    assert min(answers.values()) > 15
    for number in range(20):
        gone = make_item(Plan(number, parse_style("oval(red, thick)"), "existence", "absent"), scene, 0)
        assert gone.options["ABCD".index(gone.answer)] == "No"


REPLY = 'Sure!\n```json\n{"distractor_options": ["lynx", "fox", "cat", "dog"]}\n```'


def test_distractors_come_from_the_judge():
    asked = []
    assert distractors(lambda p: asked.append(p) or REPLY, "What is it?", "cat") == ["lynx", "fox", "dog"]
    assert "question ’What is it?’ and its correct answer ’cat’" in asked[0]
    assert '"distractor_options"' in asked[0]
    for reply in ("", "no json", "{}", '{"distractor_options": "x"}', '{"distractor_options": ["cat", "a", 3]}'):
        with pytest.raises(ValueError, match="distractor_options"):
            distractors(lambda _, reply=reply: reply, "What is it?", "cat")


def test_rephrasing_keeps_what_matters():
    text = "What is the red oval referring to in the image?"
    assert rephrase(lambda _: "Which thing does the red oval mark?", text, ("red", "oval")).startswith("Which")
    for reply in ("", "Which thing?", "a red oval\nand more", "red oval " * 100):
        with pytest.raises(ValueError, match="reply|lost"):
            rephrase(lambda _, reply=reply: reply, text, ("red", "oval"))


def test_language_model_improves_items_or_leaves_them(tmp_path):
    scene = flat_scene((200, 200, 200), (Region((50, 50, 80, 60), label="cat"),))

    class Notes:
        notes: dict = {}

        def note(self, key, value):
            self.notes[key] = value

    step = Plan(5, parse_style("oval(red, thin)"), "reference", "")
    item, notes = make_item(step, scene, 0), Notes()
    before = list(item.options)
    LanguageModel(lambda p: REPLY if "distractor" in p else "Say, which thing has the red oval?", reword=True).improve(
        item, notes
    )
    assert item.options["ABCD".index(item.answer)] == "cat"
    assert item.options != before
    assert item.question.startswith("Say")
    item = make_item(step, scene, 0)
    LanguageModel(lambda p: "?", reword=True).improve(item, notes)
    assert item.options == before
    assert notes.notes["language_model_failures"] == 2


def test_demo_sets(tmp_path):
    first = demo_vpb.build("VPB_Stage1_DEMO", None, tmp_path / "a")
    rows, _ = read_set("VPB_Stage1_DEMO", tmp_path / "a")
    assert first.rows == rows["vp_style"].nunique() == 255
    assert set(rows["question_type"]) == set(QUESTION_TYPES)
    assert set(rows["debias"]) == {"", "absent", "none_correct"}
    second = demo_vpb.build("VPB_Stage2_DEMO", None, tmp_path / "a")
    rows, _ = read_set("VPB_Stage2_DEMO", tmp_path / "a")
    assert sorted(set(rows["task"])) == ["Emotic", "MIA", "MapillaryVistas", "SD-100", "SGG", "SeeClick"]
    assert not second.skipped
    assert not second.warnings
    assert demo_vpb.build("VPB_Stage2_DEMO", None, tmp_path / "b").digest == second.digest
