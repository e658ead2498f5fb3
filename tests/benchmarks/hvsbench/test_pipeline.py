"""Conversations about HVSBench's questions: a crop that the model sees again, and the reason for an answer."""

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import EXPLAIN, FAIL_MARKER, INTERLEAVED, ModelTraits, read_record
from vlmeval_hvs.responders import respond

pytestmark = pytest.mark.long

CROPS = "HVSBench_Enhancement_DEMO"
FIRST, BETTER = "I cut the right. CROP: 0.00,0.00,0.80,1.00", "Less of it. CROP: 0.00,0.00,0.70,1.00"
WHY = "Because it is red and near the centre."
MESSY = ["The answer is B.", "", "<think>A? No: C.</think>C", "three", "X = [0.5, 0.4] Y = [0.5, 0.3] T = [200, 210]"]


def talk(dataset, *replies, traits=INTERLEAVED, position=0):
    """The record and the transcript of one row, with these replies in their order."""
    said = iter(replies)
    packed, transcript = drive(dataset.build_prompt(position), lambda turn: next(said), traits)
    return read_record(packed), transcript


def test_the_model_sees_its_own_crop_and_may_correct_it_until_nothing_more_can_come_of_it(make) -> None:
    record, turns = talk(make(CROPS, rounds=3), FIRST, BETTER, "KEEP")
    assert record == {"answer": "KEEP", "replies": [FIRST, BETTER, "KEEP"], "calls": 3}
    assert [turn["step"] for turn in turns] == ["crop", "revise", "revise"]
    (original,) = turns[0]["images"]
    whole = np.asarray(Image.open(original).convert("RGB"))
    for turn, share in zip(turns[1:], (0.8, 0.7), strict=True):
        assert turn["images"][0] == original
        crop = np.asarray(Image.open(turn["images"][1]).convert("RGB"))
        assert np.array_equal(crop, whole[:, : round(share * whole.shape[1])])
        assert f"CROP: 0.00,0.00,{share:.2f},1.00" in turn["text"]
        assert turn["text"].endswith(turns[0]["text"])
    _, turns = talk(make(CROPS), FIRST, "KEEP", traits=ModelTraits("", interleave=False))
    (joined,) = turns[1]["images"]
    assert np.array_equal(np.asarray(Image.open(joined).convert("RGB"))[:, : whole.shape[1]], whole)
    assert "on its left" in turns[1]["text"]
    for rounds, replies, calls in (
        (2, ["KEEP"], 1),
        (2, ["I cannot tell."], 1),
        (2, [FIRST, "KEEP"], 2),
        (2, [FIRST, BETTER], 2),
        (1, [FIRST], 1),
        (3, [FIRST, FIRST], 2),
    ):
        assert talk(make(CROPS, rounds=rounds), *replies)[0]["calls"] == calls, replies


def test_the_request_names_the_object_and_what_has_to_stay(make) -> None:
    dataset = make(CROPS, least_object=0.8, least_picture=0.4, hint="field", hint_position="message")
    named = int((dataset.rows["target_name"] != "").idxmax())
    words = dataset.build_prompt(named).text
    assert words.startswith("The detection of salient objects aims")
    assert f"Make {dataset.rows['target_name'][named]} (the object within the bounding box" in words
    assert "at least 80% of the object and at least 40% of the picture's area" in words
    assert dataset.receipt.settings.items() >= {"least_picture": 0.4, "least_object": 0.8}.items()
    assert "saliency" not in dataset.receipt.settings, "the map decides nothing about what is asked"
    for option in ({"explain": True}, {"prompt": "cot"}, {"scanpath_crop": 3}):
        with pytest.raises(OptionError, match="has no effect here"):
            make(CROPS, **option)


