"""A pipeline is driven turn by turn, and whatever happens becomes a record that files can hold."""

import copy
import pickle

import pytest

from vlmeval_hvs.host.drive import TURN_LIMIT, drive
from vlmeval_hvs.messages import EXPLAIN, FAIL_MARKER, ModelTraits, Prompt, Turn, read_record

TRAITS = ModelTraits("Toy", interleave=True)


def two_turns(traits):
    first = yield Turn([{"type": "image", "value": "a.png"}, {"type": "text", "value": "look"}], step="look")
    second = yield Turn([{"type": "text", "value": f"you said {first}"}], step="answer", context={"first": first})
    return {"answer": second, "first": first, "model": traits.name}


def prompt(pipeline):
    return Prompt([{"type": "text", "value": "x"}], row={"index": "7"}, benchmark="B", dataset="D", pipeline=pipeline)


def one(traits):
    answer = yield Turn([{"type": "text", "value": "x"}])
    return {"answer": answer}


def test_the_second_turn_sees_the_first_reply():
    asked = []

    def ask(turn):
        asked.append((turn.step, turn.images, turn.text, turn.row["index"], turn.benchmark, turn.dataset))
        return f"reply {len(asked)}"

    prediction, transcript = drive(prompt(two_turns), ask, TRAITS)
    assert read_record(prediction) == {"answer": "reply 2", "first": "reply 1", "model": "Toy", "calls": 2}
    assert asked == [("look", ["a.png"], "look", "7", "B", "D"), ("answer", [], "you said reply 1", "7", "B", "D")]
    assert [entry["reply"] for entry in transcript] == ["reply 1", "reply 2"]
    assert drive(prompt(None), ask, TRAITS) is drive(prompt(lambda traits: None), ask, TRAITS) is None
    assert len(asked) == 2


def test_a_record_tells_that_its_answer_was_cut_and_not_that_an_explanation_was():
    def explained(traits):
        answer = yield Turn([{"type": "text", "value": "x"}], step="answer")
        yield Turn([{"type": "text", "value": "why?"}], step=EXPLAIN)
        return {"answer": answer}

    for ends, marks, told in (
        ([False, True], [False, None], False),
        ([True, False], [None, False], None),
        ([None, None], [None, None], None),
    ):
        states = iter(ends)
        prediction, transcript = drive(prompt(explained), lambda turn: "B", TRAITS, lambda states=states: next(states))
        assert [turn.get("finished") for turn in transcript] == marks
        assert read_record(prediction).get("finished") is told


@pytest.mark.parametrize("bad", [FAIL_MARKER, "Failed to obtain answer: CUDA out of memory", RuntimeError("boom")])
def test_a_failed_turn_becomes_a_retried_sample(bad):
    replies, faults = iter(["fine", bad]), []

    def ask(turn):
        reply = next(replies)
        if isinstance(reply, Exception):
            raise reply
        return reply

    prediction, transcript = drive(prompt(two_turns), ask, TRAITS, fault=faults.append)
    record = read_record(prediction)
    assert FAIL_MARKER in prediction, "the host retries exactly what contains its own sentence"
    assert (record["answer"], record["calls"]) == ("", 2)
    assert transcript[0]["reply"] == "fine"
    assert len(faults) == 1


def test_a_pipeline_that_raises_or_never_ends_or_gives_no_json_is_a_failed_sample():
    def raises(traits):
        yield Turn([{"type": "text", "value": "x"}])
        raise ValueError("bad plan")

    def endless(traits):
        while True:
            yield Turn([{"type": "text", "value": "again"}])

    def nan(traits):
        yield Turn([{"type": "text", "value": "x"}])
        return {"answer": "A", "score": float("nan")}

    for pipeline, words, turns in ((raises, "bad plan", 1), (endless, str(TURN_LIMIT), TURN_LIMIT), (nan, "", 1)):
        prediction, transcript = drive(prompt(pipeline), lambda turn: "ok", TRAITS)
        record = read_record(prediction)
        assert record["answer"] == ""
        assert record["error"].startswith(FAIL_MARKER)
        assert words in record["error"]
        assert len(transcript) == turns


def test_any_reply_gives_a_storable_record():
    kept = {"": "", "</think>B": "</think>B", "B": "B"}
    for reply in (None, "", "B", {"prediction": "B", "extra_records": {}}, 3, ["x"], "\ud800", "</think>B"):
        prediction, _ = drive(prompt(one), lambda turn, reply=reply: reply, TRAITS)
        prediction.encode("utf-8")
        assert "</think>" not in prediction, "the host would cut the prediction there"
        answer = read_record(prediction)["answer"]
        assert isinstance(answer, str)
        assert not isinstance(reply, str) or reply not in kept or answer == kept[reply]


def test_prompts_survive_what_the_host_does_to_lists():
    original = prompt(two_turns)
    assert isinstance(original, list)
    for copied in (copy.copy(original), copy.deepcopy(original)):
        assert copied == original
        assert copied.pipeline is two_turns
        assert copied.row is original.row
        copied[0]["value"] = "edited"
        assert original[0]["value"] == "x"
    plain = pickle.loads(pickle.dumps(original))
    assert type(plain) is list
    assert plain == list(original)


def test_other_predictions_are_no_records():
    for text in ("", "A", "[1]", "{", '{"answer": 1}', "[" * 5000, "3", '{"calls":1,"answer":""'):
        assert read_record(text) is None, text[:20]
