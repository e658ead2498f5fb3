"""Replies that rank or score all the options: the first of the ranking or the highest score is the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .cued import Cued
from .mentions import Mention

_MAY_RANK = Cued(
    r"[<>🥇]|\bthen\b|\bfollowed by\b|\b(?:to|->|-) (?:the )?(?:least|most|lowest|highest)|\b1st\b", re.IGNORECASE
)
_HEADING = re.compile(
    r"\b(?P<first>most|highest|greatest|strongest|longest|best|least|lowest|shortest|weakest)\b[^.\n:]{0,40}?"
    r"(?:\bto\b|->|-)\s?(?:the )?(?P<second>most|highest|greatest|strongest|longest|best|least|lowest"
    r"|shortest|weakest|worst)\b"
    r"[^.\n:>]{0,50}(?:[:\n.]|\b(?:is|are)\b)",
    re.IGNORECASE,
)
_DOWN = frozenset(("least", "lowest", "shortest", "weakest", "worst"))
_STEP = re.compile(
    r"[\])}\"']{0,3}\s{0,2}(?:\([^()\n]{0,40}\)\s{0,2})?(?P<sign>[<>]{1,3}|,?\s?(?:and )?(?:then|followed by)\b)\s{0,2}"
    r"(?:(?:the|box|option|object|point|by)\s){0,2}[\[({\"']{0,3}",
    re.IGNORECASE,
)
_FIRST = re.compile(r"(?:🥇|\b1st(?: place)?\b)\W{0,6}$", re.IGNORECASE)
_SECOND = re.compile(r"(?:🥈|\b2nd(?: place)?\b)\W{0,6}$", re.IGNORECASE)
_ITEM_GAP = 60  # characters between two items of a ranking
_SCORE = re.compile(
    r"[\])}\"']{0,3}\s{0,2}(?P<sign>[:|=(-]|->|(?:at|has|gets|with|scores)\b)?\s{0,2}[("
    r"|]?(?P<value>\d{1,4}(?:\.\d{1,4})?)"
    r"\s?(?P<unit>%|/\s?10{1,2}\b|ms\b)?\s{0,2}(?!,\s?[\d.])"
    r"(?=[|,;)\n.]|$)"
)
_ROUNDED = 0.021  # probabilities add up to one
_SCORED = re.compile(
    r"salien|scor|rating|promin|likelihood|probab|confiden|attention|weight|\d%|\d\s?ms\b|显著|得分|评分", re.IGNORECASE
)


_HAS_RATING = re.compile(r"[★⭐●◉■▮*+]")
_RATING = re.compile(
    r"[\])}\"']{0,3}\s{0,2}[:|=]?\s{0,2}(?:(?P<full>[★⭐●■▮]{1,10}|\+{1,5})(?P<empty>[☆○□▯]{0,10})"
    r"|(?P<minus>-{1,5}))[ \t]{0,3}(?=[|,;.\n]|$)"
)


def ranked_first(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the option at the top of a ranking ("C > A > B", "most to least salient: C, A, B"), or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options, by position.
        n_options: Number of options.
    """
    if len(mentions) < 2 or _MAY_RANK.search(text) is None:
        return -1
    option = _headed(text, mentions, n_options)
    return option if option >= 0 else _chained(text, mentions) if len(mentions) == n_options else -1


def _headed(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    heading = _HEADING.search(text)
    if heading is None:
        return _medal(text, mentions)
    down = heading["first"].lower() in _DOWN
    if down == (heading["second"].lower() in _DOWN):
        return -1
    run: list[Mention] = []
    for mention in mentions:
        if mention.start < heading.end():
            continue
        if mention.start - (run[-1].end if run else heading.end()) > _ITEM_GAP:
            break
        if any(mention.option == item.option for item in run):
            break
        run.append(mention)
    if down:
        return run[-1].option if len(run) == n_options else -1
    return run[0].option if len(run) > 1 else -1


def _medal(text: str, mentions: Sequence[Mention]) -> int:
    first = {item.option for item in mentions if _FIRST.search(text, max(0, item.start - 20), item.start)}
    second = {item.option for item in mentions if _SECOND.search(text, max(0, item.start - 20), item.start)}
    return first.pop() if len(first) == 1 == len(second) and first != second else -1


def _chained(text: str, mentions: Sequence[Mention]) -> int:
    """Return the first of a chain of all the options; with "<" the last."""
    signs = set()
    for one, following in pairwise(mentions):
        step = _STEP.fullmatch(text, one.end, following.start)
        if step is None:
            return -1
        signs.add(step["sign"][0] if step["sign"][0] in "<>" else "then")
    options = [mention.option for mention in mentions]
    if len(signs) != 1 or len(set(options)) < len(options):
        return -1
    return options[-1] if signs == {"<"} else options[0]


def highest_rating(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the option with the most stars, dots or pluses where each has some or a minus ("A -, B +"), or -1."""
    if not 2 <= n_options <= len(mentions) <= 2 * n_options or _HAS_RATING.search(text) is None:
        return -1
    values: dict[int, int] = {}
    signs: set[str] = set()
    for mention in mentions:
        rating = None if mention.by_name and mention.letter_end < 0 else _RATING.match(text, mention.end)
        if rating is None:
            continue
        if mention.option in values:
            return -1
        full, empty, minus = rating["full"] or "", rating["empty"] or "", rating["minus"] or ""
        values[mention.option] = len(full) - len(minus)
        signs.update(full + empty + minus)
    if len(values) < n_options or len(signs) > 2:
        return -1
    best = max(values, key=values.__getitem__)
    return best if list(values.values()).count(values[best]) == 1 else -1


def highest_score(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the option with the highest score where each has one ("A: 0.2, B: 0.7"), or -1."""
    if not 2 <= n_options <= len(mentions) <= 3 * n_options:
        return -1
    values: dict[int, float] = {}
    out_of = False
    for mention in mentions:
        score = _SCORE.match(text, mention.end)
        if score is None or not (score["unit"] or (score["sign"] and not mention.by_name)):
            continue
        if mention.option in values:
            return -1
        values[mention.option] = float(score["value"])
        out_of = out_of or "/" in (score["unit"] or "")
    if len(values) < n_options or (
        _SCORED.search(text) is None
        and not out_of
        and min(abs(sum(values.values()) - whole) for whole in (1, 100)) > _ROUNDED
    ):
        return -1
    best = max(values, key=values.__getitem__)
    return best if list(values.values()).count(values[best]) == 1 else -1
