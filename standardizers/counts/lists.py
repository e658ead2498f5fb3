"""Counts of what a reply lists: numbered and bulleted items, JSON objects, points and boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from ..text.columns import has_heading, separated
from ..text.numerals import numbers, words_of
from .claims import PART, claims
from .words import ANALYSIS, NOUNS

_MOST_ITEMS = 500
_ITEM = re.compile(
    r"^(?P<indent>[ \t]{0,12})(?:(?P<bullet>[-•·‣◦▪*+](?=[ \t])|・)[ \t]{0,4}|(?:(?:object|item"
    r"|subject)\s)?[(\[]?(?P<number>\d{1,3})(?:[.):\]]|\s?-)[ \t]{1,4}|(?P<han>\d{1,3})、)"
    r"(?P<item>[^\n]{1,2000})$",
    re.MULTILINE | re.IGNORECASE,
)
# An item that is a step or a place is no thing.
_NO_THING = re.compile(
    r"\W{0,4}(?:(?:step|identify|count|determine|consider|check|look|assess|analy[sz]e|find|schritt|étape|paso)\b"
    r"|(?:in|on|at|above|below|behind|near|to|left|right|foreground|background|middle)\b[^:\n]{0,40}:(?! \d))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"[.!?][ \n]+[A-Z].{0,300}:$|[.!?]$", re.DOTALL
)  # prose before a list: it is part of an analysis
_REMARK = re.compile(
    r"(?:these|they|all|both|each|the above|diese|ces|estos|esses|questi|这些|以上|これら)\b", re.IGNORECASE
)
_NOT_LISTED = re.compile(
    r"\b(?:not|less|non-?)\s?(?:\w{1,12}\s)?(?:salient|count|notic|promin)|n't\b|\bbackground (?:objects?|elements?"
    r"|items?):",
    re.IGNORECASE,
)
_JUDGED = re.compile(r"salien|stands? out|promin|counts?\b|\?", re.IGNORECASE)
_YES = re.compile(r"(?:yes|y|true|[✓✔☑✅])\W{0,2}", re.IGNORECASE)
_VERDICT = re.compile(r"(?:yes|no|y|n|true|false|[✓✔☑✅✗✘❌✕✖x])\W{0,2}", re.IGNORECASE)
_QUANTITY = re.compile(
    r"count(?!er|ry)|qty|^#? ?number$|number of|quantity|how many|anzahl|nombre|cantidad|数量", re.IGNORECASE
)
_THINGS = re.compile(r"object|item|element|salient|subject", re.IGNORECASE)
_TOTAL = re.compile(r"\b(?:(?:sub)?total|sum|all)\b|合计|总计|合計|gesamt|итого", re.IGNORECASE)
_ASKED = re.compile(r"salient(?: objects?)?", re.IGNORECASE)
_OPEN_ITEM = re.compile(r"\n\s{0,12}(?:[-•*+]|\d{1,2}[.)])\s{0,4}$")
_INLINE = re.compile(r"(?:^|[\s,;:])[(\[]?(\d{1,2})[.)\]]\s{1,2}(?=[^\W\d])")
_COORDINATE = re.compile(r"\bx\d{0,3}\s?=\s?[\"'“]?\s?\d", re.IGNORECASE)
_COORDINATES = re.compile(r"<points?\b[^<>]{0,200}?\bcoords\s?=\s?[\"']([\d\s.;]{1,4000})[\"']", re.IGNORECASE)
_POINTS = re.compile(r"<points?\b[^<>]{1,4000}>", re.IGNORECASE)
_BOX = re.compile(
    r"\[\s?-?\d{1,5}(?:\.\d{1,8})?\s?(?:,\s?-?\d{1,5}(?:\.\d{1,8})?\s?){3}\]"
    r"|\(\s?\d{1,5}(?:\.\d+)?\s?,\s?\d{1,5}(?:\.\d{1,8})?\s?\)\s?,?\s?\(\s?\d{1,5}(?:\.\d{1,8})?\s?,\s?\d{1,5}(?:\.\d{1,8})?\s?\)"
)
_GROUNDED = re.compile(r"<\|box_start\|>|<box>|<\|det\|>|<loc_?\d")
_OPEN_BOX = re.compile(r"<box>(?=\s?\d)|<\|box_start\|>(?=\s?\d)")
_LOCATIONS = re.compile(r"(?:<loc_?\d{1,4}>){4}")
_LISTS = re.compile(
    r"object|item|element|salient|instance|detect|box|result|annotation|region|subject|entit|list|answer|point|label"
)
_NO_CLASS = re.compile(
    r"^[\W\da-z]?\d{0,2}$|width|height|conf|score|prob|\bid$|index|time|page|year|step|version|status|code|rank"
    r"|weight|size"
    r"|area|left|right|top|bottom|min|max|image|option|^[xywh]_|cent(?:er|re)|salien|view|frame"
)
_MOST_OF_A_CLASS = 50
_PARTS = frozenset(("bbox_2d", "bbox", "box", "point_2d", "point", "label", "name", "object", "box_2d", "description"))


def pointed(raw: str) -> int:
    """Return how many points or boxes the tags of a grounding model mark; 0 when there are none.

    Args:
        raw: The reply with its tags.
    """
    if "<" not in raw:
        return 0
    points = sum(
        sum(len(frame.split()) // 3 for frame in re.split(r"[;\t]", match.group(1)) if len(frame.split()) % 3 == 1)
        for match in islice(_COORDINATES.finditer(raw), _MOST_ITEMS)
    )
    if points:
        return points
    points = sum(len(_COORDINATE.findall(match.group())) for match in islice(_POINTS.finditer(raw), _MOST_ITEMS))
    if points or _GROUNDED.search(raw) is None:
        return points
    return len(_BOX.findall(raw)) or len(_LOCATIONS.findall(raw)) or len(_OPEN_BOX.findall(raw))


def in_json(value: object) -> int:
    """Return how many objects a JSON value lists: boxes, names, or a field with them; 0 when it lists none."""
    if isinstance(value, Mapping):
        lists = [
            item
            for key, item in islice(value.items(), 50)
            if isinstance(item, list) and _LISTS.search(str(key).lower())
        ]
        lengths = {length for length in map(in_json, lists) if length}
        return lengths.pop() if len(lengths) == 1 else 0 if lists else _per_class(value)
    if not isinstance(value, list) or not value:
        return 0
    if all(isinstance(item, str) and item.strip() for item in value) and len(set(value)) == len(value):
        return len(value)
    if all(isinstance(item, Mapping) and type(item.get("count")) is int for item in value):
        return sum(item["count"] for item in value)
    if all(isinstance(item, Mapping) and _PARTS & {str(key).lower() for key in item} for item in value):
        return len(value)
    if all(
        isinstance(item, list) and len(item) == 4 and all(isinstance(x, (int, float)) for x in item) for item in value
    ):
        return len(value)
    return 0


def _per_class(value: Mapping[str, object]) -> int:
    """Return the sum of the numbers that an object gives for kinds of things ({"person": 3, "dog": 1}), else 0."""
    items = list(islice(value.items(), 50))
    if len(items) == 1 and isinstance(items[0][1], Mapping) and _LISTS.search(str(items[0][0]).lower()):
        return _per_class(items[0][1])
    if not items or any(_NO_CLASS.search(str(key).lower()) for key, _ in items):
        return 0
    numbers_of = [number for _, number in items if type(number) is int and 0 <= number <= _MOST_OF_A_CLASS]
    return sum(numbers_of) if len(numbers_of) == len(items) else 0


def enumerated(text: str) -> int:
    """Return how many objects the one list of a text names; 0 when there is none that is the answer.

    Items that begin with a quantity ("- 2 chairs") count as many, all others once. Lists of steps, lists of what is
    not salient, and lists in a reply that still works towards its conclusion are no answers.

    Args:
        text: Text from `standardizers.text.plain`.
    """
    items = list(islice(_items(text), _MOST_ITEMS))
    if _OPEN_ITEM.search(text[-20:]):
        return 0
    marks = [int(match) for match in islice(_INLINE.findall(text), _MOST_ITEMS)]
    alone = len(marks) > 1 and marks == list(range(1, len(marks) + 1)) and not ANALYSIS.search(text[:200])
    if items and not (alone and len(items) == 1):
        before, behind = text[: items[0].start()], text[max(item.end() for item in _ITEM.finditer(text)) :].strip()
        if _NOT_LISTED.search(before[-200:]) or ANALYSIS.search(before[-400:]) or _SENTENCE.search(before.strip()):
            return 0
        if (behind and not _REMARK.match(behind)) or any(_NO_THING.match(item.group("item")) for item in items):
            return 0
        if len(items) == 1 and (before.strip() or not items[0].group("number")):
            return 0
        return sum(_quantity(item.group("item")) for item in items)
    if alone and any(_NO_THING.match(text, match.end()) for match in islice(_INLINE.finditer(text), _MOST_ITEMS)):
        return 0
    return len(marks) if alone else tabled(text)


def tabled(text: str) -> int:
    """Return the sum of a markdown table's column of quantities, or else the number of the objects in its rows."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.split("\n") if "|" in line]
    if not rows:
        rows = separated(text)
        rows = rows if rows and has_heading(rows) else []
    rows = [row for row in rows[:_MOST_ITEMS] if any(cell.strip("-: ") for cell in row)]
    column = next((place for place, cell in enumerate(rows[0]) if _QUANTITY.search(cell)), None) if rows else None
    if column is None:
        judged = next((place for place, cell in enumerate(rows[0]) if _JUDGED.search(cell)), None) if rows else None
        if judged is not None and all(len(row) > judged and _VERDICT.fullmatch(row[judged]) for row in rows[1:]):
            return sum(_YES.match(row[judged]) is not None for row in rows[1:])
        things = len(rows) > 2 and _THINGS.search(rows[0][0] + rows[0][1] if len(rows[0]) > 1 else "") is not None
        return len(rows) - 1 if things and not any(_TOTAL.search(row[0]) for row in rows) else 0
    asked = [row[column] for row in rows[1:] if len(row) > column and _ASKED.fullmatch(row[0])]
    if len(asked) == 1 and asked[0].isdecimal() and len(asked[0]) < 4:
        return int(asked[0])  # one row of those that count, others of those that do not
    cells = [row[column] for row in rows[1:] if len(row) > column and not _TOTAL.search(row[0])]
    return sum(map(int, cells)) if cells and all(cell.isdecimal() and len(cell) < 4 for cell in cells) else 0


