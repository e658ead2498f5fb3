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
from vlmeval_hvs.results.contract import NOTED, VALIDITIES
from vlmeval_hvs.results.files import ITEMS, SCORES, changed_files
from vlmeval_hvs.results.receipt import Receipt
from vlmeval_hvs.results.score_files import read_scores
from vlmeval_hvs.terminal import printable

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
        stale: Why the score file no longer says what its run said; "" where it does.
    """

    model: str
    dataset: str
    benchmark: str
    path: Path
    scores: dict[str, Any]
    stale: str = ""

    @property
    def validity(self) -> str:
        """``valid``, ``partial`` or ``invalid``; a stale result is invalid."""
        known = self.scores.get("validity", "valid")
        return "invalid" if self.stale or known not in VALIDITIES else str(known)

    @property
    def reason(self) -> str:
        """Why the result is not valid; "" where it is."""
        return self.stale or str(self.scores.get("validity_reason") or "")

    @property
    def rows(self) -> int:
        """Number of rows that were scored."""
        return int(self.scores.get("n") or 0)

    @property
    def n(self) -> int | None:
        """Number of rows that ``Overall`` counts; those that were scored in files of versions that do not tell."""
        found = self.scores.get("rests_on", self.scores).get("n")
        return None if found is None else int(found)

    @property
    def shares(self) -> dict[str, float]:
        """Shares of the rows that are ``unread``, ``cut`` at the token limit, or ``refused``, as far as it is known."""
        counts = self.scores.get("counts", {})
        found = {"cut": counts.get("cut_replies"), "refused": counts.get("refused")}
        shares = {name: count / self.rows for name, count in found.items() if count is not None and self.rows}
        unread = self.scores.get("Fallback")
        return shares if unread is None else {"unread": unread, **shares}

    @property
    def metrics(self) -> dict[str, float]:
        """Flat metrics that have a value; none of an invalid result, because a fault is no score."""
        if self.validity == "invalid":
            return {}
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

    def caution(self, metric: str) -> str:
        """What makes a metric's value mean less than it seems; "" where nothing does."""
        return str(self.scores.get("cautions", {}).get(metric, ""))

    def interval(self, metric: str) -> tuple[float, float] | None:
        """95 % interval of a metric, where the scoring gave one."""
        pair = self.scores.get("intervals", {}).get(metric)
        return (pair[0], pair[1]) if pair and None not in pair else None


def shares(result: Result) -> list[str]:
    """Shares of rows that decide what a score means: ``53 % unread``, ``20 % cut``, ``5 % refused``.

    Told where they are more than 2 %; the unread share always where ``Overall`` is below chance.
    """
    below = result.marked("Overall") == "below chance"
    return [
        f"{100 * share:.0f} % {name}"
        for name, share in result.shares.items()
        if share > NOTED or (name == "unread" and below)
    ]


def collect(work_dir: Path) -> list[Result]:
    """All results under a folder of the host; of several for one model, dataset and settings the newest.

    Args:
        work_dir: The host's ``--work-dir``, or any folder above score files.

    Returns:
        Results, benchmarks in the cards' order, datasets in the card's, models by name, then by their settings.

    Raises:
        DataError: No such folder, or no score file in it.
    """
    if not work_dir.is_dir():
        raise DataError(f"{work_dir}: there is no such folder")
    newest: dict[tuple[str, str, str], Result] = {}
    paths = {path.resolve() for path in work_dir.rglob(f"*{SCORES}")}
    for path in sorted(paths, key=lambda path: (path.stat().st_mtime, path)):
        try:
            scores = read_scores(path)
        except DataError as error:
            logger.warning("%s; left out", printable(str(error)))
            continue
        result = read_result(path, scores)
        settings = json.dumps(scores.get("settings", {}), sort_keys=True, default=str)
        key = result.model, result.dataset, settings
        if key in newest and (unlike := _unlike(newest[key], result)):
            logger.warning(
                "%s on %s: of its runs only the newest is shown; before it was %s. `ask --as NAME` keeps both",
                *(printable(result.model), result.dataset, printable("; ".join(unlike))),
            )
        newest[key] = result
    if not newest:
        raise DataError(f"{work_dir}: no result of a vlmeval_hvs benchmark (*{SCORES}) in it")
    order = _order(result.dataset for result in newest.values())
    ordered = sorted(newest.items(), key=lambda found: (order[found[1].dataset], found[0]))
    return [result for _, result in ordered]


def _unlike(former: Result, result: Result) -> list[str]:
    """What two runs of one model do not share: address, path and sampling settings, as far as both know them."""
    first, second = ((one.scores.get("run") or {}).get("model") or {} for one in (former, result))
    return Receipt("", "", {}, "", model=first).differences(Receipt("", "", {}, "", model=second))


def read_result(path: Path, scores: dict[str, Any]) -> Result:
    """The result of a score file, checked against the files beside it.

    Raises:
        KeyError: A key is missing.
        TypeError: The content is no object.
    """
    changed = changed_files(path.parent, scores.get("files") or {})
    stale = f"{', '.join(changed)} changed after the scoring; score it again" if changed else ""
    return Result(scores["model"], scores["dataset"], scores["benchmark"], path, scores, stale)


def result_at(place: Path) -> Result:
    """The result that a score file, item file or prediction file belongs to.

    Raises:
        DataError: It has no score file, or one that cannot be read.
    """
    ending = next((known for known in (SCORES, ITEMS) if place.name.endswith(known)), place.suffix)
    path = place.with_name(place.name.removesuffix(ending) + SCORES)
    try:
        return read_result(path, read_scores(path))
    except DataError as error:
        raise DataError(f"{place}: no scored run ({error})") from error


def usable(results: Iterable[Result]) -> list[Result]:
    """The results that are not invalid; a logged warning names each of the others."""
    found = []
    for result in results:
        if result.validity == "invalid":
            logger.warning("%s on %s is left out, it is invalid: %s", result.model, result.dataset, result.reason)
        else:
            found.append(result)
    return found


def exit_status(validities: Iterable[str]) -> int:
    """Exit status of a command: 1 when a result is invalid, else 2 when one is partial, else 0."""
    found = set(validities)
    return 1 if "invalid" in found else 2 if "partial" in found else 0


def _order(datasets: Iterable[str]) -> dict[str, tuple[int, str]]:
    known = [name for card in all_cards() for name in card.dataset_names]
    place = {name: position for position, name in enumerate(known)}
    return {name: (place.get(name.split("@", 1)[0], len(place)), name) for name in datasets}
