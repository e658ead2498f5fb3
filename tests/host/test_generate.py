"""Classes of the host answer our prompts: pipelines are driven, whatever class overrides what."""

import copy
import json
import pickle

import pytest

from vlmeval_hvs.host.generate import TURN_LIMIT, drive, hook_class, hook_subclasses
from vlmeval_hvs.messages import EXPLAIN, FAIL_MARKER, ModelTraits, Prompt, Turn, read_record, text
from vlmeval_hvs.results.ledger import iter_calls, read_answers

TRAITS = ModelTraits("Toy", interleave=True)


def look_and_answer(traits):
    first = yield Turn([{"type": "image", "value": "a.png"}, {"type": "text", "value": "look"}], step="look")
    second = yield Turn([{"type": "text", "value": f"you said {first}"}], step="answer", context={"first": first})
    return {"answer": second, "first": first, "model": traits.name}


def row_with(pipeline):
    return Prompt([{"type": "text", "value": "x"}], row={"index": "7"}, benchmark="B", dataset="D", pipeline=pipeline)


def one(traits):
    answer = yield Turn([{"type": "text", "value": "x"}])
    return {"answer": answer}


def test_the_second_turn_sees_the_first_reply():
    asked = []

    def ask(turn):
        asked.append((turn.step, turn.images, turn.text, turn.row["index"], turn.benchmark, turn.dataset))
        return f"reply {len(asked)}"

    prediction, transcript = drive(row_with(look_and_answer), ask, TRAITS)
    assert read_record(prediction) == {"answer": "reply 2", "first": "reply 1", "model": "Toy", "calls": 2}
    assert asked == [("look", ["a.png"], "look", "7", "B", "D"), ("answer", [], "you said reply 1", "7", "B", "D")]
    assert [entry["reply"] for entry in transcript] == ["reply 1", "reply 2"]
    assert drive(row_with(None), ask, TRAITS) is drive(row_with(lambda traits: None), ask, TRAITS) is None
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
        prediction, transcript = drive(
            row_with(explained), lambda turn: "B", TRAITS, lambda states=states: next(states)
        )
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

    prediction, transcript = drive(row_with(look_and_answer), ask, TRAITS, fault=faults.append)
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
        prediction, transcript = drive(row_with(pipeline), lambda turn: "ok", TRAITS)
        record = read_record(prediction)
        assert record["answer"] == ""
        assert record["error"].startswith(FAIL_MARKER)
        assert words in record["error"]
        assert len(transcript) == turns


def test_any_reply_gives_a_storable_record():
    kept = {"": "", "</think>B": "</think>B", "B": "B"}
    for reply in (None, "", "B", {"prediction": "B", "extra_records": {}}, 3, ["x"], "\ud800", "</think>B"):
        prediction, _ = drive(row_with(one), lambda turn, reply=reply: reply, TRAITS)
        prediction.encode("utf-8")
        assert "</think>" not in prediction, "the host would cut the prediction there"
        answer = read_record(prediction)["answer"]
        assert isinstance(answer, str)
        assert not isinstance(reply, str) or reply not in kept or answer == kept[reply]


def test_prompts_survive_what_the_host_does_to_lists():
    original = row_with(look_and_answer)
    assert isinstance(original, list)
    for copied in (copy.copy(original), copy.deepcopy(original)):
        assert copied == original
        assert copied.pipeline is look_and_answer
        assert copied.row is original.row
        copied[0]["value"] = "edited"
        assert original[0]["value"] == "x"
    plain = pickle.loads(pickle.dumps(original))
    assert type(plain) is list
    assert plain == list(original)


def test_other_predictions_are_no_records():
    for reply in ("", "A", "[1]", "{", '{"answer": 1}', "[" * 5000, "3", '{"calls":1,"answer":""'):
        assert read_record(reply) is None, reply[:20]


def two_turns(traits):
    first = yield Turn([text("one")], step="one")
    second = yield Turn([text(f"two after {first}")])
    return {"answer": second, "interleave": traits.interleave}


