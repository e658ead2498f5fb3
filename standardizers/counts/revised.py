"""Counts that a reply revises ("I first counted 6, but two are reflections, so it's 4")."""

from __future__ import annotations

import re

from ..text.numerals import numbers, words_of

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
_TAKES_OFF = re.compile(
    r"\b(?P<verb>take|taking|knock(?:ing)?|subtract(?:ing)?|deduct(?:ing)?|drop(?:ping)?|remov(?:e|ing)|discount(?:ing)?"
    r"|leav(?:e|ing)|strik(?:e|ing)|cross(?:ing)?|minus|add(?:ing)?|plus|includ(?:e"
    r"|ing))\s(?:that )?(?P<number>one|two|three|[123])\b"
    r"(?:\s(?:off|away|out|more|back|again|from (?:that|the (?:total|count))|to (?:that|the (?:total|count))))?"
    r"(?P<end>[.!\s]*$)",
    re.IGNORECASE,
)
_ADDS = ("add", "plus", "includ")


def taken_off(text: str) -> int | None:
    """Return the count of a reply that ends by adding to the number before or taking from it, None for any other.

    Example:
        >>> taken_off("I said five at first, but one is a reflection, so take one off.")
        4
    """
    found = _TAKES_OFF.search(text)
    before = numbers(words_of(text[: found.start()])) if found is not None else []
    if found is None or not before or before[0].value != max(number.value for number in before):
        return None
    step = numbers(words_of(found["number"]))[0].value
    value = before[0].value + (step if found["verb"].lower().startswith(_ADDS) else -step)
    return value if value > 0 and len({number.value for number in before} - {step}) == 1 else None


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
