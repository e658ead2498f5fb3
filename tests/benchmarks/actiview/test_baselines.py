"""The weight-free models: floor and ceiling of every pipeline, in every profile and split."""

import itertools
import json
from functools import partial

import pytest

from vlmeval_hvs.benchmarks.actiview import pipeline
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import ModelTraits, Prompt, Turn, read_record
from vlmeval_hvs.responders import respond

CLUES = ([1], [2, 3], [1, 3, 4], [1, 2, 3, 4])
SELECTING = ("zoom", "zoom_clues", "shift", "mixed")
PROFILES = ("robust", "official", "paper")


def ask(model, kind, task, row, interleave=True) -> str:
    prompt = Prompt([], row=row, benchmark="ActiView", pipeline=partial(pipeline.run, kind, task))
    return drive(prompt, partial(respond, model, seed=0), ModelTraits("HVSBaseline", interleave))[0]


@pytest.fixture
def answered(make_task):
    """The record of a baseline on one made-up question."""

    def run(model, kind, profile, index, interleave=True, **changes):
        clues = CLUES[index % 4]
        row = {"index": str(index), "options": '["x", "y", "z"]', "answer": str(index % 3)}
        row["clue_views"] = json.dumps(clues)
        given = {"question": f"Question {index}?", "options": ("x", "y", "z"), "views": tuple("1234"), **changes}
        task = make_task(profile, start=index % 4 + 1, clue_views=tuple(clues), **given)
        found = read_record(ask(model, kind, task, row, interleave))
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


def test_guesses_are_coins_and_never_select_nothing() -> None:
    def said(step, **context):
        prompts = (Turn([], step=step, context={"n_views": 4, **context}) for _ in range(300))
        rows = [{"index": str(index), "options": '["x", "y"]'} for index in range(300)]
        asked = [
            prompt.of(Prompt([], row=row, benchmark="ActiView")) for prompt, row in zip(prompts, rows, strict=True)
        ]
        return [respond("hvs-random", turn, 0) for turn in asked]

    assert 0.45 < sum(reply == "No" for reply in said("decide", views=(1,))) / 300 < 0.75
    selected = said("select")
    assert all(selected)
    assert 1.8 < sum(len(reply.split(",")) for reply in selected) / 300 < 2.4
    assert sum(json.loads(reply)["part"] == "none" for reply in said("mix_init")) in range(5, 40)
    assert 0.4 < sum(reply == "A. x" for reply in said("answer", views=(2,))) / 300 < 0.6
