"""Options in the order in which people look at them."""

import pytest

from standardizers import choice

OPTIONS = ["the woman in red", "the bicycle", "the shop window", "the pigeon"]


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("The eye goes to the woman first, then drifts to the bicycle.", "A"),
        ("The gaze lands on the bicycle before moving to the woman.", "B"),
        ("The bicycle is noticed before the woman.", "B"),
        ("Viewers look at the pigeon, then at the woman, then at the bicycle.", "D"),
        ("The eye would go to the woman first, then to the bicycle, if she were sharp.", ""),
        ("The eye never goes to the woman first, then to the bicycle.", ""),
        ("The woman stands before the bicycle.", ""),
        ("People look at the woman and the bicycle.", ""),
    ],
)
def test_the_first_one_is_the_answer(text: str, letter: str) -> None:
    assert choice(text, options=OPTIONS).value == letter


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("While the woman in red draws attention, the bicycle ultimately dominates the composition.", "B"),
        ("The woman in red is bright, but the pigeon easily wins.", "D"),
        ("The woman in red is bright, and the pigeon hardly dominates.", ""),
        ("Honestly? The woman. Her dress is the only red thing in the frame.", "A"),
    ],
)
def test_adverbs_and_questions_to_oneself(text: str, letter: str) -> None:
    assert choice(text, options=OPTIONS).value == letter
