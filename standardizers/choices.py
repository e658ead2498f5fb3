"""Single-choice answers given as a letter: HVSBench Q1, Q4-Q8, Q10, Q11, Q13 (paper sec. C, Fig. 8 and Table 9)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .answers import stated_answers, without_objects
from .common import Standardized, checked_profile
from .mentions import checked_labels, letter_mentions
from .text import as_text, final_answer_text, plain
from .verdict import NO_ANSWER, Verdict

_PAPER_PHRASE = re.compile(
    r"\b(?:answer|result|it|output|prediction|object|image)\s{1,9}is(?:\s{1,9}|(?=[\[({]))[\[({]?\s{0,9}([A-Z])\b",
    re.IGNORECASE,
)
_PAPER_LETTER = re.compile(r"\b[A-Z]\b")
_WORD = re.compile(r"[^\W_]+")
_BEFORE_LETTER = frozenset(
    re.findall(
        r"\S+",
        "the final correct best my answer option choice letter label object region box image view list point selection "
        "candidate is",
    )
)


def choice(text: object, labels: Sequence[str] = "ABCD", profile: str = "robust") -> Standardized[str]:
    """Return the option letter that a reply chooses.

    Args:
        text: The reply; None and NaN count as "".
        labels: The letters of the options. The robust profile returns only these; the paper profile returns any
            capital letter.
        profile: "paper" takes the first capital letter behind "answer is" and the like, else the first standalone
            capital letter; "robust" reads as a person would, see docs/standardization.md.

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
    answer = final_answer_text(text)
    if answer is None:
        return Standardized("", "unclosed_reasoning", True)
    index, rule = read_letter(answer, letters)
    return Standardized(letters[index] if index >= 0 else "", rule, index < 0)


def _published(text: str) -> Standardized[str]:
    # The phrase list of Fig. 8 ends in "etc."; only the printed ones are used. First match, since none is stated. The
    # bracket is optional because Fig. 10 prints "... in the image is [E]".
    for phrase in _PAPER_PHRASE.finditer(text):
        if phrase.group(1).isupper():
            return Standardized(phrase.group(1), "phrase", False)
    letter = _PAPER_LETTER.search(text)
    return Standardized(letter.group(), "standalone_letter", False) if letter else Standardized("", NO_ANSWER, True)


def read_letter(answer: str, letters: Sequence[str]) -> tuple[int, str]:
    """Return the index of the letter that an answer text chooses and the rule, or -1 and the reason."""
    if not answer.strip():
        return -1, "empty"
    for stated, rule in stated_answers(answer):
        index, _ = _read_plain(plain(stated), letters)
        if index >= 0:
            return index, rule
    return _read_plain(plain(without_objects(answer)), letters)


def _read_plain(text: str, letters: Sequence[str]) -> tuple[int, str]:
    index = whole_letter(text, letters)
    if index >= 0:
        return index, "whole"
    return Verdict(text, letter_mentions(text, letters), len(letters)).decide()


def whole_letter(text: str, letters: Sequence[str]) -> int:
    """Return the index of the letter that is the whole text but for punctuation and words such as "Option", else -1.

    Only a text that is nothing but the letter may be in the other case.
    """
    words: list[str] = []
    for match in _WORD.finditer(text):
        words.append(match.group())
        if len(words) > 6:
            return -1
    if not words or not all(word.lower() in _BEFORE_LETTER for word in words[:-1]):
        return -1
    single = list(letters)  # in a text "ABC" would count as one of its letters
    for candidate in (words[-1], words[-1].swapcase()) if len(words) == 1 else (words[-1],):
        if candidate in single:
            return single.index(candidate)
    return -1
