"""Prompts that are asked several times: distinct turns, one density."""

import json

from vlmeval_hvs.benchmarks.visual_search.answers import read_priority
from vlmeval_hvs.benchmarks.visual_search.sampled import distinct_replies, read_samples, sampled_answers
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import INTERLEAVED, Prompt, image, read_record, text

TRIAL = Trial("a.png", (600, 800), (0, 0, 10, 10), (32, 32), (400, 300), 6)
MESSAGE = [image("scene.png"), text("Where next?")]


def asked(replies):
    prompt = Prompt(MESSAGE, row={"index": "1"}, pipeline=lambda traits: sampled_answers(MESSAGE, len(replies)))
    seen, left = [], iter(replies)
    prediction, _ = drive(prompt, lambda turn: seen.append(turn) or next(left), INTERLEAVED)
    return read_record(prediction), seen


def test_every_turn_is_the_same_fresh_prompt():
    record, seen = asked(["[0.1, 0.1]", "[0.2, 0.2]", "[0.1, 0.1]"])
    assert [list(turn) for turn in seen] == [MESSAGE] * 3
    assert len({turn.step for turn in seen}) == 3
    assert (record["calls"], distinct_replies(record["answer"])) == (3, 2)


def test_replies_count_alike_however_many_points_they_give():
    for profile in ("robust", "paper"):
        record, _ = asked(["[0.5, 0.5]", "[[0.1, 0.1, 3], [0.2, 0.2, 1]]", "I cannot tell."])
        answer = read_samples(record["answer"], TRIAL, "unit", profile)
        assert (answer.kind, [point[2] for point in answer.points]) == ("points", [1, 0.75, 0.25])
        assert answer.points[0][:2] == (400, 300)


def test_replies_without_a_point_and_replies_to_one_prompt():
    for answer in (asked(["I cannot tell.", ""])[0]["answer"], json.dumps({"samples": []})):
        assert read_samples(answer, TRIAL, "unit", "robust").kind == "none"
    for reply in ("[0.3, 0.4]", '{"samples": 3}', '{"samples"', '{"density": "center_bias"}'):
        assert read_samples(reply, TRIAL, "unit", "robust") == read_priority(reply, TRIAL, "unit", "robust")
        assert distinct_replies(reply) is None
