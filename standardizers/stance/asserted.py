"""What a reply asserts: its text without conditions, without what others think, and without other occasions.

"It would be the clock if he looked up", "My colleague says B" and "In the last picture it was D" name an answer that is
not the speaker's. All readers read what is left.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..text.cued import Cued
from . import assertion_words as words
from . import opinion_words as others
from .reported import is_reported, may_report
from .uncommitted import uncommitted

_MOST = 4_000
_SHORTEST = 8
_SEVERAL, _SHORT = 2, 120
_WORD = re.compile(r"[^\W\d_]{4}|[\u0590-\uffdc]")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[.!?;])(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])")
_TURN = Cued(words.TURNS, scripts=True)
_IF = Cued(rf"(?P<sure>{words.CONDITIONS})|(?P<perhaps>{words.MAYBE_CONDITIONS})", scripts=True)
_OPENS = Cued(rf"(?P<conceded>{words.CONCESSIONS})|{words.CONDITIONS}|{words.MAYBE_CONDITIONS}", scripts=True)
_INVERTED = re.compile(rf"\W{{0,3}}(?:(?:and|und) )?(?:{words.INVERTED})[^.;!?]*,")
_SUFFIXED = re.compile(f"{words.JAPANESE_CONDITION}|{words.KOREAN_CONDITION}|{words.TURKISH_CONDITION}")
_CONDITION_END = re.compile(
    r"(?<!\bif)\s(?=(?:i|we|it|he|she|they) (?:would|might)\b)|,(?=\s|[^\W\d_])|\bthen\b|\bdann\b|\balors\b|:"
    r"|\s-\s|那么|就"
)
_REFERS = re.compile(
    r"\s?(?:it|it's|this|that|these|they|es|er|sie|das|c'est|il|elle|ça|esto|eso|ella|ele|ela|isso|è|lui|lei"
    r"|это|он|она"
    r"|оно|to|ono|on|ona|het|deze|den|det|dette)\b"
)
_WOULD = re.compile(words.WOULD)
_ASSERTING = re.compile(words.ASSERTING)
_SPEAKER = re.compile(words.SPEAKER)
_LIMITING = re.compile(words.LIMITING)
_OTHERWISE = re.compile(words.OTHERWISE)
_SEEKS = re.compile(words.SEEKS)
_OTHERS = re.compile(
    rf"(?:^|[,:(-])\W{{0,4}}(?:(?:and|although|while|of course|sure|well|at first(?: glance)?"
    rf"|at a glance)\W{{1,3}}){{0,2}}"
    rf"(?:{others.OTHERS}(?:\s(?:that|who|which)\s[^,.;]{{1,40}}?)?\s(?:(?:might|may|could|would|will|can|also|even"
    rf"|well|even|still|have"
    rf"|has)\s){{0,3}}{others.OPINES}\b"
    rf"|{others.INDEFINITE}\s(?:(?:also|even|well|easily|first|reasonably)\s){{0,2}}{others.BELIEVES}\b)"
    rf"|^\W*(?:so\s|okay,?\s)?{others.ASKED}|{others.OPINES_ABROAD}"
)
_OPINING = Cued(  # what `_OTHERS` contains, which is slow to search for
    rf"\b(?:{others.STRANGE}|{others.OPINERS}|some(?:one|body)|some|others|users|annotators|critics)\b|{others.ASKED}"
    rf"|\b{others.INDEFINITE}|{others.OPINES_ABROAD}",
    scripts=True,
)
_OTHER_TIMES = Cued(others.OTHER_TIMES, scripts=True)
_GENERALLY = Cued(others.GENERALLY, scripts=True)
_PLURALS = re.compile(others.PLURALS)
_UNABLE = Cued(words.UNABLE, scripts=True)
_ALTERNATIVES = re.compile(words.ALTERNATIVES)
_STILL_CHOOSES = re.compile(words.STILL_CHOOSES)
_MOST_SALIENT = re.compile(
    r"\bmost (?:\w+ly )?(?:salient|eye-catching|prominent|attention|striking|conspicuous" r"|noticeable)\b"
)
_POSSIBLE = Cued(words.POSSIBLE, scripts=True)
_AS_WELL = Cued(words.AS_WELL, scripts=True)
_GIVES_UP = re.compile(words.GIVES_UP)
_TAKEN_FROM = re.compile(others.TAKEN_FROM)
_PLAN = re.compile(
    r"(?:^|(?<=[.!?;\n])|(?<=[.!?;\n]\s))\W{0,3}(?:(?:first|now|next|then|so|ok|okay),?\s)?"
    r"(?:i'll|i will|i am going to|i'm going to|let me|let's|let us|i need to|i have to|i must|i want to|i'd have to"
    r"|i would have to|i should)\s(?:\w+\s){0,2}?(?:zoom|crop|inspect|check|verify|examine"
    r"|see (?:whether|if|the image|it)"
    r"|look (?:closer|more closely|again|into)|find out|consider|compare|measure"
    r"|think about)\b(?:[^.!?:;\n]{1,300}?\band (?:then|finally|afterwards) (?:pick|choose|select|decide|rank"
    r"|name)\b[^.!?:;\n]*|[^.!?:;,\n]*)[.!?;]?",
    re.IGNORECASE,
)
_LOOKING = (
    "zoom",
    "crop",
    "inspect",
    "check",
    "verify",
    "examin",
    "see ",
    "look ",
    "find out",
    "consider",
    "compar",
    "measur",
    "think ",
)
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_UNSPACED = re.compile(f"[{words.UNSPACED_MARKS}]|s[ae]yd")
_MARKED = Cued(
    "|".join(
        (
            words.CONDITIONS,
            words.MAYBE_CONDITIONS,
            rf"\b(?:{words.INVERTED})",
            rf"\b(?:{others.STRANGE}|{others.OPINERS}|some(?:one|body)|others)\b",
            rf"\b{others.ASKED}",
            words.POSSIBLE,
            rf"\b{others.INDEFINITE}",
            others.OPINES_ABROAD,
            others.OTHER_TIMES,
            others.GENERALLY,
            _SUFFIXED.pattern,
            words.UNABLE,
        )
    ),
    scripts=True,
)


class _Asked(NamedTuple):
    """What `asserted` is asked to leave out, and whether the text has words of a report."""

    conditions: bool
    quotes: bool
    reports: bool


def asserted(text: str, conditions: bool = True, quotes: bool = False) -> str:
    """Return a text without the clauses that it does not assert as its own; the text itself when there are none.

    Args:
        text: Plain text (`standardizers.text.plain`).
        conditions: Leave out what would hold under a condition, and what the text cannot choose. False where these are
            what is asked for ("I could answer if I saw the right half").
        quotes: Leave out what is quoted from the picture ("The sign says 'Exit 7'").

    Example:
        >>> asserted("If she looked down, it would be the book. She looks at the cup.")
        'She looks at the cup.'
    """
    if not _SHORTEST <= len(text) <= _MOST or _WORD.search(text) is None:
        return text
    lowered = text.lower()
    if len(lowered) != len(text):
        return text
    if any([hint in lowered for hint in others.TAKEN_HINTS]):
        taken = _TAKEN_FROM.search(lowered)
        if taken is not None:  # "The order is CBA, but that's for another image."
            behind = _SENTENCE.search(text, taken.end())
            return asserted(text[behind.end() :], conditions, quotes) if behind is not None else ""
    if conditions and uncommitted(lowered):
        return ""
    reports = may_report(lowered)
    if not reports and (not _may_be_marked(lowered) or _MARKED.search(lowered) is None):
        return text
    asked = _Asked(conditions, quotes, reports)
    if conditions and _gives_up(lowered):
        return ""
    kept, end, dropped = [], 0, False
    for stop in [*(match.end() for match in _SENTENCE.finditer(text)), len(text)]:
        sentence = lowered[end:stop]
        left = [] if dropped and _OTHERWISE.match(sentence) else _left(sentence, asked)
        if left is None:
            kept.append(text[end:stop])
        else:
            dropped = True
            kept += [text[end + start : end + stopped].lstrip(",;: ") for start, stopped in left]
        end = stop
    return "".join(kept) if dropped else text


def without_openings(text: str) -> str:
    """Return a text without concessions and conditions that open a sentence and suppose nothing.

    Example:
        >>> without_openings("If in doubt, I choose B.")
        'I choose B.'
    """
    lowered = text.lower()
    if len(text) > _MOST or "," not in text or len(lowered) != len(text) or _OPENS.search(lowered) is None:
        return text
    kept, end = [], 0
    for stop in [*(match.end() for match in _SENTENCE.finditer(text)), len(text)]:
        kept.append(text[end + _opening(lowered[end:stop]) : stop])
        end = stop
    return "".join(kept)


def _opening(sentence: str) -> int:
    """Return the length of a concession that opens a sentence, or of a condition that supposes nothing."""
    found = _OPENS.search(sentence)
    if found is None or sentence[: found.start()].strip(" ,\"'("):
        return 0
    ends = _CONDITION_END.search(sentence, found.end())
    if ends is None or ends.end() - found.end() > _SHORT or ends.group() != ",":
        return 0
    if found["conceded"] is None and _ASSERTING.search(sentence, found.end(), ends.start()) is None:
        return 0
    if _REFERS.match(sentence, ends.end()) is not None:
        return 0  # "Although C is small, it stands out most."
    return ends.end() + (sentence[ends.end() : ends.end() + 1] == " ")


def _may_be_marked(lowered: str) -> bool:
    """Tell whether a text has a word that `_MARKED` can begin with or holds (a quick test before the search)."""
    if not words.MARKS.isdisjoint([word[:4] for word in _TOKEN.findall(lowered)]):
        return True
    return not lowered.isascii() and _UNSPACED.search(lowered) is not None


def without_plans(text: str) -> str:
    """Return a text without what it only means to look at: "I'll zoom into region A."."""
    lowered = text.lower()
    return _PLAN.sub(" ", text) if any([word in lowered for word in _LOOKING]) else text


def _left(sentence: str, asked: _Asked) -> list[tuple[int, int]] | None:
    """Return the parts of a sentence that it asserts, None when it asserts all."""
    if not asked.reports and _MARKED.search(sentence) is None:
        return None
    possible = _POSSIBLE.search(sentence) if asked.conditions else None
    if possible is not None and _AS_WELL.search(sentence, possible.end()) is not None:
        return []  # "It could be a fern, but also a parrot."
    turns = [match.start() for match in _TURN.finditer(sentence)]
    starts = [0, *(at for at in turns if at)]
    parts = list(zip(starts, [*starts[1:], len(sentence)], strict=True))
    kept = [(start, stop) for start, stop in parts if _is_asserted(sentence[start:stop], asked)]
    return kept if len(kept) < len(parts) else None


def _is_asserted(part: str, asked: _Asked) -> bool:
    if asked.reports and is_reported(part, asked.quotes):
        return False
    if asked.conditions and (_is_supposed(part) or _is_left_open(part)):
        return False
    if (_OPINING.search(part) is not None and _OTHERS.search(part) is not None) or _OTHER_TIMES.search(
        part
    ) is not None:
        return False
    return _GENERALLY.search(part) is None or _PLURALS.search(part) is None


def _is_supposed(part: str) -> bool:
    """Tell whether a clause says what would be under a condition that is not known to hold."""
    if _INVERTED.match(part):
        return True
    suffixed = None if part.isascii() else _SUFFIXED.search(part)
    if suffixed is not None:
        condition = part[: suffixed.end()]
        return _ASSERTING.search(condition) is None and _SPEAKER.search(condition) is None
    for found in _IF.finditer(part):
        before = part[: found.start()]
        if _SEEKS.search(before) or (found.group() == "unless" and not before.strip(" ,\"'(")):
            continue  # "Unless the hat counts, three" asserts three
        ends = _CONDITION_END.search(part, found.end())
        condition = part[found.end() : ends.start() if ends is not None else len(part)]
        if _SPEAKER.search(condition) is not None:
            continue
        if _ASSERTING.search(condition) is not None and _LIMITING.search(condition) is None:
            continue
        would = _WOULD.search(before) if before.strip(" ,\"'(") else _WOULD.search(part, found.end())
        if would is not None or (found["sure"] and not before.strip(" ,\"'(") and ends is not None):
            return True
    return False


def _gives_up(text: str) -> bool:
    """Tell whether the last of several short sentences says that the text cannot choose among what it named."""
    sentences = _SENTENCE.split(text.strip())
    last = sentences[-1]
    asked = _MOST_SALIENT.sub(" ", text)  # what was asked for is no word of choice
    if len(sentences) < _SEVERAL or len(last) > _SHORT or _STILL_CHOOSES.search(asked) is not None:
        return False
    return _UNABLE.search(last) is not None and _GIVES_UP.search(last) is not None and _TURN.search(last, 4) is None


def _is_left_open(part: str) -> bool:
    """Tell whether a clause names several things of which it says that it cannot choose one."""
    unable = _UNABLE.search(part)
    if unable is None or _STILL_CHOOSES.search(part) is not None:
        return False
    behind = part[unable.end() :]
    return (
        ":" in behind
        or _ALTERNATIVES.search(part, 0, unable.start()) is not None
        or _ALTERNATIVES.search(behind) is not None
    )
