"""Whether people reach the targets of their searches: nobody does when the coordinates have another origin or order."""

from collections.abc import Callable

import numpy as np

from dataset_builders.plausible import Verdict
from dataset_builders.visual_search.raw_set import RawScanpath, RawSet
from vlmeval_hvs.metrics.search import NO_TARGET, target_found

SEARCHES = 4  # fewer scanpaths show nothing
FOUND, NEVER = 0.5, 0.1  # share of scanpaths that reach the target where all is right, and where it is not

Way = Callable[[float, float, float], tuple[float, float]]
"""A way to read a place: x, y and the height of the picture, px, to x and y."""

_FLIPPED = "with y counted the other way round"
_WAYS: dict[str, Way] = {
    _FLIPPED: lambda x, y, height: (x, height - y),
    "with x and y swapped": lambda x, y, _: (y, x),
}
_OTHER_ORIGIN = {
    "top left": "bottom left", "bottom left": "top left", "center, y up": "center, y down",
    "center, y down": "center, y up",
}  # fmt: skip


def judged(raw: RawSet, origin: str = "top left") -> list[Verdict]:
    """What is wrong with the places of a set's fixations, judging by the targets that they reach."""
    trials = {trial.image: trial for trial in raw.trials if trial.bbox != NO_TARGET}
    searches = [path for path in raw.scanpaths if path.image in trials and len(path.x) > 1]

    def reaches(path: RawScanpath, way: Way) -> bool:
        trial = trials[path.image]
        down, right = (mine / of_path for mine, of_path in zip(trial.shape, path.shape, strict=True))
        places = (way(x, y, path.shape[0]) for x, y in zip(path.x, path.y, strict=True))
        return any(target_found(trial.bbox, y * down, x * right, raw.receptive) for x, y in places)

    def verdict(who: str, paths: list[RawScanpath]) -> Verdict | None:
        def share(way: Way) -> float:
            return float(np.mean([reaches(path, way) for path in paths]))

        if len(paths) < SEARCHES or (reached := share(lambda x, y, _: (x, y))) > NEVER:
            return None
        text = f"{who}: {reached:.0%} of {len(paths)} searches reach their target"
        for what, way in _WAYS.items():
            if (otherwise := share(way)) >= FOUND:
                settings = {"origin": _OTHER_ORIGIN[origin]} if what == _FLIPPED else {}
                return Verdict(True, f"{text}, {what} {otherwise:.0%}", settings)
        return None if reached else Verdict(False, f"{text}; are the fixations in the frame of the boxes?")

    if whole := verdict("all", searches):
        return [whole]
    people = dict.fromkeys(path.subject for path in searches)
    each = (verdict(f"person {who}", [path for path in searches if path.subject == who]) for who in people)
    return [found for found in each if found]
