"""Visual search from data in the published format: what is taken, cut, tolerated and left out, and the demo set."""

import io
import json

import numpy as np
import pytest
from PIL import Image

from dataset_builders.visual_search import build as visual_search
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
        "image": name, "target": name, "dataset": "Lab", "target_matched_row": 200, "target_matched_column": 280,
        "target_height": 20, "target_width": 20, "image_height": SHAPE[0], "image_width": SHAPE[1],
        "initial_fixation_row": 120, "initial_fixation_column": 160, "target_object": "TBD", **changes,
    }  # fmt: skip


def scanpath(x, y, **changes):
    return {
        "subject": "01", "image_height": SHAPE[0], "image_width": SHAPE[1], "target_found": True, "max_fixations": 13,
        "target_bbox": [200, 280, 220, 300], "X": x, "Y": y, "T": [100] * len(x), **changes,
    }  # fmt: skip


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
        "dataset_name": "Lab", "image_height": SHAPE[0], "image_width": SHAPE[1], "max_scanpath_length": 10,
        "receptive_size": [16, 16], "images_dir": "stimuli/", "targets_dir": "targets/",
        "scanpaths_dir": "human_scanpaths/", **(info or {}),
    }  # fmt: skip
    (folder / "dataset_info.json").write_text(json.dumps(facts))
    (folder / "trials_properties.json").write_text(json.dumps(trials))
    return folder


def build(source, root, name="VisualSearch_Custom"):
    manifest = visual_search.build(name, source, root)
    rows, _ = read_set(name, root)
    return manifest, rows, read_trials(rows.to_dict("records"))


def people_of(folder, people):
    """Participants of the one image of a set, as built."""
    shown = {person: {"a.png": path} for person, path in people.items()}
    return build(publish(folder / "Lab", [trial("a.png")], shown), folder / "out")


def test_any_data_set_in_the_published_format_is_built(tmp_path):
    first, second = scanpath([160, 100, 285], [120, 50, 205]), scanpath([160, 40], [120, 30], target_found=False)
    manifest, rows, trials = people_of(tmp_path, {"01": first, "02": second})
    one = trials["a.png"]
    assert (one.humans["01"].found, one.humans["02"].found) == (True, False)
    assert (one.initial, one.bbox) == ((160, 120), (200, 280, 220, 300))
    assert (manifest.notes["counts"]["scanpaths"], manifest.notes["counts"]["next-fixation prompts"]) == (2, 2)
    image, target = json.loads(rows.iloc[0]["image_path"])
    assert (manifest.folder / image).read_bytes() == picture(0)
    assert (manifest.folder / target).is_file()
    hsp = rows[rows["family"] == "hsp"]  # the shared first fixation is asked about once
    assert json.loads(hsp.iloc[0]["history"]) == [[160, 120]]
    assert json.loads(hsp.iloc[0]["next"]) == [["01", 1, 100, 50], ["02", 1, 40, 30]]
    assert (hsp["humans"] == "").all()


def test_scanpaths_are_cut_where_geometry_finds_the_target_with_their_durations(tmp_path):
    _, rows, trials = people_of(tmp_path, {
        "01": scanpath([160, 276, 20], [120, 205, 20], target_found=False, T=[210, 190, 400]),
        "02": scanpath([160, 100, 20], [120, 50, 20], target_found=True, T=[1, 2]),
        "03": scanpath([160, 100, 285], [120, 50, 205], max_fixations=2),
        "04": scanpath([320, 552], [240, 410], image_height=480, image_width=640),
        "05": scanpath([160, None, 20], [120, 50, 20], T=[1, 2, 3]), "06": scanpath([160, 20], [120, 20], T=None),
    })  # fmt: skip
    humans = trials["a.png"].humans
    assert (humans["01"].found, humans["01"].x, humans["01"].durations) == (True, (160, 276), (210, 190))
    assert (humans["02"].found, humans["02"].durations) == (False, ())
    assert (humans["03"].found, humans["03"].cap) == (True, 2)  # the limit counts in the performance only
    assert (humans["04"].found, humans["04"].x) == (True, (160, 276))  # rescaled from another frame
    assert humans["05"].durations == (1, 3)
    assert "T" not in json.loads(rows.iloc[0]["humans"])["06"]


