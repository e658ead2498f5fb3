"""Replies that are nothing but views, begin with them, or list them under numbers of their own."""

from __future__ import annotations

import re

from .mentions import CARDINAL, NOUN, NUMBER_WORDS, mentions, ranged
from .split import split_of

_BARE_WORDS = frozenset(
    [
        "and",
        "answer",
        "are",
        "both",
        "crop",
        "crops",
        "image",
        "images",
        "in",
        "into",
        "is",
        "my",
        "needed",
        "no",
        "nos",
        "number",
        "numbers",
        "on",
        "part",
        "parts",
        "patch",
        "patches",
        "quadrant",
        "quadrants",
        "region",
        "regions",
        "response",
        "section",
        "sections",
        "select",
        "selected",
        "selection",
        "the",
        "tile",
        "tiles",
        "to",
        "view",
        "views",
        "zoom",
    ]
)
_DENIAL = re.compile(r"\bnos?\b(?![.:\s#]{0,3}\d)")
_WORD = re.compile(r"\w+")
_COUNTED = re.compile(
    rf"^\W{{0,9}}(?:{CARDINAL})\s(?:more |relevant |selected )?(?:sub-?)?(?:views?|parts?|images?|sections?|tiles?"
    rf"|pieces?|cells?|windows?"
    rf"|quadrants?|regions?)(?: (?:are|is) (?:needed|selected|required|enough))?\s?[:=-]"
)
_MARKER = re.compile(r"^[ \t]{0,8}\(?(\d{1,2})(?:[.)]|:(?=\s))[ \t]{1,4}(?=\S)", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]{0,8}(?:[-+•◦▪·●‣>]|[a-h][.)](?=\s))[ \t]{0,4}(?=\S)", re.MULTILINE)
_ASKED = re.compile(  # what the prompt asks for: "1, 3"
    r"\s{0,3}\[?(?:[Pp]arts?|[Vv]iews?)?\s?\d{1,2}(?:\s?(?:,| and |&)\s?(?:[Pp]arts? "
    r"|[Vv]iews? )?\d{1,2}){0,15}\s?\]?\.?\s{0,3}"
)
_ASKED_PLACE = re.compile(
    r"\W{0,3}(?:the )?(?:upper|top|(lower|bottom))[ -](left|right)(?: (?:part|view|corner|quadrant|section))?\W{0,3}",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_NOTHING = frozenset(("none", "nothing", "n/a", "null", "\u2205"))
_EVERYTHING = frozenset(("all", "all parts", "all views", "all of them", "all of these", "all of those", "everything"))
_BELOW_ZERO = re.compile(r"\W*-\d{1,3}\W*")
_BOTH = re.compile(rf"\W*(?:both|the two)(?: of them| the)?(?: {NOUN}| halves)?\W*")
_LONGEST_TERSE = 60
_LEADING = re.compile(
    rf"\W{{0,12}}(?:(?:the |my |selected |needed |required ){{0,4}}(?:{NOUN}|numbers?|nos?\.?|answer|response|selection"
    rf"|selected|i (?:select|choose|pick|need)|you need)\b\s?(?:is|are)?\W{{0,4}})?(?:(?:the )?(?:{NOUN}"
    rf"|nos?\.?)\s)?[\"'#(\[]*"
    rf"(?P<list>\d{{1,2}}(?![\w%]|[.:]\d)(?:[\"')\]]*(?:\s{{0,2}}(?:,|;|/|&|\+|-|~|\band\b|\bto\b"
    rf"|\bthrough\b|\bas well as\b|\balong with\b|\bplus\b)){{1,2}}\s{{0,2}}(?:(?:the )?(?:{NOUN}"
    rf"|nos?\.?)\s)?[\"'(]*\d{{1,2}}(?![\w%]|[.:]\d)){{0,16}}"
    rf"|none|all(?: (?:the )?(?:four |of them|{NOUN})){{0,3}})"
    r"[\"')\]*]{0,4}(?P<after>\.?\s*$|\s*\n|\s?\.(?=\s)|\s?[;:(]|,?\s(?:because|since|as|due|for)\b|\s{1,3}-{1,2}\s"
    r"|\s?->|,\s(?=(?:because|since|as|due|for|where|possibly|so|the rest|the others?|the remaining|nothing else"
    r"|(?:everything|all) else|no others?|all others)\b)"
    r"|\s(?:alone|only)\b(?=\s?(?:[.,;:(]|$)))"
)


_EVERYTHING_IN_WORDS = re.compile(
    rf"\W*(?:the )?(?:all|everything|needed all|every (?:single )?one|(?:the )?(?:whole|entire|full"
    rf"|complete)"
    rf" (?:image|picture))(?: the)?(?:\W+(?:of (?:them|these|those)|(?:of the )?above|listed"
    rf"|{CARDINAL}|{NOUN}|of the|the)){{0,5}}\W*(?:(?:is|are)? ?needed)?\W*",
)
_LATIN = re.compile("[a-z]")
_LONGEST_ITEMS = 400
_BETWEEN_ITEMS = re.compile(r"[;\n]\s*|(?<=\)),?\s(?:and )?|,\s(?=(?:and )?(?:part )?\d{1,2}:\s[^\W\d])")
_ITEM = re.compile(
    rf"\W{{0,4}}(?:and )?(?:the )?(?:(?:{NOUN}|no)\s)?(?P<number>\d{{1,2}})\s?(?::\s|\s-{{1,2}}\s|\()(?=[^\W\d])"
    r"(?P<remark>[^;\n\d]{2,80}?)\)?\W{0,2}"
)
_DOUBTS = re.compile(
    r"\b(?:not?|none|nothing|only|just|without|irrelevant|un\w+|never|yes|maybe|perhaps|possibly|keep|shift"
    r"|skip\w*|false|true"
    r"|high|low|medium|zoom|empty|sky|background)\b|n't\b"
)
_JOINED_LATER = re.compile(  # "4 because the plate is there, and 2"
    rf",\s(?:and|also|plus|as well as)\s(?:also\s)?(?:(?:the )?(?:{NOUN}|no)\s)?(\d{{1,2}})"
    r"(?=\W*$|\s?\(|,?\s(?:because|since|as|for)\b)"
)


_LONGEST_OTHERS = 160
_BEHIND_OTHERS = re.compile(
    r"[^.;:\n\d]{0,60}\b(?:others?|rest|remaining|else|übrigen?|anderen?|rest|autres?|reste|demás|otras?"
    r"|restantes?|resto"
    r"|outras?|altr[eio]|остальн\w+|други\w+|інші|решта|inne|reszta|pozostałe|andere|overige|övriga|andra"
    r"|andre|diğer\w*"
    r"|lain\w*|ostatní|khác)\b[^.;:\n\d]{0,60}[;:.]\s{1,3}(?:l[ae]s? |die |der |das |el |los |las |a "
    r"|as )?(?P<rest>.{1,30})",
    re.IGNORECASE,
)


def terse(text: str, n_views: int) -> tuple[int, ...] | None:
    """Return the views of a text in the form that the prompt asks for ("1, 3", "none", "all"), or None."""
    if len(text) > _LONGEST_TERSE:
        return None
    if _ASKED.fullmatch(text):
        numbers = {int(number) for number in _DIGITS.findall(text)}
        return tuple(sorted(numbers)) if max(numbers) <= n_views and min(numbers) > 0 else None
    word = text.strip(" \n.*").lower()
    if n_views == 4 and (place := _ASKED_PLACE.fullmatch(word)) is not None:
        split = split_of(n_views)
        return (split.number(place.group(2) == "right", place.group(1) is not None),) if split.rows == 2 else None
    return () if word in _NOTHING else tuple(range(1, n_views + 1)) if word in _EVERYTHING else None


def behind_others(text: str, n_views: int) -> tuple[int, ...] | None:
    """Return the views that a text names by themselves behind what it says of the others, or None.

    Example:
        >>> behind_others("The other parts are irrelevant; 3.", 4)
        (3,)
    """
    found = _BEHIND_OTHERS.fullmatch(text) if len(text) < _LONGEST_OTHERS else None
    return terse(found["rest"], n_views) if found is not None else None


def whole(text: str, n_views: int) -> set[int] | None:
    """Return the views of a text that holds nothing else, or None."""
    if len(text) > 400 or not text:
        return None
    if _BELOW_ZERO.fullmatch(text):
        return None
    if n_views == 2 and _BOTH.fullmatch(text):
        return {1, 2}
    plain_list = _MARKER.sub("", _COUNTED.sub("", text)) if "\n" in text or _LATIN.search(text) else text
    words = _WORD.findall(plain_list)
    if not words or not all(word.isdigit() or word in _BARE_WORDS or word in NUMBER_WORDS for word in words):
        return set(range(1, n_views + 1)) if _EVERYTHING_IN_WORDS.fullmatch(text) else None
    if not any(word.isdigit() or word in NUMBER_WORDS for word in words):
        return None
    if _DENIAL.search(plain_list):
        return None
    if any(len(word) > 2 for word in words if word.isdigit()):
        return None
    return ranged(_BULLET.sub("", plain_list).replace(".", ","), n_views) or None


def without_markers(text: str, n_views: int) -> str:
    """Return text without bullets, and without the numbers of a numbered list whose items name views themselves."""
    text = _BULLET.sub("", text)
    markers = list(_MARKER.finditer(text))
    if not markers:
        return text
    numbers = [int(match.group(1)) for match in markers]
    if numbers != [*range(1, len(numbers) + 1)]:
        return text
    lines = [text[match.end() : (text.find("\n", match.end()) + 1 or len(text) + 1) - 1] for match in markers]
    named = [mentions(line[:60], n_views, bool(re.match(r"\W*\d{1,2}\b", line))) for line in lines]
    if (
        any(named)
        and all(named)
        and not all(
            number in one[0].views and len(one[0].views) == 1 for number, one in zip(numbers, named, strict=True)
        )
    ):
        return _MARKER.sub("", text)
    if len(numbers) == 1:
        return (
            text
            if not named[0] or not re.match(rf"\W*(?:the )?(?:{NOUN}|upper|lower|no)\b", lines[0])
            else _MARKER.sub("", text)
        )
    return _MARKER.sub(r"part \1: ", text)


_NONE_FIRST = re.compile(
    rf"\W{{0,6}}(?:(?:the )?(?:answer|response|selection|{NOUN})\s?(?:is|:)\s{{0,2}})?"
    rf"(?:none|nothing|no (?:zoom(?:ing)?(?: in)?|{NOUN}) (?:(?:is|are) )?(?:needed|required|necessary)|not needed)"
    r"(?: (?:is |are )?(?:needed|required|necessary)| at all)?[\s\"')]{0,3}?(?:[.;:,(\n]|\s-\s)"
)
_GOES_ON = re.compile(  # what may take "none" back, or choose all the same
    rf"\b(?:but|however|except|although|though|yet|actually|wait|instead|unless|if|rather|correction|still|nevertheless"
    rf"|maybe|perhaps|please|only (?:the )?(?:{NOUN}|\d)|answer|final|therefore|sorry|other than|apart from|besides)\b"
)


def none_first(text: str, n_views: int) -> bool:
    """Tell whether a text begins with "none" and then only explains it, whatever views the explanation names.

    Example:
        >>> none_first("none (the sign in part 2 is readable)", 4), none_first("none, but 3 would help", 4)
        (True, False)
    """
    first = _NONE_FIRST.match(text)
    if first is None:
        return False
    rest = text[first.end() :]
    return _GOES_ON.search(rest) is None and whole(rest, n_views) is None


def keyed_items(text: str, n_views: int) -> set[int] | None:
    """Return the views of a text that is nothing but some views with a remark each ("1: the driver; 4: the plate").

    A remark that denies or doubts makes it something else, and so do remarks on all views.
    """
    if len(text) > _LONGEST_ITEMS or not _ITEM.match(text):
        return None
    items = [item for item in _BETWEEN_ITEMS.split(text) if item.strip(" .")]
    read = [_ITEM.fullmatch(item.strip(" .,")) for item in items]
    if len(items) < 2 or any(item is None or _DOUBTS.search(item["remark"]) for item in read):
        return None
    found = {int(item["number"]) for item in read if item is not None}
    return found if len(found) == len(items) < n_views and max(found) <= n_views and min(found) > 0 else None


def leading(text: str, n_views: int) -> set[int] | None:
    """Return the views with which a text begins before it explains itself, or None."""
    match = _LEADING.match(text[:400])
    if match is None:
        return None
    listed = match.group("list")
    if listed[0] == "a":
        found = set(range(1, n_views + 1)) if "\n" in match.group("after") or "." in match.group("after") else set()
    else:
        found = ranged(listed, n_views)
    if not found:
        return None
    if "\n" in match.group("after") and re.match(r"\W{0,6}\d{1,2}\W{0,3}(?:\n|$)", text[match.end() :]):
        return None  # the first line of a list
    if re.match(r"\s?[:(]?(?:->)?\s?\d{1,3}\s?%|\s?->\s?\d", text[match.end("list") :]):
        return None  # a score of each view
    if len(found) == 1 and not re.match(r"\s*(?:$|\n)", match.group("after")):
        first = next(iter(found))
        others = {
            int(number)
            for number in re.findall(
                rf"(?:^|\n|[.;] )\W{{0,6}}(?:the |in )?(?:{NOUN}|no)\s(\d{{1,2}})(?=\s{{0,2}}[:(-])",
                text[match.start("after") :],
            )
        }
        if (others - {first}) and match.group("after").strip()[:1] in ":(-":
            return None  # the first of several views under discussion
    if (later := _JOINED_LATER.search(text, match.end())) is not None and 1 <= int(later[1]) <= n_views:
        found.add(int(later[1]))
    if match.group("after").strip() in (",", ", ") and re.match(
        r"[,\s]*(?:\w+ ){0,3}(?:not|isn't|aren't|doesn't)\b", text[match.start("after") :]
    ):
        return None
    if re.match(
        r"\s?[.:(-]{0,2}\s{0,2}(?:is |are )?(?:not |un|irrelevant|nothing|none\b|empty|useless)",
        text[match.end("list") :],
    ):
        return None
    return found
