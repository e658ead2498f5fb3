"""What a receipt tells of the model: the same before and after it is built, and no secrets."""

import functools
import importlib
import json
import sys
import types

import pytest

from vlmeval_hvs.host.datasets import build_model
from vlmeval_hvs.host.generate import traits_of
from vlmeval_hvs.host.model_facts import ONE_PICTURE, TEMPLATES, facts_of, fitted, machine_facts, model_facts
from vlmeval_hvs.messages import Prompt, image, text


class Toy:
    def __init__(self, model_path="default", temperature=0.0, key=None, api_base="https://user:secret@Host/v1"):
        self.model_path = f"/snapshots/{model_path}"  # as classes do that download their weights
        self.temperature, self.api_key = temperature, key
        self.default_kwargs = {"max_tokens": 64, "headers": {"Authorization": "secret"}}
        self.api_base = f"{api_base}/chat/completions?key=secret"


@pytest.mark.host
def test_class_names_are_the_hosts_and_one_picture_means_one_at_a_time(host):
    vlm = importlib.import_module("vlmeval.vlm")
    assert not traits_of(object.__new__(vlm.Kosmos2)).interleave
    assert {getattr(vlm, name).__name__ for name in (*TEMPLATES, *ONE_PICTURE)} == {*TEMPLATES, *ONE_PICTURE}


def test_a_name_and_the_model_built_from_it_are_the_same_as_are_own_and_unknown_ones(monkeypatch):
    entry = functools.partial(Toy, model_path="org/toy", temperature=0.5, key="secret", api_base="https://host/v1/")
    table = {"toy": entry, "other": lambda **given: None, "hvs-random": functools.partial(build_model, "hvs-random")}
    monkeypatch.setitem(sys.modules, "vlmeval", types.ModuleType("vlmeval"))
    monkeypatch.setitem(sys.modules, "vlmeval.config", types.SimpleNamespace(supported_VLM=table))
    for model in ("toy", entry()):
        facts = model_facts(model, "toy")
        told = {"name": "toy", "class": "Toy", "path": "org/toy", "address": "https://host/v1"}
        assert told.items() <= facts.items()
        assert "secret" not in json.dumps(facts)
    assert model_facts("toy", "toy")["settings"] == {"temperature": 0.5}
    assert facts_of(entry())["settings"] == {"temperature": 0.5, "max_tokens": 64}
    assert facts_of(types.SimpleNamespace(temperature=[1], system_prompt="x" * 3000, api_base="local")) == {
        "class": "SimpleNamespace", "settings": {"system_prompt": "x" * 2000}
    }  # fmt: skip
    ours = {"name": "hvs-random", "class": "HVSBaseline", "path": "hvs-random"}
    assert model_facts("hvs-random", "hvs-random") == ours
    assert model_facts("hvs-sIBS-flat", "hvs-sIBS-flat") == {"name": "hvs-sIBS-flat", "class": "HVSSearcher"}
    assert model_facts("nobody", "nobody") == {"name": "nobody"}
    assert model_facts(Toy("a"), "nobody")["path"] == "/snapshots/a"
    facts = machine_facts()
    assert facts["python"] == ".".join(map(str, sys.version_info[:3]))
    assert {"numpy", "pandas"} <= facts["libraries"].keys()


def test_classes_that_drop_pictures_or_templates_get_what_they_need():
    def of_host(name):
        return type(name, (), {"__module__": "vlmeval.vlm.x", "INTERLEAVE": True})

    message = [text("one"), image("a.png"), text("two")]
    prompt = Prompt(message, row={"index": "1"}, dataset="D")
    assert fitted(of_host("Other"), prompt) is prompt
    made = fitted(type("Mine", (of_host("XComposer2"),), {}), prompt)
    assert [item["type"] for item in made] == ["text", "image"]
    assert (made.text, made.row) == (TEMPLATES["XComposer2"].replace("{}", "one\ntwo"), prompt.row)
    for cls, interleave in ((of_host("Kosmos2"), False), (of_host("Other"), True), (type("Plain", (), {}), False)):
        traits = traits_of(cls())
        assert (traits.name, traits.interleave) == (cls.__name__, interleave)
    probed = [traits_of(of_host("Kosmos2")(), types.SimpleNamespace(interleave=found)) for found in (False, True)]
    assert [traits.interleave for traits in probed] == [False, True]
