"""Counts that a reply revises ("I first counted 6, but two are reflections, so it's 4")."""

from __future__ import annotations

import re

from .numerals import numbers, words_of

_COUNTED = (
    r"\b(?:count(?:ed)?|thought|saw|said|guessed|zählte|gezählt|dachte|compté|pensé|conté|contei|contato|pensavo"
    r"|насчитал\w*|думал\w*|telde|policzył\w*|saydım)\b|数了|数え|看到|세었|셌"
)
_BUT = (
    r"\b(?:but|however|though|aber|doch|jedoch|mais|pero|mas|però|ma|но|однако|maar|ale|ama)\b"
    r"|但|不过|けど|が、|ですが|지만|는데"
)
_SO = (
    r"\b(?:so|thus|therefore|hence|also|daher|donc|ainsi|así que|por (?:lo )?tanto|entonces|então|portanto|logo|quindi"
    r"|dunque|поэтому|значит|итого|dus|więc|yani)\b|所以|因此|ので|から|だから|그래서|따라서"
)
_REVISED = re.compile(
    rf"(?:{_COUNTED})[^.!?\n]{{0,80}}?(?:{_BUT})[^.!?\n]{{2,120}}?(?:{_SO})(?P<end>[^.,;\n]{{1,30}})[.!\s\u3002]*$",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\s\((?:(?:i|we|ich|je|yo|eu|io|я)\s)?(?:\w{1,6}\s)?(?:earlier|previously|before|at first|initially|first"
    r"|vorher|früher|zuerst|avant|plus tôt|d'abord|antes|primero|prima|раньше|сначала)\b[^()\n]{1,80}\)",
    re.IGNORECASE,
)


def revised(text: str) -> int | None:
    """Return the count that a reply draws from its own earlier one, None when it revises none.

    Example:
        >>> revised("I first counted 6, but two of them are reflections, so it's 4.")
        4
    """
    found = _REVISED.search(text)
    if found is None:
        return None
    values = [number.value for number in numbers(words_of(found["end"]))]
    return values[0] if len(values) == 1 else None


def without_earlier_counts(text: str) -> str:
    """Return a text without asides that tell what was said before: "2 (earlier I said 3)"."""
    return _EARLIER.sub(" ", text) if "(" in text else text
