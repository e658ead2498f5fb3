"""The gaze dataset: rows, questions and options."""

import dataclasses
import hashlib
import json

import pytest
from later import later
from PIL import Image

from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.sets import set_folder

with later():
    import pandas as pd

    from vlmeval_hvs import dataset as base
    from vlmeval_hvs.benchmarks.gaze import wording

DEMO = "GazeTarget_DEMO"
FROZEN = "4b31733a319944b5bbda5c5b3cb2dc997f66a296a43350b5d3178776138882d2"
"""Digest of all questions, orders and answers of the demo sets with seed 0: changing them would change scores."""


@pytest.mark.host
def test_the_host_knows_names_and_class(host, demo):
    from vlmeval.dataset import build_dataset

    demo(DEMO)
    data = build_dataset("GazeTarget_PrePilot_DEMO", prompts=[11])
    assert type(data).__name__ == "GazeTargetDataset"
    assert (set(data.rows["study"]), set(data.rows["prompt_id"])) == ({"prepilot"}, {"11"})


def test_questions_and_orders_are_those_that_were_published_and_no_part_of_the_set(make):
    rows = pd.concat([make(f"GazeTarget{part}_DEMO").rows for part in ("", "_Pilot", "_PrePilot")])
    text = rows[["index", "question", "option_order", *LETTERS, "answer"]].to_csv(sep="\t", index=False)
    assert hashlib.sha256(text.encode()).hexdigest() == FROZEN
    stored, _ = base.load_set(DEMO)
    words = {"question", "option_order", "answer", "task_hint", "object_order", "prompt_reconstructed", *LETTERS}
    assert words.isdisjoint(stored)
    assert words <= set(rows)
    assert len(make(DEMO).rows) == (stored["study"] == "main").sum()
    prompt, row = make("GazeTarget_Pilot_DEMO").build_prompt(0), make("GazeTarget_Pilot_DEMO").rows.iloc[0]
    assert [item["type"] for item in prompt] == ["image", "text"]
    assert f"A. {row['A']}\nB. {row['B']}" in prompt.text
    assert "<image>" not in prompt.text


def test_the_seed_changes_the_option_order_only(make):
    assert make(DEMO, limit=99).rows["option_order"].equals(make(DEMO, limit=99).rows["option_order"])
    stored, moved = (make(DEMO, seed=seed).rows.set_index("index") for seed in (0, 5))
    differ = stored["option_order"] != moved["option_order"]
    assert 0.5 < differ.mean() < 0.95
    assert stored["gaze_target"].equals(moved["gaze_target"])
    row = moved[differ].iloc[0]
    assert row[row["answer"]] == row["gaze_target"]
    assert f"{row['answer']}. {row['gaze_target']}" in row["question"]


def test_points_of_a_whole_run_are_read_in_one_frame(make):
    data = make(DEMO, answers="point-l2")
    assert '{"x": X, "y": Y}' in data.build_prompt(0).text
    # A point does not depend on the wording: each photo is asked about once.
    assert len(data.rows) == data.rows["stimulus_id"].nunique() == 450
    places = [json.loads(row["points"])[int(row["gaze_pos"])] for row in data.rows.to_dict("records")]
    for scale, frame, given in ((1, "unit", {}), (336, "pixels", {}), (672, None, {"answer_frame": "672x672"})):
        written = [f"({x}, {y})" if scale == 1 else f"({round(x * scale)}, {round(y * scale)})" for x, y in places]
        asked = make(DEMO, answers="point-l2", **given)
        report = asked.score(asked.rows.assign(reply=written, failed=False))
        assert report.metrics["Overall"] == 1.0
        assert frame in (None, report.details["answer_frame"]["frame"])
        said = any(
            "answers are read in the frame pixels, though the prompts asked for unit" in w for w in report.warnings
        )
        assert said == (frame == "pixels")


