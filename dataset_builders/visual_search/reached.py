"""Whether people reach the targets of their searches: nobody does when the coordinates have another origin or order."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dataset_builders.plausible import Look, Verdict
from dataset_builders.visual_search.raw_set import RawScanpath, RawSet, RawTrial
from vlmeval_hvs.metrics.search import NO_TARGET, target_found
from vlmeval_hvs.sets import SetWriter

SEARCHES = 4  # fewer scanpaths show nothing
FOUND, NEVER = 0.5, 0.1  # share of scanpaths that reach the target where all is right, and where it is not

Way = Callable[[float, float, float], tuple[float, float]]
"""A way to read a place: x, y and the height of the picture, px, to x and y."""

_WAYS: dict[str, Way] = {
    "with y counted the other way round": lambda x, y, height: (x, height - y),
    "with x and y swapped": lambda x, y, _: (y, x),
}
OTHER_WAY = {"top left": "bottom left", "bottom left": "top left"}
OTHER_WAY |= {"center, y up": "center, y down", "center, y down": "center, y up"}


def judged(raw: RawSet, origin: str = "top left") -> list[Verdict]:
    """What is wrong with the places of a set's fixations, judging by the targets that they reach."""
    trials = {trial.image: trial for trial in raw.trials if trial.bbox != NO_TARGET}
    people: dict[str, list[RawScanpath]] = {}
    for path in raw.scanpaths:
        if path.image in trials and len(path.x) > 1:
            people.setdefault(path.subject, []).append(path)
    paths = [path for mine in people.values() for path in mine]
    if whole := _verdict("all", paths, trials, raw.receptive, origin):
        return [whole]
    found = (_verdict(f"person {who}", mine, trials, raw.receptive, origin) for who, mine in people.items())
    return [verdict for verdict in found if verdict]


def _verdict(
    who: str, paths: list[RawScanpath], trials: dict[str, RawTrial], window: tuple[int, int], origin: str
) -> Verdict | None:
    def share(way: Way) -> float:
        return float(np.mean([_reaches(path, trials[path.image], window, way) for path in paths]))

    if len(paths) < SEARCHES or (reached := share(lambda x, y, _: (x, y))) > NEVER:
        return None
    text = f"{who}: {reached:.0%} of {len(paths)} searches reach their target"
    for what, way in _WAYS.items():
        if (otherwise := share(way)) >= FOUND:
            settings = {"origin": OTHER_WAY[origin]} if "y counted" in what else {}
            return Verdict(True, f"{text}, {what} {otherwise:.0%}", settings)
    return None if reached else Verdict(False, f"{text}; are the fixations in the frame of the boxes?")


def _reaches(path: RawScanpath, trial: RawTrial, window: tuple[int, int], way: Way) -> bool:
    down, right = (mine / of_path for mine, of_path in zip(trial.shape, path.shape, strict=True))
    places = (way(x, y, path.shape[0]) for x, y in zip(path.x, path.y, strict=True))
    return any(target_found(trial.bbox, y * down, x * right, window) for x, y in places)


def warn(raw: RawSet, writer: SetWriter) -> None:
    """Warn of what is wrong with the fixations of a published set, or may be."""
    look = Look()
    for path in raw.scanpaths:
        durations = path.durations if len(path.durations) == len(path.x) else [float("nan")] * len(path.x)
        for x, y, duration in zip(path.x, path.y, durations, strict=True):
            look.fixation((f"person {path.subject}", path.image), x, y, (path.shape[1], path.shape[0]), duration)
    look.further += judged(raw)
    for verdict in look.verdicts():
        writer.warn(f"fixations: {verdict.text}")
