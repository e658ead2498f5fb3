"""What every reader promises of every text: no exception, the same answer twice, and an end on long ones."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standardizers import choice, count, decision, fixation, option, order, scanpath, view_operations, views
from standardizers.boxes import box

READERS = {
    "choice": lambda text, profile: choice(text, "ABCD", profile, options=["a cat", "7", "the dog", "B"]),
    "option": lambda text, profile: option(text, ["yes", "no", "16"], profile),
    "count": lambda text, profile: count(text, profile=profile),
    "order": lambda text, profile: order(text, "ABC", profile, options=["one", "two", "three"]),
    "scanpath": lambda text, profile: scanpath(text, profile, size=(640, 480)),
    "fixation": lambda text, profile: fixation(text, profile, size=(640, 480)),
    "views": lambda text, profile: views(text, 4, profile),
    "view_operations": lambda text, profile: view_operations(text, 4, profile),
    "decision": lambda text, profile: decision(text, profile),
    "box": lambda text, profile: box(text, profile, size=(640, 480)),
}
PIECES = re.findall(
    r"\S+",
    """
    answer is B (C) [A] {} ]( \\boxed{ </think> <answer> X=[0.1, 3] Y : = , . 1. 2) ① 答案 选 views 1 and 3 not keep
    shift none yes no the a first second therefore so \" ' ` * _ $ \\frac{1}{2} {"answer": 1e999 -5 NaN % px ms →
    """,
)
REPEATED = ("the answer is ", "A, B, ", "{", "[1, ", "(0.1, ", '{"a":', "1 ", "\n", "<think>", "not ", "**", "1.", "，")


@pytest.mark.long
@pytest.mark.parametrize("profile", ["robust", "paper"])
@pytest.mark.parametrize("name", READERS)
@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join)))
def test_readers_are_total_and_repeatable(name, profile, text):
    found = READERS[name](text, profile)
    assert found == READERS[name](text, profile)
    assert isinstance(found.rule, str)
    assert found.rule


@pytest.mark.long
@pytest.mark.parametrize("name", READERS)
def test_readers_end_on_long_texts(name):
    # Whatever grows faster than the text does not end here.
    for piece in REPEATED:
        READERS[name](piece * (200_000 // len(piece)), "robust")


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "reply",
    [
        "I'm sorry, but I can't help with that.",
        "I cannot view images.",
        "Unfortunately, it is impossible to tell without the image.",
        "抱歉，我无法查看图片。",
        "",
        "Error code: 500 - {'error': {'message': 'B 1 (0.5, 0.5) failed'}}",
    ],
)
def test_refusals_and_errors_are_no_answers(name, reply):
    assert READERS[name](reply, "robust").fallback


@pytest.mark.long
def test_random_bytes_are_no_danger():
    drawn = random.Random(7)
    for _ in range(200):
        text = "".join(chr(drawn.randrange(0x110000)) for _ in range(200))
        for read in READERS.values():
            read(text, "robust")
