"""Which end of a table's proximity scale means that the objects are close together.

The study counts 3 as closest. Its stimulus sheets count the other way, so that numbers alone cannot be trusted; the
coordinates of face and objects decide. A row of objects is wide, measured in widths of the gazer's face, when the
objects are far apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

LEVELS = (1, 2, 3)
PUBLISHED_CLOSEST = 1  # in the published sheets 1 is closest; taken where photos have no coordinates
_CLEAR = 0.3


@dataclass(frozen=True)
class Scale:
    """How a source counts proximity."""

    closest: int  # the source's number for the closest row, 1 or 3
    decided_by: str  # ``"coordinates"``, or ``"the published sheets"`` where the coordinates do not decide
    face_widths: dict[str, float]  # median width of the row of objects in face widths, by the source's number

    def proximity(self, number: int) -> int:
        """The study's proximity, 3 for the closest row, of the source's number."""
        return number if self.closest == LEVELS[-1] else LEVELS[0] + LEVELS[-1] - number


def scale_of(photos: Iterable[Mapping[str, Any]]) -> Scale:
    """Decide the scale of photos that were counted alike: pairs with as many objects and the same view are compared."""
    groups: dict[tuple[Any, ...], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for photo in photos:
        face = photo["face"][2] - photo["face"][0] if photo["face"] else 0.0
        if photo["points"] and face > 0:
            ends = np.subtract(photo["points"][-1], photo["points"][0])
            groups[len(photo["objects"]), photo["view"]][photo["proximity"]].append(float(np.hypot(*ends) / face))
    wider = pairs = 0
    for widths, (low, high) in product(groups.values(), ((1, 2), (1, 3), (2, 3))):
        signs = np.sign(np.subtract.outer(np.array(widths[high]), np.array(widths[low])))
        wider, pairs = wider + int(signs.sum()), pairs + signs.size
    by_number = {number: [w for widths in groups.values() for w in widths[number]] for number in LEVELS}
    medians = {str(number): round(float(np.median(found)), 3) for number, found in by_number.items() if found}
    if abs(wider) >= _CLEAR * max(pairs, 1):
        return Scale(1 if wider > 0 else 3, "coordinates", medians)
    return Scale(PUBLISHED_CLOSEST, "the published sheets", medians)