def test_what_real_files_do_is_tolerated_and_counted(tmp_path):
    people = {
        "01": {
            "a.png": scanpath([160, 100.5, 900.0], [120, 50, -7], T=[1, 2, 3, 4, 5], target_found=False),
            "b.png": scanpath([160, 100, 50], [120, 50], subject=None),
            "c.png": scanpath([160, None, 100], [120, 5, 50]),
            "unknown.png": scanpath([1], [1]),
        },
        "02": {"a.png": scanpath([160], [120]), "b.png": scanpath([285, 100], [205, 50]), "c.png": "broken"},
        "7": {"a.png": scanpath([160, 100], [120, 50])},
    }
    trials = [trial("a.png"), trial("b.png"), trial("c.png", target_object="")]
    folder = publish(tmp_path / "Lab", trials, people, {"mean_target_size": "TBD"})
    (folder / "human_scanpaths" / "anna.json").write_text(json.dumps(people["7"]))
    (folder / "stimuli" / "c.png").rename(folder / "stimuli" / "C.PNG")
    (folder / "priors").mkdir()
    (folder / "priors" / "a.PNG").write_bytes(picture(7))
    (folder / "priors" / "b.png").write_bytes(b"no picture")
    manifest, _, known = build(folder, tmp_path / "out")
    human = known["a.png"].humans["01"]
    assert (human.x, human.y) == ((160, 100.5, 319), (120, 50, 0))
    assert sorted(known["a.png"].humans) == ["01", "07", "anna"]  # of 02 one fixation only
    assert [len(human.x) for human in known["b.png"].humans.values()] == [2]  # of 02 the first is on the target
    assert (known["c.png"].humans["01"].x, known["c.png"].target_object) == ((160, 100), "TBD")
    assert manifest.notes["counts"]["trivial or empty trials left out"] == 2
    assert any("subj02_scanpaths.json: c.png" in entry["row"] for entry in manifest.skipped)
    assert [(path.name, path.read_bytes()) for path in (manifest.folder / "priors").iterdir()] == [
        ("a.png", picture(7))
    ]
    assert any("b.png: not stored as a saliency map" in warning for warning in manifest.warnings)
    assert len(manifest.warnings) == 5
    for other in ("subj01_session2", "subj1_b", "subj001_scanpaths"):
        (folder / "human_scanpaths" / f"{other}.json").write_text("{}")
        with pytest.raises(DataError, match=r"subj01_scanpaths.json.*both of participant 01"):
            build(folder, tmp_path / "out")
        (folder / "human_scanpaths" / f"{other}.json").unlink()


def test_images_that_cannot_be_used_are_left_out_with_a_reason(tmp_path):
    reasons = {
        "gone.png": "missing", "broken.png": "decode", "on.png": "on the target", "a.png": "second trial",
        "nobox.png": "box", "../../evil.png": "missing", "before.png": "outside the image", "flat.png": "no area",
        "below.png": "outside the image (rows 5000 to 5020, columns 280 to 300; image 240 x 320)",
        "negative.png": "no area (rows 200 to 180",
    }  # fmt: skip
    trials = [
        trial("a.png"), trial("gone.png"), trial("broken.png"), trial("a.png"), trial("nobox.png", target_height=None),
        trial("on.png", initial_fixation_row=205, initial_fixation_column=285), trial("flat.png", target_width=0),
        trial("below.png", target_matched_row=5000), trial("before.png", target_matched_column=-21),
        trial("negative.png", target_height=-20), trial("../../evil.png"),
        trial("edge.png", target_matched_row=230),  # ends below the image, as some published boxes do
    ]  # fmt: skip
    folder = publish(tmp_path / "Lab", [entry for entry in trials if "evil" not in entry["image"]], {})
    (folder / "trials_properties.json").write_text(json.dumps(trials))
    (folder / "stimuli" / "gone.png").unlink()
    (folder / "stimuli" / "broken.png").write_bytes(picture(1)[:200])
    manifest, _, known = build(folder, tmp_path / "out")
    assert list(known) == ["a.png", "edge.png"]
    assert {entry["row"] for entry in manifest.skipped} == set(reasons)
    for entry in manifest.skipped:
        assert reasons[entry["row"]] in entry["reason"]


