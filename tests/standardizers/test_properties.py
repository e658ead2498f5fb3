"""What every reader promises of every text: its contract, no exception, the same answer twice, an end on long ones."""

import string
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standardizers import choice, count, decision, fixation, option, order, scanpath, view_operations, views
from standardizers.boxes import box
from tests.fuzz.mutate import Cut
from tests.fuzz.readers import ASKED, REPLIES, calls

READERS = (
    partial(choice, labels="ABCD", options=["a cat", "7", "the dog", "B"]), partial(option, options=["yes", "no"]),
    partial(order, labels="ABC", options=["one", "two", "three"]), count, scanpath, fixation, views, view_operations,
    decision, box,
)  # fmt: skip
PIECES = (
    *REPLIES, "\n", "answer is", "(C)", "]( {", "\\boxed{", "</think>", "X=[0.1, 3]", "Y :", "①", "答案", "not", "keep",
    "shift", '"part":', "\\frac{1}{2}", '{"answer": 1e999', "-5", "NaN", "%", "px", "→", "٣",
)  # fmt: skip
TEXT = (
    st.text(max_size=200)
    | st.lists(st.sampled_from(PIECES), max_size=20).map("".join)
    | st.text(alphabet=string.digits + "xytXY=:,;. ()[]{}\"'|<>%-\n∞３", max_size=200)
)
NO_ANSWERS = (
    "I'm sorry, but I can't help with that.", "I cannot view images.", "抱歉，我无法查看图片。", "",
    "Unfortunately, it is impossible to tell without the image.",
    "Error code: 500 - {'error': {'message': 'B 1 (0.5, 0.5) failed'}}",
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", ASKED)
@given(TEXT, st.binary(min_size=4, max_size=4))
def test_any_text_is_read_within_the_contract_and_twice_alike(name, text, asked):
    for call, check in calls(name, Cut(asked)):
        found = call(text)
        check(found)
        assert call(text) == found
    found = box(text, size=(640, 480))
    assert (found.value is None) == found.fallback


def test_refusals_and_errors_are_no_answers_and_wrong_arguments_errors():
    assert [(reader, text) for reader in READERS for text in NO_ANSWERS if not reader(text).fallback] == []
    for reader in (choice, count, order, scanpath, fixation, decision, views, view_operations):
        with pytest.raises(ValueError, match="profile"):
            reader("1", profile="careful")
    for labels, texts in (("AA", None), (["AB", "C"], None), ("A B", None), ("ABC", ["one", "two"])):
        with pytest.raises(ValueError, match="label"):
            choice("A", labels, options=texts)
    for reader in (views, view_operations):
        with pytest.raises(ValueError, match="n_views"):
            reader("1", 0)
    with pytest.raises(ValueError, match="3 labels need as many options, not 2"):
        order("ABC", "ABC", options=["one", "two"])
