"""All parts of a piece of the image ("every part of the top row"), and both of two parts that were weighed."""

from __future__ import annotations

import re

from .mentions import CARDINAL, NOUN
from .split import Split, split_of

_OF_WHICH = r"(?:of|in|on|from|along|at|within|across|inside|de|del|des|du|der|in|im|aus|di|da|do|of the)"
_WHICH = (
    rf"(?={_OF_WHICH} (?:(?:the|la|le|el|a|il) )?(?:far )?(?:{NOUN} \d|(?:upper|top|lower|bottom|left|right|middle)\b)"
    rf"|{NOUN} \d{{1,2}} and \d)"
)
_EVERY = re.compile(
    rf"\b(?:(?:all|every|each)(?: (?:single|one|of|the|these|those|{CARDINAL})){{0,5}}|{CARDINAL}) {NOUN} {_WHICH}"
    rf"(?:{_OF_WHICH} )?"
)
_NONE = re.compile(rf"\b(?:no|none of the) {NOUN} {_WHICH}(?:{_OF_WHICH} )?")
_BOTH = re.compile(
    r"(?:^|[.;!,]\s|\s-\s)(?:(?:so|therefore|thus|then|hence|better|to be (?:safe|sure)),? )?"
    r"(?:(?:i|we|let)(?:'d|'ll|'m|'s| would| will| should| am)?(?: \w+)? ?(?:take|taking|zoom(?:ing)?(?: in)?"
    r"(?: into| in on| on| to)?|go(?:ing)? with|choos(?:e|ing)|pick(?:ing)?|select(?:ing)?|check(?:ing)?|want|need"
    r"|includ(?:e|ing)|us(?:e|ing)|look(?:ing)? at|see|inspect) )?both(?: of them| parts| tiles| views)?"
    r"(?:,? (?:to be (?:safe|sure|certain)|then|just in case|for safety))?\W*$"
)
_DENIES = re.compile(r"\b(?:no|not|neither|nor|without|instead|only|except|but)\b|n't\b")
_NUMBER = re.compile(r"(?<![\w.%#$:])\d{1,2}(?![\w%:]|\.\d)")
_HALF = re.compile(
    r"\b(?P<side>left|right|upper|top|lower|bottom)(?:[- ]hand)? half\b"
    r"(?: of (?:the |this )?(?:full |whole |entire )?(?:image|picture|photo|grid|view|scene)\b|(?! of ))"
)
_TWO, _LONGEST, _FOUR = 2, 300, 4


def of_pieces(text: str) -> str:
    """Return lower-case text with "every part of the left half" as "the left half", and "no part of" as "not".

    Example:
        >>> of_pieces("every part of the parts 1 and 2."), of_pieces("every part of the image")
        ('the parts 1 and 2.', 'every part of the image')
    """
    if "no" in text:
        text = _NONE.sub("not needed: ", text)
    return (
        _EVERY.sub("", text)
        if any([word in text for word in ("all", "every", "each", "two", "three", "four", "six", "eight")])
        else text
    )


def both_of_two(text: str, n_views: int) -> tuple[int, ...]:
    """Return the two views that a lower-case text weighs, where it ends by taking both; () for other texts.

    Example:
        >>> both_of_two("7, maybe also 8. i'd take both to be safe.", 8), both_of_two("7, maybe 8.", 8)
        ((7, 8), ())
    """
    found = _BOTH.search(text) if len(text) < _LONGEST and "both" in text else None
    if found is None or _DENIES.search(text) is not None:
        return ()
    numbers = {int(number) for number in _NUMBER.findall(text)}
    fit = len(numbers) == _TWO and all(0 < number <= n_views for number in numbers)
    return tuple(sorted(numbers)) if fit else ()


def with_halves(text: str, n_views: int) -> str:
    """Return lower-case text without numbers with the views of a half that has several rows or columns.

    Example:
        >>> with_halves("i need the left half.", 8), with_halves("the left half of the sign", 8)
        ('i need the parts 1 and 2 and 5 and 6.', 'the left half of the sign')
    """
    split = split_of(n_views)
    if "half" not in text or not split.columns or split <= _FOUR or any(map(str.isdigit, text)):
        return text
    return _HALF.sub(lambda match: _views_of_half(match, split), text)


def _views_of_half(match: re.Match[str], split: Split) -> str:
    across = match["side"] in ("left", "right")
    lines = split.columns if across else split.rows
    if lines % _TWO:
        return match.group()
    first = match["side"] in ("left", "upper", "top")
    named = [view for view in range(1, split + 1) if (split.place(view)[not across] < lines // _TWO) is first]
    return "parts " + " and ".join(map(str, named))
