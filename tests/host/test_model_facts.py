"""What a receipt tells of the model: the same before and after it is built, and no secrets."""

import functools
import json

import pytest

from vlmeval_hvs.host.model_facts import facts_of, host_facts, machine_facts, model_facts

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


def test_what_is_not_known_is_left_out(registry):
    assert model_facts("factory", "factory") == {"name": "factory"}
    assert compared(model_facts(registry["factory"](), "factory")) == (
        "Special",
        "/snapshots/org/toy",
        "https://host/v1",
    )
    assert model_facts("nowhere", "nowhere") == {"name": "nowhere"}


def test_a_model_under_the_name_of_another_class_is_not_that_class(registry):
    class Served:
        def __init__(self):
            self.model = "toy"

    assert compared(model_facts(Served(), "toy")) == ("Served", "toy", None)


def test_our_own_models_too(registry):
    for model in ("hvs-oracle", registry["hvs-oracle"]()):
        assert compared(model_facts(model, "hvs-oracle")) == ("HVSBaseline", "hvs-oracle", None)


def test_host_and_machine_are_named(host):
    assert host_facts()["name"] in ("ms-vlmeval", "VLMEvalKit")
    assert host_facts()["version"]
    assert {"numpy", "pandas", "pillow"} <= machine_facts()["libraries"].keys()
