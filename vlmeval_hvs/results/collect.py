"""Gathers the score files of finished runs with their item tables; what is no score file is refused with its place."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.names import with_colon
from vlmeval_hvs.registry import all_cards, base_name, card_of
from vlmeval_hvs.results.contract import NOTED, READ, VALIDITIES
from vlmeval_hvs.results.files import ITEMS, SCORES, changed_files
from vlmeval_hvs.results.receipt import model_differences
from vlmeval_hvs.terminal import printable

if TYPE_CHECKING:
    import pandas as pd


logger = logging.getLogger("vlmeval_hvs")

_OBJECTS = ("counts", "details", "data", "settings", "rests_on")
"""Keys that hold an object where they are there at all."""

_TEXTS = ("reading", "validity", "validity_reason", "provenance", "wording")
"""Keys that hold a text or None where they are there at all."""

_ITEM_COLUMNS = ("reply", *READ, "failed")
"""Columns that every item table has, beside the index."""


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
    return model_differences(first, second)


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


def read_scores(path: Path) -> dict[str, Any]:
    """The content of a score file.

    Args:
        path: ``*_hvs_scores.json``, of this version or an older one.

    Returns:
        Its content; the name of a user's own set has its colon. Texts, numbers, intervals and chances are what the
        tables take them for; a metric is a finite number or None, and the dataset is one of its benchmark.

    Raises:
        DataError: It is no score file; the message names the key.
    """
    scores = read_json(path)
    try:
        _check(scores)
    except DataError as error:
        raise DataError(f"{path} is no score file: {error}") from error
    return {**scores, "dataset": with_colon(scores["dataset"])}


def _check(scores: Any) -> None:
    if not isinstance(scores, dict):
        raise DataError("it holds no JSON object")
    for name in ("model", "dataset", "benchmark"):
        _want(isinstance(scores.get(name), str) and scores[name] != "", name, "is no text")
    card = card_of(scores["dataset"])
    _want(card.name == scores["benchmark"] and base_name(scores["dataset"]) in card.datasets, "dataset", "is another's")
    _each(scores, "metrics", _is_number_or_none, "is no number", needed=True)
    _each(scores, "intervals", _is_interval, "is no pair of numbers")
    _each(scores, "chances", _is_chance, "has no value, low, high and mark")
    _each(scores, "cautions", lambda text: isinstance(text, str), "is no text")
    for name in _OBJECTS:
        _want(isinstance(scores.get(name, {}), dict), name, "is no object")
    for name in _TEXTS:
        _want(isinstance(scores.get(name), str | None), name, "is no text")
    _want(isinstance(scores.get("data", {}).get("digest", ""), str), "data.digest", "is no text")
    _each(scores, "files", lambda digest: isinstance(digest, str), "is no digest")
    _want(_is_number_or_none(scores.get("Fallback")), "Fallback", "is no number")
    counts, rests_on = scores.get("counts", {}), scores.get("rests_on", {})
    _want(isinstance(rests_on.get("rows", ""), str), "rests_on.rows", "is no text")
    for holder, name in (
        (scores, "n"),
        (scores, "left_out"),
        (counts, "samples"),
        (counts, "failed"),
        (counts, "reader_errors"),
        (counts, "cut_replies"),
        (counts, "refused"),
        (rests_on, "n"),
    ):
        _want(_is_count(holder.get(name, 0)), name, "is no count")
    _want(not scores.get("left_out") or {"n", "samples"} <= {*scores, *counts}, "left_out", "stands without n, samples")
    _want(isinstance(scores.get("warnings", []), list), "warnings", "is no list")
    _want(all(isinstance(text, str) for text in scores.get("warnings", [])), "warnings", "holds more than texts")
    details = scores.get("details", {})
    _want(isinstance(details.get("explanation", ""), str), "details.explanation", "is no text")
    if details.get("random") is not None:
        _each(details, "random", _is_number_or_none, "is no number")


def _each(holder: dict[str, Any], key: str, right: Callable[[Any], bool], wrong: str, needed: bool = False) -> None:
    values = holder.get(key, None if needed else {})
    _want(isinstance(values, dict), key, "is no object")
    for name, value in (values or {}).items():
        _want(right(value), f"{key}.{name}", wrong)


def _want(right: bool, where: str, wrong: str) -> None:
    if not right:
        raise DataError(f"{where} {wrong}")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300


def _is_number_or_none(value: Any) -> bool:
    return value is None or _is_number(value)


def _is_count(value: Any) -> bool:
    return _is_number(value) and math.isfinite(value) and value >= 0 and value == int(value)


def _is_interval(value: Any) -> bool:
    return value is None or (isinstance(value, list) and len(value) == 2 and all(map(_is_number_or_none, value)))


def _is_chance(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and all(_is_number(value.get(name)) for name in ("value", "low", "high"))
        and isinstance(value.get("mark", ""), str)
    )


def items_of(result: Result) -> pd.DataFrame:
    """The item table of a result, all text, by index.

    Raises:
        DataError: There is none, or it cannot be read.
    """
    import pandas as pd

    path = result.path.with_name(result.path.name.removesuffix(SCORES) + ITEMS)
    try:
        table = pd.read_csv(path, sep="\t", dtype=str, keep_default_na=False).set_index("index", drop=False)
        missing = [name for name in _ITEM_COLUMNS if name not in table]
        if missing or not table.index.is_unique:
            raise ValueError(f"the column {missing[0]} is missing" if missing else "a row stands twice")
        pd.to_numeric(table["score"].replace("", "0"))
    except (OSError, ValueError, KeyError) as error:
        raise DataError(f"{path}: no table of items ({error})") from error
    return table.rename_axis(None)
