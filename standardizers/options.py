"""Multiple-choice answers given as a letter or as the option's own text, for options printed as "A. bottle"."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from .choices import _published
from .common import Standardized, checked_profile
from .option_classes import NO, YES, classes_of
from .question import question as known_question
from .question import texts_of
from .restatements import polarity
from .selection import NONE_OF_OPTIONS, select
from .text import as_text
from .verdict import NO_ANSWER

__all__ = ["NONE_OF_OPTIONS", "option"]


_LETTERS = [tuple(ascii_uppercase[:size]) for size in range(27)]


def option(
    text: object,
    options: Sequence[str],
    profile: str = "robust",
    finished: bool | None = None,
    question: str | None = None,
) -> Standardized[int]:
    """Return which option a reply chooses, by its letter (A for the first) or by its text.

    Args:
        text: The reply; None and NaN count as "".
        options: The options' texts in the order of their letters.
        profile: "paper" takes the option whose text is the whole reply (in any case), else the letter by the rule of
            HVSBench's Fig. 8; "robust" reads as a person would, see docs/standardization.md.
        finished: False when a token limit cut the reply, True when it ended by itself, None when unknown.
        question: What was asked: where yes and no are options, a reply may state what the question asks.

    Returns:
        The 0-based index, or -1 with `fallback=True`; the rule tells a refusal ("refusal") from "none of the above"
        ("none_of_options"), an undecided reply ("ambiguous") and one without any option ("no_answer").

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> option("The person looks at the kettle.", ["bottle", "bunny", "kettle"])
        Standardized(value=2, rule='phrase', fallback=False)
    """
    texts = texts_of(options)
    if checked_profile(profile) == "paper":
        return _published_option(as_text(text), texts)
    letters = _LETTERS[len(texts)] if len(texts) <= 26 else tuple(ascii_uppercase)
    index, rule = select(text, known_question(letters, texts), finished)
    if index < 0 and rule == NO_ANSWER and question is not None and {YES, NO} <= (classes := classes_of(texts)).keys():
        stated = polarity(as_text(text), question)
        if stated:
            return Standardized(classes[YES if stated == "yes" else NO], "statement", False)
    return Standardized(index, rule, index < 0)


def _published_option(text: str, texts: Sequence[str]) -> Standardized[int]:
    for index, item in enumerate(texts):
        if text.strip().lower() == item.strip().lower():
            return Standardized(index, "whole_text", False)
    letter = _published(text)
    index = ascii_uppercase.index(letter.value) if letter.value else -1
    if 0 <= index < len(texts):
        return Standardized(index, letter.rule, False)
    return Standardized(-1, NO_ANSWER, True)
