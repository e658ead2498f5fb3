"""Visual search from data in the published format: what is taken, cut, tolerated and left out, and the demo set."""

import json

import numpy as np
import pytest

from tests.dataset_builders.visual_search.small import build, picture, pixels, reasons
from vlmeval_hvs.benchmarks.visual_search.trials import human_path, read_trials
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder

SHAPE = {"image_height": 240, "image_width": 320}


def trial(name, **changes):
    return {
        "image": name, "target": name, "dataset": "Lab", "target_matched_row": 200, "target_matched_column": 280,
        "target_height": 20, "target_width": 20, "initial_fixation_row": 120, "initial_fixation_column": 160,
        "target_object": "TBD", **SHAPE, **changes,
    }  # fmt: skip


def scanpath(x, y, **changes):
    return {
        "subject": "01", "target_found": True, "max_fixations": 13, "target_bbox": [200, 280, 220, 300],
        "X": x, "Y": y, "T": [100] * len(x), **SHAPE, **changes,
    }  # fmt: skip


def publish(folder, trials, people=(), **info):
    for part in ("stimuli", "targets", "human_scanpaths"):
        (folder / part).mkdir(parents=True)
    for number, entry in enumerate(entry for entry in trials if "/" not in entry["image"]):
        (folder / "stimuli" / entry["image"]).write_bytes(picture(number))
        (folder / "targets" / entry["target"]).write_bytes(picture(number, (20, 20)))
    for person, scanpaths in dict(people).items():
        (folder / "human_scanpaths" / f"{person}.json").write_text(json.dumps(scanpaths))
    facts = {"dataset_name": "Lab", **SHAPE, "max_scanpath_length": 10, "receptive_size": [16, 16], **info}
    facts |= {"images_dir": "stimuli/", "targets_dir": "targets/", "scanpaths_dir": "human_scanpaths/"}
    (folder / "dataset_info.json").write_text(json.dumps(facts))
    (folder / "trials_properties.json").write_text(json.dumps(trials))
    return folder


def test_any_data_set_in_the_published_format_is_built_and_scanpaths_are_cut_where_geometry_finds_the_target(tmp_path):
    first, second = scanpath([160, 100, 285], [120, 50, 205]), scanpath([160, 40], [120, 30], target_found=False)
    people = {"subj01_scanpaths": {"a.png": first}, "subj02_scanpaths": {"a.png": second}}
    manifest, rows, trials = build(publish(tmp_path / "Lab", [trial("a.png")], people), tmp_path, "Custom")
    assert manifest.source.startswith("own data; published format")
    assert (trials["a.png"].initial, trials["a.png"].bbox) == ((160, 120), (200, 280, 220, 300))
    paths = json.loads(rows.iloc[0]["image_path"])
    assert [(manifest.folder / path).read_bytes() for path in paths] == [picture(0), picture(0, (20, 20))]
    hsp = rows[rows["family"] == "hsp"]  # the shared first fixation is asked about once
    assert json.loads(hsp.iloc[0]["history"]) == [[160, 120]]
    assert json.loads(hsp.iloc[0]["next"]) == [["01", 1, 100, 50], ["02", 1, 40, 30]]
    assert (hsp["humans"] == "").all()
    cases = {
        "01": (scanpath([160, 276, 20], [120, 205, 20], target_found=False, T=[210, 190, 400]),
               (True, (160, 276), (210, 190), 13)),
        "02": (scanpath([160, 100, 20], [120, 50, 20], T=[1, 2]), (False, (160, 100, 20), (), 13)),
        # the limit counts in the performance only
        "03": (scanpath([160, 100, 285], [120, 50, 205], max_fixations=2), (True, (160, 100, 285), (100,) * 3, 2)),
        "04": (scanpath([320, 552], [240, 410], image_height=480, image_width=640), (True, (160, 276), (100,) * 2, 13)),
        "05": (scanpath([160, None, 20], [120, 50, 20], T=[1, 2, 3]), (False, (160, 20), (1, 3), 13)),
    }  # fmt: skip
    people = {person: {"a.png": path} for person, (path, _) in cases.items()}
    _, _, trials = build(publish(tmp_path / "cut", [trial("a.png")], people), tmp_path, "Custom")
    found = {name: (one.found, one.x, one.durations, one.cap) for name, one in trials["a.png"].humans.items()}
    assert found == {person: expected for person, (_, expected) in cases.items()}


