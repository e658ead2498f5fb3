"""Sentences that place an option among all others or between two, put so that other rules know them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice

from ..choices.question import question, texts_of
from ..stance.ranking_words import LAST, ties, upward

_OPTION = r"(?<![^\W_])[\[(]?(?:{among})[\])]?(?![^\W_])"
_ALL = (
    r"(?:all|any|each|every)(?: (?:of (?:them|these|those|the others?)|the (?:others?|rest)|others?|one"
    r"|(?:single )?other (?:one|option|object|item|thing)s?))?|every(?:thing|one|body)(?: else)?|any(?:thing|one) else"
    r"|the (?:others?|rest|remaining (?:two|three|four|ones))(?: of them)?|both(?: (?:of (?:them|these|those)"
    r"|others?))?"
)
_HIGH = r"(?:strong|bright|high|salient|bold|vivid|clear|larg|bigg)er|more (?:\w+ )?[\w-]{4,20}|more"
_LOW = r"(?:weak|dimm|faint|low|small|dull|plain|pal)er|less (?:\w+ )?[\w-]{4,20}|less"
_DEGREE = r"(?:(?:far|much|even|clearly|slightly|a (?:bit|little)|still|somewhat|noticeably|visually) )?"
_OVER_ALL = re.compile(
    rf"\b(?:is|are|looks|seems|appears|feels|was)\s{_DEGREE}(?:{_HIGH}) than (?:{_ALL})(?=\s?(?:[.,;!\n]|$|and\b"
    rf"|but\b))"
    rf"|\b(?:wins against|prevails over|is ahead of|ranks above|comes before"
    rf"|stands above) (?:{_ALL})(?=\s?(?:[.,;!\n]|$|and\b|but\b))",
    re.IGNORECASE,
)
_UNDER_ALL = re.compile(
    rf"\b(?:is|are|looks|seems|appears|feels|was)\s{_DEGREE}(?:{_LOW}) than (?:{_ALL})(?=\s?(?:[.,;!\n]|$|and\b|but\b))"
    rf"|\b(?:loses (?:out )?(?:to|against)|yields to|is behind|ranks (?:below|behind)|comes after|trails"
    rf"|is (?:beaten|outranked"
    rf"|outshone|overshadowed) by) (?:{_ALL})(?=\s?(?:[.,;!\n]|$|and\b|but\b))",
    re.IGNORECASE,
)
_WEAKER = (
    r"(?:(?:and|und|et|y|e|en|och|og|и)[,\s]\s?|,\s?(?:and|und|et|y|e)?\s?)(?:only |just )?"
    r"(?:slightly|a (?:bit|little|touch)|somewhat|etwas|ein wenig|un peu|algo|un poco|un po'|um pouco|iets|noget|något"
    r"|чуть|немного) (?:weaker|fainter|lower|behind|after|later|less [\w-]{3,20}|schwächer|dahinter|weniger [\w-]{3,20}"
    r"|moins [\w-]{3,20}|menos [\w-]{3,20}|meno [\w-]{3,20}|minder [\w-]{3,20}|слабее|менее [\w-]{3,20})"
    r"(?: than (?:it|that))?,?\s(?:(?:is|comes|ist|kommt|est|vient) )?(?:(?:the|der|die|das|dem|den|le|la|les|el"
    r"|los|las"
    r"|il|lo|o|a|de|het)\s)?"
)
_BETWEEN = re.compile(
    r"(?<![^\W_])(?P<it>[A-Z])[\])]?,?\s(?:\w+\s){0,4}?(?:(?:right |somewhere |just )?(?:in[- ])?between"
    r"|zwischen|entre|tra|fra"
    r"|между|tussen|mellan|mellem) (?:the |den |der |dem |el |la |los |las |il |o |a |le )?"
    r"(?:option |object |box )?[\[(]?(?P<one>[A-Z])[\])]? (?:and|und|et|y|e|en|och|og|и) (?:the |den |der |dem "
    r"|el |la |il |o "
    r"|a |le )?(?:option |object |box )?[\[(]?(?P<two>[A-Z])(?![^\W_])"
)
_NUMBERED_ITEM = re.compile(
    r"^[ \t]{0,8}(?P<number>\d{1,2})[.)][ \t]{1,3}[\[(\"']{0,2}(?P<letter>[A-Z])[\])\"']{0,2}"
    r"(?:[ \t]?\([^()\n]{1,60}\)|[ \t]?\[[^\[\]\n]{1,60}\])?[ \t]{0,2}(?:[:,–—-]|because\b|since\b|$)[^\n]*$",
    re.MULTILINE,
)
_BEFORE_BUT_AFTER = re.compile(  # "B comes before C but after A"
    r"(?<![^\W_])(?P<it>[A-Z])[\])]?,? (?:comes|is|ranks|goes|falls|stands) (?P<way>before|ahead of|above|after"
    r"|behind|below) (?:the )?[\[(]?(?P<one>[A-Z])[\])]?,?"
    r" (?:but|and|yet) (?:(?:comes|is|ranks) )?(?P<other>before|ahead of|above|after|behind"
    r"|below) (?:the )?[\[(]?(?P<two>[A-Z])(?![^\W_])"
)
_UP = ("before", "ahead of", "above")
_MAY_SWAP = re.compile(r"swap|switch|trad|exchang|flip|interchang|tausch|places", re.IGNORECASE)
_SWAPS = re.compile(
    r"\b(?:swap|switch|trad|exchang|flip|interchang)(?:e[ds]?|p?(?:ed|ing)|s)?(?: (?:their |the )?(?:places?"
    r"|positions?|spots?|ranks?"
    r"|order)| with each other| (?=the\b|\W?[A-Z]\b))|\b(?:(?:ver)?tauschen|getauscht|vertauscht)\b|\b(?:should"
    r"|must) be"
    r" (?:swapped|switched|interchanged|reversed|exchanged)\b",
    re.IGNORECASE,
)
# "A dog"
_NO_LETTER = r"(?!and\b|or\b|with\b|should\b|must\b|has\b|is\b|swaps?\b|trades?\b|switch|ought\b|needs?\b)[a-z]"
_NO_SWAP = re.compile(r"\b(?:no|not|never|without|could|might|if)\b|n't", re.IGNORECASE)
_ENDS = re.compile(r"[.!?;\n]")


_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def plainly(text: str, letters: Sequence[str]) -> str:
    """Return a text in which "B is weaker than all of them" is "B comes last" and "A and, a bit weaker, C" "A, then C".

    Args:
        text: A text whose options are letters.
        letters: The labels.

    Example:
        >>> plainly("B beats A. C is weaker than all of them.", "ABC")
        'B beats A. C comes last.'
    """
    if not text.isascii():
        text = re.sub(
            rf"({_OPTION.format(among='|'.join(map(re.escape, letters)))})其次(?=[,;.、。，；\s]" rf"|$)",
            r"其次\1",
            text,
        )
    text = _UNDER_ALL.sub("comes last", _OVER_ALL.sub("comes first", text)) if " " in text else text
    option = _OPTION.format(among="|".join(map(re.escape, letters)))
    if " and " in text and "with " in text:
        text = _two_of(text, option, len(letters))
    if "after" in text or "behind" in text or "below" in text:
        text = _BEFORE_BUT_AFTER.sub(_in_a_row, text)
    return re.sub(rf"({option})\s?{_WEAKER}({option})", r"\1, then \2", text, flags=re.IGNORECASE)


def _in_a_row(match: re.Match[str]) -> str:
    """Return "A > B > C" for "B comes before C but after A"."""
    it, one, two = match.group("it", "one", "two")
    up, down = match["way"].lower() in _UP, match["other"].lower() in _UP
    if up == down or len({it, one, two}) < 3:
        return match.group()
    first, last = (two, one) if up else (one, two)
    return f"{first} > {it} > {last}"


def _two_of(text: str, option: str, n_options: int) -> str:
    """Return the text with "A and B lead, with B ahead" as "B comes first, A comes second"."""

    def told(match: re.Match[str]) -> str:
        one, two, ahead = match["one"], match["two"], match["ahead"]
        if {ahead.strip("[]()")} - {one.strip("[]()"), two.strip("[]()")} or n_options < len("ABC"):
            return match.group()
        behind = match["behind"] is not None
        first, second = (two, one) if (ahead.strip("[]()") == two.strip("[]()")) != behind else (one, two)
        words = _NTH if match["top"] else _NTH[max(0, n_options - 2) : n_options]
        return f"{first} comes {words[0]}, {second} comes {words[1]}"

    return re.sub(
        rf"(?P<one>{option}) and (?P<two>{option})\s[^.;:!?\n]{{0,40}}?\b(?:(?P<top>two leading|leading|top"
        rf"|upper|first|strongest|most)"
        rf"|lower|bottom|last|weakest|remaining|least|bring up the rear"
        rf"|rest)\b[^.;:!?\n]{{0,30}}?,? with (?P<ahead>{option})"
        r"(?: (?:just|slightly|clearly|a bit|a little|narrowly|somewhat))? (?:ahead|in front|in the lead|on top"
        r"|first|leading|above"
        r"|stronger|(?P<behind>behind|second|below|weaker|last))\b",
        told,
        text,
        flags=re.IGNORECASE,
    )


def between(text: str, ranks: Mapping[str, int]) -> set[tuple[str, str]]:
    """Return (more salient, less salient) for options that lie between two others whose ranks are known.

    Example:
        >>> sorted(between("B lies between C and A.", {"A": 1, "C": LAST}))
        [('A', 'B'), ('B', 'C')]
    """
    above: set[tuple[str, str]] = set()
    for match in _BETWEEN.finditer(text):
        it, one, two = match.group("it", "one", "two")
        if len({it, one, two}) < 3 or it in ranks or one not in ranks or two not in ranks:
            continue
        first, second = sorted((one, two), key=lambda letter: _place(ranks[letter]))
        above |= {(first, it), (it, second)}
    return above


def _place(rank: int) -> float:
    return float("inf") if rank == LAST else rank


def numbered_items(text: str, letters: Sequence[str]) -> str:
    r"""Return the ranking of a numbered list whose items begin with their letters, whatever is said behind them.

    The list has to end the text. In the question's own order it only repeats the options, so it ranks nothing here.

    Example:
        >>> numbered_items("1. B (dog) - larger than A\n2. A (cat) - near B", "AB")
        'BA'
    """
    found = [*islice(_NUMBERED_ITEM.finditer(text), len(letters) + 1)]
    items = [(int(match["number"]), match["letter"]) for match in found]
    if [number for number, _ in items] != [*range(1, len(letters) + 1)] or text[found[-1].end() :].strip():
        return ""
    if ties(text) or upward(text[: found[0].start()]):
        return ""
    value = "".join(letter for _, letter in items)
    return value if sorted(value) == sorted(letters) and value != "".join(letters) else ""


def swapped(value: str, behind: str, letters: Sequence[str], options: Sequence[str] | None) -> str:
    """Return a ranking with two options in each other's place where the text behind it says that they swap places.

    Args:
        value: The ranking, all letters once.
        behind: The text behind it.
        letters: The labels.
        options: The options' texts, where they are known.

    Example:
        >>> swapped("BAC", "On second thought, A and C should swap places.", "ABC", None)
        'BCA'
    """
    swap = _SWAPS.search(behind) if _MAY_SWAP.search(behind) else None
    if swap is None or _NO_SWAP.search(behind, max(0, swap.start() - 40), swap.end()):
        return value
    stop = _ENDS.search(behind, swap.end())
    said = behind[: stop.start() if stop else len(behind)]
    one, *others = _named(said, letters, options) or [""]
    if len(others) != 1 or len(value) != len(letters):
        return value
    return value.translate(str.maketrans(one + others[0], others[0] + one))


def _named(text: str, letters: Sequence[str], options: Sequence[str] | None) -> list[str]:
    """Return the letters of the options that a text names, each once."""
    among = "".join(map(re.escape, letters))
    found = re.findall(rf"(?<![^\W_])(?!A {_NO_LETTER})[{among}](?![^\W_]|'[a-z])", text)
    if not found and options is not None:
        found = [letters[mention.option] for mention in question(tuple(letters), texts_of(options)).mentions(text)]
    return [*dict.fromkeys(found)]
