"""Single-choice answers given as a letter: HVSBench Q1, Q4-Q8, Q10, Q11, Q13 (paper sec. C, Fig. 8 and Table 9)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase

from ..common import Standardized, checked_profile
from ..stance.mentions import checked_labels
from ..stance.service_errors import is_error
from ..stance.verdict import NO_ANSWER, REFUSAL
from ..text.cleaning import as_text
from .question import question, texts_of
from .selection import select

_PAPER_PHRASE = re.compile(
    r"\b(?:answer|result|it|output|prediction|object|image)\s{1,9}is(?:\s{1,9}|(?=[\[({]))[\[({]?\s{0,9}([A-Z])\b",
    re.IGNORECASE,
)
_PAPER_LETTER = re.compile(r"\b[A-Z]\b")


def choice(
    text: object,
    labels: Sequence[str] = "ABCD",
    profile: str = "robust",
    options: Sequence[str] | None = None,
    finished: bool | None = None,
) -> Standardized[str]:
    """Return the option letter that a reply chooses.

    Args:
        text: The reply; None and NaN count as "".
        labels: The letters of the options. The robust profile returns only these; the paper profile returns any
            capital letter.
        profile: "paper" takes the first capital letter behind "answer is" and the like, else the first standalone
            capital letter; "robust" reads as a person would, see docs/standardization.md.
        options: The options' texts (names, ranks, boxes, points, scanpaths) in the labels' order; the robust profile
            then also reads replies that give the text or its place in the list. None when they are unknown.
        finished: False when a token limit cut the reply, True when it ended by itself, None when unknown.

    Returns:
        The letter, or "" with `fallback=True`.

    Raises:
        ValueError: The profile is unknown, or the labels are not distinct single characters. The text never raises.

    Example:
        >>> choice("I would go with B, since A is hidden.")
        Standardized(value='B', rule='phrase', fallback=False)
        >>> choice("It is hard to say.")
        Standardized(value='', rule='no_answer', fallback=True)
    """
    letters = checked_labels(labels)
    if checked_profile(profile) == "paper":
        return _published(as_text(text))
    if is_error(as_text(text)):
        return Standardized("", REFUSAL, True)
    known = None if options is None else texts_of(options)
    index, rule = select(text, question(letters, known), finished)
    return Standardized(letters[index] if index >= 0 else "", rule, index < 0)


def _published(text: str) -> Standardized[str]:
    # The phrase list of Fig. 8 ends in "etc."; only the printed ones are used. First match, since none is stated. The
    # bracket is optional because Fig. 10 prints "... in the image is [E]".
    for phrase in _PAPER_PHRASE.finditer(text):
        if phrase.group(1) in ascii_uppercase:  # in any case, [A-Z] matches the Turkish İ, too
            return Standardized(phrase.group(1), "phrase", False)
    letter = _PAPER_LETTER.search(text)
    return Standardized(letter.group(), "standalone_letter", False) if letter else Standardized("", NO_ANSWER, True)
