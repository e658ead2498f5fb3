"""The weight-free models: floor and ceiling of every pipeline, in every profile and split."""

import itertools
import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from later import later

from vlmeval_hvs.benchmarks.actiview.starts import random_start
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import ModelTraits, Prompt, read_record
from vlmeval_hvs.responders import respond

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.actiview import pipeline, scoring
    from vlmeval_hvs.results import predictions

RELEASED = json.loads((Path(__file__).parent / "annotations.json").read_text(encoding="utf-8"))["rows"]
CLUES = ([1], [2, 3], [1, 3, 4], [1, 2, 3, 4])
SELECTING = ("zoom", "zoom_clues", "shift", "mixed")
PROFILES = ("robust", "official", "paper")


@pytest.fixture
def answered(make_task):
    """The record of a baseline on one made-up question."""

    def run(model, kind, profile, index, interleave=True, **changes):
        clues = CLUES[index % 4]
        row = {"index": str(index), "options": '["x", "y", "z"]', "answer": str(index % 3)}
        row["clue_views"] = json.dumps(clues)
        given = {"question": f"Question {index}?", "options": ("x", "y", "z"), "views": tuple("1234"), **changes}
        task = make_task(profile, start=index % 4 + 1, clue_views=tuple(clues), **given)
        prompt = Prompt([], row=row, benchmark="ActiView", pipeline=lambda traits: pipeline.run(kind, task, traits))
        packed, _ = drive(prompt, lambda turn: respond(model, turn, 0), ModelTraits("HVSBaseline", interleave))
        found = read_record(packed)
        assert "error" not in found
        return found

    return run


def test_oracle_is_the_ceiling_of_every_pipeline(answered) -> None:
    cases = itertools.product(sorted(pipeline.MACHINES), PROFILES, ("concat", "describe"), (True, False), range(4))
    for number, (kind, profile, single_image, interleave, place) in enumerate(cases):
        index, case = place + 4 * (number % 3), (kind, profile, single_image, interleave)
        found = answered("hvs-oracle", kind, profile, index, single_image=single_image, interleave=interleave)
        assert found["answer"].startswith("ABC"[index % 3] + "."), case
        assert found["n_invalid"] == 0, case
        if kind in SELECTING:
            start, clues, views = {index % 4 + 1} if kind == "shift" else set(), set(CLUES[place]), found["views_final"]
            assert clues <= set(views), case
            if profile == "paper" or kind != "shift":
                assert set(views) == clues | start, case


def test_select_all_and_first_choose_as_they_are_called(answered) -> None:
    for kind, profile in itertools.product(("zoom", "shift", "mixed"), PROFILES):
        assert sorted(answered("hvs-select-all", kind, profile, 3)["views_final"]) == [1, 2, 3, 4]
    for kind in ("zoom", "mixed"):
        assert answered("hvs-first", kind, "official", 2)["views_final"] == [1]
    assert answered("hvs-first", "shift", "paper", 2)["views_final"] == [3]
    assert answered("hvs-first", "full", "robust", 2)["answer"] == "A. x"


def test_random_is_chance_and_repeats_itself(answered) -> None:
    for kind in ("full", "zoom", "shift", "mixed"):
        found = [answered("hvs-random", kind, "official", index) for index in range(150)]
        right = np.mean([record["answer"].startswith("ABC"[index % 3]) for index, record in enumerate(found)])
        assert 0.2 < right < 0.47
        assert found[:9] == [answered("hvs-random", kind, "official", index) for index in range(9)]
        if kind in SELECTING:
            assert {len(record["views_final"]) for record in found} >= {1, 2, 3, 4}
    found = [answered("hvs-random", "zoom", "official", index, interleave=False) for index in range(40)]
    assert any(len({entry["answer"] for entry in record["per_view"]}) > 1 for record in found if "per_view" in record)


def test_floors_and_ceiling_on_the_released_annotations(make_task) -> None:
    """Shifting-R over all 325 questions: baselines need no pixels."""
    rows = [
        {
            "index": str(index), "question": "What is shown?", "answer": str(answer), "category": category,
            "options": json.dumps([f"option {k}" for k in range(n_options)]), "clue_views": json.dumps(clues),
            "image_path": str(image),
        }
        for index, (image, n_options, answer, category, _, clues, *_) in enumerate(RELEASED, start=1)
    ]  # fmt: skip
    for model, wanted in (
        ("hvs-select-all", {"#view": 4.0, "R_select": 1.0, "R_select_paper": 641 / 859}),
        ("hvs-first", {"Overall": 116 / 325, "#view": 1.0}),
        ("hvs-oracle", {"Overall": 1.0, "R_select": 1.0}),
    ):
        said = []
        for row in rows:
            start = random_start(row["index"], 4, 0, 325)
            task = make_task("official", options=tuple(json.loads(row["options"])), start=start)
            prompt = Prompt([], row=row, benchmark="ActiView", pipeline=partial(pipeline.run, "shift", task))
            packed, _ = drive(prompt, partial(respond, model, seed=0), ModelTraits("HVSBaseline", True))
            said.append({"index": row["index"], "prediction": packed})
        items = predictions.join_predictions(pd.DataFrame(rows), pd.DataFrame(said))
        metrics = scoring.score_actiview(items, scoring.Scoring("shift", "paper", n_resamples=0)).metrics
        assert {name: metrics[name] for name in wanted} == pytest.approx(wanted), model
        assert metrics["InvalidReplies"] == 0.0
        assert "Overall" in wanted or 0.26 < metrics["Overall"] < 0.43  # chance is 0.3424