def test_what_real_files_do_is_tolerated_and_counted(tmp_path):
    people = {
        "subj01_scanpaths": {
            "a.png": scanpath([160, 100.5, 900.0], [120, 50, -7], T=[1, 2, 3, 4, 5], target_found=False),
            "b.png": scanpath([160, 100, 50], [120, 50], subject=None), "unknown.png": scanpath([1], [1]),
            "c.png": scanpath([160, None, 100], [120, 5, 50]),
        },
        "subj02_scanpaths": {"a.png": scanpath([160], [120]), "b.png": scanpath([285, 9], [205, 5]), "c.png": "broken"},
        "anna": {"a.png": scanpath([160, 100], [120, 50])},
    }  # fmt: skip
    trials = [trial("a.png"), trial("b.png"), trial("c.png", target_object="")]
    folder = publish(tmp_path / "Lab", trials, people, mean_target_size="TBD")
    (folder / "stimuli" / "c.png").rename(folder / "stimuli" / "C.PNG")
    (folder / "priors").mkdir()
    for place, data in (("priors/a.PNG", picture(7)), ("priors/b.png", b"no picture"), ("targets/a.png", b"none")):
        (folder / place).write_bytes(data)
    manifest, rows, known = build(folder, tmp_path / "out", "Custom")
    target = pixels(manifest.folder / json.loads(rows.iloc[0]["image_path"])[1])  # cut from the image
    assert np.array_equal(target, pixels(picture(0))[200:220, 280:300])
    paths = {name: {person: (one.x, one.y) for person, one in known[name].humans.items()} for name in known}
    assert paths == {
        "a.png": {"01": ((160, 100.5, 319), (120, 50, 0)), "anna": ((160, 100), (120, 50))},  # of 02 one fixation only
        "b.png": {"01": ((160, 100), (120, 50))},  # of 02 the first is on the target
        "c.png": {"01": ((160, 100), (120, 50))},
    }  # fmt: skip
    assert known["c.png"].target_object == "TBD"
    cut = "tolerated: scanpaths with unequal numbers of X and Y, cut to the shorter"
    told = ("trivial or empty trials left out", cut)
    assert [manifest.notes["counts"][name] for name in told] == [2, 1]
    assert any("subj02_scanpaths.json: c.png" in entry["row"] for entry in manifest.skipped)
    assert {path.name: path.read_bytes() for path in (manifest.folder / "priors").iterdir()} == {"a.png": picture(7)}
    assert any("b.png: not stored as a saliency map" in warning for warning in manifest.warnings)


def test_images_that_cannot_be_used_are_left_out_with_a_reason(tmp_path):
    cases = [
        (trial("gone.png"), "missing"), (trial("broken.png"), "decode"), (trial("a.png"), "second trial"),
        (trial("nobox.png", target_height=None), "box"), (trial("flat.png", target_width=0), "no area"),
        (trial("on.png", initial_fixation_row=205, initial_fixation_column=285), "on the target"),
        (trial("below.png", target_matched_row=5000), "outside the image"), (trial("../../evil.png"), "missing"),
        (trial("before.png", target_matched_column=-21), "outside the image"),
    ]  # fmt: skip
    edge = trial("edge.png", target_matched_row=230)  # ends below the image, as some published boxes do
    folder = publish(tmp_path / "Lab", [trial("a.png"), *(entry for entry, _ in cases), edge])
    (folder / "stimuli" / "gone.png").unlink()
    (folder / "stimuli" / "broken.png").write_bytes(picture(1)[:200])
    manifest, _, known = build(folder, tmp_path / "out", "Custom")
    found = reasons(manifest)
    assert (list(known), found.keys()) == (["a.png", "edge.png"], {entry["image"] for entry, _ in cases})
    assert all(reason in found[entry["image"]] for entry, reason in cases), found


def test_no_set_is_taken_for_another_and_published_scanpaths_are_lumped_already(tmp_path):
    folder = tmp_path / "Datasets"

    def published(name, **changes):
        return publish(folder / name, [trial("a.png", **changes)], dataset_name=name)

    for name, source, said in (
        ("Interiors", published("MCS Dataset"), "holds the data of MCS Dataset, not of Interiors"),
        ("Interiors", published("Kitchens"), "data of Kitchens, not of Interiors; .* VisualSearch_Custom:NAME"),
        ("COCOSearch18Absent", folder, "target absent"), ("Unrestricted", folder, "Unrestricted"),
        ("MCS", None, "--source"), ("MCS", folder / "Kitchens" / "stimuli", "holds no file that .* is read from"),
        ("Custom", publish(tmp_path / "odd", [trial("a.png")], receptive_size="big"), "receptive_size"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=said):
            build(source, tmp_path / "out", name)
    published("Interiors Dataset", target_matched_row=90)
    assert build(folder, tmp_path / "out", "Interiors")[2]["a.png"].bbox[0] == 90
    # The published rule is a running midpoint: merged once more, these three would be two.
    people = {"01": {"a.png": scanpath(x := [160, 100, 107, 111], [120, 50, 50, 50])}}
    for name, lumped in (("cIBS", True), ("Kitchens", False)):
        folder = publish(tmp_path / name, [trial("a.png")], people, dataset_name=name)
        one = build(folder, tmp_path / "out", "Custom")[2]["a.png"]
        assert (one.lumped, list(one.humans["01"].x)) == (lumped, x)
        assert human_path(one, "01")[0].tolist() == (x if lumped else [160, 107.25])


@pytest.mark.long
def test_demo_participants_search_as_people_do_and_targets_are_in_the_scene(demo):
    folder = set_folder("VisualSearch_Interiors_DEMO", demo("VisualSearch_Interiors_DEMO"))
    rows, _ = read_set("VisualSearch_Interiors_DEMO")
    trials = read_trials(rows.to_dict("records"))
    humans = [human for one in trials.values() for human in one.humans.values()]
    assert ({one.capped for one in trials.values()}, {human.cap for human in humans}) == ({True}, {3, 5, 9, 13})
    assert all(len(human.x) <= human.cap for human in humans)
    assert 0.5 < np.mean([human.found for human in humans]) < 0.95
    assert 2.5 < np.mean([len(human.x) for human in humans if human.found]) < 8
    for row in rows[rows["family"] == "search"].to_dict("records"):
        scene, target = (pixels(folder / path) for path in json.loads(row["image_path"]))
        top, left, bottom, right = (int(value) for value in json.loads(row["bbox"]))
        assert np.array_equal(scene[top:bottom, left:right], target)
