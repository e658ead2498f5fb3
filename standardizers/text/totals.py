"""Totals of several criteria: the sum that a reply works out for each option, and the last column of its table.

"B: 6 + 3 + 10 = 19" and a row "| B | 6 | 3 | 10 | 19 |" below a heading "Total" give B 19 points.
"""

from __future__ import annotations

import re

_SUM = re.compile(
    r"(?<![\d.+*/-])\d{1,4}(?:\.\d{1,4})?(?:\s{0,2}\+\s{0,2}\d{1,4}(?:\.\d{1,4})?){1,8}\s{0,2}=\s{0,2}"
    r"(?P<total>\d{1,4}(?:\.\d{1,4})?)(?![\d.]*\d)(?:\s?(?:points?|pts)\b)?"
)
_TOTAL = re.compile(
    r"\W*(?:(?:the )?(?:grand |overall |final )?(?:total|sum|score|overall)(?: score| points)?|gesamt(?:punktzahl)?"
    r"|summe"
    r"|somme|suma|soma|totale|итого|сумма|总分|总计|合计|合計|総合|합계|총점)\W*",
    re.IGNORECASE,
)
_RULE = re.compile(r"[\s|:-]+")
_FEWEST = 3  # columns of a table in which the last one sums up others


def with_totals(text: str) -> str:
    """Return a text in which only the total stands for each option where several numbers add up to it.

    Args:
        text: Text from `standardizers.text.plain`.

    Example:
        >>> with_totals("A: 9 + 8 = 17, B: 3 + 4 = 7")
        'A: 17 points, B: 7 points'
    """
    if "=" in text and "+" in text and len(_SUM.findall(text)) > 1:
        text = _SUM.sub(lambda match: f"{match['total']} points", text)
    return _narrowed(text) if text.count("|") >= _FEWEST else text


def _narrowed(text: str) -> str:
    """Return a text whose table keeps its first and last columns when the last one is a total."""
    lines = text.split("\n")
    rows = [place for place, line in enumerate(lines) if line.count("|") >= _FEWEST - 1]
    if not rows:
        return text
    head = _cells(lines[rows[0]])
    if len(head) < _FEWEST or _TOTAL.fullmatch(head[-1]) is None:
        return text
    for place in rows:
        cells = _cells(lines[place])
        if len(cells) == len(head) and _RULE.fullmatch(lines[place]) is None:
            lines[place] = f"| {cells[0]} | {cells[-1]} |"
    return "\n".join(line for place, line in enumerate(lines) if place not in rows or _RULE.fullmatch(line) is None)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
