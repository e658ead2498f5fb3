"""Failures of services and repeated instructions, whatever numbers and letters they hold."""

from __future__ import annotations

import pytest

from standardizers import count, order, scanpath
from standardizers.stance.no_answers import denies_ranking, fails, without_instructions


@pytest.mark.parametrize(
    "reply",
    [
        "Connection reset by peer (errno 104)",
        "HTTP 429: too many requests, retry in 20 s",
        "[ERROR] request failed, status=503",
        "Reply with one integer.",
        "Count the salient objects and answer with a number, e.g. 3.",
        "For example, if there are 3 cars, answer 3.",
        "The number depends on whether you count the two dogs as one.",
        "It could be 2, it could be 3.",
    ],
)
def test_no_counts(reply):
    assert count(reply).fallback


def test_an_answer_behind_an_instruction_counts():
    assert without_instructions("Reply with one integer. 3") == " 3"
    assert count("Answer with a number: 3").value == 3
    assert not fails("The error is that I missed a dog: three dogs in total, and a status symbol.")


@pytest.mark.parametrize("reply", ["No puedo ordenar A, B y C.", "Ranking A, B and C is not possible."])
def test_rankings_that_cannot_be_given(reply):
    assert denies_ranking(reply)
    assert order(reply, options=["a piano", "a singer", "a flower"]).fallback


def test_the_example_of_the_prompt_is_no_scanpath():
    example = "[Example Output for Another Image] X = [0.50, 0.48] Y = [0.49, 0.45] T = [73, 193]"
    assert scanpath(example).fallback
    assert scanpath(f"{example}\n[Output for This Image] X = [0.5, 0.6] Y = [0.4, 0.3] T = [200, 100]").value.x == (
        0.5,
        0.6,
    )
