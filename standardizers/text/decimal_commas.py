"""Decimal commas of points and boxes: "(0,62; 0,31)" is (0.62, 0.31)."""

from __future__ import annotations

import re

_NUMBER = r"(?<![\d.,])\d{1,4},\d{1,4}(?!\d|[.,]\d)"
_PAIR = re.compile(rf"{_NUMBER}(?:\s{{0,2}}[;|/]\s{{0,2}}\d{{1,4}},\d{{1,4}}(?![\d,])){{1,3}}")
_AXES = re.compile(rf"\b[xy]\s?[=:]\s?{_NUMBER}", re.IGNORECASE)
_COMMA = re.compile(r"(?<=\d),(?=\d)")
_BETWEEN = re.compile(r"\s{0,2}[;|/]\s{0,2}")


def with_decimal_points(text: str) -> str:
    """Return a text in which numbers with decimal commas have points, where what stands between them tells.

    Example:
        >>> with_decimal_points("Antwort: (0,62; 0,31)"), with_decimal_points("x = 0,62, y = 0,31")
        ('Antwort: (0.62, 0.31)', 'x = 0.62, y = 0.31')
        >>> with_decimal_points("(310,240)")
        '(310,240)'
    """
    text = _PAIR.sub(lambda match: _BETWEEN.sub(", ", _COMMA.sub(".", match.group())), text)
    return _AXES.sub(lambda match: _COMMA.sub(".", match.group()), text)
