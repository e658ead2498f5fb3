"""Gathers the score files of finished runs."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.registry import all_cards
from vlmeval_hvs.results.files import SCORES

logger = logging.getLogger("vlmeval_hvs")


@dataclass(frozen=True)
class Result:
    """One model on one dataset.

    Attributes:
        model: Model name, from the prediction file's name.
        dataset: Dataset name, with ``@label`` and ``_DEMO`` where used.
        benchmark: The benchmark it belongs to.
        path: Score file.
        scores: Its content.
    """

    model: str
    dataset: str
    benchmark: str
    path: Path
    scores: dict[str, Any]

    @property
    def metrics(self) -> dict[str, float]:
        """Flat metrics that have a value."""
        return {name: value for name, value in self.scores.get("metrics", {}).items() if value is not None}

    @property
    def chances(self) -> dict[str, Chance]:
        """What guessing gives, by metric."""
        found = self.scores.get("chances", {})
        return {name: Chance(chance["value"], chance["low"], chance["high"]) for name, chance in found.items()}

    def marked(self, metric: str) -> str:
        """``above chance``, ``inside chance`` or ``below chance``; "" where chance is not known."""
        mark = self.scores.get("chances", {}).get(metric, {}).get("mark")
        return f"{mark} chance" if mark else ""

    def interval(self, metric: str) -> tuple[float, float] | None:
        """95 % interval of a metric, where the scoring gave one."""
        pair = self.scores.get("intervals", {}).get(metric)
        return (pair[0], pair[1]) if pair and None not in pair else None


def collect(work_dir: Path) -> list[Result]:
    """All results under a folder of the host; of several for one model and dataset the newest.

    Args:
        work_dir: The host's ``--work-dir``, or any folder above score files.

    Returns:
        Results, benchmarks in the cards' order, datasets in the card's, models by name.

    Raises:
        DataError: No such folder, or no score file in it.
    """
    if not work_dir.is_dir():
        raise DataError(f"{work_dir}: there is no such folder")
    newest: dict[tuple[str, str], Result] = {}
    paths = {path.resolve() for path in work_dir.rglob(f"*{SCORES}")}
    for path in sorted(paths, key=lambda path: (path.stat().st_mtime, path)):
        try:
            scores = json.loads(path.read_text(encoding="utf-8"))
            result = Result(scores["model"], scores["dataset"], scores["benchmark"], path, scores)
        except (OSError, ValueError, KeyError, TypeError) as error:
            logger.warning("%s is no score file (%s: %s); left out", path, type(error).__name__, error)
            continue
        newest[result.model, result.dataset] = result
    if not newest:
        raise DataError(f"{work_dir}: no result of a vlmeval_hvs benchmark (*{SCORES}) in it")
    order = _order(result.dataset for result in newest.values())
    return sorted(newest.values(), key=lambda result: (order[result.dataset], result.model))


def _order(datasets: Iterable[str]) -> dict[str, tuple[int, str]]:
    known = [name for card in all_cards() for name in card.dataset_names]
    place = {name: position for position, name in enumerate(known)}
    return {name: (place.get(name.split("@", 1)[0], len(place)), name) for name in datasets}
