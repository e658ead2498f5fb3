"""Comparisons that name only the option that loses."""

import pytest

from standardizers import choice

TWO = ["the accordion player", "the souvenir stand"]
THREE = [*TWO, "the fountain"]


@pytest.mark.parametrize(
    "text",
    [
        "L'accordéoniste attire davantage le regard que l'étal de souvenirs.",
        "De speler trekt meer aandacht dan de souvenirstand.",
        "Il musicista attira più sguardi dello stand di souvenir.",
    ],
)
def test_of_two_options_the_other_one_wins(text):
    assert choice(text, labels="AB", options=TWO)[::2] == ("A", False)


def test_of_three_options_any_of_the_others_may_win():
    assert choice("The piper draws more attention than the souvenir stand.", labels="ABC", options=THREE).fallback


@pytest.mark.parametrize(
    "text",
    [
        "Nothing is more eye-catching than the stand.",
        "The stand is more eye-catching than he is.",
        "Nothing attracts more attention than the souvenir stand.",
        "The stand attracts more attention.",
    ],
)
def test_the_option_that_is_named_wins_itself(text):
    assert choice(text, labels="AB", options=TWO)[::2] == ("B", False)