def test_weight_free_models_score_as_their_rules_do(make, replies, score) -> None:
    for model, rule in (("hvs-oracle", "tight"), ("hvs-center-bias", "center")):
        dataset = make(CROPS, limit=24, n_resamples=20)
        scores = score(dataset, replies(dataset, lambda turn, model=model: respond(model, turn, 0))).scores
        beside = scores["details"]["crops_by_rule"][rule]
        assert scores["metrics"]["Gain"] == pytest.approx(beside["Gain"], abs=1e-3)  # written with six digits
        assert (scores["Overall"], scores["validity"]) == (beside["Overall"], "valid")
        assert scores["intervals"]["Gain"][0] <= scores["metrics"]["Gain"] <= scores["intervals"]["Gain"][1]
    dataset = make(CROPS, limit=5)
    said = replies(dataset, lambda turn: respond("hvs-human", turn, 0))
    assert score(dataset, said, model="hvs-human").scores["left_out"] == 5


def test_the_pages_pictures_show_before_and_after(make) -> None:
    dataset = make(CROPS)
    row = dataset.row(0)
    (before,) = dataset.pictures(row)
    assert (before.caption, [mark.role for mark in before.marks].count("target")) == ("before", 1)
    item = {"answer": "0.000000,0.000000,0.500000,1.000000", "share_before": "0.1", "share_after": "0.25"}
    drawn, after = dataset.answered(row, {**item, "outcome": "counts"})
    assert drawn.image == before.image
    assert [(crop.x, crop.y, crop.width, crop.height) for crop in drawn.marks] == [(0.0, 0.0, 0.5, 1.0)]
    assert (after.beside, after.caption) == (True, "after, saliency share 0.10 to 0.25")
    width, height = Image.open(before.image).size
    assert Image.open(after.image).size == (round(width / 2), height)
    assert dataset.answered(row, {"answer": ""}) == []
    assert len(dataset.answered(row, {"answer": "0,0,1,1"})) == 1


def test_scores_are_the_same_with_and_without_a_reason(make, replies, score) -> None:
    def scripted(turn):
        return WHY if turn.step == EXPLAIN else MESSY[int(turn.row["index"]) % len(MESSY)]

    plain, told = (make("HVSBench_DEMO", explain=explain, limit=52, n_resamples=20) for explain in (False, True))
    without, found = (score(dataset, replies(dataset, scripted)) for dataset in (plain, told))
    assert found.metrics == without.metrics
    assert found.items.drop(columns="explanation").equals(without.items)
    assert set(found.items["explanation"]) == {WHY}
    assert (plain.receipt.settings["explain"], found.scores["settings"]["explain"]) == (False, True)


def test_the_second_turn_shows_the_answer_and_a_missing_reason_asks_again(make) -> None:
    dataset, hinted = make("HVSBench_DEMO", explain=True, hint="field"), make("HVSBench_DEMO", hint="field")
    record, (first, second) = talk(dataset, "<think>A or B?</think>B", WHY)
    assert first["text"] == hinted.build_prompt(0).text
    assert second["images"] == first["images"]
    assert second["text"].startswith(first["text"])
    assert "Your answer to this question was: B\n" in second["text"]
    assert "A or B?" not in second["text"]
    assert record == {"answer": "<think>A or B?</think>B", "explanation": WHY, "calls": 2}
    prompt, ends = dataset.build_prompt(0), iter([True, False, False, True])
    for cut in (None, False):  # a cut reason does not make the answer a cut one
        packed, _ = drive(prompt, lambda turn: "A", INTERLEAVED, finished=lambda: next(ends))
        assert read_record(packed).get("finished") is cut
    packed, _ = drive(prompt, lambda turn: FAIL_MARKER if turn.step == EXPLAIN else "A", INTERLEAVED)
    assert FAIL_MARKER in packed
    counting = dataset.build_prompt(int((dataset.rows["question_type"] == "Q2").idxmax()))
    packed, transcript = drive(counting, lambda turn: respond("hvs-human", turn, 0), INTERLEAVED)
    assert ("declined" in read_record(packed), len(transcript)) == (True, 1)
