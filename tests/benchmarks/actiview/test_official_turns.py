"""Every turn of the profile ``official`` is what the released code sends: its composition and, with its texts, itself.

``official_turns.json`` was written by the released code (``make_official_turns.py``). Two things are compared. With
stand-in templates the full text and the images of every turn are equal; and the digests that the package demands of
the real templates are those of the released ones. With the texts of a checkout (``ACTIVIEW_CHECKOUT``) the digests of
whole turns are compared too.
"""

import hashlib
import json
import os
from collections import Counter
from pathlib import Path

import pytest
from later import later

from vlmeval_hvs.benchmarks.actiview import official_texts
from vlmeval_hvs.benchmarks.actiview.session import Task
from vlmeval_hvs.benchmarks.actiview.wording import Wording, read_wording
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import ModelTraits

with later():
    from vlmeval_hvs.benchmarks.actiview.pipeline import run


OFFICIAL = json.loads(Path(__file__).with_name("official_turns.json").read_text(encoding="utf-8"))
CASES = OFFICIAL["cases"]
STAND_INS = {name: entry["stand_in"] for name, entry in OFFICIAL["templates"].items()}
CHECKOUT = os.environ.get("ACTIVIEW_CHECKOUT", "")


def turns_of(case: dict, wording: Wording) -> list[list]:
    """Our turns for a case, as ``[images, text]``."""
    n_views = case["n_splits"]
    task = Task(
        question=OFFICIAL["question"]["question"],
        options=tuple(OFFICIAL["question"]["options"]),
        full="F",
        lined="L",
        views=("UL", "LL", "UR", "LR") if n_views == 4 else tuple(f"V{k}" for k in range(1, n_views + 1)),
        start=case.get("start", 1),
        clue_views=tuple(case.get("clue_views", ())),
        wording=wording,
        locate=str,
        stitch="+".join,
        reading="paper",
    )
    generator = run(case["kind"], task, ModelTraits("Scripted", True))
    turns, turn = [], next(generator)
    for reply in case["replies"]:
        turns.append([turn.images, turn.text])
        try:
            turn = generator.send(reply)
        except StopIteration:
            break
    return turns


def test_the_templates_are_the_released_ones() -> None:
    demanded = official_texts.declared()["templates"]
    assert demanded == {name: OFFICIAL["templates"][name]["sha256"] for name in demanded}


def test_every_pipeline_and_split_is_there() -> None:
    kinds = {case["kind"] for case in CASES}
    assert kinds == {"full", "single", "zoom", "zoom_clues", "shift", "mixed"}
    assert {case["n_splits"] for case in CASES} == {4, 6, 8, 9, 16}
    assert Counter(len(case["families"]) for case in CASES) == {4: len(CASES) - 28, 1: 28}


def test_turns_are_those_of_the_released_code() -> None:
    wording = read_wording("official", STAND_INS)
    for case in CASES:
        assert turns_of(case, wording) == case["turns"], {name: case[name] for name in case if name != "turns"}


def test_texts_are_read_from_a_checkout_or_its_file(tmp_path) -> None:
    (tmp_path / "toolkit").mkdir()
    file = tmp_path / "toolkit" / official_texts.FILE
    file.write_text('QA = "a {x}"\nOTHER = 3\n')
    for place in (tmp_path, file):
        assert official_texts.read_checkout(place) == {"QA": "a {x}"}
    file.write_text("QA = (")
    for place, words in ((file, "is not readable Python"), (tmp_path / "none", "no prompts_config.py in it")):
        with pytest.raises(DataError, match=words):
            official_texts.read_checkout(place)


@pytest.mark.skipif(not CHECKOUT, reason="ACTIVIEW_CHECKOUT names no checkout of the released code")
def test_turns_with_the_released_texts() -> None:
    texts = official_texts.read_checkout(Path(CHECKOUT))
    official_texts.check(texts, CHECKOUT)
    wording = read_wording("official", texts)
    for case in CASES:
        ours = [hashlib.sha256(text.encode()).hexdigest() for _, text in turns_of(case, wording)]
        assert ours == case["released"], case
