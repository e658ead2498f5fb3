"""Reads and checks the score files of finished runs and their item tables."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
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

_FORMS: dict[type, tuple[str, ...]] = {
    str: ("model", "dataset", "benchmark", "reading", "validity", "validity_reason", "provenance", "wording"),
    dict: ("metrics", "intervals", "chances", "cautions", "counts", "details", "settings", "files", "data", "rests_on"),
    list: ("warnings",),
    int: ("n", "left_out"),
}
"""Types of the values of a score file, where they exist."""


@dataclass(frozen=True)
class Result:
    """One model on one dataset."""

    model: str  # model name, from the prediction file's name
    dataset: str  # dataset name, with ``@label`` and ``_DEMO`` where used
    benchmark: str  # the benchmark it belongs to
    path: Path  # score file
    scores: dict[str, Any]  # its content
    stale: str = ""  # why the score file no longer matches its run; "" where it does

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
        """Number of rows that ``Overall`` counts; in files of earlier versions the number of scored rows."""
        found = self.scores.get("rests_on", self.scores).get("n")
        return None if found is None else int(found)

    @property
    def shares(self) -> dict[str, float]:
        """Known shares of the rows that are ``unread``, ``cut`` at the token limit, or ``refused``."""
        counts = self.scores.get("counts", {})
        found = {"cut": counts.get("cut_replies"), "refused": counts.get("refused")}
        shares = {name: count / self.rows for name, count in found.items() if count is not None and self.rows}
        unread = self.scores.get("Fallback")
        return shares if unread is None else {"unread": unread, **shares}

    @property
    def metrics(self) -> dict[str, float]:
        """Flat metrics that have a value; none of an invalid result."""
        if self.validity == "invalid":
            return {}
        return {name: value for name, value in self.scores.get("metrics", {}).items() if value is not None}

    @property
    def chances(self) -> dict[str, Chance]:
        """Chance by metric."""
        found = self.scores.get("chances", {})
        return {name: Chance(chance["value"], chance["low"], chance["high"]) for name, chance in found.items()}

    def marked(self, metric: str) -> str:
        """``above chance``, ``inside chance`` or ``below chance``; "" where chance is not known."""
        mark = self.scores.get("chances", {}).get(metric, {}).get("mark")
        return f"{mark} chance" if mark else ""

    def caution(self, metric: str) -> str:
        """Why a metric's value means less than it seems; "" where it does not."""
        return str(self.scores.get("cautions", {}).get(metric, ""))

    def interval(self, metric: str) -> tuple[float, float] | None:
        """95 % interval of a metric, where the scoring gave one."""
        pair = self.scores.get("intervals", {}).get(metric)
        return (pair[0], pair[1]) if pair and None not in pair else None


def shares(result: Result) -> list[str]:
    """Shares of rows that limit what a score means: ``53 % unread``, ``20 % cut``, ``5 % refused``.

    Shares up to 2 % are not shown, except the unread share where ``Overall`` is below chance.
    """
    below = result.marked("Overall") == "below chance"
    found = result.shares.items()
    return [f"{100 * share:.0f} % {name}" for name, share in found if share > NOTED or (name == "unread" and below)]


def collect(work_dir: Path) -> list[Result]:
    """All results under a folder, benchmarks and datasets in the order of cards, models by name, then by settings.

    Of several for one model, dataset and settings the newest counts. A `DataError` where there is no folder or result.
    """
    if not work_dir.is_dir():
        raise DataError(f"{work_dir}: no such folder")
    newest: dict[tuple[str, str, str], Result] = {}
    paths = {path.resolve() for path in work_dir.rglob(f"*{SCORES}")}
    for path in sorted(paths, key=lambda path: (path.stat().st_mtime, path)):
        try:
            result = read_result(path)
        except DataError as error:
            logger.warning("%s; skipped", printable(str(error)))
            continue
        settings = json.dumps(result.scores.get("settings", {}), sort_keys=True, default=str)
        key = result.model, result.dataset, settings
        models = [(one.scores.get("run") or {}).get("model") or {} for one in (newest.get(key, result), result)]
        if unlike := model_differences(*models):
            logger.warning(
                "%s on %s: only the newest run is shown; the earlier one had %s. `ask --as NAME` keeps both",
                *(printable(result.model), result.dataset, printable("; ".join(unlike))),
            )
        newest[key] = result
    if not newest:
        raise DataError(f"{work_dir}: no result of a vlmeval_hvs benchmark (*{SCORES}) in this folder")
    order = [name for card in all_cards() for name in card.dataset_names]
    known = {name: place for place, name in enumerate(order)}

    def place(key: tuple[str, str, str]) -> tuple[Any, ...]:
        return known.get(key[1].split("@", 1)[0], len(known)), key[1], key

    return [newest[key] for key in sorted(newest, key=place)]


