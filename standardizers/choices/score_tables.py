"""Markdown tables with a row for each option and a column of scores or ranks: the best row is the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention

_MAY = re.compile(r"\|[ \t]{0,3}:?-{2,}")
_RULE = re.compile(r"[\s|:-]+")
_VALUE = re.compile(
    r"\W{0,3}(\d{1,4}(?:\.\d{1,4})?)\s?(?:%|ms|milliseconds|/\s?10{1,2}|points?|pts)?\W{0,3}", re.IGNORECASE
)
_SCORED = re.compile(
    r"\b(?:scor\w*|points|total|overall|duration|dwell\w*|rating|salien\w+|promin\w+|attention|weight|likelihood|probab\w+"
    r"|confidence|plausib\w+|time|ms|dauer|durée|duración|durata|auffälligkeit|punkte|wertung)\b|得分|评分|显著|时长",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"\b(?:total|overall|sum|final|gesamt|summe)\b", re.IGNORECASE)
_RANKED = re.compile(r"\b(?:rank\w*|place|position|order|rang|platz|rango|puesto|posto)\b|排名", re.IGNORECASE)
_LONGEST = 4_000
_DENIES = re.compile(
    r"\b(?:not|neither|n't|cannot|unclear|unsure|depends|random|guess\w*|however|but)\b|\?", re.IGNORECASE
)
_AGAINST = re.compile(r"\b(?:contrary|opposite|unlikel\w+|distract\w*|clutter|background|noise)\b", re.IGNORECASE)


def best_row(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the option whose row alone has the highest score, or the first rank, of a table of all options, or -1.

    Args:
        text: Text from `standardizers.text.plain` of which no rule found an answer.
        mentions: Its mentions of options, by position.
        n_options: Number of options.
    """
    if n_options < 2 or len(text) > _LONGEST or _MAY.search(text) is None:
        return -1
    header: list[str] = []
    rows: dict[int, list[str]] = {}
    start = 0
    for line in text.split("\n"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        inside = [one for one in mentions if start <= one.start < start + len(line)]
        start += len(line) + 1
        if "|" not in line:
            if rows and _DENIES.search(line) is not None:
                return -1  # what follows may take the table back
        elif not header:
            header = cells
        elif _RULE.fullmatch(line) is None and inside:
            if inside[0].option in rows or len(cells) != len(header):
                return -1
            rows[inside[0].option] = cells
    if len(rows) < n_options:
        return -1
    return _best(header, rows)


def _best(header: Sequence[str], rows: dict[int, list[str]]) -> int:
    """Return the best row by the only column of ranks or scores, or by the one of totals among several, or -1."""
    ranked: list[dict[int, float]] = []
    scored: list[dict[int, float]] = []
    totals: list[dict[int, float]] = []
    for place, name in enumerate(header):
        values: dict[int, float] = {}
        for option, cells in rows.items():
            value = _VALUE.fullmatch(cells[place])
            if value is not None:
                values[option] = float(value[1])
        if len(values) < len(rows) or _AGAINST.search(name) is not None:
            continue
        if _RANKED.search(name) is not None:
            ranked.append(values)
        elif _SCORED.search(name) is not None:
            scored.append(values)
            totals += [values] if _TOTAL.search(name) is not None else []
    if len(ranked) == 1:
        (values,) = ranked
        in_order = sorted(values.values()) == [float(rank) for rank in range(1, len(values) + 1)]
        return min(values, key=values.__getitem__) if in_order else -1
    chosen = totals if totals else scored
    if ranked or len(chosen) != 1:
        return -1
    values = chosen[0]
    best = max(values, key=values.__getitem__)
    return best if list(values.values()).count(values[best]) == 1 else -1
