"""Rankings in JSON values and markdown tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from ..choices.letters import as_box, nearest
from ..stance.ranking_words import LAST, ORDINAL, SCORES, upward
from ..text.cleaning import fold

_MOST = 64
_LARGEST = 1e9  # larger numbers, infinities and NaN are no ranks or scores
_NAMES = (
    "label",
    "option",
    "letter",
    "object",
    "id",
    "name",
    "answer",
    "choice",
    "key",
    "box",
    "region",
    "item",
    "bbox_2d",
    "bbox",
)
_RANK = re.compile(r"rank|place|position|^order$|priority|^no\.?$|^#$|排名|名次|順位|순위")
_SCORE = re.compile(
    r"scor|salien|weight|prob|confid|value|rating|attention|importance|promin|得分|分数|^total\b|^sum$|^overall$|points"
)
_LEVELS = {"very high": 4.0, "high": 3.0, "medium": 2.0, "moderate": 2.0, "low": 1.0, "very low": 0.0}
_FRONT = re.compile(r"(?:option|object|box|region|item|choice|label)\s", re.IGNORECASE)


def letter_of(part: object, letters: Sequence[str], options: Sequence[str] | None) -> str:
    """Return the letter that a JSON value or a table's cell means ("B", "Option B", an option's text), or ""."""
    if isinstance(part, Mapping):
        fields = {str(key).lower(): value for key, value in part.items()}
        found = (letter_of(fields[name], letters, options) for name in _NAMES if name in fields)
        return next((letter for letter in found if letter), "")
    if isinstance(part, list):
        boxes = [as_box(option) for option in options or ()]
        if len(part) == 4 and boxes and all(boxes) and all(isinstance(number, (int, float)) for number in part):
            place = nearest([float(number) for number in part], [box for box in boxes if box])
            return "" if place is None else letters[place]
        return ""
    if not isinstance(part, str) or len(part) > 200:
        return ""
    words = re.findall(r"[^\W_]+", fold(part))
    words = words[1:] if len(words) > 1 and words[0].lower() in ("option", "object", "box", "region", "item") else words
    if words and words[0] in letters and (len(words) == 1 or (len(letters) > 0 and not part.strip()[1:2].isalpha())):
        return words[0]
    if len(words) == 1 and len(words[0]) == 1 and len(part.strip()) == 1 and words[0].upper() in letters:
        return words[0].upper()
    texts = [fold(option).strip().lower() for option in options or ()]
    exact = [place for place, option in enumerate(texts) if option == fold(part).strip().lower()]
    return letters[exact[0]] if len(exact) == 1 and exact[0] < len(letters) else ""


def from_json(value: object, letters: Sequence[str], options: Sequence[str] | None, depth: int = 0) -> str:
    """Return the full ranking in a JSON value, "" when it holds none.

    It may be a list of letters or objects (with ranks or scores), {letter: rank or score}, {rank: letter}, or an object
    with such a value in one of its fields.
    """
    if depth > 4:
        return ""
    if isinstance(value, list):
        return _from_list(value[:_MOST], letters, options)
    if not isinstance(value, Mapping):
        return ""
    items = list(islice(value.items(), _MOST))
    by_letter = {letter_of(key, letters, options): item for key, item in items}
    if "" not in by_letter and len(by_letter) == len(letters):
        return _sorted({letter: _fields(item) for letter, item in by_letter.items()})
    named = [(_rank(key), letter_of(item, letters, options)) for key, item in items]
    ranks = {rank: letter for rank, letter in named if rank is not None and letter}
    if len(ranks) == len(letters) == len(set(ranks.values())):
        return "".join(ranks[rank] for rank in sorted(ranks))
    if len(letters) == 3 and ranks.keys() == {1, LAST} and ranks[1] != ranks[LAST]:
        between = next(letter for letter in letters if letter not in ranks.values())
        return ranks[1] + between + ranks[LAST]
    for key, item in items:
        found = from_json(item, letters, options, depth + 1) if isinstance(item, (list, Mapping)) else ""
        if found:
            return found[::-1] if isinstance(item, list) and upward(str(key)[:60].replace("_", " ")) else found
    return ""


def _from_list(parts: list[object], letters: Sequence[str], options: Sequence[str] | None) -> str:
    if all(isinstance(part, list) and len(part) == 2 for part in parts):
        pairs = {letter_of(part[0], letters, options): _fields(part[1]) for part in parts if isinstance(part, list)}
        return _sorted(pairs) if len(pairs) == len(letters) and "" not in pairs else ""
    named = [letter_of(part, letters, options) for part in parts]
    if len(named) != len(letters) or len(set(named)) != len(named) or not all(named):
        return ""
    if all(isinstance(part, Mapping) for part in parts):
        ordered = _sorted({letter: _fields(part) for letter, part in zip(named, parts, strict=True)})
        if ordered:
            return ordered
        if named == list(letters):
            return ""  # the options, described in the question's order
    return "".join(named)


def _fields(item: object) -> tuple[float | None, float | None]:
    """Return the rank and the score that an object of a ranking holds."""
    if not isinstance(item, Mapping):
        number = _number(item)
        if number is None and isinstance(item, str):
            named = _rank(item)
            return (None if named is None else float(named)), None
        return (number, None) if number is not None and number == int(number) and number >= 1 else (None, number)
    rank: float | None = None
    score: float | None = None
    for key, value in islice(item.items(), _MOST):
        name = str(key).lower()
        if _RANK.search(name) and rank is None:
            place = _rank(value)
            rank = None if place is None else float(place)
        elif _SCORE.search(name) and score is None:
            score = _number(value)
    return rank, score


def _sorted(values: dict[str, tuple[float | None, float | None]]) -> str:
    ranks = {letter: rank for letter, (rank, _) in values.items() if rank is not None}
    if len(ranks) == len(values) and _is_ranking(ranks.values()):
        return "".join(sorted(ranks, key=lambda letter: ranks[letter]))
    numbers = {letter: score if score is not None else rank for letter, (rank, score) in values.items()}
    scores = {letter: number for letter, number in numbers.items() if number is not None}
    if len(scores) < len(values) or len(set(scores.values())) < len(scores):
        return ""
    return "".join(sorted(scores, key=lambda letter: -scores[letter]))


def _is_ranking(ranks: Iterable[float]) -> bool:
    places = sorted(ranks)
    if places and places[-1] == LAST:
        places[-1] = len(places)
    return places == list(range(1, len(places) + 1))


def _rank(value: object) -> int | None:
    """Return the rank that a key or a value names: 2, "2nd", "second", "rank_2", "most_salient", "least"."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return int(value) if value == value and abs(value) < 1000 and value == int(value) else None
    text = fold(str(value)).lower()[:40].replace("_", " ").replace("-", " ")
    digits = re.findall(r"\d{1,2}", text)
    if len(digits) == 1:
        return int(digits[0])
    words = text.split()
    if not digits:
        for word in words:
            if word in ORDINAL:
                return ORDINAL[word]
        if "most" in words or "highest" in words or "top" in words:
            return 1
        if "least" in words or "last" in words or "lowest" in words:
            return LAST
    return None