def read_result(path: Path) -> Result:
    """The result of a score file of this version or an older one, checked against the files of its run.

    Values have the forms that tables rely on: a metric is a finite number or None, the dataset one of its benchmark. A
    `DataError` names the key that has not.
    """
    scores = read_json(path)
    if wrong := _wrong(scores):
        raise DataError(f"{path} is not a score file: {wrong}")
    changed = changed_files(path.parent, scores.get("files") or {})
    stale = f"{', '.join(changed)} changed after the scoring; score it again" if changed else ""
    dataset = with_colon(scores["dataset"])
    return Result(scores["model"], dataset, scores["benchmark"], path, {**scores, "dataset": dataset}, stale)


def result_at(place: Path) -> Result:
    """The result that a score file, item file or prediction file belongs to; a `DataError` where it has none."""
    if not place.exists():
        raise DataError(f"{place}: no such file or folder")
    ending = next((known for known in (SCORES, ITEMS) if place.name.endswith(known)), place.suffix)
    try:
        return read_result(place.with_name(place.name.removesuffix(ending) + SCORES))
    except DataError as error:
        raise DataError(f"{place}: no scored run ({error})") from error


def usable(results: Iterable[Result]) -> list[Result]:
    """The results that are not invalid; a logged warning names each invalid one."""
    found = []
    for result in results:
        if result.validity == "invalid":
            logger.warning("%s on %s is skipped as invalid: %s", result.model, result.dataset, result.reason)
        else:
            found.append(result)
    return found


def exit_status(validities: Iterable[str]) -> int:
    """Exit status of a command: 1 when a result is invalid, else 2 when one is partial, else 0."""
    found = set(validities)
    return 1 if "invalid" in found else 2 if "partial" in found else 0


def _wrong(scores: Any) -> str:
    """What keeps a value from being the content of a score file; "" for nothing."""
    if not isinstance(scores, dict):
        return "it is not a JSON object"
    missing = [name for name in ("model", "dataset", "benchmark", "metrics") if name not in scores]
    wrong = [name for form, names in _FORMS.items() for name in names if not isinstance(scores.get(name, form()), form)]
    if missing or wrong:
        return f"{missing[0]} is missing" if missing else f"{wrong[0]} has the wrong type"
    try:
        card = card_of(scores["dataset"])
    except DataError as error:
        return str(error)
    if card.name != scores["benchmark"] or base_name(scores["dataset"]) not in card.datasets:
        return f"dataset must be a dataset of {scores['benchmark']}"
    ends = [end for pair in scores.get("intervals", {}).values() for end in pair or ()]
    for value in (*scores["metrics"].values(), scores.get("Fallback"), *ends):
        number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300
        if value is not None and not number:
            return "metrics and intervals must be numbers or null"
    for chance in scores.get("chances", {}).values():
        if not isinstance(chance, dict) or {"value", "low", "high"} - chance.keys():
            return "chances must have value, low and high"
    return ""


def items_of(result: Result) -> pd.DataFrame:
    """The item table of a result, all text, by index; a `DataError` where it cannot be read."""
    import pandas as pd

    path = result.path.with_name(result.path.name.removesuffix(SCORES) + ITEMS)
    try:
        table = pd.read_csv(path, sep="\t", dtype=str, keep_default_na=False).set_index("index", drop=False)
        missing = [name for name in ("reply", *READ, "failed") if name not in table]
        if missing or not table.index.is_unique:
            raise ValueError(f"the column {missing[0]} is missing" if missing else "a row occurs twice")
        pd.to_numeric(table["score"].replace("", "0"))
    except (OSError, ValueError, KeyError) as error:
        raise DataError(f"{path}: no table of items ({error})") from error
    return table.rename_axis(None)
