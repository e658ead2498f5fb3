"""Classes of the host answer our prompts: pipelines are driven, whatever class overrides what; system messages."""

import copy
import pickle

from vlmeval_hvs.host.generate import TURN_LIMIT, drive, hook_class, hook_subclasses, sends_system_prompt
from vlmeval_hvs.messages import FAIL_MARKER, ModelTraits, Prompt, Turn, image, read_record, system, text
from vlmeval_hvs.results.ledger import read_receipts
from vlmeval_hvs.results.receipt import SENT_AS

TRAITS = ModelTraits("Toy", interleave=True)


def look_and_answer(traits):
    first = yield Turn([image("a.png"), text("look")], step="look")
    second = yield Turn([text(f"you said {first}")], step="answer", context={"first": first})
    return {"answer": second, "first": first, "model": traits.name, "interleave": traits.interleave}


def prompt(pipeline=look_and_answer, index="1"):
    return Prompt([text("x")], row={"index": index}, benchmark="B", dataset="D", pipeline=pipeline)


def test_the_second_turn_sees_the_first_reply_and_prompts_survive_what_the_host_does_to_lists():
    asked = []

    def ask(turn):
        asked.append((turn.step, turn.images, turn.text, turn.row["index"], turn.benchmark, turn.dataset))
        return f"reply {len(asked)}"

    prediction, transcript = drive(prompt(), ask, TRAITS)
    told = {"answer": "reply 2", "first": "reply 1", "model": "Toy", "interleave": True, "calls": 2}
    assert read_record(prediction) == told
    assert asked == [("look", ["a.png"], "look", "1", "B", "D"), ("answer", [], "you said reply 1", "1", "B", "D")]
    assert [entry["reply"] for entry in transcript] == ["reply 1", "reply 2"]
    assert drive(prompt(None), ask, TRAITS) is drive(prompt(lambda traits: None), ask, TRAITS) is None
    assert len(asked) == 2
    assert (copy.deepcopy(prompt()), copy.deepcopy(prompt()).pipeline) == (prompt(), look_and_answer)
    assert type(pickle.loads(pickle.dumps(prompt()))) is list


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
        (look_and_answer, "Failed to obtain answer: CUDA out of memory", "no reply to turn 1 (look): Failed to", 1),
    ):  # fmt: skip
        faults = []
        prediction, transcript = drive(prompt(pipeline), lambda turn, reply=reply: reply, TRAITS, fault=faults.append)
        record = read_record(prediction)
        assert (record["answer"], record["calls"], len(transcript), len(faults)) == ("", turns, turns, 1)
        assert record["error"].startswith(FAIL_MARKER), "the host retries exactly what contains its own sentence"
        assert words in record["error"]


def test_classes_old_and_new_that_override_generate_are_asked_once_per_turn_and_other_messages_pass_through():
    class Base:
        INTERLEAVE = False

        def __init__(self):
            self.seen = []

        def generate(self, message, dataset=None):
            self.seen.append((message[0]["value"] if isinstance(message, list) else message, dataset))
            return f"r{len(self.seen)}"

    class Old(Base):
        def generate(self, message, dataset=None):
            return "old " + super().generate(message, dataset)

    hook_subclasses(Base)
    hook_subclasses(Base)

    class New(Old):
        INTERLEAVE = True

        def generate(self, message, dataset=None):
            return "new " + super().generate(message, dataset)

    for cls, start in ((Base, ""), (Old, "old "), (New, "new old ")):
        model = cls()
        assert model.generate("hello", dataset="other") == f"{start}r1"
        record = read_record(model.generate(message=prompt(), dataset="D"))
        assert (record["answer"], record["interleave"], record["calls"]) == (f"{start}r3", cls is New, 2)
        assert model.seen == [("hello", "other"), ("a.png", "D"), (f"you said {start}r2", "D")]
        assert model.generate(Prompt([text("single")]), "D") == f"{start}r4"
        assert model.generate(prompt(lambda traits: None), "D") == f"{start}r5"


def test_system_messages_are_of_their_turn_or_text_in_their_place_and_the_receipt_says_which(start, tmp_path):
    class Sending:
        """Sends its system prompt, as most API classes of the host do."""

        def __init__(self, system_prompt=None):
            self.system_prompt, self.sent = system_prompt, []

        def generate(self, message, dataset=None):
            return self.generate_inner(message)

        def generate_inner(self, message):
            head = [("system", self.system_prompt)] if self.system_prompt is not None else []
            self.sent.append(head + [(item.get("role", "user"), item["value"]) for item in message])
            return "reply"

    class Deaf:
        """Knows the name, but never looks at it when it is asked."""

        def __init__(self):
            self.system_prompt, self.sent = "unused", []

        def preprocess_message_with_role(self, message):
            return self.system_prompt

        def generate(self, message, dataset=None):
            system_prompt = "local"
            self.sent.append([(item.get("role", "user"), item["value"]) for item in message])
            return system_prompt

    def turns(traits):
        yield Turn([system("hint"), text("first")])
        return {"answer": (yield Turn([text("second")]))}

    hook_class(Sending)
    hook_class(Deaf)
    assert not sends_system_prompt(Deaf)
    start()
    for model, role in ((Sending(), "system"), (Deaf(), "user")):
        assert read_record(model.generate(prompt(turns, role)))["calls"] == 2
        assert model.sent == [[(role, "hint"), ("user", "first")], [("user", "second")]]
        if role == "system":
            assert read_receipts(tmp_path, "m_D")[0].sent[SENT_AS] == "system"
    assert model.system_prompt == "unused"
