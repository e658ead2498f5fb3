"""Classes that treat datasets of the type VQA in their own way: the host's own code says what they need and do."""

import importlib
import linecache
import re
from pathlib import Path

import pytest

from vlmeval_hvs.host.class_facts import FACTS, class_facts, fitted
from vlmeval_hvs.host.generate import hook_class
from vlmeval_hvs.host.model_facts import facts_of
from vlmeval_hvs.host.run import Run, close_run, open_run
from vlmeval_hvs.messages import Prompt, image, read_record, text
from vlmeval_hvs.results.ledger import Ledger, read_receipt
from vlmeval_hvs.results.receipt import Receipt

SEARCH = "VisualSearch_COCOSearch18_DEMO"
SHOWN = {
    "XComposer": "'Answer: '",
    "XComposer2": "generate_vqa",
    "XComposer2_4KHD": "generate_vqa|max_token=100",
    "XComposer2d5": "max_token=100|The answer is|chr",
    "mPLUG_Owl2": "length_penalty",
    "Monkey": "Answer: ",
    "MonkeyChat": "Answer: ",
    "Kosmos2": r"images=images\[0\]",
    "QwenVL": "Answer:",
    "molmo": "max_new_tokens=200",
    "LLaVA_XTuner": "do_sample=True",
}
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
    try:
        prompt = dataset.build_prompt(0)
        record = read_record(model.generate(prompt, dataset=SEARCH))
    finally:
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
