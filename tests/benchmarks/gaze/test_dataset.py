"""The gaze dataset: rows, questions and options."""

import dataclasses
import hashlib
import json

import pandas as pd
import pytest
from PIL import Image

from vlmeval_hvs import dataset as base
from vlmeval_hvs.benchmarks.gaze import wording
from vlmeval_hvs.benchmarks.gaze.dataset import GazeTargetDataset
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.sets import set_folder


@pytest.fixture
def dataset(demo):
    """Function: a GazeTarget dataset with options."""
    demo("GazeTarget_DEMO")
    return lambda name="GazeTarget_DEMO", **options: GazeTargetDataset(dataset=name, **options)


@pytest.mark.host
def test_the_host_knows_names_and_class(host, demo):
    from vlmeval.dataset import build_dataset

    demo("GazeTarget_DEMO")
    data = build_dataset("GazeTarget_PrePilot_DEMO", prompts=[11])
    assert type(data).__name__ == "GazeTargetDataset"
    assert set(data.rows["study"]) == {"prepilot"}
    assert set(data.rows["prompt_id"]) == {"11"}


def test_prompts_show_the_photo_then_the_question(dataset):
    data = dataset("GazeTarget_Pilot_DEMO")
    prompt = data.build_prompt(0)
    assert [item["type"] for item in prompt] == ["image", "text"]
    row = data.rows.iloc[0]
    assert f"A. {row['A']}\nB. {row['B']}" in prompt.text
    assert "<image>" not in prompt.text


def test_the_seed_changes_the_option_order_only(dataset):
    first, again, other = dataset(limit=200), dataset(limit=200), dataset(seed=5)
    assert first.rows["option_order"].equals(again.rows["option_order"])
    stored = dataset().rows.set_index("index")
    moved = other.rows.set_index("index")
    differ = stored["option_order"] != moved["option_order"]
    assert 0.5 < differ.mean() < 0.95
    assert stored["gaze_target"].equals(moved["gaze_target"])
    row = moved[differ].iloc[0]
    assert row[row["answer"]] == row["gaze_target"]
    assert f"{row['answer']}. {row['gaze_target']}" in row["question"]


def test_templates_from_a_file(dataset, tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps([{"prompt_id": 0, "template": "<image>\nGaze?\n{options}"}]))
    data = dataset(templates=str(path))
    assert len(data.rows) == 450
    assert data.build_prompt(0).text.startswith("Gaze?\nA. ")
    assert set(data.rows["prompt_reconstructed"]) == {"0"}


def test_point_questions(dataset, tmp_path):
    data = dataset(answers="point-l2")
    assert '{"x": X, "y": Y}' in data.build_prompt(0).text
    # A point does not depend on the wording: each photo is asked about once.
    assert len(data.rows) == data.rows["stimulus_id"].nunique() == 450
    places = [json.loads(row["points"])[int(row["gaze_pos"])] for row in data.rows.to_dict("records")]
    items = data.rows.assign(reply=[f"({x}, {y})" for x, y in places], failed=False)
    report = data.score(items)
    assert report.metrics["Overall"] == 1.0
    assert report.details["answer_frame"]["frame"] == "unit"


def test_pixels_of_a_whole_run_are_read_as_pixels(dataset):
    data = dataset(answers="point-l2")
    places = [json.loads(row["points"])[int(row["gaze_pos"])] for row in data.rows.to_dict("records")]
    pixels = data.rows.assign(reply=[f"({round(x * 336)}, {round(y * 336)})" for x, y in places], failed=False)
    report = data.score(pixels)
    assert report.metrics["Overall"] == 1.0
    assert report.details["answer_frame"]["frame"] == "pixels"
    assert any("answers are read in the frame pixels, though the prompts asked for unit" in w for w in report.warnings)
    named = dataset("GazeTarget_DEMO", answers="point-l2", answer_frame="672x672")
    resized = data.rows.assign(reply=[f"({round(x * 672)}, {round(y * 672)})" for x, y in places], failed=False)
    assert named.score(resized).metrics["Overall"] == 1.0


def test_sets_of_versions_that_turned_proximity_round_are_refused(lmu_data, tmp_path):
    build_set("GazeTarget", _small_release(tmp_path))
    assert set(GazeTargetDataset(dataset="GazeTarget").rows["proximity"]) == {"1"}
    path = set_folder("GazeTarget") / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["notes"]["proximity"]
    path.write_text(json.dumps(manifest))
    with pytest.raises(DataError, match=r"built by an earlier version.*Build it again"):
        GazeTargetDataset(dataset="GazeTarget")


def _small_release(folder):
    """A release of one photo, without coordinates."""
    release = folder / "release"
    release.mkdir()
    header = "Stimulus_ID,Angle,Proximity,n_candidates,Candidates,Actor,path,label,list_id,Site,HeadTarget,DistEyeHead"
    (release / "stimuli.csv").write_text(f"{header}\n1000,left,3,2,cup+ball,Z,./a.png,cup,1,SiteB,ball,1.0\n")
    Image.new("RGB", (8, 8)).save(release / "a.png")
    return release


