"""Where the objects of a gaze question are, where head and eyes point, and which object was named."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from vlmeval_hvs.pictures import Box, Mark, Path, Point


def asked_marks(row: Mapping[str, str]) -> list[Mark]:
    """The candidates by name, and lines from the face to the targets of head and eyes, as far as the set knows them."""
    places = _places(row)
    found: list[Mark] = [Point(x, y, "option", name) for name, (x, y) in places.items()]
    face = json.loads(row.get("face") or "null")
    if face:
        x1, y1, x2, y2 = face
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        for role, target in (("head", row["head_target"]), ("eyes", row["gaze_target"])):
            if target in places:
                found.append(Path((middle, places[target]), role))
    return found


def answer_marks(row: Mapping[str, str], item: Mapping[str, Any]) -> list[Mark]:
    """The object that was read from a reply, where it is known to be."""
    place = _places(row).get(item.get("answer") or "")
    if place is None:
        return []
    x, y = place
    return [Box(x - 0.04, y - 0.055, 0.08, 0.11, "answer", str(item["answer"]))]


def _places(row: Mapping[str, str]) -> dict[str, tuple[float, float]]:
    """Object name to its point, a fraction of the photo."""
    points = json.loads(row.get("points") or "[]")
    names = row["left_to_right"].split("+")
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, points, strict=False)}
