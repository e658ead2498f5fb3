import json

from vlmeval_hvs.host.generate import hook_class, hook_subclasses
from vlmeval_hvs.messages import Prompt, Turn


def two_turns(traits):
    first = yield Turn([{"type": "text", "value": "one"}], step="one")
    second = yield Turn([{"type": "text", "value": f"two after {first}"}])
    return {"answer": second, "interleave": traits.interleave}


def prompt():
    return Prompt([{"type": "text", "value": "x"}], row={"index": "1"}, pipeline=two_turns)


def make_base():
    class Base:
        INTERLEAVE = False

        def __init__(self):
            self.seen = []

        def generate(self, message, dataset=None):
            self.seen.append((message[0]["value"] if isinstance(message, list) else message, dataset))
            return f"r{len(self.seen)}"

        def use_custom_prompt(self, dataset):
            return True

    return Base


def test_pipelines_are_driven_and_other_messages_pass_through():
    base = make_base()
    hook_subclasses(base)
    model = base()
    assert model.generate("hello", dataset="other") == "r1"
    record = json.loads(model.generate(message=prompt(), dataset="D"))
    assert record == {"answer": "r3", "interleave": False, "calls": 2}
    assert model.seen == [("hello", "other"), ("one", "D"), ("two after r2", "D")]
    assert model.generate(Prompt([{"type": "text", "value": "single"}]), "D") == "r4"


def test_a_row_that_needs_no_pipeline_is_asked_once():
    base = make_base()

    class Child(base):
        def generate(self, message, dataset=None):
            assert isinstance(message, Prompt)
            assert message.row == {"index": "1"}
            return "child " + super().generate(message, dataset)

    hook_subclasses(base)
    model = Child()
    message = Prompt([{"type": "text", "value": "x"}], row={"index": "1"}, pipeline=lambda traits: None)
    assert model.generate(message, "D") == "child r1"
    assert model.seen == [("x", "D")]


def test_subclasses_old_and_new_that_override_generate_drive_once():
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

    for cls, reply in ((Old, "old r2"), (New, "new old r2")):
        model = cls()
        assert json.loads(model.generate(prompt(), "D"))["answer"] == reply
        assert len(model.seen) == 2


def test_a_subclass_with_its_own_init_subclass_still_works():
    base = make_base()
    hook_subclasses(base)

    class Middle(base):
        def __init_subclass__(cls, tag="", **kwargs):
            super().__init_subclass__(**kwargs)
            cls.tag = tag

    class Leaf(Middle, tag="t"):
        def generate(self, message, dataset=None):
            return super().generate(message, dataset)

    assert Leaf.tag == "t"
    assert json.loads(Leaf().generate(prompt(), "D"))["calls"] == 2


def test_classes_without_a_common_base():
    class Alone:
        def generate(self, message, dataset=None):
            return "alone"

    hook_class(Alone)
    wrapped = Alone.generate
    hook_class(Alone)
    assert Alone.generate is wrapped
    assert json.loads(Alone().generate(prompt()))["answer"] == "alone"


def test_models_do_not_replace_our_prompts():
    base = make_base()
    hook_subclasses(base)

    class Custom(base):
        def use_custom_prompt(self, dataset):
            return "custom"

    from vlmeval_hvs.registry import all_cards

    ours = next(iter(all_cards())).dataset_names
    assert Custom().use_custom_prompt("MMBench") == "custom"
    assert [Custom().use_custom_prompt(name) for name in ours] == [False] * len(ours)
    assert Custom().use_custom_prompt(ours[0] + "@variant") is False
