"""Rankings of options given as a sequence of letters: HVSBench Q3 (paper sec. C, Fig. 9 and Table 10)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from .answers import answer_fields
from .common import Standardized, checked_profile
from .literals import json_values
from .mentions import MOST_MENTIONS, checked_labels, is_word
from .phrases import REFUSES
from .text import as_text, boxed, final_answer_text, fold, plain
from .verdict import AMBIGUOUS, NO_ANSWER, REFUSAL

_PAPER_PHRASE = re.compile(
    r"(?:answer is|should be|order is|orders are|ranking is)"
    r"(?-i:[\s\W]{0,20}?(?P<letters>[A-Z](?:[\s>＞<,;:/|=\"'*()\[\]{}→-]{0,9}[A-Z])*)(?![a-z]))",
    re.IGNORECASE,
)
_BETWEEN_LETTERS = re.compile(
    r"(?:[\s>,;/|=\"'()\[\]{}<-]|\b(?:and|then|followed by|next|finally|option|object|box|lastly|y|et|und|e)\b"
    r"|[、和与及])*",
    re.IGNORECASE,
)
_CUE = re.compile(
    r"(?:\b(?:answer|order|orders|ordering|ranking|rank|ranked|sequence|result|output|prediction|should be|would be"
    r"|as follows|arranged|sorted|i would rank)\b[^.\n;?!]{0,60}?(?:\b(?:is|are|be|as|follows)\b|:|=)"
    r"|\b(?:should be|would be|answer|ranking|order)\b|答案|顺序|順序|排序|排名|順番|순서)"
    r"(?:[\s:=\"'\[({-]|\b(?:is|as|follows|the|it|that|from|option|options|object|only"
    r"|most salient to least salient)\b|应该是|是|为|は)*$",
    re.IGNORECASE,
)
_NAMES_OPTIONS = re.compile(
    r"\b(?:between|among|amongst|of|options?|objects?|choices?|from|letters?|for|compare|comparing|given|boxes|the)"
    r"(?:[\s:\[(\"']|the|are|options?|objects?)*$",
    re.IGNORECASE,
)
_UPWARD = re.compile(r"\bleast\b[^.\n;]{0,40}\bto (?:the )?most\b|\bascending\b|\bincreasing\b", re.IGNORECASE)
_COMPARES = re.compile(
    r"\b(?:less|than|lower|fewer|behind|before|not|(?:least|last|lowest)(?![ \w]{0,24}[:)]))\b|n't", re.IGNORECASE
)
_RANK_OF = re.compile(
    r"[\])}\"']{0,2}\s{0,2}(?:[:=(-]|->|is|ranks?|ranked|at|rank|\s){1,6}(?:#|no\.|number|rank)?\s{0,2}"
    r"(?P<rank>\d{1,2})(?:st|nd|rd|th)?\b(?![.,]\d|\s?[.):]\s?[A-Z]\b)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?<![\w.,])(?P<rank>\d{1,2})(?:st|nd|rd|th)?\s{0,2}[.):\]-]\s{0,3}(?:\(?[A-Za-z ]{2,24}\)?:\s)?"
    r"(?:(?:option|object|box)\s)?[\[(\"']{0,2}$",
    re.IGNORECASE,
)
_MOST_RUNS = 3_000


class _Run(NamedTuple):
    """Letters that follow each other: [start, end) in the text, the labels, and whether "<" stands between them."""

    start: int
    end: int
    letters: str
    upward: bool


def order(text: object, labels: Sequence[str] = "ABC", profile: str = "robust") -> Standardized[str]:
    """Return the order of options that a reply gives, as a string such as "BCA".

    Args:
        text: The reply; None and NaN count as "".
        labels: The letters of the options; the robust profile returns only these.
        profile: "paper" takes the capital letters behind "order is" and the like, else all capital letters of the text;
            "robust" reads as a person would, see docs/standardization.md.

    Returns:
        The letters, which may be fewer than the labels when the reply ranks only some, or "" with `fallback=True`.

    Raises:
        ValueError: The profile is unknown, or the labels are not distinct single characters. The text never raises.

    Example:
        >>> order("B is larger than A, and C comes last: B > A > C")
        Standardized(value='BAC', rule='permutation', fallback=False)
    """
    letters = checked_labels(labels)
    if checked_profile(profile) == "paper":
        return _published(as_text(text))
    answer = final_answer_text(text)
    if answer is None:
        return Standardized("", "unclosed_reasoning", True)
    value, rule = _read(answer, letters)
    return Standardized(value, rule, not value)


def _published(text: str) -> Standardized[str]:
    phrase = _PAPER_PHRASE.search(text)
    if phrase:
        return Standardized("".join(re.findall(r"[A-Z]", phrase.group("letters"))), "phrase", False)
    capitals = "".join(re.findall(r"[A-Z]", text))
    return Standardized(capitals, "all_capitals", False) if capitals else Standardized("", NO_ANSWER, True)


def _read(answer: str, letters: Sequence[str]) -> tuple[str, str]:
    if not answer:
        return "", "empty"
    for field in [*answer_fields(answer), *islice(reversed(json_values(answer)), 20)]:
        value = _from_json(field, letters)
        if len(value) == len(letters):
            return value, "json"
    content = boxed(answer)
    if content is not None:
        value, _ = _read_plain(plain(content), letters)
        if value:
            return value, "boxed"
    return _read_plain(plain(answer), letters)


def _from_json(field: object, letters: Sequence[str]) -> str:
    """Return the order in a JSON value: text, a list of letters or objects, {letter: rank} or {rank: letter}."""
    if isinstance(field, str):
        return _read_plain(plain(field), letters)[0]
    if isinstance(field, list):
        parts = [_letter(part, letters) for part in field[:64]]
        return "".join(parts) if all(parts) and len(set(parts)) == len(parts) else ""
    if isinstance(field, Mapping):
        items = list(field.items())[:64]
        ranks = {_letter(key, letters): value for key, value in items}
        if all(ranks) and sorted(map(repr, ranks.values())) == sorted(map(repr, range(1, len(letters) + 1))):
            return "".join(sorted(ranks, key=lambda letter: float(ranks[letter])))
        return _from_json([value for _, value in items], letters) if len(items) > 1 else ""
    return ""


def _letter(part: object, letters: Sequence[str]) -> str:
    if isinstance(part, Mapping):
        fields = {str(key).lower(): value for key, value in part.items()}
        part = next(
            (
                fields[name]
                for name in ("label", "option", "letter", "object", "id", "answer", "choice")
                if name in fields
            ),
            "",
        )
    words = re.findall(r"[^\W_]+", fold(part)) if isinstance(part, str) and len(part) < 200 else []
    words = words[1:] if len(words) > 1 and words[0].lower() in ("option", "object", "box") else words
    return words[0] if words and words[0] in letters else ""


def _read_plain(text: str, letters: Sequence[str]) -> tuple[str, str]:
    joined = re.sub(r"[\W_]+", "", text) if len(text) < 400 else ""
    if joined and len(joined) == len(letters) and set(joined.lower()) == {label.lower() for label in letters}:
        run = _upward_read(
            text, "".join(label for character in joined for label in letters if label.lower() == character.lower())
        )
        return run, "whole"
    runs = _runs(text, letters)
    if not runs:
        return "", REFUSAL if REFUSES.search(text) else NO_ANSWER
    full = [run for run in runs if len(run.letters) == len(letters)]
    announced = [run for run in full if _is_announced(text, run)]
    if announced:
        return _directed(text, announced[-1]), "phrase"
    meant = (
        [run for run in full if not _NAMES_OPTIONS.search(text[max(0, run.start - 40) : run.start])]
        if len(letters) > 1
        else []
    )
    if meant:
        return _directed(text, meant[-1]), "permutation"
    for rule, value in (
        ("numbered", _numbered(text, runs, len(letters))),
        ("ranks", _ranked(text, runs, len(letters))),
    ):
        if value:
            return value, rule
    partial = [run for run in runs if _is_announced(text, run)]
    if partial:
        return _directed(text, partial[-1]), "phrase"
    return _in_sequence(text, runs, len(letters))


def _in_sequence(text: str, runs: Sequence[_Run], n_labels: int) -> tuple[str, str]:
    """Return the letters in the order in which a text mentions them, unless it compares them in other ways."""
    sequence = "".join(run.letters for run in runs)
    rest = "" if len(runs) == 1 and len(sequence) < n_labels else text[: runs[-1].end]
    if len(set(sequence)) < len(sequence) or _COMPARES.search(rest):
        return "", AMBIGUOUS
    if REFUSES.search(text):
        return "", REFUSAL
    if len(runs) == 1:
        return _directed(text, runs[0]), "only_sequence"
    return sequence, "mentions"


def _runs(text: str, letters: Sequence[str]) -> list[_Run]:
    """Return the maximal sequences of labels: "BCA" as one word, or letters with only separators between them."""
    if not letters:
        return []
    among = "".join(re.escape(label) for label in letters)
    token = re.compile(
        rf"(?<![0-9A-Za-z\u00c0-\u024f'])(?<!\b[A-Za-z]\.)[{among}]{{1,{len(letters)}}}(?![0-9A-Za-z\u00c0-\u024f]"
        rf"|'[a-zA-Z]|-[a-z])"
    )
    runs: list[_Run] = []
    for match in islice(token.finditer(text), MOST_MENTIONS):
        found = match.group()
        if (len(found) == 1 and is_word(text, match.start())) or len(set(found)) < len(found):
            continue
        last = runs[-1] if runs else None
        gap = text[last.end : match.start()] if last and match.start() - last.end <= 40 else None
        if (
            last
            and gap is not None
            and _BETWEEN_LETTERS.fullmatch(gap)
            and gap.count("\n\n") == 0
            and not set(found) & set(last.letters)
        ):
            upward = "<" in gap and (last.upward or len(last.letters) == 1)
            runs[-1] = _Run(last.start, match.end(), last.letters + found, upward)
        elif len(runs) < _MOST_RUNS:
            runs.append(_Run(match.start(), match.end(), found, False))
    return runs


def _is_announced(text: str, run: _Run) -> bool:
    return _CUE.search(text[max(0, run.start - 110) : run.start]) is not None


def _directed(text: str, run: _Run) -> str:
    """Return the run's letters from most to least, turned round when the text says that it goes the other way."""
    if run.upward or _UPWARD.search(text[max(0, run.start - 110) : run.start].rsplit("\n\n")[-1]):
        return run.letters[::-1]
    return run.letters


