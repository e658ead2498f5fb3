"""The weight-free models: floor and ceiling of every pipeline, in every profile and split."""

import json
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.actiview.pipeline import MACHINES, run
from vlmeval_hvs.benchmarks.actiview.scoring import Scoring, score_actiview
from vlmeval_hvs.benchmarks.actiview.session import Task
from vlmeval_hvs.benchmarks.actiview.starts import random_start
from vlmeval_hvs.benchmarks.actiview.wording import PROFILES, read_wording
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import ModelTraits, Prompt, Turn, read_record
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.predictions import join_predictions

ANNOTATIONS = Path(__file__).parent / "annotations.json"
RELEASED = json.loads(ANNOTATIONS.read_text(encoding="utf-8"))["rows"]
TEMPLATES = json.loads(Path(__file__).with_name("official_turns.json").read_text(encoding="utf-8"))["templates"]
TEXTS = {name: entry["stand_in"] for name, entry in TEMPLATES.items()}
"""Stand-ins for the texts of the released code, which are not part of this repository."""
CLUES = ([1], [2, 3], [1, 3, 4], [1, 2, 3, 4])
SELECTING = ("zoom", "zoom_clues", "shift", "mixed")


def make_task(profile: str, **changes: object) -> Task:
    settings = {
        "question": "Which?",
        "options": ("x", "y", "z"),
        "full": "F",
        "lined": "L",
        "views": ("1", "2", "3", "4"),
        "start": 1,
        "clue_views": (1,),
        "wording": read_wording(profile, TEXTS),
        "locate": str,
        "stitch": "+".join,
        "reading": "robust" if profile == "robust" else "paper",
    }
    return Task(**{**settings, **changes})


def answered(model: str, kind: str, profile: str, index: int, interleave: bool = True, **changes: object) -> dict:
    clues = CLUES[index % 4]
    row = {"index": str(index), "options": '["x", "y", "z"]', "answer": str(index % 3), "clue_views": json.dumps(clues)}
    task = make_task(profile, start=index % 4 + 1, clue_views=tuple(clues), question=f"Question {index}?", **changes)
    prompt = Prompt([], row=row, benchmark="ActiView", pipeline=lambda traits: run(kind, task, traits))

    def ask(turn: Turn) -> str:
        return respond(model, turn, 0)

    found = read_record(drive(prompt, ask, ModelTraits("HVSBaseline", interleave))[0])
    assert found is not None
    assert "error" not in found
    return found


@pytest.mark.parametrize("interleave", [True, False])
@pytest.mark.parametrize("single_image", ["concat", "describe"])
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("kind", sorted(MACHINES))
def test_oracle_is_the_ceiling_of_every_pipeline(kind: str, profile: str, single_image: str, interleave: bool) -> None:
    for index in range(12):
        found = answered("hvs-oracle", kind, profile, index, single_image=single_image, interleave=interleave)
        assert found["answer"].startswith("ABC"[index % 3] + ".")
        assert found["n_invalid"] == 0
        if kind in SELECTING:
            start = {index % 4 + 1} if kind == "shift" else set()
            assert set(CLUES[index % 4]) <= set(found["views_final"])
            if profile == "paper" or kind != "shift":
                assert set(found["views_final"]) == set(CLUES[index % 4]) | start


@pytest.mark.parametrize("profile", PROFILES)
def test_select_all_sees_every_view(profile: str) -> None:
    for kind in ("zoom", "shift", "mixed"):
        assert sorted(answered("hvs-select-all", kind, profile, 3)["views_final"]) == [1, 2, 3, 4]


def test_first_takes_the_first_of_everything() -> None:
    for kind in ("zoom", "mixed"):
        assert answered("hvs-first", kind, "official", 2)["views_final"] == [1]
    assert answered("hvs-first", "shift", "paper", 2)["views_final"] == [3]
    assert answered("hvs-first", "full", "robust", 2)["answer"] == "A. x"


@pytest.mark.parametrize("kind", ["full", "zoom", "shift", "mixed"])
def test_random_is_chance_and_repeats_itself(kind: str) -> None:
    found = [answered("hvs-random", kind, "official", index) for index in range(300)]
    right = np.mean([record["answer"].startswith("ABC"[index % 3]) for index, record in enumerate(found)])
    assert 0.2 < right < 0.47
    assert found[:20] == [answered("hvs-random", kind, "official", index) for index in range(20)]
    if kind in SELECTING:
        assert {len(record["views_final"]) for record in found} >= {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("model", "accuracy", "views", "recall", "printed"),
    [
        ("hvs-select-all", None, 4.0, 1.0, 641 / 859),
        ("hvs-first", 116 / 325, 1.0, None, None),
        ("hvs-oracle", 1.0, None, 1.0, None),
    ],
)
def test_floors_and_ceiling_on_the_released_annotations(model, accuracy, views, recall, printed) -> None:
    """Shifting-R over all 325 questions: baselines need no pixels."""
    rows, predictions = [], []
    for index, (image, n_options, answer, category, _, clues, *_) in enumerate(RELEASED, start=1):
        row = {
            "index": str(index),
            "question": "What is shown?",
            "options": json.dumps([f"option {k}" for k in range(n_options)]),
            "answer": str(answer),
            "category": category,
            "clue_views": json.dumps(clues),
            "image_path": str(image),
        }
        task = make_task(
            "official", options=tuple(json.loads(row["options"])), start=random_start(str(index), 4, 0, 325)
        )
        prompt = Prompt([], row=row, benchmark="ActiView", pipeline=partial(run, "shift", task))
        prediction, _ = drive(prompt, partial(respond, model, seed=0), ModelTraits("HVSBaseline", True))
        rows.append(row)
        predictions.append({"index": row["index"], "prediction": prediction})
    items = join_predictions(pd.DataFrame(rows), pd.DataFrame(predictions))
    metrics = score_actiview(items, Scoring("shift", "paper", n_resamples=0)).metrics
    for name, value in (("Overall", accuracy), ("#view", views), ("R_select", recall), ("R_select_paper", printed)):
        assert value is None or metrics[name] == pytest.approx(value)
    assert metrics["InvalidReplies"] == 0.0
    assert accuracy is not None or 0.26 < metrics["Overall"] < 0.43  # chance is 0.3424


def test_random_answers_each_view_by_itself() -> None:
    found = [answered("hvs-random", "zoom", "official", index, interleave=False) for index in range(40)]
    assert any(len({entry["answer"] for entry in record["per_view"]}) > 1 for record in found if "per_view" in record)
