"""Classes of the host answer our prompts: pipelines are driven, whatever class overrides what."""

import copy
import json
import pickle

from vlmeval_hvs.host.generate import TURN_LIMIT, drive, hook_subclasses
from vlmeval_hvs.messages import FAIL_MARKER, ModelTraits, Prompt, Turn, image, read_record, text

TRAITS = ModelTraits("Toy", interleave=True)


def look_and_answer(traits):
    first = yield Turn([image("a.png"), text("look")], step="look")
    second = yield Turn([text(f"you said {first}")], step="answer", context={"first": first})
    return {"answer": second, "first": first, "model": traits.name}


def two_turns(traits):
    first = yield Turn([text("one")], step="one")
    second = yield Turn([text(f"two after {first}")])
    return {"answer": second, "interleave": traits.interleave}


def prompt(pipeline=two_turns, index="1"):
    return Prompt([text("x")], row={"index": index}, benchmark="B", dataset="D", pipeline=pipeline)


def test_the_second_turn_sees_the_first_reply():
    asked = []

    def ask(turn):
        asked.append((turn.step, turn.images, turn.text, turn.row["index"], turn.benchmark, turn.dataset))
        return f"reply {len(asked)}"

    prediction, transcript = drive(prompt(look_and_answer), ask, TRAITS)
    assert read_record(prediction) == {"answer": "reply 2", "first": "reply 1", "model": "Toy", "calls": 2}
    assert asked == [("look", ["a.png"], "look", "1", "B", "D"), ("answer", [], "you said reply 1", "1", "B", "D")]
    assert [entry["reply"] for entry in transcript] == ["reply 1", "reply 2"]
    assert drive(prompt(None), ask, TRAITS) is drive(prompt(lambda traits: None), ask, TRAITS) is None
    assert len(asked) == 2


def test_a_pipeline_that_raises_or_never_ends_or_gives_no_json_is_a_failed_sample():
    def raises(traits):
        yield Turn([text("x")])
        raise ValueError("bad plan")

    def endless(traits):
        while True:
            yield Turn([text("again")])

    def nan(traits):
        yield Turn([text("x")])
        return {"answer": "A", "score": float("nan")}

    for pipeline, reply, words, turns in (
        (raises, "ok", "bad plan", 1), (endless, "ok", str(TURN_LIMIT), TURN_LIMIT), (nan, "ok", "", 1),
        (look_and_answer, "Failed to obtain answer: CUDA out of memory", "no reply to turn 1 (look): Failed to", 1)
    ):  # fmt: skip
        faults = []
        prediction, transcript = drive(prompt(pipeline), lambda turn, reply=reply: reply, TRAITS, fault=faults.append)
        record = read_record(prediction)
        assert (record["answer"], record["calls"], len(transcript), len(faults)) == ("", turns, turns, 1)
        assert record["error"].startswith(FAIL_MARKER), "the host retries exactly what contains its own sentence"
        assert words in record["error"]


def test_prompts_survive_what_the_host_does_to_lists():
    original = prompt(look_and_answer)
    assert (copy.deepcopy(original), copy.deepcopy(original).pipeline) == (original, look_and_answer)
    assert type(pickle.loads(pickle.dumps(original))) is list


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

    class New(Old):
        INTERLEAVE = True

        def generate(self, message, dataset=None):
            return "new " + super().generate(message, dataset)

    for cls, start in ((Old, "old"), (New, "new old")):
        model = cls()
        record = json.loads(model.generate(prompt(), "D"))
        assert (record["answer"], record["interleave"]) == (f"{start} r2", cls is New)
        assert len(model.seen) == 2
        assert cls().generate(prompt(lambda traits: None), "D") == f"{start} r1"