def _upward_read(text: str, letters: str) -> str:
    return letters[::-1] if "<" in text and ">" not in text else letters


def _numbered(text: str, runs: Sequence[_Run], n_labels: int) -> str:
    """Return the order in a numbered list such as "1. B  2. C  3. A", sorted by its numbers."""
    places: dict[int, str] = {}
    for run in runs:
        number = _NUMBERED.search(text[max(0, run.start - 40) : run.start])
        if number and len(run.letters) == 1:
            places[int(number.group("rank"))] = run.letters
    value = "".join(places[rank] for rank in sorted(places))
    complete = sorted(places) == list(range(1, n_labels + 1)) and len(set(value)) == n_labels
    return value if complete else ""


def _ranked(text: str, runs: Sequence[_Run], n_labels: int) -> str:
    """Return the order in a mapping such as "A: 2, B: 3, C: 1", sorted by rank."""
    ranks: dict[str, int] = {}
    for run in runs:
        rank = _RANK_OF.match(text, run.end)
        if rank and len(run.letters) == 1:
            ranks[run.letters] = int(rank.group("rank"))
    complete = len(ranks) == n_labels and sorted(ranks.values()) == list(range(1, n_labels + 1))
    return "".join(sorted(ranks, key=lambda letter: ranks[letter])) if complete else ""