def prompt(pipeline=two_turns, index="1"):
    return Prompt([text("x")], row={"index": index}, dataset="D", pipeline=pipeline)


def make_base():
    class Base:
        INTERLEAVE = False

        def __init__(self):
            self.seen = []

        def generate(self, message, dataset=None):
            self.seen.append((message[0]["value"] if isinstance(message, list) else message, dataset))
            return f"r{len(self.seen)}"

    return Base


def test_pipelines_are_driven_and_other_messages_pass_through():
    base = make_base()
    hook_subclasses(base)
    model = base()
    assert model.generate("hello", dataset="other") == "r1"
    record = json.loads(model.generate(message=prompt(), dataset="D"))
    assert record == {"answer": "r3", "interleave": False, "calls": 2}
    assert model.seen == [("hello", "other"), ("one", "D"), ("two after r2", "D")]
    assert model.generate(Prompt([text("single")]), "D") == "r4"


def test_subclasses_old_and_new_that_override_generate_are_asked_once_per_turn():
    base = make_base()

    class Old(base):
        def generate(self, message, dataset=None):
            return "old " + super().generate(message, dataset)

    hook_subclasses(base)
    hook_subclasses(base)

    class Middle(Old):
        INTERLEAVE = True

        def __init_subclass__(cls, tag="", **kwargs):
            super().__init_subclass__(**kwargs)
            cls.tag = tag

    class New(Middle, tag="t"):
        def generate(self, message, dataset=None):
            return "new " + super().generate(message, dataset)

    assert New.tag == "t"
    for cls, start in ((Old, "old"), (New, "new old")):
        model = cls()
        record = json.loads(model.generate(prompt(), "D"))
        assert (record["answer"], record["interleave"]) == (f"{start} r2", cls is New)
        assert len(model.seen) == 2
        assert cls().generate(prompt(lambda traits: None), "D") == f"{start} r1"


def test_a_message_keeps_the_parameter_it_came_in_and_a_class_is_wrapped_once():
    class Named:
        def generate(self, msgs=None, message=None, dataset=None):
            return next(name for name, value in (("msgs", msgs), ("message", message)) if value is not None)

    hook_class(Named)
    wrapped = Named.generate
    hook_class(Named)
    assert Named.generate is wrapped
    for name in ("msgs", "message"):
        assert Named().generate(**{name: ["x"]}, dataset="D") == name
        assert json.loads(Named().generate(**{name: prompt()}))["answer"] == name


def test_models_do_not_replace_our_prompts_and_keep_theirs_however_they_declare_it():
    class Custom:
        def generate(self, message):
            return message

        def use_custom_prompt(self, name="nothing", *more, **others):
            return name, more, others

    def asked(model):
        return model.use_custom_prompt(), model.use_custom_prompt("MMBench", 1), model.use_custom_prompt(other=2)

    before = asked(Custom())
    hook_class(Custom)
    model = Custom()
    assert asked(model) == before
    for name in ("HVSBench", "HVSBench_DEMO@variant", "VPB_Stage2_DEMO"):
        assert model.use_custom_prompt(name) is model.use_custom_prompt(dataset=name) is False


def test_a_class_above_another_is_recorded_once_and_the_receipt_tells_the_class(start, tmp_path):
    class Base:
        def generate(self, message, dataset=None):
            return "base"

    class Child(Base):
        def __init__(self):
            self.model_path, self.temperature, self.api_key = "/weights", 0.5, "secret"

        def generate(self, message, dataset=None):
            return "child of " + super().generate(message, dataset)

    for cls in (Base, Child):
        hook_class(cls)
    start()
    for one in (prompt(None), prompt(index="2")):
        Child().generate(one, "D")
    assert [call.reply for call in iter_calls(tmp_path, "m_D")] == ["child of base"] * 3
    model = read_answers(tmp_path, "m_D").receipt.model
    assert model == {"class": "Child", "path": "/weights", "settings": {"temperature": 0.5}}