def test_sets_of_versions_that_turned_proximity_round_are_refused(lmu_data, tmp_path):
    from vlmeval_hvs.benchmarks.gaze.dataset import GazeTargetDataset

    release = tmp_path / "release"
    release.mkdir()
    header = "Stimulus_ID,Angle,Proximity,n_candidates,Candidates,Actor,path,label,list_id,Site,HeadTarget,DistEyeHead"
    (release / "stimuli.csv").write_text(f"{header}\n1000,left,3,2,cup+ball,Z,./a.png,cup,1,SiteB,ball,1.0\n")
    Image.new("RGB", (8, 8)).save(release / "a.png")
    build_set("GazeTarget", release)
    assert set(GazeTargetDataset(dataset="GazeTarget").rows["proximity"]) == {"1"}
    path = set_folder("GazeTarget") / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["notes"]["proximity"]
    path.write_text(json.dumps(manifest))
    with pytest.raises(DataError, match=r"built by an earlier version.*Build it again"):
        GazeTargetDataset(dataset="GazeTarget")


def test_values_that_do_not_fit_the_set_are_refused(make, monkeypatch):
    for options, message in (
        ({"human_error": {"2": 0.01}}, "needs accuracies of the same objects"),
        ({"prompts": [0, 7]}, r"prompt 7 is not in the set; there are \[0, 2, 9, 11\]"),
        ({"human": {"2": 0.9, "4": 0.9}}, "has no accuracy for 3 objects"),
    ):
        with pytest.raises(OptionError, match=message):
            make(DEMO, **options)
    with pytest.raises(DataError, match="cannot be read"):
        make(DEMO, templates=__file__)
    data = make(DEMO, prompts=[0], human={"2": 0.9, "3": 0.9, "4": 0.9}, human_error={"2": 0.01})
    scores = data.score(data.rows.assign(reply=data.rows["answer"], failed=False)).details["characterization"]
    assert scores["tests"]["1"]["details"]["human_error"] > 0
    rows, manifest = base.load_set(DEMO)
    monkeypatch.setattr("vlmeval_hvs.dataset.load_set", lambda name: (rows[rows["study"] == "main"], manifest))
    with pytest.raises(DataError, match="holds no pilot photos"):
        make("GazeTarget_Pilot_DEMO")


def test_words_are_the_present_ones_whatever_the_set_and_templates_were(make, monkeypatch, tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps([{"prompt_id": 0, "template": "<image>\nGaze?\n{options}"}]))
    data = make(DEMO, templates=str(path))
    assert len(data.rows) == 450
    assert data.build_prompt(0).text.startswith("Gaze?\nA. ")
    assert set(data.rows["prompt_reconstructed"]) == {"0"}
    rows, manifest = base.load_set(DEMO)
    fresh = make(DEMO).rows
    old = rows.assign(**dict.fromkeys(("question", "answer", "option_order", "A", "task_hint"), "old"))
    with monkeypatch.context() as patch:
        patch.setattr("vlmeval_hvs.dataset.load_set", lambda name: (old, manifest))
        assert make(DEMO).rows[list(fresh)].equals(fresh)
    shipped = wording.templates("main")
    changed = {number: dataclasses.replace(item, text="Gaze? {options}") for number, item in shipped.items()}
    monkeypatch.setattr("vlmeval_hvs.benchmarks.gaze.dataset.templates", lambda study, override: changed)
    assert make(DEMO, seed=1, limit=1).build_prompt(0).text.startswith("Gaze? A. ")


def test_a_file_is_scored_under_both_profiles(make, score, capsys):
    for profile, other, own, swapped in (("robust", "paper", 1.0, 0.5), ("paper", "robust", 0.5, 1.0)):
        data = make(DEMO, profile=profile, prompts=[0, 11])
        replies = data.rows["answer"].where(data.rows["prompt_id"] == "0", data.rows["answer"].str.lower())
        found = score(data, replies)
        names = ("Overall", f"Overall_{other}", "Fallback", "Differ")
        assert [found.metrics[name] for name in names] == [own, swapped, 1 - own, 0.5]
        details = found.scores["details"]
        assert found.metrics["Chance"] == pytest.approx(details["against_chance"]["chance"])
        assert capsys.readouterr().out.count(f"{DEMO}: {details['explanation']}") == 1
