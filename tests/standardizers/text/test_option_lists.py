"""Replies that write down the options and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standardizers.text.option_lists import only_lists

NAMES = ["the falconer", "the falcon", "the castle gate"]


@pytest.mark.parametrize(
    "text",
    [
        "A) the falconer\nB) the falcon\nC) the castle gate",
        "- The falconer\n- The falcon\n- The castle gate",
        "1. the falconer\n2. the falcon\n3. the castle gate",
        "the falconer, the falcon, the castle gate",
        "Options: A. the falconer; B. the falcon; C. the castle gate.",
        "The question is which one people notice. The options are the falconer, the falcon, the castle gate.",
    ],
)
def test_the_options_in_their_order(text):
    assert only_lists(text, NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "A) the falconer\nB) the falcon \u2713\nC) the castle gate",
        "~~the falconer~~ the falcon ~~the castle gate~~",
        "the falconer, **the falcon**, the castle gate",
        "the falcon, the falconer, the castle gate",
        "the falconer, the falcon, the castle gate. The falcon",
        "C) the falconer\nB) the falcon\nA) the castle gate",
        "[ ] the falconer\n[x] the falcon\n[ ] the castle gate",
        "the falconer",
        "",
    ],
)
def test_marks_another_order_and_more_words_say_something(text):
    assert not only_lists(text, NAMES)


@given(st.text(max_size=60), st.lists(st.text(max_size=12), max_size=4))
def test_any_text_and_any_names(text, names):
    assert only_lists(text, names) in (True, False)


@given(st.lists(st.from_regex(r"[a-z]{3,9}( [a-z]{3,9})?", fullmatch=True), min_size=2, max_size=5, unique=True))
def test_a_list_of_any_names(names):
    assert only_lists("\n".join(f"{label}. {name}" for label, name in zip("ABCDE", names, strict=False)), names)
