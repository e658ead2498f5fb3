"""Conversations about HVSBench's questions: the reason for an answer."""

import pytest

from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import EXPLAIN, FAIL_MARKER, INTERLEAVED, read_record
from vlmeval_hvs.responders import respond

pytestmark = pytest.mark.long

WHY = "Because it is red and near the centre."
MESSY = ["The answer is B.", "", "<think>A? No: C.</think>C", "three", "X = [0.5, 0.4] Y = [0.5, 0.3] T = [200, 210]"]


def talk(dataset, *replies):
    """The record and the transcript of one row, with these replies in their order."""
    said = iter(replies)
    packed, transcript = drive(dataset.build_prompt(0), lambda turn: next(said), INTERLEAVED)
    return read_record(packed), transcript


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
