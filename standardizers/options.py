"""Multiple-choice answers given as a letter or as the option's own text, for options printed as "A. bottle"."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from .asked_clauses import asked_clause, asked_fields
from .choices import _published
from .common import Standardized, checked_profile
from .finish import settled_reply
from .gaze_clauses import asks_gaze, gaze_target
from .option_classes import NO, YES, classes_of
from .question import Question, texts_of
from .question import question as known_question
from .restatements import polarity
from .selection import NONE_OF_OPTIONS, select
from .text import as_text, plain
from .undecided import assertions
from .verdict import AMBIGUOUS, NO_ANSWER

__all__ = ["NONE_OF_OPTIONS", "option"]


_WEAK = frozenset((AMBIGUOUS, NO_ANSWER, "predicate", "only_mention", "leading", "last", "copula", "phrase"))
"""Rules whose answer the clauses about the eyes outweigh."""

_TERSE = 50
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
    if question is not None and (index < 0 or len(as_text(text)) > _TERSE) and rule in _WEAK:
        known = known_question(letters, texts)
        told = _told(as_text(text), known, finished, question, index)
        if told >= 0:
            return Standardized(told, "asked", False)
    if index < 0 and rule == NO_ANSWER and question is not None and {YES, NO} <= (classes := classes_of(texts)).keys():
        stated = polarity(as_text(text), question)
        if stated:
            return Standardized(classes[YES if stated == "yes" else NO], "statement", False)
    return Standardized(index, rule, index < 0)


def _told(text: str, known: Question, finished: bool | None, question: str, index: int) -> int:
    """Return the option that a reply gives where it speaks of what was asked, or -1.

    Args:
        text: The reply.
        known: The options.
        finished: See `option`.
        question: What was asked.
        index: The option that was read without the question, which only the eyes outweigh.
    """
    if not known.has_words or {YES, NO} <= known.classes.keys():
        return -1
    parts = settled_reply(text, finished)
    if parts is None or parts.cut:
        return -1
    if index < 0:
        values = asked_fields(parts.whole, question)
        found = {one.option for value in values for one in known.mentions(plain(value[:200]))}
        if values:
            return found.pop() if len(found) == 1 else -1
    said = assertions(plain(parts.text))
    mentions = known.mentions(said)
    if asks_gaze(question):
        return gaze_target(said, mentions)
    return asked_clause(said, mentions, question) if index < 0 else -1


def _published_option(text: str, texts: Sequence[str]) -> Standardized[int]:
    for index, item in enumerate(texts):
        if text.strip().lower() == item.strip().lower():
            return Standardized(index, "whole_text", False)
    letter = _published(text)
    index = ascii_uppercase.index(letter.value) if letter.value else -1
    if 0 <= index < len(texts):
        return Standardized(index, letter.rule, False)
    return Standardized(-1, NO_ANSWER, True)
