"""The texts of the released code: read from a checkout, and demanded where they are asked for."""

import json

import pytest

from vlmeval_hvs.benchmarks.actiview import official_texts
from vlmeval_hvs.errors import DataError


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


@pytest.mark.long  # builds the demo set
def test_official_is_refused_without_the_released_texts(make, monkeypatch) -> None:
    monkeypatch.setattr("vlmeval_hvs.benchmarks.actiview.dataset.installed", official_texts.installed)
    name, place = "ActiView_ShiftingR_DEMO", official_texts.place()
    for text, words in (
        (None, "vlmeval-hvs actiview wording CHECKOUT"),
        ({"QA_TEMPLATES": "a paraphrase"}, "has no template"),
        (dict.fromkeys(official_texts.declared()["templates"], "a paraphrase"), "QA_TEMPLATES_CHAT.* differ from the"),
    ):
        if text:
            place.parent.mkdir(exist_ok=True, parents=True)
            place.write_text(json.dumps(text))
        with pytest.raises(DataError, match=words):
            make(name, profile="official")
    assert make(name).settings["wording"].startswith("robust ")