def _number(value: object) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return float(value) if abs(value) < _LARGEST else None
    match = (
        re.fullmatch(r"\s?[~≈]?\s?(\d{1,4}(?:\.\d{1,6})?)\s?(?:%|/\s?\d{1,4}|points?)?\s?", str(value)[:40])
        if isinstance(value, str)
        else None
    )
    return float(match.group(1)) if match else None


def from_table(text: str, letters: Sequence[str], options: Sequence[str] | None) -> str:
    """Return the full ranking of a markdown table with a column of ranks or scores, "" when there is none.

    Args:
        text: Text from `standardizers.text.plain`.
        letters: The labels.
        options: The options' texts in the labels' order, or None.
    """
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in islice((line for line in text.split("\n") if "|" in line), _MOST)
    ]
    rows = [row for row in rows if any(cell.strip("-:= ") for cell in row)]
    found = _of_rows(rows, letters, options)
    if found or len({len(row) for row in rows}) != 1:
        return found
    turned = [list(column) for column in zip(*rows, strict=True)]
    if len(rows) == 2 and all(cell.isdecimal() for cell in rows[1]):
        turned.insert(0, ["option", "rank"])
    return _of_rows(turned, letters, options)


def _of_rows(rows: list[list[str]], letters: Sequence[str], options: Sequence[str] | None) -> str:
    if len(rows) < len(letters):
        return ""
    head = [cell.lower() for cell in rows[0]]
    found: dict[str, tuple[float | None, float | None]] = {}
    for row in rows:
        named = [(place, letter_of(_FRONT.sub("", cell), letters, options)) for place, cell in enumerate(row)]
        place, letter = next(((place, letter) for place, letter in named if letter), (-1, ""))
        if not letter or (row is rows[0] and len(rows) > len(letters)):
            continue
        rank = score = None
        for column, cell in enumerate(row[: len(head)]):
            if column == place:
                continue
            if _RANK.search(head[column]):
                number = _rank(cell) if cell else None
                rank = None if number is None else float(number)
            elif _SCORE.search(head[column]) or SCORES.search(head[column]):
                score = _LEVELS.get(cell.lower(), _number(cell))
        found[letter] = (rank, score)
    return _sorted(found) if len(found) == len(letters) and len(letters) > 1 else ""
