"""The weight-free models: floor and ceiling of every pipeline, in every profile and split."""

import itertools
import json
from functools import partial

from vlmeval_hvs.benchmarks.actiview import pipeline
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import ModelTraits, Prompt, Turn, read_record
from vlmeval_hvs.responders import respond

CLUES = ([1], [2, 3], [1, 3, 4], [1, 2, 3, 4])
SELECTING = ("zoom", "zoom_clues", "shift", "mixed")
PROFILES = ("robust", "official", "paper")


def test_oracle_is_the_ceiling_of_every_pipeline(make_task) -> None:
    cases = itertools.product(sorted(pipeline.MACHINES), PROFILES, ("concat", "describe"), (True, False), range(4))
    for number, (kind, profile, single_image, interleave, place) in enumerate(cases):
        index, case, clues = place + 4 * (number % 3), (kind, profile, single_image, interleave), CLUES[place]
        row = {"index": str(index), "options": '["x", "y", "z"]', "answer": str(index % 3)}
        row["clue_views"] = json.dumps(clues)
        given = {"question": f"Question {index}?", "options": ("x", "y", "z"), "views": tuple("1234")}
        given |= {"start": index % 4 + 1, "clue_views": tuple(clues), "single_image": single_image}
        machine = partial(pipeline.run, kind, make_task(profile, **given))
        prompt = Prompt([], row=row, benchmark="ActiView", pipeline=machine)
        traits = ModelTraits("HVSBaseline", interleave)
        found = read_record(drive(prompt, partial(respond, "hvs-oracle", seed=0), traits)[0])
        assert "error" not in found
        assert found["answer"].startswith("ABC"[index % 3] + "."), case
        assert found["n_invalid"] == 0, case
        if kind in SELECTING:
            start, views = {index % 4 + 1} if kind == "shift" else set(), set(found["views_final"])
            assert set(clues) <= views, case
            if profile == "paper" or kind != "shift":
                assert views == set(clues) | start, case


def test_guesses_are_coins_and_never_select_nothing() -> None:
    def said(step, **context):
        rows = [{"index": str(index), "options": '["x", "y"]'} for index in range(300)]
        prompts = [Prompt([], row=row, benchmark="ActiView") for row in rows]
        turns = [Turn([], step=step, context={"n_views": 4, **context}).of(prompt) for prompt in prompts]
        return [respond("hvs-random", turn, 0) for turn in turns]

    assert 0.45 < sum(reply == "No" for reply in said("decide", views=(1,))) / 300 < 0.75
    selected = said("select")
    assert all(selected)
    assert 1.8 < sum(len(reply.split(",")) for reply in selected) / 300 < 2.4
    assert sum(json.loads(reply)["part"] == "none" for reply in said("mix_init")) in range(5, 40)
    assert 0.4 < sum(reply == "A. x" for reply in said("answer", views=(2,))) / 300 < 0.6
