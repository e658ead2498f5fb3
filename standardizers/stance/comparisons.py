"""Replies that rank or score all the options: the first of the ranking or the highest score is the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ..text.cued import Cued
from .mentions import Mention

_MAY_RANK = Cued(
    r"[<>🥇]|\bthen\b|\bfollowed by\b|\b(?:to|->|-) (?:the )?(?:least|most|lowest|highest)|\b1st\b"
    r"|\b1\s?[.):]|\brank|\border\b|\breihenfolge\b|\bclassement\b|\borden\b|\bordem\b|排序|排名|順位|순위",
    re.IGNORECASE,
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
    r"[\])}\"']{0,3}\s{0,2}(?:\([^()\n]{0,40}\)\s{0,2})?(?P<sign>[<>]{1,3}"
    r"|[,;]?\s?(?:and )?(?:then|followed by|next|after (?:that|which)|finally|lastly|last(?: of all)?)\b)\s{0,2}"
    r"(?:(?:comes|the|box|option|object|point|by)\s){0,3}[\[({\"']{0,3}",
    re.IGNORECASE,
)
_FIRST = re.compile(r"(?:🥇|\b1st(?: place)?\b)\W{0,6}$", re.IGNORECASE)
_SECOND = re.compile(r"(?:🥈|\b2nd(?: place)?\b)\W{0,6}$", re.IGNORECASE)
_ITEM_GAP = 60  # characters between two items of a ranking
_SCORE = re.compile(
    r"[\])}\"']{0,3}\s{0,2}(?P<sign>[:|=(-]|->|(?:at|has|gets|with|scores)\b)?\s{0,2}[("
    r"|]?(?P<value>\d{1,4}(?:\.\d{1,4})?)"
    r"\s?(?P<unit>%|/\s?10{1,2}\b|ms\b|points?\b)?\s{0,2}(?!,\s?[\d.])"
    r"(?=[|,;)\n.]|$)"
)
_BEFORE_ITEM = 24  # characters between the beginning of an item's line and its option
_ANNOUNCED = 80
_NUMBER = re.compile(
    r"(?:^|\n)[\s>*-]{0,6}(?:(?:no\.|rank|place) ?|#)?([1-9])(?:st|nd|rd|th)?\s?[.):-]{1,2}[\s(\[\"*]{0,4}"
    r"(?:(?:the|an?|option|object|box|point)\s){0,2}[(\[\"*]{0,2}$",
    re.IGNORECASE,
)
_IN_TIME = re.compile(r"\b(?:temporal|chronological|in time|sequence|starts? (?:at|with))\b", re.IGNORECASE)
_IS_RANKING = re.compile(
    r"\b(?:ranking|ranked|order of (?:salien|promin)\w+|salien\w+ order|reihenfolge|rangfolge|classement|clasificación"
    r"|orden|ordem|ordine|classifica|порядок|рейтинг)\b[^.\n:;?]{0,50}:\s{0,3}(?:\n\s{0,3})?[(\[\"*-]{0,3}(?:the )?$"
    r"|(?:排序|排名|順位|순위)[^。\n:]{0,12}:\s{0,3}[(\[\"]{0,2}$",
    re.IGNORECASE,
)
_COMMA = re.compile(
    r"[\])}\"*]{0,3}\s{0,2}(?:\([^()\n]{0,40}\)\s{0,2})?(?:[,;>、，→]|->|\band\b|\n)\s{0,2}(?:and |then |- )?"
    r"(?:the )?[(\[\"*]{0,3}",
    re.IGNORECASE,
)
_UP = re.compile(r"\b(?:least|lowest|weakest|ascending)\b", re.IGNORECASE)
_DECIMAL = re.compile(r"[01]\.\d")
_ROUNDED = 0.021  # probabilities add up to one
_SCORED = re.compile(
    r"\bpoints\b|\btotal\b|\bduration|\bdwell|salien|scor|rating|promin|likelihood|probab|confiden|attention|weight|\d%|\d\s?ms\b|显著|得分|评分",
    re.IGNORECASE,
)


_QUALITY = (
    r"(?:plausible|realistic|natural|likely|convincing|human-?like|appropriate|reasonable|consistent|typical|good|fits)"
)
_JUDGES = Cued(_QUALITY, re.IGNORECASE)
_JUDGED = re.compile(
    rf"[\])}}\"']{{0,3}}\s?(?:[:|=(-]|->|\n)[\s(-]{{0,3}}(?:(?:very|quite|more|clearly|rather|highly)\s)?"
    rf"(?P<denied>(?:not|less|hardly|barely|never)\s(?:very\s|really\s|at all\s)?|un|im|in|dis)?{_QUALITY}\b",
    re.IGNORECASE,
)
_MAY_LEVEL = Cued(r"\bhigh|\bhigher", re.IGNORECASE)
_LEVEL = re.compile(
    r"[\])}\"']{0,3}\s{0,2}[:|=(-]\s{0,2}(?P<very>very |extremely )?(?P<level>high|medium|moderate|mid|low|none)"
    r"(?: (?:salien\w+|prominence|contrast|attention))?\s{0,2}(?=[|,;)\n.]|$)",
    re.IGNORECASE,
)
_LEVELS = {"high": 3, "medium": 2, "moderate": 2, "mid": 2, "low": 1, "none": 0}
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
    for reading in (_headed, _listed_ranking, _row):
        option = reading(text, mentions, n_options)
        if option >= 0:
            return option
    return _chained(text, mentions) if len(mentions) == n_options else -1


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


def _listed_ranking(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the first item of a numbered list of all the options in another order than the question's, or -1."""
    found: list[int] = []
    for mention in mentions:
        number = _NUMBER.search(text, max(0, mention.start - _BEFORE_ITEM), mention.start)
        if number is None:
            continue
        if int(number[1]) != len(found) + 1 or mention.option in found:
            return -1
        found.append(mention.option)
    return found[0] if len(found) == n_options and found != sorted(found) and _IN_TIME.search(text) is None else -1


