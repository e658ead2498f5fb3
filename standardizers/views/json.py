"""Views and operations on views in decoded JSON values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from ..text.cleaning import plain
from .languages import operation_name
from .notation import unfilled
from .openings import terse
from .phrases import Views, views_in_text

PART = (
    *("part", "parts", "zoom", "zoomin", "view", "views", "selected", "selectedparts", "selectedviews", "selectedpart"),
    *(
        "selectedview",
        "selection",
        "numbers",
        "number",
        "answer",
        "response",
        "regions",
        "region",
        "images",
        "image",
        "choice",
    ),
    *(
        "partnumbers",
        "partnumber",
        "viewnumbers",
        "result",
        "output",
        "finalanswer",
        "choices",
        "indices",
        "ids",
        *("tile", "tiles", "tilenumber", "tilenumbers", "selectedtiles", "enlarge", "magnify", "window", "windows"),
        *(
            "section",
            "sections",
            "cell",
            "cells",
            "quadrant",
            "quadrants",
            "crop",
            "crops",
            "piece",
            "pieces",
            "patches",
        ),
        "id",
        "index",
    ),
)
KEEP = ("keep", "zoomkeep", "kept", "keepparts", "keepviews", "keeppart", "retain")
SHIFT = ("shift", "shiftto", "zoomshift", "shiftparts", "shiftviews", "shiftpart", "moveto", "add")
_REASONS = re.compile(
    r"reason|why|expla|thought|think|analysis|descri|rationale|justif|question|comment|原因|理由|task|name|type"
    r"|n_?views|total|count"
)
_NAMES_VIEWS = re.compile(
    r"part|view|tile|region|section|window|crop|quadrant|image|zoom|enlarg|magnif|select|choice|chosen"
)
_OTHER_VIEWS = re.compile(
    r"keep|kept|shift|seen|visible|given|shown|exclu|skip|irrelevant|drop|discard|avail|unneed|notneed|un"
)
_OPEN = re.compile(r"^[^?]*\d[^?]{0,10}\?\s*$")  # "5?"
_DEEPEST = 5
_YES = re.compile(r"\W*(?:yes|true|needed|required|keep|relevant|important|selected)\W*", re.IGNORECASE)
_NO = re.compile(r"\W*(?:no|false|not .{0,20}|un\w+|irrelevant|none)\W*", re.IGNORECASE)


def objects(value: object, depth: int = 0) -> Iterator[dict[str, object]]:
    """Yield the objects in a JSON value, outer ones first, with keys without case and punctuation."""
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        yield {_key(key): item for key, item in islice(value.items(), 200)}
        for item in islice(value.values(), 50):
            if isinstance(item, (dict, list)):
                yield from objects(item, depth + 1)
    elif isinstance(value, list):
        for item in value[:50]:
            if isinstance(item, (dict, list)):
                yield from objects(item, depth + 1)


def _key(key: object) -> str:
    text = str(key)[:60]
    return operation_name(text) if not text.isascii() else re.sub(r"[^a-z0-9]", "", operation_name(text.lower()))


def first_listed(answer: dict[str, object], keys: Iterable[str], n_views: int) -> Views | None:
    """Return the views under the first of the keys that holds any, or says that there are none."""
    for key in keys:
        if key in answer:
            item = answer[key]
            if key in SHIFT and isinstance(item, str) and len(item) < 40:
                item = item.replace(" or ", " and ")  # both are worth a look
            found = listed(item, n_views)
            if found is not None:
                return found
    return None


def selection(value: object, n_views: int) -> Views | None:
    """Return the views that a JSON value selects, or None when it is not about views."""
    if isinstance(value, list) and not any(isinstance(item, dict) for item in value):
        return listed(value, n_views)
    if isinstance(value, list):
        parts = [selection(item, n_views) for item in value[:50]]
        found = {view for part in parts if part for view in part}
        return tuple(sorted(found)) if found or () in parts else None
    for answer in objects(value):
        marked = _marked(answer, n_views)
        if marked is not None:
            return marked
        found_here = first_listed(answer, PART, n_views)
        if found_here is not None:
            return found_here
        rest = {key: item for key, item in answer.items() if not _REASONS.search(key) and not isinstance(item, dict)}
        if len(rest) == 1 and not {*KEEP, *SHIFT} & rest.keys():
            only = next(iter(rest.values()))
            if isinstance(only, (int, list)) or (isinstance(only, str) and len(only) < 40):
                found_here = listed(only, n_views)
                if found_here is not None:
                    return found_here
        named = [item for key, item in rest.items() if _NAMES_VIEWS.search(key) and not _OTHER_VIEWS.search(key)]
        if len(named) == 1 and isinstance(named[0], list) and (found_here := listed(named[0], n_views)) is not None:
            return found_here
    return None


def _marked(answer: dict[str, object], n_views: int) -> Views | None:
    """Return the views of an object that says yes or no to each ({"1": true, "part 2": "not needed"})."""
    found: list[int] = []
    told = 0
    for key, item in answer.items():
        number = re.fullmatch(r"(?:part|view|image|section|region|no)?(\d{1,2})", key)
        if number is None or not 1 <= int(number.group(1)) <= n_views:
            continue
        yes = item if isinstance(item, bool) else True if isinstance(item, str) and _YES.fullmatch(item) else None
        if yes is None and isinstance(item, str) and _NO.fullmatch(item[:40]):
            yes = False
        if yes is None:
            return None
        told += 1
        if yes:
            found.append(int(number.group(1)))
    return tuple(sorted(set(found))) if told else None


def listed(value: object, n_views: int) -> Views | None:
    """Return the views in one JSON value: a number, a list, or a text; None when it neither has any nor says so."""
    if value is None or value is False or value == [] or value == {}:
        return ()
    if value is True:
        return None
    if isinstance(value, (int, float)):
        return () if value == 0 else (int(value),) if 1 <= value <= n_views and value == int(value) else None
    if isinstance(value, list):
        parts = [
            listed(item, n_views) if not isinstance(item, dict) else selection(item, n_views) for item in value[:200]
        ]
        found = {view for part in parts if part for view in part}
        return tuple(sorted(found)) if found or (() in parts and 0 not in value) else None
    if isinstance(value, dict):
        return selection(value, n_views)
    if isinstance(value, str):
        stated = value.strip(" \t\n\"'")
        if (value and not stated) or unfilled(stated) or _OPEN.search(stated):
            return None  # '""' comes from an object that was cut
        if not value.strip(" \t\n\"'[]().-"):
            return ()
        asked = terse(value, n_views)
        if asked is not None:
            return asked
        read = views_in_text(plain(value.strip("\"' \t\n")), n_views)
        return None if read.fallback else read.value
    return None
