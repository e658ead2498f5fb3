"""What a question asks to count, in general terms: "3 red boxes" are "3 salient objects" where red boxes are asked.

The reader of counts knows sentences about salient objects. Where the question names other things ("How many blue tags
are in the image?", "How many people are looking at the cake?"), the reply's words for them are replaced by the general
ones: the things become objects, and what sets apart those that count becomes "salient".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from ..text.numerals import words_of
from .term_words import ABROAD, COLOURS, EASTERN_COLOURS, SYNONYMS

_LONGEST_QUESTION = 2_000
_GENERAL = frozenset(("object", "item", "thing", "element", "subject", "region", "instance", "entity"))
_ENGLISH = "|".join([*COLOURS, "grey", "salient"])
_ASKED = re.compile(
    r"\b(?:how many|number of|count (?:all |only )?(?:the )?)\s?(?:of the |the |different |distinct )?"
    rf"(?:[a-z-]{{1,20}}\s){{0,4}}?(?!(?:{_ENGLISH})\b)(?P<noun>[a-z]{{3,20}})(?=\s(?:are|is|in|on|at|do|does|have"
    rf"|has|look|would|can|could|were"
    r"|marked|drawn|visible|there|that|which|who|with|appear|you|\(|and)\b|\s?[?.,(])",
    re.IGNORECASE,
)
_THERE = re.compile(
    r"(?:\s?\([^()]{0,60}\))?(?:\s(?:are|is|do|can|that|who|which|there|you|see|visible|shown)\b){0,4}"
    r"(?:\s(?:in|on|of) (?:the|this) (?:\w{1,12} )?(?:image|picture|photo(?:graph)?|scene)\b)?"
    r"(?:\s(?:are|is|do|that|who|which)\b){0,2}",
    re.IGNORECASE,
)
_PREDICATE = re.compile(
    r"\s(?P<verb>look|looking|gazing|staring|facing|watching|marked|outlined|circled|holding|wearing|carrying|riding"
    r"|sitting|standing|pointing|highlighted|labell?ed|covered|surrounded|framed)"
    r"\s(?P<middle>(?:[a-z'-]{1,14}\s){0,5}?)(?P<last>[a-z]{3,20})"
    r"(?=\s(?:in|on) (?:the|this) (?:image|picture|photo|scene)\b|\s?[?.,])",
    re.IGNORECASE,
)
_VERBS = {
    "look": "look(?:s|ing)?|gaz(?:es?|ing)|star(?:es?|ing)|fac(?:es?|ing)|glanc(?:es?|ing)|watch(?:es|ing)?|eyes"
    r"|has (?:his|her|their) eyes",
    "mark": "marked|outlined|circled|surrounded|highlighted|framed|labell?ed",
}
_LOOKS = frozenset(("look", "looking", "gazing", "staring", "facing", "watching"))
_MARKS = frozenset(("marked", "outlined", "circled", "highlighted", "labeled", "labelled", "surrounded", "framed"))
_TAG = re.compile(r"(<[^<>]{1,4000}>)")
_STEM = "oggett"  # a word for things that tells nothing of the language around it
_THINGS = re.compile(r"\bobjects?\b")
_KOREAN = {"显著": "현저한", "物体": "물체"}
_GAP = r"[\s*_`]{1,3}"
_ANY_COLOUR = re.compile(
    rf"(?<!\w)(?:{'|'.join(COLOURS.values())})(?!\w)|{'|'.join(EASTERN_COLOURS.values())}", re.IGNORECASE
)
_ALL_OTHERS = re.compile(  # "All boxes are red." where green ones are asked
    rf"\W{{0,3}}(?:all|the only|both)(?: of)?(?: the| these)? (?:\w{{1,12}} )?objects?(?: here| in the image"
    rf"| drawn)? (?:is|are)"
    rf" (?:{'|'.join(COLOURS)}|grey)(?:(?: and| or|,) (?:{'|'.join(COLOURS)}|grey)){{0,3}}\W{{0,3}}",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\b(?:\d{1,3}|[a-z]{3,9}) salient\b|\bsalient(?: objects?)?\W{1,4}\d", re.IGNORECASE)
_GRAND_TOTAL = re.compile(
    r"[,;]?\s?(?:i\.e\.,? |that is,? |so |making |for )?(?:a total of )?\b(?:\d{1,3}|[a-z]{3,9}) objects?"
    r" (?:in total|overall|altogether|in all)\b"
    r"|\b(?:in total|overall|altogether|in all),? (?:there are |i see |i count )?(?:\d{1,3}|[a-z]{3,9}) objects?\b"
    r"|[,;|]?\s?\btotal\s?[:=]\s?\d{1,3}\b",
    re.IGNORECASE,
)
_PIECES = re.compile(r"(?<=[.!?])\s|(?<=[,;，、；])|\s(?=(?:y|et|und|e|и|en|i|och|og)\s)|(?=[和与及])|(?<=と)")

_Change = tuple[re.Pattern[str], Callable[[re.Match[str]], str]]


def in_general_terms(text: str, question: str | None) -> str:
    """Return a reply with "salient objects" in place of its words for what the question asks to count.

    Args:
        text: The reply.
        question: What was asked; None and questions about salient objects change nothing.

    Example:
        >>> in_general_terms("I see 2 red boxes and 3 boxes in blue.", "How many blue boxes are in the image?")
        'I see 2 red boxes and 3 objects in salient.'
    """
    if question is None or len(question) > _LONGEST_QUESTION:
        return text
    changes = _changes(question)
    if not changes:
        return text
    foreign = words_of(text[:_LONGEST_QUESTION]).language not in ("", "en")
    text = _without_other_colours(text, question)
    parts = _TAG.split(text)  # every other one is a tag, whose attributes are no words
    for pattern, put in changes:
        parts[::2] = [pattern.sub(put, part) for part in parts[::2]]
    if foreign:  # words that French and Spanish share with English: "deux rectangles"
        parts[::2] = [_THINGS.sub(_STEM, part) for part in parts[::2]]
    general = "".join(parts)
    if _only_colour(question) and "salient" not in general and _ALL_OTHERS.fullmatch(general) is not None:
        return "No salient objects."
    return _without_grand_total(general, question)


def _without_grand_total(text: str, question: str) -> str:
    """Return a text that also counts things of other colours without the number of all of them ("4 in total")."""
    if not _only_colour(question) or "salient" not in text or _ANY_COLOUR.search(text) is None:
        return text
    return _GRAND_TOTAL.sub(" ", text) if _NUMBERED.search(text) is not None else text


def _without_other_colours(text: str, question: str) -> str:
    """Return a reply in another language than English without the pieces about things of other colours.

    English sentences are understood as they are ("4 objects, 3 of them salient"); elsewhere numbers tell less.
    """
    colour = _only_colour(question)
    if not colour or len(text) > _LONGEST_QUESTION:
        return text
    words = rf"(?<!\w)(?:{COLOURS[colour]})(?!\w)|{EASTERN_COLOURS.get(colour, COLOURS[colour])}"
    named = [match.group().lower() for match in re.finditer(words, text, re.IGNORECASE)]
    if not named or colour in named:
        return text
    pieces = _PIECES.split(text)
    if not any(_ANY_COLOUR.search(piece) for piece in pieces):
        return text
    kept = [
        piece
        for piece in pieces
        if _ANY_COLOUR.search(piece) is None or re.search(words, piece, re.IGNORECASE) is not None
    ]
    joined = " ".join(kept).rstrip(" ,;，、")
    return joined + text[-1] if text[-1] in ".!。" and joined[-1:] != text[-1] else joined


@lru_cache(maxsize=64)
def _changes(question: str) -> tuple[_Change, ...]:
    """Return what is to be replaced in the replies to a question, in this order."""
    found = list(_ASKED.finditer(question))
    if not found:
        return ()
    asked = found[-1]
    colour = _only_colour(question)
    changes: list[_Change] = []
    predicate = _predicate(question[asked.end() :])
    if predicate is not None:
        changes.append((predicate, lambda match: match.group() if _of_another_colour(match, colour) else "salient"))
    if predicate is not None and colour:
        marked = rf"(?<!\w)(?:{_VERBS['mark']})\s(?:in|with|by)\s(?:a\s)?(?:bright\s)?{colour}(?!\w)(?!\s[a-z])"
        changes.append((re.compile(marked, re.IGNORECASE), lambda match: "salient"))
    noun = _singular(asked["noun"].lower())
    if noun not in _GENERAL:
        changes.append(_noun(noun, colour))
        changes.extend(_abroad(noun))
    if colour:
        words = re.compile(rf"(?<!\w)(?:{COLOURS[colour]})(?!\w)", re.IGNORECASE)
        changes.append((words, lambda match: "salient"))
        if colour in EASTERN_COLOURS:
            changes.append((re.compile(EASTERN_COLOURS[colour]), _eastern("显著")))
    return tuple(changes)


def _only_colour(question: str) -> str:
    """Return the one colour that a question names, "" when it names none or several."""
    found = {name for name, words in COLOURS.items() if re.search(rf"\b(?:{words})\b", question, re.IGNORECASE)}
    return found.pop() if len(found) == 1 else ""


def _of_another_colour(match: re.Match[str], colour: str) -> bool:
    named = _ANY_COLOUR.search(match.group()) if colour else None
    return named is not None and re.fullmatch(COLOURS[colour], named.group(), re.IGNORECASE) is None


def _predicate(rest: str) -> re.Pattern[str] | None:
    """Return what a reply may call the property that the question asks for ("looking straight at the cake")."""
    there = _THERE.match(rest)
    found = _PREDICATE.match(rest, there.end() if there is not None else 0)
    if found is None:
        return None
    verb = found["verb"].lower()
    verbs = _VERBS["look"] if verb in _LOOKS else _VERBS["mark"] if verb in _MARKS else re.escape(verb)
    return re.compile(
        rf"(?<!\w)(?:{verbs})\s(?:[\w'-]{{1,14}}\s){{0,5}}?{re.escape(found['last'])}(?!\w)", re.IGNORECASE
    )


def _noun(noun: str, colour: str) -> _Change:
    names = SYNONYMS.get(noun, re.escape(noun))
    plural = r"(?P<plural>people|persons)|" if noun == "person" else ""
    kind = rf"(?:(?:bounding|drawn|marked)[\s-]{{1,2}})?(?:{plural}(?:{names})(?P<many>e?s)?)(?!\w)"
    pattern = re.compile(
        rf"(?<![\w-])(?:(?P<colour>{COLOURS[colour]}){_GAP})?{kind}" if colour else rf"(?<![\w-]){kind}", re.IGNORECASE
    )

    def put(match: re.Match[str]) -> str:
        groups = match.groupdict()
        behind_colour = colour and not groups["colour"] and _colour_before(match)
        if behind_colour:
            return match.group()
        things = "objects" if groups["many"] or groups.get("plural") else "object"
        return f"salient {things}" if groups.get("colour") else things

    return pattern, put


def _abroad(noun: str) -> list[_Change]:
    """Return how the words of other languages for a thing are replaced."""
    spaced, _, unspaced = ABROAD.get(noun, "").partition("||")
    if not spaced:
        return []
    return [
        (re.compile(rf"(?<![\w-])(?:{spaced})(?!\w)", re.IGNORECASE), lambda match: _STEM),
        (re.compile(unspaced), _eastern("物体")),
    ]


def _eastern(word: str) -> Callable[[re.Match[str]], str]:
    return lambda match: _KOREAN[word] if "\uac00" <= match.group()[-1] <= "\ud7a3" else word


def _colour_before(match: re.Match[str]) -> bool:
    """Tell whether another colour stands before a thing ("2 red boxes" where blue ones are asked)."""
    before = match.string[max(0, match.start() - 14) : match.start()].rstrip(" *_`").rpartition(" ")[2]
    return _ANY_COLOUR.fullmatch(before.strip("*_`(\"'")) is not None


def _singular(noun: str) -> str:
    if noun in ("people", "persons"):
        return "person"
    for ending, single in (("boxes", "box"), ("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("s", "")):
        if noun.endswith(ending) and len(noun) >= len(ending) > 0:
            return noun[: len(noun) - len(ending)] + single
    return noun
