"""Where a text mentions an option, by its letter or by its text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .text import fold

_NOUNS = (
    "option", "choice", "answer", "point", "image", "picture", "box", "caption", "sentence", "figure", "label",
    "letter", "statement", "object", "view", "candidate", "region", "选项", "選項",
)  # fmt: skip
_NOUN = re.compile(rf"(?:{'|'.join(_NOUNS)})s? ?[:=]? ?[\"'(\[]?$", re.IGNORECASE)
_IN_FORMULA = frozenset("=^∠_△+/\\°|<>")
_FOLLOWS_LETTER = frozenset(
    re.findall(
        r"\S+",
        """
        is isn't was has are will would should must can could may might does doesn't appears seems looks
        stands because since as and or vs but while with which that in on at by then over instead not
        than if where who the this it there here after before to nor also only so again first of from
        corresponds matches more best better being fits shows comes second third last attracts draws
        gets
        """,
    )
)
_WORD_BEHIND = re.compile(r"[ \t]{1,3}([^\W\d_][\w'-]{0,30})")
_PARTS_OF_LETTER = re.compile(r"(?:(?:point|image|box|option|choice|figure|caption)\s)?[(\[]?([a-z])[)\].]{0,2}")
_ARTICLE = re.compile(r"(?:an?|the) (?=\S)")
_WEAK_NAMES = frozenset(("yes", "no", "true", "false", "none", "na", "n/a", "other", "both"))


class Mention(NamedTuple):
    """A mention of an option: characters [start, end) of the text, the option from 0, and how strong it is.

    Strength: 3 a letter in brackets or behind a word such as "option"; 2 the option's text; 1 a bare letter.
    """

    start: int
    end: int
    option: int
    strength: int


class Options(NamedTuple):
    """Options as they are sought in texts.

    Attributes:
        labels: Their letters.
        names: Their texts in lower case without article and outer punctuation; "" where the text says no more than
            the letter, or where two options have the same.
        pattern: Finds letters.
        longest: Characters of the longest name.
    """

    labels: tuple[str, ...]
    names: tuple[str, ...]
    pattern: re.Pattern[str]
    longest: int


@lru_cache(4096)
def options_of(labels: tuple[str, ...], texts: tuple[str, ...] | None) -> Options:
    """Return options, prepared for `mentions`."""
    names = [name_of(text) for text in texts or ()]
    letters = {label.lower() for label in labels}
    for place, name in enumerate(names):
        alias = _PARTS_OF_LETTER.fullmatch(name)
        if names.count(name) > 1 or (alias and alias[1] in letters):
            names[place] = ""
    among = "".join(map(re.escape, {*labels, *(label.upper() for label in labels)}))
    pattern = re.compile(rf"(?<![0-9A-Za-z])(?<![0-9A-Za-z]')(?<![A-Za-z]-)[{among}](?![0-9A-Za-z]|['-][A-Za-z])")
    return Options(labels, tuple(names), pattern, max(map(len, names), default=0))


def name_of(text: str) -> str:
    """Return what an option is called: its text folded, in lower case, without article and outer punctuation."""
    name = " ".join(fold(text).lower().replace("$", "").split()).strip(" .,;:!?\"'`*")
    while name[:1] in ("(", "[", "{") and name[-1:] == {"(": ")", "[": "]", "{": "}"}[name[0]]:
        name = name[1:-1].strip()
    return _ARTICLE.sub("", name, count=1) if _ARTICLE.match(name) else name


def mentions(text: str, lowered: str, options: Options, start: int = 0, end: int | None = None) -> list[Mention]:
    """Return the mentions of options in characters [start, end) of a text, by position, without overlaps.

    Args:
        text: Text from `standardizers.text.plain`.
        lowered: The same in lower case, character by character.
        options: The options.
        start: Where to begin.
        end: Where to end; the text's end where it is None.
    """
    end = len(text) if end is None else end
    named = _name_mentions(lowered, options.names, start, end)
    found = sorted([*_letter_mentions(text, options, start, end), *named], key=lambda one: (one.start, -one.end))
    kept: list[Mention] = []
    for mention in found:
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
        elif mention.end > kept[-1].end:
            kept[-1] = mention
    return kept


def _letter_mentions(text: str, options: Options, start: int, end: int) -> list[Mention]:
    found = []
    for match in options.pattern.finditer(text, start, end):
        label, begin = match.group(), match.start()
        before, behind = text[begin - 1 : begin], text[begin + 1 : begin + 2]
        if before in _IN_FORMULA or (behind in _IN_FORMULA and before not in "(["):
            continue
        bracketed = before != "" and before in "([{'\"" and behind != "" and behind in ")]}'\""
        called = bracketed or _NOUN.search(text, max(0, begin - 12), begin) is not None
        if called or not _is_word(text, begin):
            option = options.labels.index(label if label in options.labels else label.lower())
            found.append(Mention(begin, begin + 1, option, 3 if called else 1))
    return found


def _is_word(text: str, start: int) -> bool:
    """Tell whether the letter at `start` is the article "A" or the pronoun "I"."""
    if text[start] not in "AI":
        return False
    behind = _WORD_BEHIND.match(text, start + 1)
    if behind is None or (len(behind[1]) == 1 and behind[1].isupper()):
        return False
    return behind[1].lower() not in _FOLLOWS_LETTER or text[start] == "I"


def _name_mentions(lowered: str, names: Sequence[str], start: int, end: int) -> list[Mention]:
    found = []
    for option, name in enumerate(names):
        place = lowered.find(name, start, end) if name else -1
        while place >= 0:
            behind = place + len(name)
            if _is_bounded(lowered, place, behind):
                found.append(Mention(place, behind, option, 2))
            place = lowered.find(name, behind, end)
    return found


def _is_bounded(text: str, start: int, end: int) -> bool:
    """Tell whether characters [start, end) are whole words and whole numbers: no 6 in 16, in 6.5, in 6√2."""
    before, behind = text[start - 1 : start] if start else "", text[end : end + 1]
    if before.isascii() and before.isalnum() and text[start].isalnum():
        return False
    if behind.isascii() and behind.isalnum() and text[end - 1].isalnum():
        return False
    if text[start].isdigit() and (
        before in ("-", "√", "^", "/") or (before in (".", ",") and text[start - 2 : start - 1].isdigit())
    ):
        return False
    return not (
        text[end - 1].isdigit()
        and (behind in ("√", "/", "^", "%", "°") or (behind in (".", ",") and text[end + 1 : end + 2].isdigit()))
    )
