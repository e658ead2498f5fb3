"""What a receipt tells of the model: the same before and after it is built, and no secrets."""

import functools
import importlib
import json

import pytest

from vlmeval_hvs.host.generate import hook_class, traits_of
from vlmeval_hvs.host.model_facts import ONE_PICTURE, TEMPLATES, facts_of, model_facts
from vlmeval_hvs.messages import ModelTraits, read_record

pytestmark = pytest.mark.host


class Toy:
    def __init__(self, model_path="default", temperature=0.0, key=None, api_base="https://user:secret@Host/v1"):
        self.model_path = f"/snapshots/{model_path}"  # as classes do that download their weights
        self.temperature, self.api_key = temperature, key
        self.default_kwargs = {"max_tokens": 64, "headers": {"Authorization": "secret"}}
        self.api_base = f"{api_base}/chat/completions?key=secret"


class Special(Toy):
    pass


@pytest.fixture
def registry(host, monkeypatch):
    from vlmeval.config import supported_VLM

    entries = {
        "toy": functools.partial(Toy, model_path="org/toy", temperature=0.5, key="secret", api_base="https://host/v1/"),
        "factory": lambda: Special("org/toy"),
    }
    for name, entry in entries.items():
        monkeypatch.setitem(supported_VLM, name, entry)
    return supported_VLM


def compared(facts):
    return facts.get("class"), facts.get("path"), facts.get("address")


def test_a_name_and_the_model_built_from_it_are_the_same(registry):
    for model in ("toy", registry["toy"](), Special("org/toy")):
        facts = model_facts(model, "toy")
        assert (facts["name"], *compared(facts)) == ("toy", "Toy", "org/toy", "https://host/v1")
        assert "secret" not in json.dumps(facts)
    assert model_facts("toy", "toy")["settings"] == {"temperature": 0.5}
    assert facts_of(registry["toy"]())["settings"] == {"temperature": 0.5, "max_tokens": 64}


SEARCH = "VisualSearch_COCOSearch18_DEMO"


@pytest.mark.host
def test_words_arrive_in_the_template_of_the_class_and_kosmos_takes_one_picture(host, made, monkeypatch):
    dataset = made(SEARCH)
    vlm = importlib.import_module("vlmeval.vlm")
    assert not traits_of(object.__new__(vlm.Kosmos2)).interleave
    assert {getattr(vlm, name).__name__ for name in (*TEMPLATES, *ONE_PICTURE)} == {*TEMPLATES, *ONE_PICTURE}
    cls = vlm.XComposer2
    module, seen = importlib.import_module(cls.__module__), []
    monkeypatch.setattr(module, "model_gen", lambda model, words, picture, **how: seen.append((words, picture)) or "[]")
    hook_class(cls)
    model = object.__new__(cls)
    model.model = type("Network", (), {})()
    prompt = dataset.build_prompt(0)
    assert read_record(model.generate(prompt, dataset=SEARCH))["answer"] == "[]"
    ((words, picture),) = seen
    turn = next(prompt.pipeline(ModelTraits("", interleave=False)))
    model.dump_image_func = lambda line: [picture]
    own = model.build_prompt({"question": turn.text}, "MathVista_MINI")  # the class's own prompt, of a question only
    assert [words, picture] == [item["value"] for item in own]
