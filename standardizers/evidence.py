"""Finds the answer of a reply: declared, concluded, said first, or said last.

Parts of a text come in the order in which readers believe them. Words are sought by `str.find`, which costs next to
nothing, and patterns are tried only at words. Text is from `standardizers.text.plain`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from .text import fold

_FARTHEST = 300
"""Characters after a cue that may hold its answer."""
_MOST_CUES = 500

_COPULA = r"(?:\b(?:is|are|be|was|were|as|that)\b|[:=]|->)"
_AFTER_NOUN = re.compile(rf"[^.:=\n;?!>]{{0,80}}?{_COPULA}")
_ADJECTIVE = re.compile(
    r"\s(?:[\w-]{1,20}\s){0,2}?(?:answer|option|choice|image|picture|point|box|caption|statement|sentence|one|view"
    r"|region|object|figure|letter|label|solution|match|candidate|target|value|count|number|result|total)s?\b[^.:=\n;?!]{0,80}?"
    r"(?:\b(?:is|are|be|was)\b|[:=])"
)
_VERB = re.compile(r"(?:ing|s|es)?(?: with| for)?\b(?! (?:which|whether|how|what|between|among|from|if)\b)[:\s]{0,3}")
_BY_SAYING = re.compile(r"(?:i(?:'d| would| will|'ll)? (?:\w{1,12} )?|i'm going to )$")
_CHINESE = re.compile(r"[^。\n,;]{0,8}?(?:应该|應該|就|可能)?(?:是|为|為|选|選|:|\])|")
_CUES: Mapping[str, re.Pattern[str]] = {
    **dict.fromkeys(("answer", "conclusion", "final choice", "my choice", "my guess", "prediction"), _AFTER_NOUN),
    **dict.fromkeys(
        (
            "correct",
            "right",
            "best",
            "most appropriate",
            "most suitable",
            "most likely",
            "most salient",
            "chosen",
            "selected",
            "better",
            "closest",
            "corresponding",
            "final",
        ),
        _ADJECTIVE,
    ),
    **dict.fromkeys(("choose", "choosing", "select", "pick", "go with", "opt for", "assess that"), _VERB),
    **dict.fromkeys(("答案", "正确选项", "故选", "应选", "所以选", "因此选", "正確選項"), _CHINESE),
}
_UNDONE = re.compile(
    r"\b(?:not|isn't|aren't|cannot|can't|unable to|without|no|neither|nor|if|whether|incorrect|wrong|to)\b"
    r"(?:\s[\w']{1,20}){0,3}\s?$"
)
_REASONS = re.compile(r"\b(?:because|since)\b")
_AFTER = re.compile(r"[\s:=\"'<-]*")
_SENTENCE_END = re.compile(r"[.!?](?=[\s\"')\]]|$)|[.!?](?=[^\x00-\x7f])|\n")
_CONCLUDING = (
    *("therefore", "thus", "hence", "consequently", "in conclusion", "overall", "in summary", "so,", "so the"),
    *("so it", "accordingly", "based on", "it appears", "所以", "因此", "综上", "故"),
)

_BREAKS_OFF = 300
"""A longer reply without a mark at its end was cut."""
_ENDS, _CLOSERS = frozenset(".!?:。"), " \t\n)]}\"'>*"
_REFUSES = re.compile(
    r"\b(?:sorry|apologi[sz]e|unable to|not able to|(?:do not|don't) (?:know|have|feel|see)|impossible to|not possible"
    r"|insufficient|neither|not (?:enough|sufficient|clear|provided?|specify|visible|comfortable)|unclear|unknown"
    r"|there (?:is|are) no|(?:can(?:not|'t| not)|could(?:n't| not)) \w+)\b|无法|無法|抱歉",
    re.IGNORECASE,
)


class Part(NamedTuple):
    """A part of a text that holds an answer: the rule that found it, and characters [start, end)."""

    rule: str
    start: int
    end: int


def declarations(text: str, lowered: str) -> Iterator[Part]:
    """Yield what follows "the answer is" and the like, from the last to the first.

    Args:
        text: The text.
        lowered: The same in lower case, character by character.
    """
    for start, cue in _places(lowered, _CUES):
        found = _CUES[cue].match(lowered, start + len(cue))
        if found is None or _is_part_of_word(lowered, start) or _REASONS.search(found.group()):
            continue
        before = lowered[max(0, start - 40) : start]
        if _UNDONE.search(before) and not _BY_SAYING.search(before):
            continue
        after = _AFTER.match(text, found.end())
        begin = after.end() if after else found.end()
        yield Part("declared", begin, sentence_end(text, begin))


def conclusions(text: str, lowered: str) -> Iterator[Part]:
    """Yield sentences that begin with "therefore" and the like, from the last to the first."""
    for start, cue in _places(lowered, _CONCLUDING):
        if lowered[:start].rstrip(" ")[-1:] in ("", ".", "!", "?", "\n", ",", ";"):
            begin = start + len(cue)
            yield Part("concluded", begin, sentence_end(text, begin))


def first_sentence(text: str) -> Part:
    """Return the first sentence."""
    return Part("first_sentence", 0, sentence_end(text, 0))


def last_line(text: str) -> Part:
    """Return the last line that is not blank."""
    end = len(text.rstrip())
    return Part("last_line", text.rfind("\n", 0, end) + 1, end)


def last_sentence(text: str) -> Part:
    """Return the last sentence."""
    line = last_line(text)
    start = line.start
    while (end := sentence_end(text, start)) + 1 < line.end:
        start = end + 1
    return Part("last_sentence", start, line.end)


def first_line(text: str) -> Part:
    """Return the first line, or the first sentence where it is shorter."""
    start = len(text) - len(text.lstrip())
    return Part("first_line", start, sentence_end(text, start))


def sentence_end(text: str, start: int) -> int:
    """Return where the sentence or line that begins at `start` ends, at most 300 characters on.

    A colon at the end of a line joins the next one.
    """
    farthest = min(len(text), start + _FARTHEST)
    for found in _SENTENCE_END.finditer(text, start, farthest):
        if found.group() != "\n" or text[start : found.start()].rstrip()[-1:] not in (":", "\n"):
            return found.start()
    return farthest


def _places(lowered: str, words: Iterable[str]) -> list[tuple[int, str]]:
    """Return the places of words in a text, the last first, of overlapping ones the longest."""
    places: dict[int, str] = {}
    for word in words:
        start = lowered.rfind(word)
        most = _MOST_CUES
        while start >= 0 and most:
            if len(word) > len(places.get(start, "")):
                places[start] = word
            start, most = lowered.rfind(word, 0, start), most - 1
    return sorted(places.items(), reverse=True)


def _is_part_of_word(lowered: str, start: int) -> bool:
    before = lowered[start - 1 : start]
    return before.isascii() and before.isalpha()


def lower(text: str) -> str:
    """Return a text in lower case, character by character, so that places in it are places in the text."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(one.lower() if len(one.lower()) == 1 else one for one in text)


