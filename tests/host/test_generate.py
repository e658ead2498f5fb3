"""Classes of the host answer our prompts: pipelines are driven, whatever class overrides what."""

import json

from vlmeval_hvs.host.generate import hook_class, hook_subclasses
from vlmeval_hvs.messages import Prompt, Turn, text
from vlmeval_hvs.results.ledger import iter_calls, read_answers


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
