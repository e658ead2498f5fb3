"""Decimal numbers that a reply spells: "zero point five five" is 0.55, "null Komma drei" 0.3."""

from __future__ import annotations

import re

_DIGITS = {
    **dict.fromkeys(("zero", "oh", "nought", "null", "zéro", "cero", "ноль", "нуль"), "0"),
    **dict.fromkeys(("one", "eins", "un", "uno", "um", "один"), "1"),
    **dict.fromkeys(("two", "zwei", "zwo", "deux", "dos", "due", "dois", "два"), "2"),
    **dict.fromkeys(("three", "drei", "trois", "tres", "tre", "três", "три"), "3"),
    **dict.fromkeys(("four", "vier", "quatre", "cuatro", "quattro", "quatro", "четыре"), "4"),
    **dict.fromkeys(("five", "fünf", "cinq", "cinco", "cinque", "пять"), "5"),
    **dict.fromkeys(("six", "sechs", "seis", "sei", "шесть"), "6"),
    **dict.fromkeys(("seven", "sieben", "sept", "siete", "sette", "sete", "семь"), "7"),
    **dict.fromkeys(("eight", "acht", "huit", "ocho", "otto", "oito", "восемь"), "8"),
    **dict.fromkeys(("nine", "neun", "neuf", "nueve", "nove", "девять"), "9"),
}
_ZERO = "zero|nought|null|zéro|cero|ноль|нуль"
_DIGIT = "|".join(sorted(_DIGITS, key=len, reverse=True))
_SPELLED = re.compile(
    rf"(?<!\w)(?:(?P<whole>{_ZERO})\s(?:point|dot|comma|komma|virgule|coma|punto|virgola|vírgula|целых|запятая)"
    rf"|(?<!the )(?<!a )(?<!this )(?<!that )(?<!one )(?<!first )(?<!next )point)"
    rf"(?P<digits>(?:[\s-](?:{_DIGIT})(?!\w)){{1,4}})",
    re.IGNORECASE,
)
_MARKS = ("point", "dot ", "omma", "virg", "vírg", "coma", "punto", "целых", "запят")


def with_spelled_decimals(text: str) -> str:
    """Return a text with spelled decimal numbers in digits.

    Example:
        >>> with_spelled_decimals("x is zero point five five, y is point three")
        'x is 0.55, y is 0.3'
    """
    lowered = text.lower()
    if not any([mark in lowered for mark in _MARKS]):
        return text
    return _SPELLED.sub(_number, text)


def _number(match: re.Match[str]) -> str:
    digits = [_DIGITS[word] for word in re.split(r"[\s-]", match["digits"].lower()) if word]
    return "0." + "".join(digits)
