"""Where a text names views of a split image: labelled and standalone numbers, ordinals, positions, "all"."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..text.cued import Cued
from ..text.patterns import hoisted
from .places import places

CARDINALS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
)
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    *("ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
)
NUMBER_WORDS = {word: number for words in (CARDINALS, _ORDINALS) for number, word in enumerate(words, start=1)}
NOUN = (
    r"(?:sub-?|image |picture |zoomed[- ](?:in )?)?"
    r"(?:views?|parts?|images?|sections?|quadrants?|regions?|tiles?|pieces?|patch(?:es)?|crops?|areas?|cells?"
    r"|portions?|grids?|quarters?)"
)
CARDINAL = r"(?:\d{1,9}|" + "|".join(sorted(CARDINALS, key=len, reverse=True)) + ")"
_ORDINAL = "(?:" + "|".join(sorted(_ORDINALS, key=len, reverse=True)) + r"|\d{0,2}(?:1st|2nd|3rd|\dth))"
_JOIN = (
    r"(?:\s{0,2}(?:,|;|/|&|\+|-|~|\band/or\b|\band\b|\bor\b|\bto\b|\bthrough\b|\bplus\b|\balong with\b"
    r"|\bas well as\b|\bthen\b)){1,2}"
)
_NUMERIC = re.compile(r"\d|\b(?:" + "|".join((*CARDINALS, *_ORDINALS)) + r")\b")
_LABELLED = Cued(
    rf"(?:\b(?:{NOUN}|numbers?|nos?\.?|number(?:ed)?)|(?<!\w)#)[\s_]{{0,2}}(?:numbers? "
    rf"|nos?\.? )?[#:(\"'\[]{{0,2}}\s{{0,2}}({CARDINAL}(?![\w%]|\.\d)"
    rf"(?:[\"')\]]{{0,2}}(?:\s{{0,2}}\([^()\d\n]{{0,60}}\))?{_JOIN}\s{{0,2}}(?:the\s)?(?:(?:{NOUN}|nos?\.?"
    rf"|numbers?)\s{{1,2}})?[\"'#(]{{0,2}}"
    rf"{CARDINAL}(?![\w%]|\.\d)(?!\s{{1,2}}(?:people|men|women|children|person|of the"
    rf"|(?!(?:is|shows|contains|has|needs|does|was|always|perhaps|parts|views|holds|seems|as|depicts|displays"
    rf"|includes|provides|gives|covers)\b)[a-z]{{2,15}}s)\b)){{0,20}})"
    rf"|\b({_ORDINAL}(?:(?:\s{{0,2}}{NOUN})?(?:,|\s{{0,2}}&|\s{{1,2}}and"
    rf"|\s{{1,2}}or){{1,2}}\s{{1,2}}(?:the\s)?{_ORDINAL}){{0,15}})"
    rf"\s{{1,2}}(?:{NOUN}|ones?)\b"
    rf"|\b({CARDINAL})(?=\s{{1,2}}no\.? part\b)",
)
_BARE = re.compile(
    r"(?<![\w.$#])(?<!\d[:/])(\d{1,2})(?:\s{0,2}(?:-|~|\bto\b|\bthrough\b)\s{0,2}(\d{1,2}))?(?![\w%°]|[.:]\d|\s%)"
    r"(?=\s{0,3}(?:$|[,.;:!?)\]}\"'&+/|>(-])|\s{1,3}(?:and|or|plus|because|since|as|for|is|are|must|should|to|with"
    r"|which|where|not|only|but"
    r"|shows?|contains?|needed|part|parts|no|either|please|too|then|if|so|both|has|have|would|will|can|needs?|i"
    r"|in order|instead"
    r"|together|alone|first|along|except|none|shift|keep|kept)\b"
    r"|\s{0,2}(?![个個只位名人条辆张本匹头朵棵把件台艘架座楼层路号岁年月日点分秒米元度次种つ枚歳時개명마살년월일])"
    r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-"
    r"\ud7af])"
)
_WORD_IN_LIST = re.compile(
    r"\b("
    + "|".join(sorted(CARDINALS, key=len, reverse=True))
    + r")\b(?=\s{0,2}(?:$|[,.;:!)\]&]|and\b|or\b|because\b|since\b))"
)
_IN_LIST = re.compile(
    rf"\b({CARDINAL}|{_ORDINAL})\b(?:\s{{0,2}}(?:-|~|\bto\b|\bthrough\b)\s{{0,2}}(?:the\s)?(?:{NOUN}\s"
    rf"|nos?\.?\s)?({CARDINAL})\b)?",
)
_COUNT = Cued(
    hoisted(
        rf"(?<!number )(?<!numbers )(?<!\d and )(?<!\d, )\b{CARDINAL}\b[\s-]{{1,3}}(?:more |other |additional |equal "
        rf"|equally sized |different |zoomed |relevant "
        rf"|whole |remaining |selected |needed |image ){{0,2}}"
        r"(?:sub-?)?(?:views|parts|images|sections|quadrants|regions|tiles|pieces|areas|crops|patches"
        r"|numbers)\b(?!\s{0,2}(?:and|&)\s{0,2}\d)"
        rf"|\b(?:upper|top|lower|bottom|left|right) (?:two|2)\b|\b(?<!part )(?<!view )(?:one"
        rf"|1) (?:{NOUN}\b(?!\s\d)|of the\b)|\bonly (?:1|one)(?= is\b| needed)"
        rf"|\b(?:out )?of (?:the )?\d{{1,4}}\b|\b\d{{1,4}}/\d{{1,4}}(?= of)|\d{{1,9}}\s?%"
        rf"|(?<![\d.,])\d{{1,9}}\.\d{{1,9}}(?![\d.,])"
        rf"|(?<!go )(?<!going )(?<!start )\bwith (?:the )?(?:number|no) \d{{1,9}}\b"
        rf"|\bcount(?:ed|ing)? (?:\w{{1,8}} ){{0,2}}{CARDINAL}\b|\b(?:for|with|of|in) {CARDINAL}(?=,)(?<!part)"
        rf"|\b(?:other|remaining) {CARDINAL}\b"
        r"|\b(?:left|right|upper|lower|top|bottom|other|zoomed|current|this|that|middle|central|the|which) one\b"
        rf"|\b(?:the|a) (?!{NOUN}|{_ORDINAL})[a-z]{{2,14}} one\b"
        r"|\bthe (?:number|digit|figure)s? \d{1,2}(?:(?:,? or|,? and|,) \d{1,2}){0,3}(?= (?:on|is (?:written|printed"
        r"|visible|painted|shown)|written|printed|painted))|\b\d{1,2} or \d{1,2} [a-z]{3,15}s\b(?<! is)"
        r"|\b(?:is|are|shows?|has|like|reads?|says?) an? \d{1,2}\b(?! (?:part|view))|\b\d{1,2}\s?x\s?\d{1,2}\b"
        r"|\bonly (?:one|two|three)\b(?!\s?[,.&]|\sand)|\b(?:these|those|the|both|all) (?:two"
        r"|three|four|\d)\b(?!\s?(?:and|,))|\b(?:step|phase|stage|round|attempt|turn|option|line|question|figure|bus"
        r"|route|page|channel|player"
        r"|position"
        r"|place|rank|platform|track|gate|level|room|seat|lane|shirt|jersey|table|door|floor|age|size|house"
        r"|code) \d{1,9}\b"
        r"|\b(?:bus|tram|train|taxi|house|player|autobús|autobus|autobuses|zug|straßenbahn|hausnummer|autobusa"
        r"|автобус\w*|поезд\w*"
        r"|трамва\w+|трамвай)\s(?:is |has |wears |es (?:el )?|ist (?:die )?|est le |est |number |no |part |nummer "
        r"|номер |linie ){0,3}"
        r"\d{1,4}(?=\W*$)"
    )
)
_ALL = re.compile(
    hoisted(
        rf"\b(?:all|every|each)\b(?:[\s-]{{1,3}}(?:single|above|of|the|these|those|other|\d{{1,2}}|{CARDINAL}"
        rf"|\(\d{{1,2}}\))){{0,4}}[\s-]{{1,3}}(?:{NOUN}|them|together)\b(?! \d)"
        r"|\banything(?= except\b)"
        rf"|\beverything\b(?! else\b)(?! (?:in|on|of|along|from) (?:the )?(?:parts? \d|upper|lower|top|bottom|left"
        rf"|right"
        rf"|middle|cent))|\b(?:needs?|see|zoom(?: in(?:to)?| in on| on)?|inspect|check|look at) (?:the )?(?:whole"
        rf"|entire) (?:image|picture)\b|\ball(?: the)?(?=\s{{1,2}}(?:except|minus|but|excluding|apart from"
        rf"|other than|the (?:needed"
        rf"|not needed|is|are|shows)|are|is|the\s*$)\b)"
        rf"|\b(?:each|every(?: single)? one) (?:one )?of the (?:{CARDINAL})(?=\s?(?:[,.;:(-]|$|because|since|as\b"
        rf"|please))"
        rf"|\ball(?: the)?(?=\W*$)|\ball (?:four|six|eight|nine|sixteen|\d{{1,2}})\b|\b(?:the )?(?:other|rest|remaining"
        rf"|others)\b[^.\d]{{0,30}}\b(?:all|needed)\b|\b(?:four|all) (?:are|is) (?:all )?needed\b|\b(?:needed) all\b"
        rf"|\ball the(?=[^a-z\d]{{0,8}}(?:$|needed|part\b|no\b))"
    )
)


_OR = re.compile(r"(?<!/)\bor\b")
_BESIDE = re.compile(
    rf"\s{{0,2}}(?:{NOUN})?,?\s{{0,2}}(?:and|&|plus)\s{{1,2}}(?:(?:in|on|into|onto|at|sur|auf|en|su|na|на"
    rf"|в)\s)?(?:the\s)?"
)


_NAMED_NUMBER = re.compile(  # "with plate 4": a number that belongs to a name
    r"\b(?:plate|bus|car|taxi|number plate|jersey|shirt|gate|shop|house|platform|train|tram|sign|digit|letter|price"
    r"|lane|player"
    r"|truck|van|boat|horse|runner|clock|page|row|column|aisle|shelf|table)\s\Z"
)


class Mention(NamedTuple):
    """Views named at characters [start, end) of a text; `choice` when it offers alternatives ("1 or 3")."""

    start: int
    end: int
    views: frozenset[int]
    choice: bool


def mentions(text: str, n_views: int, bare: bool) -> list[Mention]:
    """Return the views that a clause names, in the order of the text.

    Numbers with a noun ("part 2") come before positions ("the upper left"), which name views only of a 2 x 2 split.

    Args:
        text: A clause in lower case.
        n_views: Number of views.
        bare: Numbers without a noun count as well.
    """
    placed = [Mention(start, end, views, False) for start, end, views in places(text, n_views)]
    if not _NUMERIC.search(text):
        return placed
    blank = _COUNT.sub(lambda match: " " * len(match.group()), text)
    found = [
        _mention(match.start(), match.end(), match.group(1) or match.group(2) or match.group(3), n_views)
        for match in _LABELLED.finditer(blank)
    ]
    if bare:
        taken = [(one.start, one.end) for one in found]
        for pattern in (_BARE, _WORD_IN_LIST):
            found += [
                Mention(match.start(), match.end(), frozenset(ranged(match.group(), n_views)), False)
                for match in pattern.finditer(blank)
                if not any(start <= match.start() < end for start, end in taken)
            ]
            if found:
                break
        if taken:
            found = [
                one for one in found if (one.start, one.end) in taken or not _NAMED_NUMBER.search(text, 0, one.start)
            ]
        found.sort()
    found = [one for one in found if one.views]
    if not found:
        return placed
    last = found[-1]
    for one in placed:  # "part 1 and the lower-right part": a view of its own
        between = text[last.end : one.start] if one.start >= last.end else text[one.end : found[0].start]
        if _BESIDE.fullmatch(between):
            found.append(one)
    return found


_WHOLE = ("anything", "all", "every", "each", "whole", "entire", "other", "rest", "remaining", "needed")


def names_all(text: str) -> re.Match[str] | None:
    """Return where a clause speaks of all views, or None."""
    return _ALL.search(text) if any([word in text for word in _WHOLE]) else None


def ranged(text: str, n_views: int) -> set[int]:
    """Return the numbers of a list in words or digits ("1, 2-4", "first and third") that are views."""
    found: set[int] = set()
    for match in _IN_LIST.finditer(text):
        first = _number(match.group(1))
        last = _number(match.group(2)) if match.group(2) else first
        if first <= last <= n_views:
            found.update(range(max(first, 1), last + 1))
        else:
            found.update(number for number in (first, last) if 1 <= number <= n_views)
    return found


def _mention(start: int, end: int, listed: str, n_views: int) -> Mention:
    choice = "or" in listed and _OR.search(listed) is not None
    return Mention(start, end, frozenset(ranged(listed, n_views)), choice)


def _number(word: str) -> int:
    if word.isdecimal():
        return int(word)
    return NUMBER_WORDS[word] if word in NUMBER_WORDS else int(re.sub(r"\D", "", word))
