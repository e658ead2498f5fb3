"""Lettered options of multiple-choice rows."""

from vlmeval_hvs.choices import LETTERS, lettered, options_of


def test_options_end_at_the_last_text_and_keep_their_letters():
    assert options_of({"A": "x", "B": "", "C": "y", "D": ""}) == ["x", "", "y"]
    assert options_of({}) == []
    assert options_of(dict.fromkeys(LETTERS, "z")) == ["z"] * 4
    assert lettered(["cat", "", "bus"]) == "A. cat\nC. bus"
