"""Alternations made quick to search find what the original ones find."""

import re

import pytest

from standardizers.text.patterns import alternatives, hoisted, in_ascii

PATTERN = r"\bone\b|\b(?:two|three)s?|[|x]4|5\|6|\bé"


def test_alternatives_are_divided_outside_groups_and_classes() -> None:
    assert alternatives(PATTERN) == [r"\bone\b", r"\b(?:two|three)s?", "[|x]4", r"5\|6", r"\bé"]


@pytest.mark.parametrize("text", ["one", "bone twos", "x4 5|6", "é", "threes|4", "none"])
def test_hoisting_changes_no_match(text: str) -> None:
    assert [m.span() for m in re.finditer(hoisted(PATTERN), text)] == [m.span() for m in re.finditer(PATTERN, text)]


def test_letters_of_other_scripts_are_left_out() -> None:
    assert in_ascii("要|no|é?a") == "no|é?a"
