"""Which views of a split image a text in plain words names: lists, labelled and standalone numbers, positions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .common import Standardized

Views = tuple[int, ...]

_CARDINALS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
)
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    *("ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
)
_NUMBER_WORDS = {word: number for words in (_CARDINALS, _ORDINALS) for number, word in enumerate(words, start=1)}
_NOUN = r"(?:sub-?)?(?:views?|parts?|images?|sections?|quadrants?|regions?|tiles?|pieces?|patche?s?|crops?)"
_CARDINAL = r"(?:\d{1,9}|" + "|".join(sorted(_CARDINALS, key=len, reverse=True)) + ")"
_ORDINAL = "(?:" + "|".join(sorted(_ORDINALS, key=len, reverse=True)) + ")"
MOST_PROSE = 20_000  # characters of prose that are read: the end of a reply holds its answer
_BARE_WORDS = frozenset(
    [
        *("view", "views", "part", "parts", "image", "images", "number", "numbers", "no", "nos"),
        *("and", "or", "the", "selected", "section", "sections", "quadrant", "quadrants"),
    ]
)
_WORD = re.compile(r"\w+")
_LEADING_NONE = re.compile(
    rf"\W{{0,20}}(?:none|nothing|null|no|n/?a|not? (?:any )?(?:zoom(?:ing)?|{_NOUN}))\b"
    r"(?=\s{0,9}(?:\Z|[,.;:!\n(\"'\]})-]|(?:is |are )?(?:needed|required|necessary)))",
    re.IGNORECASE,
)
_NONE_OF = re.compile(
    r"\bnone of (?:the|them|these)\b"
    rf"|\bno (?:further |more |additional |other )?(?:{_NOUN}|zoom(?:ing)?) (?:is |are )?(?:needed|required|necessary)",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\ball(?=\s{1,2}except\b)"
    rf"|\b(?:all|every|each)\b(?:[\s-]{{1,3}}(?:of|the|these|those|{_CARDINAL}|\(\d{{1,2}}\))){{0,4}}[\s-]{{1,3}}{_NOUN}\b"
    r"|\b(?:everything|the (?:whole|entire) image)\b",
    re.IGNORECASE,
)
_ONLY_ALL = re.compile(
    r"\W*(?:all|everything)(?:\W+(?:of them|four|six|eight|nine|sixteen|\d{1,2}))?\W*", re.IGNORECASE
)
_CUE = re.compile(
    rf"\b(?:final answer|answer|response|selection|selected {_NOUN}|selected numbers?"
    r"|i (?:would |will )?(?:select|choose|pick|need)|i['’]d (?:select|choose|pick))\b"
    r"\s{0,2}(?:is|are|would be|:|=|to (?:see|zoom in to|zoom into|zoom in on))?",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.;!?](?=\s|$)|\n")
_COUNT = re.compile(
    rf"\b{_CARDINAL}\b\s{{1,3}}(?:more |other |additional |equal |different |zoomed |relevant )?"
    r"(?:sub-?)?(?:views|parts|images|sections|quadrants|regions|tiles|pieces)\b"
    r"|\b(?:out )?of (?:the )?\d{1,4}\b|\b\d{1,4}/\d{1,4}(?= of)|\d{1,9}\s?%|(?<![\d.,])\d{1,9}\.\d{1,9}(?![\d.,])",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    rf"\b(?:{_NOUN}|numbers?|nos?\.|no\.?(?=\s?\d))\s{{0,2}}[#:(\"'\[]{{0,2}}\s{{0,2}}({_CARDINAL}\b"
    rf"(?:(?:\s{{0,2}}(?:,|;|/|&|\+|-|and|or|to|through)){{1,2}}\s{{0,2}}(?:{_NOUN}\s{{1,2}})?[\"'#(]?"
    rf"{_CARDINAL}\b){{0,20}})"
    rf"|\b({_ORDINAL}(?:(?:,|\s{{1,2}}and){{1,2}}\s{{1,2}}(?:the\s)?{_ORDINAL}){{0,15}})\s{{1,2}}{_NOUN}\b",
    re.IGNORECASE,
)
_STANDALONE = re.compile(r"(?<![\w.])(\d{1,9})(?:\s{0,2}(?:-|to|through)\s{0,2}(\d{1,9}))?(?!\w)(?!\.\d)")
_IN_LIST = re.compile(
    rf"\b({_CARDINAL}|{_ORDINAL})\b(?:\s{{0,2}}(?:-|to|through)\s{{0,2}}({_CARDINAL})\b)?", re.IGNORECASE
)
_CLAUSE_END = re.compile(r"\b(?:(?<!all )but(?! not)|whereas|while)\b", re.IGNORECASE)
_POSITION = re.compile(
    r"(upper|top|lower|bottom)[\s-]{0,2}(left|right)"
    r"|\b(left|right|upper|top|lower|bottom)\b(?=[\s-]{0,2}(?:half|side|parts|views|images)\b|\W*\Z)"
    r"|(左上|左下|右上|右下)",
    re.IGNORECASE,
)
_PLACES = {
    **{"upperleft": (1,), "lowerleft": (2,), "upperright": (3,), "lowerright": (4,)},
    **{"左上": (1,), "左下": (2,), "右上": (3,), "右下": (4,)},
    **{"left": (1, 2), "right": (3, 4), "upper": (1, 3), "lower": (2, 4)},
}
_SUBJECT_NOT = re.compile(
    r"\b(?:is|are|was|were|do|does|seems?) not\b|\b(?:isn|aren|don|doesn)['’]?t\b"
    r"|\bnot (?:needed|required|necessary|relevant|useful)\b|\b(?:unnecessary|irrelevant|useless)\b",
    re.IGNORECASE,
)
_BUT_NOT = re.compile(
    r"\b(?:except(?: for)?|excluding|without|other than|apart from|instead of|rather than|but not|not"
    r"|no need (?:for|to see)|(?<=all )but|don['’]?t need)\b",
    re.IGNORECASE,
)


def views_in_text(text: str, n_views: int) -> Standardized[Views]:
    """Return the views that prose names: in a bare list, else in the last announced selection, else anywhere.

    Args:
        text: Plain text (`standardizers.text.plain`); only its last 20,000 characters are read.
        n_views: Number of views.

    Returns:
        1-based view numbers, ascending and unique.
    """
    text = text[-MOST_PROSE:]
    words = _WORD.findall(text[:400])
    if len(text) <= 400 and words and all(word.isdigit() or word.lower() in _BARE_WORDS for word in words):
        found = _ranged(_STANDALONE.finditer(text.replace(".", ",")), n_views)
        if found:
            return Standardized(tuple(sorted(found)), "list", False)
    if _ONLY_ALL.fullmatch(text[:60]):
        return Standardized(tuple(range(1, n_views + 1)), "all", False)
    cues = list(_CUE.finditer(text))
    for cue in reversed(cues[-20:]):
        end = _SENTENCE_END.search(text, cue.end())
        rest = text[cue.end() : end.start() if end else len(text)]
        found = _clause_views([rest], n_views)
        if found:
            return Standardized(tuple(sorted(found)), "phrase", False)
    found = _clause_views(_SENTENCE_END.split(text), n_views)
    if found:
        return Standardized(tuple(sorted(found)), "prose", False)
    if _NONE_OF.search(text) or _LEADING_NONE.match(text):
        return Standardized((), "none", False)
    return Standardized((), "default", True)


def _clause_views(sentences: Iterable[str], n_views: int) -> set[int]:
    """Return the views that sentences name, less those they rule out; the most explicit way of naming decides."""
    clauses = [clause for sentence in sentences for clause in _CLAUSE_END.split(sentence)]
    for named in (_labelled, _standalone, _positions):
        wanted: set[int] = set()
        refused: set[int] = set()
        for clause in clauses:
            positive, negative = _split_negation(clause)
            wanted |= named(positive, n_views)
            if named is _labelled and _ALL.search(f"{positive} except"):
                wanted.update(range(1, n_views + 1))
            for way in (_labelled, _standalone, _positions):
                ruled_out = way(negative, n_views)
                if ruled_out:
                    refused |= ruled_out
                    break
        if wanted - refused:
            return wanted - refused
    return set()


def _split_negation(clause: str) -> tuple[str, str]:
    if _SUBJECT_NOT.search(clause):
        return "", clause
    refusal = _BUT_NOT.search(clause)
    return (clause[: refusal.start()], clause[refusal.end() :]) if refusal else (clause, "")


def _labelled(text: str, n_views: int) -> set[int]:
    text = _COUNT.sub(" ", text)
    return {
        view
        for match in _LABELLED.finditer(text)
        for view in _ranged(_IN_LIST.finditer(match.group(1) or match.group(2)), n_views)
    }


def _standalone(text: str, n_views: int) -> set[int]:
    return _ranged(_STANDALONE.finditer(_COUNT.sub(" ", text)), n_views)


def _positions(text: str, n_views: int) -> set[int]:
    if n_views != 4:
        return set()
    found: set[int] = set()
    for match in _POSITION.finditer(text):
        height, side, half, chinese = (group.lower() if group else "" for group in match.groups())
        height = {"top": "upper", "bottom": "lower"}.get(height, height)
        half = {"top": "upper", "bottom": "lower"}.get(half, half)
        found.update(_PLACES[chinese or half or height + side])
    return found


def _ranged(matches: Iterator[re.Match[str]], n_views: int) -> set[int]:
    """Return the numbers of single and ranged matches ("1", "2-4") that are views."""
    found: set[int] = set()
    for match in matches:
        first = _number(match.group(1))
        last = _number(match.group(2)) if match.group(2) else first
        if first <= last <= n_views:
            found.update(range(max(first, 1), last + 1))
        else:
            found.update(number for number in (first, last) if 1 <= number <= n_views)
    return found


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBER_WORDS[word.lower()]
