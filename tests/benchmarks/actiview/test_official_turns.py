"""Every turn of the profile ``official`` is what the released code sends: its composition and, with its texts, itself.

``official_turns.json`` was recorded from ``toolkit/evaluator.py`` of THUNLP-MT/ActiView (the commit in
``prompts_official.json``), run with a model that replies from each case's ``replies``, and with images that are only
names: EvaluatorChat for one model of every family that names its images in the text, and Evaluator (Brote) for other
splits than four. ``turns`` are with stand-in templates (the name of each template and its placeholders), ``released``
are the SHA-256 of the texts with its own, which have no licence. ``ACTIVIEW_CHECKOUT`` compares these, too.
"""

import hashlib
import json
import os
from collections import Counter
from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.actiview import official_texts
from vlmeval_hvs.benchmarks.actiview.pipeline import run
from vlmeval_hvs.benchmarks.actiview.wording import read_wording
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import ModelTraits

CHECKOUT = os.environ.get("ACTIVIEW_CHECKOUT", "")


@pytest.fixture
def turns_of(make_task, official):
    """Our turns for a case, as ``[images, text]``."""
    question, options = official["question"]["question"], tuple(official["question"]["options"])

    def play(case: dict, **changes: object) -> list[list]:
        given = {"question": question, "options": options, "start": case.get("start", 1), **changes}
        task = make_task("official", case["n_splits"], clue_views=tuple(case.get("clue_views", ())), **given)
        generator = run(case["kind"], task, ModelTraits("Scripted", True))
        turns, turn = [], next(generator)
        for reply in case["replies"]:
            turns.append([turn.images, turn.text])
            try:
                turn = generator.send(reply)
            except StopIteration:
                break
        return turns

    return play


def test_turns_and_templates_are_those_of_the_released_code(official, turns_of) -> None:
    demanded, cases = official_texts.declared()["templates"], official["cases"]
    assert demanded == {name: official["templates"][name]["sha256"] for name in demanded}
    kinds = {case["kind"] for case in cases}
    assert kinds == {"full", "single", "zoom", "zoom_clues", "shift", "mixed"}
    assert {case["n_splits"] for case in cases} == {4, 6, 8, 9, 16}
    assert Counter(len(case["families"]) for case in cases) == {4: len(cases) - 28, 1: 28}
    for case in cases:
        assert turns_of(case) == case["turns"], {name: case[name] for name in case if name != "turns"}


@pytest.mark.skipif(not CHECKOUT, reason="ACTIVIEW_CHECKOUT names no checkout of the released code")
def test_turns_with_the_released_texts(official, turns_of) -> None:
    texts = official_texts.read_checkout(Path(CHECKOUT))
    official_texts.check(texts, CHECKOUT)
    wording = read_wording("official", texts)
    for case in official["cases"]:
        ours = [hashlib.sha256(text.encode()).hexdigest() for _, text in turns_of(case, wording=wording)]
        assert ours == case["released"], case


@pytest.mark.long  # builds the demo set
def test_texts_are_read_from_a_checkout_or_its_file_and_official_is_refused_without(
    make, monkeypatch, tmp_path
) -> None:
    (tmp_path / "toolkit").mkdir()
    file = tmp_path / "toolkit" / official_texts.FILE
    file.write_text('QA = "a {x}"\nOTHER = 3\n')
    for place in (tmp_path, file):
        assert official_texts.read_checkout(place) == {"QA": "a {x}"}
    file.write_text("QA = (")
    for place, words in ((file, "is not readable Python"), (tmp_path / "none", "no prompts_config.py in it")):
        with pytest.raises(DataError, match=words):
            official_texts.read_checkout(place)
    monkeypatch.setattr("vlmeval_hvs.benchmarks.actiview.dataset.installed", official_texts.installed)
    name, place = "ActiView_ShiftingR_DEMO", official_texts.place()
    for text, words in (
        (None, "vlmeval-hvs actiview wording CHECKOUT"), ({"QA_TEMPLATES": "a paraphrase"}, "has no template"),
        (dict.fromkeys(official_texts.declared()["templates"], "a paraphrase"), "QA_TEMPLATES_CHAT.* differ from the")
    ):  # fmt: skip
        if text:
            place.parent.mkdir(exist_ok=True, parents=True)
            place.write_text(json.dumps(text))
        with pytest.raises(DataError, match=words):
            make(name, profile="official")
    assert make(name).settings["wording"].startswith("robust ")
