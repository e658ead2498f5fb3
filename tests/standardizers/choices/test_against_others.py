import pytest

from standardizers import choice

OPTIONS = ["the kettle", "the spoon", "the cat"]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("The kettle would do and so would the spoon, but the cat fits the gaze far better than either.", "C"),
        ("Between A and B, the kettle fits less well than the other one.", "B"),
        ("His body faces the kettle, but bodies do not tell. The kettle and the spoon are not where his eyes go.", "C"),
        ("Answer: A?? Hmm, no. Scratch that. The cat.", "C"),
        ("Correction of what I said first about A: it is the spoon.", "B"),
        ("Hard to say without data, but if I have to commit: B. The box of A shows a wall.", "B"),
        ("She looks at the animal asleep on the spoon, next to the kettle.", "C"),
        ("final:\n  choice: b\n  note: it is bright", "B"),
    ],
)
def test_one_option_against_the_others(reply, expected):
    assert choice(reply, "ABC", options=OPTIONS).value == expected


@pytest.mark.parametrize(
    "reply",
    [
        "At first I would say A. No wait, that was a mistake.",
        "It could be A or it could be B; her eyes fall between both, and I cannot tell which of the two it is.",
        "Answer: A\nAnswer: C",
    ],
)
def test_what_is_taken_back_or_left_open_is_none(reply):
    assert choice(reply, "ABC", options=OPTIONS).fallback


def test_a_thing_that_is_not_another_leaves_no_third():
    assert choice("not the kettle, the spoon", "ABC", options=OPTIONS).value == "B"


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("Most people would look at B before anything else, and it is even larger than A behind it.", "B"),
        ("People notice C ahead of everything else.", "C"),
        ("Of the four, D is the least likely and A the most salient.", "A"),
    ],
)
def test_what_is_seen_before_all_others(text, letter):
    assert choice(text, labels="ABCD")[::2] == (letter, False)
