"""What a receipt tells of the model: the same before and after it is built, and no secrets."""

import functools
import importlib
import json
import linecache
import re
from pathlib import Path

import pytest

from vlmeval_hvs.host.generate import hook_class
from vlmeval_hvs.host.model_facts import FACTS, class_facts, facts_of, fitted, host_facts, machine_facts, model_facts
from vlmeval_hvs.host.run import Run, close_run, open_run
from vlmeval_hvs.messages import Prompt, image, read_record, text
from vlmeval_hvs.results.ledger import Ledger, read_receipt
from vlmeval_hvs.results.receipt import Receipt

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


def test_what_is_not_known_is_left_out_and_another_class_under_a_name_is_not_that_class(registry):
    class Served:
        def __init__(self):
            self.model = "toy"

    for model, name, expected in (
        ("factory", "factory", (None, None, None)),
        (registry["factory"](), "factory", ("Special", "/snapshots/org/toy", "https://host/v1")),
        ("nowhere", "nowhere", (None, None, None)),
        (Served(), "toy", ("Served", "toy", None)),
        ("hvs-oracle", "hvs-oracle", ("HVSBaseline", "hvs-oracle", None)),
        (registry["hvs-oracle"](), "hvs-oracle", ("HVSBaseline", "hvs-oracle", None)),
    ):
        assert compared(model_facts(model, name)) == expected, name
    assert model_facts("factory", "factory") == {"name": "factory"}


def test_host_and_machine_are_named(host):
    assert host_facts()["name"] in ("ms-vlmeval", "VLMEvalKit")
    assert host_facts()["version"]
    assert {"numpy", "pandas", "pillow"} <= machine_facts()["libraries"].keys()


SEARCH = "VisualSearch_COCOSearch18_DEMO"
SHOWN = {
    "XComposer": "'Answer: '", "XComposer2": "generate_vqa", "XComposer2_4KHD": "generate_vqa|max_token=100",
    "XComposer2d5": "max_token=100|The answer is|chr", "mPLUG_Owl2": "length_penalty", "Monkey": "Answer: ",
    "MonkeyChat": "Answer: ", "Kosmos2": r"images=images\[0\]", "QwenVL": "Answer:", "molmo": "max_new_tokens=200",
    "LLaVA_XTuner": "do_sample=True",
}  # fmt: skip
"""What the lines that a fact names have to hold."""


class Plain:
    """A class of no host."""


def test_a_class_of_its_own_gets_the_prompt_as_it_is():
    prompt = Prompt([image("a.png"), text("words")])
    assert class_facts(Plain) == ()
    assert fitted(Plain, prompt) is prompt
    assert "known" not in facts_of(Plain())


@pytest.mark.host
def test_the_lines_that_are_named_show_the_fact(host):
    for name, facts in FACTS.items():
        assert class_facts(getattr(importlib.import_module("vlmeval.vlm"), name)) == facts
        for fact in facts:
            file, _, spans = fact.source.partition(":")
            path = Path(host.__file__).parent / "vlm" / file
            numbers = [[int(number) for number in span.split("-")] for span in spans.split(", ")]
            lines = [linecache.getline(str(path), line) for span in numbers for line in range(span[0], span[-1] + 1)]
            assert re.search(SHOWN[name], "".join(lines)), "".join(lines)


@pytest.mark.host
def test_words_arrive_in_the_template_of_the_class_and_the_receipt_says_so(host, made, tmp_path, monkeypatch):
    dataset = made(SEARCH)
    cls = importlib.import_module("vlmeval.vlm").XComposer2
    module, seen = importlib.import_module(cls.__module__), []
    monkeypatch.setattr(module, "model_gen", lambda model, words, picture, **how: seen.append((words, picture)) or "[]")
    hook_class(cls)
    model = object.__new__(cls)
    model.model = type("Network", (), {})()
    ledger = Ledger(tmp_path, f"M_{SEARCH}")
    ledger.begin(Receipt(SEARCH, "d", {}, "1"))
    open_run(SEARCH, Run(f"M_{SEARCH}", ledger))
    prompt = dataset.build_prompt(0)
    record = read_record(model.generate(prompt, dataset=SEARCH))
    close_run(SEARCH)
    assert record["answer"] == "[]"
    ((words, picture),) = seen
    plain = next(
        item["value"] for item in next(prompt.pipeline(type("T", (), {"interleave": False}))) if "text" in item["type"]
    )
    model.dump_image_func = lambda line: [picture]
    own = model.build_prompt({"question": plain}, "MathVista_MINI")  # the class's own prompt of a question and no more
    assert words == own[0]["value"]
    assert picture == own[1]["value"]
    assert "without a chat template" in read_receipt(tmp_path, f"M_{SEARCH}").model["known"][0]