def _items(text: str) -> Iterator[re.Match[str]]:
    """Yield the items of the outermost level of a text's only list; nothing when there are several lists."""
    items = list(islice(_ITEM.finditer(text), _MOST_ITEMS))
    if not items:
        return
    outermost = min(len(item.group("indent").expandtabs(4)) for item in items)
    top = [item for item in items if len(item.group("indent").expandtabs(4)) <= outermost + 1]
    numbered = [item for item in top if item.group("bullet") is None]
    if numbered:
        marks = [int(item.group("number") or item.group("han")) for item in numbered]
        if marks == list(range(1, len(marks) + 1)) or set(marks) == {1}:
            yield from numbered
        return
    if len(top) > 1 or len(items) == 1:
        yield from top


def _quantity(item: str) -> int:
    """Return how many things an item names: its leading number, or 1."""
    words = words_of(item[:80])
    found = numbers(words)
    if not found or found[0].start > 3:
        return 1
    first = claims(words, found)[0][:1]
    lead = first[0] if first else None
    if lead is None or not 0 < lead.value < 100:
        return 1
    if (lead.start == 0 and lead.kind == PART) or (lead.kind != PART and NOUNS & set(words.words)):
        return lead.value
    colon = ":" in "".join(words.gaps[1 : lead.start + 1]) or "-" in words.gaps[lead.start]
    return lead.value if colon and lead.kind <= PART + 1 else 1