def _row(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the first of all the options in a row that is announced as a ranking ("Ranking: C, A, B"), or -1."""
    if len(mentions) != n_options or len({mention.option for mention in mentions}) < n_options:
        return -1
    if _IS_RANKING.search(text, max(0, mentions[0].start - _ANNOUNCED), mentions[0].start) is None:
        return -1
    if any(_COMMA.fullmatch(text, one.end, other.start) is None for one, other in pairwise(mentions)):
        return -1
    return mentions[0].option if _UP.search(text[: mentions[0].start]) is None else mentions[-1].option


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
        rating = _RATING.match(text, mention.end)
        if rating is None:
            continue
        if mention.by_name and mention.letter_end < 0 and (rating["full"] or "-")[0] in "+-":
            continue  # pluses and dashes join names
        if mention.option in values:
            return -1
        full, empty, minus = rating["full"] or "", rating["empty"] or "", rating["minus"] or ""
        values[mention.option] = len(full) - len(minus)
        signs.update(full + empty + minus)
    if len(values) < n_options or len(signs) > 2:
        return -1
    best = max(values, key=values.__getitem__)
    return best if list(values.values()).count(values[best]) == 1 else -1


def highest_level(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the option with the highest level where each has one behind a mark ("| bus | high |"), or -1."""
    if not 2 <= n_options <= len(mentions) <= 3 * n_options or _MAY_LEVEL.search(text) is None:
        return -1
    levels: dict[int, int] = {}
    for mention in mentions:
        level = _LEVEL.match(text, mention.end)
        if level is None:
            continue
        if mention.option in levels:
            return -1
        levels[mention.option] = _LEVELS[level["level"].lower()] * 2 + (
            0 if not level["very"] else 1 if level["level"].lower() == "high" else -1
        )
    best = max(levels, key=levels.__getitem__, default=-1)
    return best if len(levels) == n_options and list(levels.values()).count(levels[best]) == 1 else -1


def judged(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the only option that a word behind its label approves where it rejects the others, or -1.

    "A: plausible, it follows the wall. B: implausible, only corners."
    """
    if not 2 <= n_options <= len(mentions) <= 3 * n_options or _JUDGES.search(text) is None:
        return -1
    approved: dict[int, bool] = {}
    for mention in mentions:
        said = _JUDGED.match(text, mention.end)
        if said is None:
            continue
        if mention.option in approved:
            return -1
        approved[mention.option] = said["denied"] is None
    right = [option for option, good in approved.items() if good]
    return right[0] if len(approved) == n_options and len(right) == 1 else -1


def is_scored(text: str, mention: Mention) -> bool:
    """Tell whether a score with a unit stands behind a mention, as in a list of all the options."""
    score = _SCORE.match(text, mention.end)
    return score is not None and bool(score["unit"])


_RANK_COLUMN = re.compile(
    r"\|[^|\n]{0,24}\b(?:rank\w*|rang|platz|rango|puesto|posto)\b[^|\n]{0,24}(?:\||\n|$)",
    re.IGNORECASE,
)


def scores_tie(text: str, mentions: Sequence[Mention], n_options: int) -> bool:
    """Tell whether a text gives every option a score between 0 and 1, and two of them the highest one.

    Example:
        >>> scores_tie("a: 0.5, b: 0.5", [Mention(0, 1, 0, True), Mention(8, 9, 1, True)], 2)
        True
    """
    if len(mentions) != n_options or n_options < 2 or len({one.option for one in mentions}) < n_options:
        return False
    found = [_SCORE.match(text, one.end) for one in mentions]
    if any(score is None or not (score["sign"] and _DECIMAL.match(score["value"])) for score in found):
        return False
    values = [float(score["value"]) for score in found if score is not None]
    return values.count(max(values)) > 1


def highest_score(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the option with the highest score where each has one ("A: 0.2, B: 0.7"), or -1."""
    if not 2 <= n_options <= len(mentions) <= 3 * n_options:
        return -1
    if "|" in text and _RANK_COLUMN.search(text) is not None:
        return -1  # the least number is the best
    values: dict[int, float] = {}
    out_of = bare = False
    for mention in mentions:
        score = _SCORE.match(text, mention.end)
        if score is None or not (score["unit"] or score["sign"] or _DECIMAL.match(score["value"])):
            continue
        bare = bare or (mention.by_name and not score["unit"])
        if mention.option in values:
            return -1
        values[mention.option] = float(score["value"])
        out_of = out_of or "/" in (score["unit"] or "")
    whole = bool(values) and min(abs(sum(values.values()) - whole) for whole in (1, 100)) <= _ROUNDED
    if bare and not whole and not (_SCORED.search(text) and max(values.values(), default=2) <= 1):
        return -1
    if len(values) < n_options or (_SCORED.search(text) is None and not out_of and not whole):
        return -1
    best = max(values, key=values.__getitem__)
    return best if list(values.values()).count(values[best]) == 1 else -1
