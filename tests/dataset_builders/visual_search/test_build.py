import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from dataset_builders.visual_search import build as visual_search
from dataset_builders.visual_search import demo as demo_visual_search
from dataset_builders.visual_search.published import read_published
from vlmeval_hvs.benchmarks.visual_search.trials import human_path, read_trials
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder

SHAPE = (240, 320)


def picture(seed=0, shape=SHAPE):
    buffer = io.BytesIO()
    pixels = np.random.default_rng(seed).integers(0, 255, (*shape, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(buffer, format="PNG")
    return buffer.getvalue()


def trial(name, **changes):
    return {
        "image": name,
        "target": name,
        "dataset": "Lab",
        "target_matched_row": 200,
        "target_matched_column": 280,
        "target_height": 20,
        "target_width": 20,
        "image_height": SHAPE[0],
        "image_width": SHAPE[1],
        "initial_fixation_row": 120,
        "initial_fixation_column": 160,
        "target_object": "TBD",
        **changes,
    }


def scanpath(x, y, **changes):
    return {
        "subject": "01",
        "image_height": SHAPE[0],
        "image_width": SHAPE[1],
        "target_found": True,
        "target_bbox": [200, 280, 220, 300],
        "X": x,
        "Y": y,
        "T": [100] * len(x),
        "max_fixations": 13,
        **changes,
    }


def publish(folder, trials, people, info=None, targets=True):
    for part in ("stimuli", "targets", "human_scanpaths"):
        (folder / part).mkdir(parents=True)
    for number, entry in enumerate(trials):
        (folder / "stimuli" / entry["image"]).write_bytes(picture(number))
        if targets:
            (folder / "targets" / entry["target"]).write_bytes(picture(number, (20, 20)))
    for person, scanpaths in people.items():
        (folder / "human_scanpaths" / f"subj{person}_scanpaths.json").write_text(json.dumps(scanpaths))
    facts = {
        "dataset_name": "Lab",
        "image_height": SHAPE[0],
        "image_width": SHAPE[1],
        "max_scanpath_length": 10,
        "receptive_size": [16, 16],
        "images_dir": "stimuli/",
        "targets_dir": "targets/",
        "scanpaths_dir": "human_scanpaths/",
        **(info or {}),
    }
    (folder / "dataset_info.json").write_text(json.dumps(facts))
    (folder / "trials_properties.json").write_text(json.dumps(trials))
    return folder


def build(source, root, name="VisualSearch_Custom"):
    manifest = visual_search.build(name, source, root)
    rows, _ = read_set(name, root)
    return manifest, rows, read_trials(rows.to_dict("records"))


def test_any_data_set_in_the_published_format_is_built(tmp_path):
    people = {
        "01": {"a.png": scanpath([160, 100, 285], [120, 50, 205])},
        "02": {"a.png": scanpath([160, 40], [120, 30], target_found=False)},
    }
    manifest, rows, trials = build(publish(tmp_path / "Lab", [trial("a.png")], people), tmp_path / "out")
    assert list(trials) == ["a.png"]
    assert trials["a.png"].humans["01"].found
    assert not trials["a.png"].humans["02"].found
    assert trials["a.png"].initial == (160, 120)
    assert trials["a.png"].bbox == (200, 280, 220, 300)
    assert manifest.notes["counts"]["scanpaths"] == 2
    image, target = json.loads(rows.iloc[0]["image_path"])
    assert (manifest.folder / image).read_bytes() == picture(0)
    assert (manifest.folder / target).is_file()


def test_one_next_fixation_row_per_distinct_history(tmp_path):
    people = {
        "01": {"a.png": scanpath([160, 100, 285], [120, 50, 205])},
        "02": {"a.png": scanpath([160, 40, 290], [120, 30, 210])},
    }
    _, rows, _ = build(publish(tmp_path / "Lab", [trial("a.png")], people), tmp_path / "out")
    hsp = rows[rows["family"] == "hsp"]
    assert len(hsp) == 3  # the shared first fixation is asked once
    first = hsp.iloc[0]
    assert json.loads(first["history"]) == [[160, 120]]
    assert json.loads(first["next"]) == [["01", 1, 100, 50], ["02", 1, 40, 30]]
    assert (hsp["humans"] == "").all()


def test_what_real_files_do_is_tolerated_and_counted(tmp_path):
    people = {
        "01": {
            "a.png": scanpath([160, 100.5, 900.0], [120, 50, -7], T=[1, 2, 3, 4, 5], target_found=False),
            "b.png": scanpath([160, 100, 50], [120, 50], subject=None),
            "c.png": scanpath([160, None, 100], [120, 5, 50]),
            "unknown.png": scanpath([1], [1]),
        },
        "02": {"a.png": scanpath([160], [120]), "b.png": scanpath([285, 100], [205, 50]), "c.png": "broken"},
    }
    trials = [trial("a.png"), trial("b.png"), trial("c.png", target_object="")]
    folder = publish(tmp_path / "Lab", trials, people, {"mean_target_size": "TBD"})
    manifest, _, known = build(folder, tmp_path / "out")
    human = known["a.png"].humans["01"]
    assert human.x == (160, 100.5, 319)
    assert human.y == (120, 50, 0)
    assert len(known["b.png"].humans["01"].x) == 2
    assert known["c.png"].humans["01"].x == (160, 100)
    assert known["c.png"].target_object == "TBD"
    assert "02" not in known["a.png"].humans  # one fixation only
    assert "02" not in known["b.png"].humans  # the first fixation is on the target
    assert manifest.notes["counts"]["trivial or empty trials left out"] == 2
    assert len(manifest.warnings) == 4
    assert any("subj02_scanpaths.json: c.png" in entry["row"] for entry in manifest.skipped)


def test_scanpaths_are_cut_where_geometry_finds_the_target(tmp_path):
    people = {
        "01": {"a.png": scanpath([160, 276, 20], [120, 205, 20], target_found=False)},
        "02": {"a.png": scanpath([160, 100, 20], [120, 50, 20], target_found=True)},
        "03": {"a.png": scanpath([160, 100, 285], [120, 50, 205], max_fixations=2)},
        "04": {"a.png": scanpath([320, 552], [240, 410], image_height=480, image_width=640)},
    }
    _, _, trials = build(publish(tmp_path / "Lab", [trial("a.png")], people), tmp_path / "out")
    humans = trials["a.png"].humans
    assert humans["01"].found
    assert len(humans["01"].x) == 2
    assert not humans["02"].found
    assert humans["03"].found  # found is geometry; that it was beyond the limit counts in the performance only
    assert humans["03"].cap == 2
    assert humans["04"].found  # rescaled from another frame
    assert humans["04"].x == (160, 276)


def test_images_that_cannot_be_used_are_skipped_with_a_reason(tmp_path):
    trials = [
        trial("a.png"),
        trial("gone.png"),
        trial("broken.png"),
        trial("on.png", initial_fixation_row=205, initial_fixation_column=285),
        trial("a.png"),
        trial("nobox.png", target_height=None),
        trial("../../evil.png"),
    ]
    folder = publish(tmp_path / "Lab", [entry for entry in trials if "evil" not in entry["image"]], {})
    (folder / "trials_properties.json").write_text(json.dumps(trials))
    (folder / "stimuli" / "gone.png").unlink()
    (folder / "stimuli" / "broken.png").write_bytes(picture(1)[:200])
    manifest, rows, known = build(folder, tmp_path / "out")
    assert list(known) == ["a.png"]
    assert len(rows) == 1
    reasons = {entry["row"]: entry["reason"] for entry in manifest.skipped}
    assert "missing" in reasons["gone.png"]
    assert "decode" in reasons["broken.png"]
    assert "on the target" in reasons["on.png"]
    assert "second trial" in reasons["a.png"]
    assert "box" in reasons["nobox.png"]
    assert "missing" in reasons["../../evil.png"]


def test_boxes_at_which_nothing_can_be_found_are_left_out_with_their_numbers(tmp_path):
    trials = [
        trial("a.png"),
        trial("below.png", target_matched_row=5000),
        trial("before.png", target_matched_column=-21),
        trial("negative.png", target_height=-20),
        trial("flat.png", target_width=0),
        trial("edge.png", target_matched_row=230),  # ends below the image, as some published boxes do
    ]
    manifest, _, known = build(publish(tmp_path / "Lab", trials, {}), tmp_path / "out")
    assert list(known) == ["a.png", "edge.png"]
    reasons = {entry["row"]: entry["reason"] for entry in manifest.skipped}
    assert "outside the image (rows 5000 to 5020, columns 280 to 300; image 240 x 320)" in reasons["below.png"]
    assert "outside the image" in reasons["before.png"]
    assert "no area (rows 200 to 180" in reasons["negative.png"]
    assert "no area" in reasons["flat.png"]


@pytest.mark.parametrize("other", ["subj01_session2", "subj1_b", "subj001_scanpaths"])
def test_two_files_of_one_participant_are_refused(tmp_path, other):
    folder = publish(tmp_path / "Lab", [trial("a.png")], {"01": {"a.png": scanpath([160, 100], [120, 50])}})
    (folder / "human_scanpaths" / f"{other}.json").write_text("{}")
    with pytest.raises(DataError, match=r"subj01_scanpaths.json.*both of participant 01"):
        build(folder, tmp_path / "out")


def test_participants_without_a_number_keep_their_names(tmp_path):
    one = {"a.png": scanpath([160, 100], [120, 50])}
    folder = publish(tmp_path / "Lab", [trial("a.png")], {"7": one})
    (folder / "human_scanpaths" / "anna.json").write_text(json.dumps(one))
    _, _, known = build(folder, tmp_path / "out")
    assert sorted(known["a.png"].humans) == ["07", "anna"]


def test_durations_go_with_their_fixations(tmp_path):
    people = {
        "01": {"a.png": scanpath([160, 285, 20], [120, 205, 20], T=[210, 190, 400])},
        "02": {"a.png": scanpath([160, 100, 20], [120, 50, 20], T=[1, 2])},
        "03": {"a.png": scanpath([160, None, 20], [120, 50, 20], T=[1, 2, 3])},
        "04": {"a.png": scanpath([160, 20], [120, 20], T=None)},
    }
    _, rows, known = build(publish(tmp_path / "Lab", [trial("a.png")], people), tmp_path / "out")
    humans = known["a.png"].humans
    assert humans["01"].durations == (210, 190)
    assert humans["02"].durations == ()
    assert humans["03"].durations == (1, 3)
    assert "T" not in json.loads(rows.iloc[0]["humans"])["04"]


def test_saliency_maps_beside_the_images_come_along(tmp_path):
    folder = publish(tmp_path / "Lab", [trial("a.png"), trial("b.png")], {})
    (folder / "priors").mkdir()
    (folder / "priors" / "a.PNG").write_bytes(picture(7))
    (folder / "priors" / "b.png").write_bytes(b"no picture")
    manifest, _, _ = build(folder, tmp_path / "out")
    kept = manifest.folder / "priors"
    assert [path.name for path in kept.iterdir()] == ["a.png"]
    assert (kept / "a.png").read_bytes() == picture(7)
    assert any("b.png: not stored as a saliency map" in warning for warning in manifest.warnings)


def test_file_names_may_differ_in_case(tmp_path):
    folder = publish(tmp_path / "Lab", [trial("a.png")], {})
    (folder / "stimuli" / "a.png").rename(folder / "stimuli" / "A.PNG")
    _, _, known = build(folder, tmp_path / "out")
    assert list(known) == ["a.png"]


def test_one_published_set_is_never_taken_for_another(tmp_path):
    folder = publish(tmp_path / "MCS", [trial("m.png")], {}, {"dataset_name": "MCS Dataset"})
    with pytest.raises(DataError, match="holds the data of MCS Dataset, not of Interiors"):
        visual_search.build("VisualSearch_Interiors", folder, tmp_path / "out")
    with pytest.raises(DataError, match="target absent"):
        visual_search.build("VisualSearch_COCOSearch18Absent", folder, tmp_path / "out")


def test_own_data_are_never_taken_for_a_published_set(tmp_path):
    folder = publish(tmp_path / "Kitchens", [trial("a.png")], {}, {"dataset_name": "Kitchens"})
    with pytest.raises(DataError, match="data of Kitchens, not of Interiors; .* VisualSearch_Custom:NAME"):
        visual_search.build("VisualSearch_Interiors", folder, tmp_path / "out")


@pytest.mark.parametrize(("name", "lumped"), [("cIBS", True), ("Unrestricted Dataset", True), ("Kitchens", False)])
def test_published_scanpaths_are_lumped_already(tmp_path, name, lumped):
    # The published rule is a running midpoint: merged once more, these three would be two.
    x = [160, 100, 107, 111]
    people = {"01": {"a.png": scanpath(x, [120, 50, 50, 50])}}
    _, _, known = build(publish(tmp_path / "Lab", [trial("a.png")], people, {"dataset_name": name}), tmp_path / "out")
    assert known["a.png"].lumped is lumped
    assert list(known["a.png"].humans["01"].x) == x
    walked, _ = human_path(known["a.png"], "01")
    assert walked.tolist() == (x if lumped else [160, 107.25])


def test_each_own_set_has_a_folder_of_its_own(tmp_path):
    for name, row in (("kitchens", 200), ("streets.2", 100)):
        folder = publish(tmp_path / name, [trial("a.png", target_matched_row=row)], {})
        _, _, known = build(folder, tmp_path / "out", f"VisualSearch_Custom:{name}")
        assert known["a.png"].bbox[0] == row
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "VisualSearch_Custom=kitchens",
        "VisualSearch_Custom=streets.2",
    ]


@pytest.mark.parametrize("damage", ["missing", "broken"])
def test_unreadable_targets_are_cut_from_the_image(tmp_path, damage):
    folder = publish(tmp_path / "Lab", [trial("a.png")], {}, targets=damage == "broken")
    if damage == "broken":
        (folder / "targets" / "a.png").write_bytes(b"not an image")
    _, rows, _ = build(folder, tmp_path / "out")
    target = set_folder("VisualSearch_Custom", tmp_path / "out") / json.loads(rows.iloc[0]["image_path"])[1]
    whole = np.asarray(Image.open(io.BytesIO(picture(0))))
    assert np.array_equal(np.asarray(Image.open(target)), whole[200:220, 280:300])


def test_the_right_set_is_found_in_a_release(tmp_path):
    publish(tmp_path / "Datasets" / "MCS", [trial("m.png")], {}, {"dataset_name": "MCS"})
    publish(tmp_path / "Datasets" / "Interiors", [trial("i.png")], {}, {"dataset_name": "Interiors Dataset"})
    _, _, trials = build(tmp_path / "Datasets", tmp_path / "out", "VisualSearch_Interiors")
    assert list(trials) == ["i.png"]
    with pytest.raises(DataError, match="Unrestricted"):
        visual_search.build("VisualSearch_Unrestricted", tmp_path / "Datasets", tmp_path / "out")


def test_unusable_sources_are_errors_in_words(tmp_path):
    with pytest.raises(DataError, match="--source"):
        visual_search.build("VisualSearch_MCS", None, tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="nothing in a format"):
        visual_search.build("VisualSearch_MCS", tmp_path / "empty", tmp_path)
    folder = publish(tmp_path / "Lab", [trial("a.png")], {}, {"receptive_size": "big"})
    with pytest.raises(DataError, match="receptive_size"):
        visual_search.build("VisualSearch_Custom", folder, tmp_path)
    (folder / "dataset_info.json").write_text("[1]")
    with pytest.raises(DataError, match="dict"):
        read_published(folder)


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    root = tmp_path_factory.mktemp("demo")
    demo_visual_search.build("VisualSearch_Interiors_DEMO", None, root)
    return root


def test_demo_sets_are_deterministic(demo, tmp_path):
    again = demo_visual_search.build("VisualSearch_Interiors_DEMO", None, tmp_path)
    _, first = read_set("VisualSearch_Interiors_DEMO", demo)
    assert first.digest == again.digest


def test_demo_participants_search_as_people_do(demo):
    rows, _ = read_set("VisualSearch_Interiors_DEMO", demo)
    trials = read_trials(rows.to_dict("records"))
    humans = [human for one in trials.values() for human in one.humans.values()]
    found = np.mean([human.found for human in humans])
    assert 0.5 < found < 0.95
    assert {human.cap for human in humans} == {3, 5, 9, 13}
    assert all(one.capped for one in trials.values())
    assert 2.5 < np.mean([len(human.x) for human in humans if human.found]) < 8


def test_demo_targets_are_in_the_scene_and_off_the_start(demo):
    rows, _ = read_set("VisualSearch_Interiors_DEMO", demo)
    folder = set_folder("VisualSearch_Interiors_DEMO", Path(demo))
    for row in rows[rows["family"] == "search"].to_dict("records"):
        scene, target = (np.asarray(Image.open(folder / path)) for path in json.loads(row["image_path"]))
        top, left, bottom, right = (int(value) for value in json.loads(row["bbox"]))
        assert np.array_equal(scene[top:bottom, left:right], target)