def breaks_off(text: str, finished: bool | None) -> bool:
    """Tell whether a reply lacks its end, because the caller says so or because it visibly breaks off."""
    if finished is not None:
        return not finished
    return len(text) > _BREAKS_OFF and text.rstrip(_CLOSERS)[-1:] not in _ENDS


def refuses(text: str) -> bool:
    """Tell whether a text says that it cannot answer."""
    return _REFUSES.search(text) is not None


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
_WORD_AFTER = re.compile(r"[ \t]{1,3}([^\W\d_][\w'-]{0,30})")
_PARTS_OF_LETTER = re.compile(r"(?:(?:point|image|box|option|choice|figure|caption)\s)?[(\[]?([a-z])[)\].]{0,2}")
_ARTICLE = re.compile(r"(?:an?|the) (?=\S)")


class Mention(NamedTuple):
    """A mention of an option: characters [start, end) of the text, the option from 0, and how strong it is.

    Strength: 3 a letter in brackets or after a word such as "option"; 2 the option's text; 1 a bare letter.
    """

    start: int
    end: int
    option: int
    strength: int


class Options(NamedTuple):
    """Options as they are sought in texts.

    Attributes:
        labels: Their letters.
        letters: Every way to write a label, to the option's place.
        names: Their texts in lower case without article and outer punctuation; "" where the text says no more than
            the letter, or where two options have the same.
        pattern: Finds letters.
        longest: Characters of the longest name.
    """

    labels: tuple[str, ...]
    letters: Mapping[str, int]
    names: tuple[str, ...]
    pattern: re.Pattern[str]
    longest: int


