"""The forms that a text can hold are all that matter for finding them in it."""

import pytest

from standardizers.translations import Translations, words_of


def forms(names: list[str], text: str) -> tuple[dict[str, int], dict[str, int], set[str]]:
    found = Translations(names, [words_of(name) for name in names], [tuple(n.split()) for n in names], frozenset())
    within = found.within(words_of(text), text)
    named = {" ".join(key): index for entries in within.sequences.values() for key, index in entries}
    return named, dict(within.unspaced), set(within.inflected)


def test_a_synonym_in_the_text_is_found_and_others_are_left_out() -> None:
    named, unspaced, _ = forms(["bicycle", "dog"], "there is a bike")
    assert named["bike"] == 0
    assert not unspaced
    assert "puppy" not in named


def test_a_translation_without_spaces_is_found_in_its_script_only() -> None:
    assert forms(["dog", "cat"], "图中的狗")[1]["狗"] == 0
    assert not forms(["dog", "cat"], "the hund")[1]


def test_two_words_are_translated_together() -> None:
    assert forms(["red car", "blue car"], "la rouge voiture")[0]["rouge voiture"] == 0


@pytest.mark.parametrize("text", ["", "nothing of the kind", "?!"])
def test_a_text_without_any_form_yields_none(text: str) -> None:
    assert forms(["bicycle", "dog"], text) == ({}, {}, set())
