import copy
import pickle

import pytest

from vlmeval_hvs.host.drive import TURN_LIMIT, drive
from vlmeval_hvs.messages import FAIL_MARKER, ModelTraits, Prompt, Turn, read_record

TRAITS = ModelTraits("Toy", interleave=True)


def two_turns(traits):
    first = yield Turn([{"type": "image", "value": "a.png"}, {"type": "text", "value": "look"}], step="look")
    second = yield Turn([{"type": "text", "value": f"you said {first}"}], step="answer", context={"first": first})
    return {"answer": second, "first": first, "model": traits.name}


def prompt(pipeline):
    return Prompt([{"type": "text", "value": "x"}], row={"index": "7"}, benchmark="B", dataset="D", pipeline=pipeline)


def test_the_second_turn_sees_the_first_reply():
    asked = []

    def ask(turn):
        asked.append((turn.step, turn.images, turn.text, turn.row["index"], turn.benchmark, turn.dataset))
        return f"reply {len(asked)}"

    prediction, transcript = drive(prompt(two_turns), ask, TRAITS)
    assert read_record(prediction) == {"answer": "reply 2", "first": "reply 1", "model": "Toy", "calls": 2}
    assert asked == [
        ("look", ["a.png"], "look", "7", "B", "D"),
        ("answer", [], "you said reply 1", "7", "B", "D"),
    ]
    assert [entry["reply"] for entry in transcript] == ["reply 1", "reply 2"]


@pytest.mark.parametrize("bad", [FAIL_MARKER, "Failed to obtain answer: CUDA out of memory", RuntimeError("boom")])
def test_a_failed_turn_becomes_a_retried_sample(bad):
    replies = iter(["fine", bad])

    def ask(turn):
        reply = next(replies)
        if isinstance(reply, Exception):
            raise reply
        return reply

    prediction, transcript = drive(prompt(two_turns), ask, TRAITS)
    record = read_record(prediction)
    assert FAIL_MARKER in prediction, "the host retries exactly what contains its own sentence"
    assert record["answer"] == ""
    assert record["calls"] == 2
    assert transcript[0]["reply"] == "fine"


def test_a_pipeline_that_raises_or_never_ends_is_a_failed_sample():
    def raises(traits):
        yield Turn([{"type": "text", "value": "x"}])
        raise ValueError("bad plan")

    def endless(traits):
        while True:
            yield Turn([{"type": "text", "value": "again"}])

    assert "bad plan" in read_record(drive(prompt(raises), lambda turn: "ok", TRAITS)[0])["error"]
    prediction, transcript = drive(prompt(endless), lambda turn: "ok", TRAITS)
    assert f"more than {TURN_LIMIT} turns" in read_record(prediction)["error"]
    assert len(transcript) == TURN_LIMIT


@pytest.mark.parametrize("reply", [None, "", {"prediction": "B", "extra_records": {}}, 3, ["x"], "\ud800", "</think>B"])
def test_any_reply_gives_a_storable_record(reply):
    def one(traits):
        answer = yield Turn([{"type": "text", "value": "x"}])
        return {"answer": answer}

    prediction, _ = drive(prompt(one), lambda turn: reply, TRAITS)
    prediction.encode("utf-8")
    assert "</think>" not in prediction, "the host would cut the prediction there"
    expected = {"": "", "B": "B"}.get(reply if isinstance(reply, str) else None)
    record = read_record(prediction)
    assert isinstance(record["answer"], str)
    if expected is not None:
        assert record["answer"] == expected
    if reply == "</think>B":
        assert record["answer"] == reply


def test_a_record_that_is_no_json_is_a_failed_sample():
    def nan(traits):
        yield Turn([{"type": "text", "value": "x"}])
        return {"answer": "A", "score": float("nan")}

    record = read_record(drive(prompt(nan), lambda turn: "ok", TRAITS)[0])
    assert record["answer"] == ""
    assert FAIL_MARKER in record["error"]


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


@pytest.mark.parametrize("text", ["", "A", "[1]", "{", '{"answer": 1}', "[" * 5000, "3", '{"calls":1,"answer":""'])
def test_other_predictions_are_no_records(text):
    assert read_record(text) is None