@lru_cache(4096)
def options_of(labels: tuple[str, ...], texts: tuple[str, ...] | None) -> Options:
    """Return options, prepared for `mentions`."""
    names = [name_of(text) for text in texts or ()]
    small = {label.lower() for label in labels}
    for place, name in enumerate(names):
        alias = _PARTS_OF_LETTER.fullmatch(name)
        if names.count(name) > 1 or (alias and alias[1] in small):
            names[place] = ""
    letters = {label.upper(): place for place, label in enumerate(labels) if len(label.upper()) == 1}
    letters |= {label: place for place, label in enumerate(labels)}
    among = "|".join(map(re.escape, letters)) or "(?!)"
    pattern = re.compile(rf"(?<![0-9A-Za-z])(?<![0-9A-Za-z]')(?<![A-Za-z]-)(?:{among})(?![0-9A-Za-z]|['-][A-Za-z])")
    return Options(labels, letters, tuple(names), pattern, max(map(len, names), default=0))


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
        before, after = text[begin - 1 : begin], text[begin + 1 : begin + 2]
        if before in _IN_FORMULA or (after in _IN_FORMULA and before not in "(["):
            continue
        bracketed = before != "" and before in "([{'\"" and after != "" and after in ")]}'\""
        called = bracketed or _NOUN.search(text, max(0, begin - 12), begin) is not None
        if called or not _is_word(text, begin):
            found.append(Mention(begin, begin + 1, options.letters[label], 3 if called else 1))
    return found


def _is_word(text: str, start: int) -> bool:
    """Tell whether the letter at `start` is the article "A" or the pronoun "I"."""
    if text[start] not in "AI":
        return False
    after = _WORD_AFTER.match(text, start + 1)
    if after is None or (len(after[1]) == 1 and after[1].isupper()):
        return False
    return after[1].lower() not in _FOLLOWS_LETTER or text[start] == "I"


def _name_mentions(lowered: str, names: Sequence[str], start: int, end: int) -> list[Mention]:
    found = []
    for option, name in enumerate(names):
        place = lowered.find(name, start, end) if name else -1
        while place >= 0:
            after = place + len(name)
            if _is_bounded(lowered, place, after):
                found.append(Mention(place, after, option, 2))
            place = lowered.find(name, after, end)
    return found


def _is_bounded(text: str, start: int, end: int) -> bool:
    """Tell whether characters [start, end) are whole words and whole numbers: no 6 in 16, in 6.5, in 6√2."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    if before.isascii() and before.isalnum() and text[start].isalnum():
        return False
    if after.isascii() and after.isalnum() and text[end - 1].isalnum():
        return False
    if text[start].isdigit() and (
        before in ("-", "√", "^", "/") or (before in (".", ",") and text[start - 2 : start - 1].isdigit())
    ):
        return False
    return not (
        text[end - 1].isdigit()
        and (after in ("√", "/", "^", "%", "°") or (after in (".", ",") and text[end + 1 : end + 2].isdigit()))
    )
