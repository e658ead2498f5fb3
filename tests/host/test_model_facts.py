"""What a receipt tells of the model: the same before and after it is built, and no secrets."""

import functools
import importlib
import json

import pytest

from vlmeval_hvs.host.generate import traits_of
from vlmeval_hvs.host.model_facts import ONE_PICTURE, TEMPLATES, facts_of, model_facts

pytestmark = pytest.mark.host


class Toy:
    def __init__(self, model_path="default", temperature=0.0, key=None, api_base="https://user:secret@Host/v1"):
        self.model_path = f"/snapshots/{model_path}"  # as classes do that download their weights
        self.temperature, self.api_key = temperature, key
        self.default_kwargs = {"max_tokens": 64, "headers": {"Authorization": "secret"}}
        self.api_base = f"{api_base}/chat/completions?key=secret"


@pytest.fixture
def registry(host, monkeypatch):
    from vlmeval.config import supported_VLM

    entry = functools.partial(Toy, model_path="org/toy", temperature=0.5, key="secret", api_base="https://host/v1/")
    monkeypatch.setitem(supported_VLM, "toy", entry)
    return supported_VLM


def compared(facts):
    return facts.get("class"), facts.get("path"), facts.get("address")


def test_class_names_are_the_hosts_and_one_picture_means_one_at_a_time(host):
    vlm = importlib.import_module("vlmeval.vlm")
    assert not traits_of(object.__new__(vlm.Kosmos2)).interleave
    assert {getattr(vlm, name).__name__ for name in (*TEMPLATES, *ONE_PICTURE)} == {*TEMPLATES, *ONE_PICTURE}


def test_a_name_and_the_model_built_from_it_are_the_same(registry):
    for model in ("toy", registry["toy"]()):
        facts = model_facts(model, "toy")
        assert (facts["name"], *compared(facts)) == ("toy", "Toy", "org/toy", "https://host/v1")
        assert "secret" not in json.dumps(facts)
    assert model_facts("toy", "toy")["settings"] == {"temperature": 0.5}
    assert facts_of(registry["toy"]())["settings"] == {"temperature": 0.5, "max_tokens": 64}