def test_unreadable_targets_are_cut_from_the_image(tmp_path):
    for damage in ("missing", "broken"):
        folder = publish(tmp_path / damage, [trial("a.png")], {}, targets=damage == "broken")
        if damage == "broken":
            (folder / "targets" / "a.png").write_bytes(b"not an image")
        manifest, rows, _ = build(folder, tmp_path / "out")
        target = Image.open(manifest.folder / json.loads(rows.iloc[0]["image_path"])[1])
        assert np.array_equal(np.asarray(target), np.asarray(Image.open(io.BytesIO(picture(0))))[200:220, 280:300])


def test_no_set_is_taken_for_another_and_the_right_one_is_found(tmp_path):
    def published(name, image="a.png", **changes):
        return publish(tmp_path / "Datasets" / name, [trial(image, **changes)], {}, {"dataset_name": name})

    for name, source, said in (
        ("Interiors", published("MCS Dataset"), "holds the data of MCS Dataset, not of Interiors"),
        ("COCOSearch18Absent", tmp_path / "Datasets", "target absent"),
        ("Interiors", published("Kitchens"), "data of Kitchens, not of Interiors; .* VisualSearch_Custom:NAME"),
        ("Unrestricted", tmp_path / "Datasets", "Unrestricted"), ("MCS", None, "--source"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=said):
            visual_search.build(f"VisualSearch_{name}", source, tmp_path / "out")
    published("Interiors Dataset", "i.png")
    assert list(build(tmp_path / "Datasets", tmp_path / "out", "VisualSearch_Interiors")[2]) == ["i.png"]
    for name, row in (("kitchens", 200), ("streets.2", 100)):
        folder = published(f"own {name}", target_matched_row=row)
        assert build(folder, tmp_path / "own", f"VisualSearch_Custom:{name}")[2]["a.png"].bbox[0] == row
    assert len(list((tmp_path / "own").iterdir())) == 2
    with pytest.raises(DataError, match="nothing in a format"):
        visual_search.build("VisualSearch_MCS", tmp_path / "out", tmp_path)
    folder = publish(tmp_path / "odd", [trial("a.png")], {}, {"receptive_size": "big"})
    with pytest.raises(DataError, match="receptive_size"):
        visual_search.build("VisualSearch_Custom", folder, tmp_path)
    (folder / "dataset_info.json").write_text("[1]")
    with pytest.raises(DataError, match="dict"):
        read_published(folder)


def test_published_scanpaths_are_lumped_already(tmp_path):
    # The published rule is a running midpoint: merged once more, these three would be two.
    people = {"01": {"a.png": scanpath(x := [160, 100, 107, 111], [120, 50, 50, 50])}}
    for name, lumped in (("cIBS", True), ("Unrestricted Dataset", True), ("Kitchens", False)):
        folder = publish(tmp_path / name, [trial("a.png")], people, {"dataset_name": name})
        one = build(folder, tmp_path / "out")[2]["a.png"]
        assert one.lumped is lumped
        assert list(one.humans["01"].x) == x
        assert human_path(one, "01")[0].tolist() == (x if lumped else [160, 107.25])


def test_demo_participants_search_as_people_do_and_targets_are_in_the_scene(demo):
    folder = set_folder("VisualSearch_Interiors_DEMO", demo("VisualSearch_Interiors_DEMO"))
    rows, _ = read_set("VisualSearch_Interiors_DEMO")
    trials = read_trials(rows.to_dict("records"))
    humans = [human for one in trials.values() for human in one.humans.values()]
    assert 0.5 < np.mean([human.found for human in humans]) < 0.95
    assert {human.cap for human in humans} == {3, 5, 9, 13}
    assert all(one.capped for one in trials.values())
    lengths = [len(human.x) for human in humans if human.found]
    assert 2.5 < np.mean(lengths) < 8
    assert all(len(human.x) <= human.cap for human in humans)
    for row in rows[rows["family"] == "search"].to_dict("records"):
        scene, target = (np.asarray(Image.open(folder / path)) for path in json.loads(row["image_path"]))
        top, left, bottom, right = (int(value) for value in json.loads(row["bbox"]))
        assert np.array_equal(scene[top:bottom, left:right], target)
