"""One look over a whole table: its numbers are collected while rows are read, and judged once when all are there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from dataset_builders.plausible import Fixation, Verdict, names_of, of_durations, of_paths, of_places
from vlmeval_hvs.metrics.arrays import Floats


@dataclass
class Look:
    """What was read from one table.

    Attributes:
        places: Places and the picture's size ``(x, y, width, height)``, px, by who or which row they are of.
        sizes_or_corners: Of every box, whether it leaves the picture, and whether it would not as two corners.
        paths: Scanpaths by person and whatever tells viewings apart.
        told: Verdicts of others about the table.
        fixations: How many there are.
        numbered: Whether viewings of a picture are numbered.
    """

    places: dict[str, list[tuple[float, float, float, float]]] = field(default_factory=dict)
    sizes_or_corners: list[tuple[bool, bool]] = field(default_factory=list)
    paths: dict[tuple[str, ...], list[Fixation]] = field(default_factory=dict)
    told: list[Verdict] = field(default_factory=list)
    fixations: int = 0
    numbered: bool = False

    def place(self, who: str, x: float, y: float, size: tuple[int, int]) -> None:
        """Note a place, px."""
        self.places.setdefault(who, []).append((x, y, *size))

    def box(self, who: str, box: tuple[float, float, float, float], size: tuple[int, int]) -> None:
        """Note a box: left, top, width and height, px."""
        x, y, width, height = box
        self.place(who, x, y, size)
        self.place(who, width, height, size)
        leaves = x + width > size[0] + 1 or y + height > size[1] + 1
        self.sizes_or_corners.append((leaves, x < width <= size[0] + 1 and y < height <= size[1] + 1))

    def fixation(self, viewing: tuple[str, ...], x: float, y: float, size: tuple[int, int], duration: float) -> None:
        """Note a fixation of a viewing (whose it is first, then the picture and what else tells it from others).

        Its place in px; its duration in ms, NaN where there is none.
        """
        self.place(viewing[0], x, y, size)
        self.fixations += 1
        self.paths.setdefault(viewing, []).append(Fixation(self.fixations, x, y, *size, duration))

    def verdicts(self) -> list[Verdict]:
        """What is wrong with the table, the surest first."""
        durations: dict[str, list[tuple[float, ...]]] = {}
        for viewing, path in self.paths.items():
            durations.setdefault(viewing[0], []).extend((one.duration,) for one in path)
        places = _each(self.places, of_places)
        found = [*self.told, *places, *_each(durations, of_durations)]
        if self.paths and not any(one.sure for one in places):  # else distances say nothing
            found += of_paths(self.paths, self.numbered)
        leaving = sum(leaves for leaves, _ in self.sizes_or_corners)
        if leaving > 1 and all(corners for _, corners in self.sizes_or_corners):
            text = f"{leaving} of {len(self.sizes_or_corners)} boxes leave their picture, as two corners all lie in it"
            found.append(Verdict(True, text, {"boxes": "left top right bottom"}))
        return sorted(found, key=lambda verdict: not verdict.sure)


def _each(
    groups: Mapping[str, Sequence[tuple[float, ...]]], judge: Callable[[Floats], Verdict | None]
) -> list[Verdict]:
    """The verdict on all, or on those whose numbers are of another kind than those of the others."""
    values = {who: np.array(rows, dtype=np.float64) for who, rows in groups.items()}
    if not values:
        return []
    judged = {who: judge(rows) for who, rows in values.items() if len(rows) > 1}
    odd = {who: verdict for who, verdict in judged.items() if verdict and verdict.sure}
    kinds: dict[str, list[str]] = {}
    for who, verdict in odd.items():
        kinds.setdefault(str(sorted(verdict.settings.items())), []).append(who)
    whole = judge(np.concatenate(list(values.values()))) if len(odd) in (0, len(judged)) else None
    if whole and (whole.sure or not odd):
        return [whole]
    return [odd[whose[0]]._replace(text=f"{names_of(whose)}: {odd[whose[0]].text}") for whose in kinds.values()]