def test_errors_of_people_need_their_accuracies(dataset):
    with pytest.raises(OptionError, match="needs accuracies of the same objects"):
        dataset(human_error={"2": 0.01})
    people = {"human": {"2": 0.9, "3": 0.9, "4": 0.9}, "human_error": {"2": 0.01}}
    data = dataset(prompts=[0], **people)
    letters = data.rows["answer"]
    scores = data.score(data.rows.assign(reply=letters, failed=False)).details["characterization"]
    assert scores["tests"]["1"]["details"]["human_error"] > 0


def test_a_source_without_pilot_photos(dataset, monkeypatch):
    rows, manifest = base.load_set("GazeTarget_DEMO")
    monkeypatch.setattr(base, "load_set", lambda name: (rows[rows["study"] == "main"], manifest))
    with pytest.raises(DataError, match="holds no pilot photos"):
        dataset("GazeTarget_Pilot_DEMO")


FROZEN = "4b31733a319944b5bbda5c5b3cb2dc997f66a296a43350b5d3178776138882d2"
"""Digest of all questions, orders and answers of the demo sets with seed 0: changing them would change scores."""


def test_the_set_holds_facts_only(dataset):
    data = dataset()
    stored, _ = base.load_set("GazeTarget_DEMO")
    words = {"question", "option_order", "answer", "task_hint", "object_order", "prompt_reconstructed", *LETTERS}
    assert words.isdisjoint(stored)
    assert words <= set(data.rows)
    assert len(data.rows) == (stored["study"] == "main").sum()


def test_questions_and_orders_are_those_that_were_published(dataset):
    rows = pd.concat([dataset(f"GazeTarget{part}_DEMO").rows for part in ("", "_Pilot", "_PrePilot")])
    text = rows[["index", "question", "option_order", *LETTERS, "answer"]].to_csv(sep="\t", index=False)
    assert hashlib.sha256(text.encode()).hexdigest() == FROZEN


def test_a_changed_template_is_asked_at_once(dataset, monkeypatch):
    shipped = wording.templates("main")
    changed = {number: dataclasses.replace(item, text="Gaze? {options}") for number, item in shipped.items()}
    monkeypatch.setattr("vlmeval_hvs.benchmarks.gaze.dataset.templates", lambda study, override: changed)
    for seed in (0, 1):
        assert dataset(seed=seed, limit=1).build_prompt(0).text.startswith("Gaze? A. ")


def test_sets_of_earlier_versions_are_asked_in_the_present_words(dataset, monkeypatch):
    rows, manifest = base.load_set("GazeTarget_DEMO")
    fresh = dataset().rows
    old = rows.assign(**dict.fromkeys(("question", "answer", "option_order", "A", "task_hint"), "old"))
    monkeypatch.setattr(base, "load_set", lambda name: (old, manifest))
    pd.testing.assert_frame_equal(dataset().rows[list(fresh)], fresh)


@pytest.mark.parametrize("profile", ["robust", "paper"])
def test_a_file_is_scored_without_the_host(dataset, tmp_path, capsys, profile):
    data = dataset(profile=profile, prompts=[0, 11])
    replies = data.rows["answer"].where(data.rows["prompt_id"] == "0", data.rows["answer"].str.lower())
    path = tmp_path / "M_GazeTarget_DEMO.tsv"
    data.rows[["index"]].assign(prediction=replies).to_csv(path, sep="\t", index=False)
    metrics = data.score_file(path)
    other = {"robust": "paper", "paper": "robust"}[profile]
    assert metrics["Overall"] == {"robust": 1.0, "paper": 0.5}[profile]
    assert metrics[f"Overall_{other}"] == {"robust": 0.5, "paper": 1.0}[profile]
    assert metrics["Fallback"] == 1 - metrics["Overall"]
    assert metrics["Differ"] == 0.5
    assert metrics["Chance_low"] < metrics["Chance"] < metrics["Chance_high"]
    scores = json.loads((tmp_path / "M_GazeTarget_DEMO_hvs_scores.json").read_text())
    assert (
        scores["Chance"]["value"] == metrics["Chance"] == pytest.approx(scores["details"]["against_chance"]["chance"])
    )
    assert capsys.readouterr().out.count(f"GazeTarget_DEMO: {scores['details']['explanation']}") == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"answers": "words"}, "answers='words'"),
        ({"engine": "anova"}, "engine='anova'"),
        ({"prompts": [0, 7]}, r"prompt 7 is not in the set; there are \[0, 2, 9, 11\]"),
        ({"templates": "/nowhere.json"}, "a file that exists"),
        ({"profile": "strict"}, "profile='strict'"),
        ({"human": {"2": 0.9, "4": 0.9}}, "has no accuracy for 3 objects"),
        ({"human": {"two": 0.9}}, "human={'two': 0.9}"),
    ],
)
def test_options_that_have_no_such_value(dataset, options, message):
    with pytest.raises(OptionError, match=message):
        dataset(**options)


def test_a_templates_file_that_is_none(dataset):
    with pytest.raises(DataError, match="cannot be read"):
        dataset(templates=__file__)
