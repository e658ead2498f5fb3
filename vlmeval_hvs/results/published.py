"""Published rows next to the rows of runs, and how a run compares with people.

A card's ``reference`` may hold ``rows`` (name to metrics, named as in score files), ``about``, ``notes`` (row to what
is wrong with it), ``tables`` (name of a published table to its metrics), ``overall`` (dataset to the metric that is
its ``Overall``) and ``sets`` (set to its own ``rows``). ``printed`` names a value of ``Overall`` by dataset: a
``table`` of the ``reference`` (row to value), or ``file``, ``table`` and ``column`` of a file with percents.
``people`` names people by dataset: ``metric``, measured on the run's rows, or a printed ``value`` (``low`` and
``high`` where known); ``of``, the run's metric that it is compared with (``Overall``); ``about``, who they were.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from vlmeval_hvs.files import bundled
from vlmeval_hvs.names import base_name, is_official
from vlmeval_hvs.registry import card_of, presentation_of, set_of
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import CHANCE_SIGNS, SIGNS, Declared, Row, Table, Value, value_of
from vlmeval_hvs.results.row_names import distinct_names, row_name, slug

MARGIN = 0.05  # how far below people the lower end of an interval may lie for a score to be at human level


def published_rows(dataset: str) -> dict[str, dict[str, float]]:
    """Published metrics by row to show next to a run on a dataset, ``Overall`` being that of the dataset.

    Demo sets and a user's own data have none: their questions are others.
    """
    reference = card_of(dataset).reference
    overall = reference.get("overall", {}).get(base_name(dataset))
    if overall is None or not is_official(dataset):
        return {}
    rows = reference.get("sets", {}).get(set_of(dataset), reference)["rows"]
    return {name: {**row, "Overall": row[overall]} for name, row in rows.items() if overall in row}


def published_overall(dataset: str) -> dict[str, float]:
    """Published values of ``Overall`` by row: those of `published_rows`, else those that the card's ``printed`` names.

    Values of people are left out: the card names them as ``people``. Demo sets and own data have none.
    """
    card, rows = card_of(dataset), published_rows(dataset)
    where = card.printed.get(base_name(dataset))
    if rows or where is None or not is_official(dataset):
        return {name: row["Overall"] for name, row in rows.items()}
    if "file" not in where:
        return {name: value for name, value in card.reference[where["table"]].items() if not name.startswith("Human")}
    table, column = bundled(card.package, where["file"])[where["table"]], where["column"]
    return {name: row[column] / 100 for name, row in table.items() if column in row}


def published_tables(results: Sequence[Result]) -> list[Table]:
    """The tables that a card's ``reference`` names, for every set that was run; with published rows on released data.

    Of several runs of one row, the one on most rows counts.
    """
    reference = card_of(results[0].benchmark).reference if results else {}
    by_set: dict[str, list[Result]] = {}
    for result in results:
        if base_name(result.dataset) in reference.get("overall", {}):
            by_set.setdefault(set_of(result.dataset), []).append(result)
    found = [
        _next_to_published(own, f"{data_set}: {title}", metrics, reference)
        for data_set, own in by_set.items()
        for title, metrics in reference.get("tables", {}).items()
    ]
    return [table for table in found if table is not None]


def _next_to_published(
    own: Sequence[Result], title: str, metrics: Sequence[str], reference: Mapping[str, Any]
) -> Table | None:
    rows: dict[str, dict[str, Result]] = {}
    for name, result in sorted(zip(distinct_names(own), own, strict=True), key=lambda found: found[1].rows):
        whole = reference["overall"][base_name(result.dataset)] == "Overall"  # else that of one field
        held = [metric for metric in metrics if metric in result.metrics and (whole or metric != "Overall")]
        rows.setdefault(name, {}).update(dict.fromkeys(held, result))
    shown = [metric for metric in metrics if any(metric in held for held in rows.values())]
    columns = {metric.removesuffix("_Acc").replace("_", " "): (metric, metric, "") for metric in shown}
    table = Declared(slug(title.partition("(")[0]), title, columns).filled(sorted(rows.items()), signed=True)
    if table is None:
        return None
    widest = max(own, key=lambda result: result.rows)
    known = {name: Value(mean) for name, mean in (widest.scores.get("details", {}).get("random") or {}).items()}
    known |= {metric: Value(*chance) for metric, chance in widest.chances.items()}
    guessing = list(map(known.get, shown))
    lines = [Row("guessing", guessing, "chance")] if any(guessing) else []
    chances, published = presentation_of(widest.dataset).published_chances(), published_rows(widest.dataset)
    for name, row in published.items():
        signs = [SIGNS[chances[one].mark(row[one])] if one in chances and one in row else "" for one in shown]
        cells = [Value(row[one], sign=sign) if one in row else None for one, sign in zip(shown, signs, strict=True)]
        lines.append(Row(name, cells, "published"))
    notes = caution_notes(own, shown)
    if any(result.chances for result in own):
        where = "on the published test set" if chances else "not known, so that they have no sign"
        notes.append(CHANCE_SIGNS + (f" (published rows: {where})" if published else ""))
    notes += [f"{name} {note}" for name, note in reference.get("notes", {}).items() if name in published]
    return replace(table, rows=[*table.rows, *lines], notes=notes, results=[one for one in own if one in table.results])


def caution_notes(results: Sequence[Result], metrics: Sequence[str] = ()) -> list[str]:
    """What the stars of values say, for some metrics or all; metrics with the same caution share a sentence."""
    notes = []
    for result in results:
        by_text: dict[str, list[str]] = {}
        for name in metrics or result.metrics:
            if name in result.metrics and (text := result.caution(name)):
                by_text.setdefault(text, []).append(name)
        who = f"* {row_name(result)} on {result.dataset}"
        notes += [f"{who}, {', '.join(names)}: {text}" for text, names in by_text.items()]
    return notes


@dataclass(frozen=True)
class HumanLevel:
    """What people reach."""

    value: float  # their score
    low: float | None  # where its 95 % interval begins; None where that is not known
    high: float | None  # where it ends
    published: bool  # whether a paper printed it, for other rows than the run's; else it was measured on the run's rows
    about: str  # who they were, in words
    of: str = "Overall"  # the run's metric that it is compared with

    def standing(self, interval: tuple[float, float] | None) -> str:
        """How a run compares, from the 95 % interval of its metric; "" without one.

        Intervals that overlap leave it open which is higher; a run is at human level all the same where it lies no
        more than `MARGIN` below people.
        """
        if interval is None:
            return ""
        low, high = (self.value if end is None else end for end in (self.low, self.high))
        if high < interval[0]:
            return "above human level"
        if interval[1] < low:
            return "below human level"
        return "at human level" if interval[0] >= self.value - MARGIN else "not distinguishable from humans"


def human_level(result: Result) -> HumanLevel | None:
    """The people that the card of a run's benchmark names for its dataset; None where it names none.

    What a paper printed holds for its own rows: demo sets and own data have no such value.
    """
    known = card_of(result.dataset).people.get(base_name(result.dataset))
    if known is None or result.validity == "invalid":
        return None
    about, of, printed = str(known.get("about", "")), str(known.get("of", "Overall")), "metric" not in known
    if printed:
        found = (
            Value(float(known["value"]), known.get("low"), known.get("high")) if is_official(result.dataset) else None
        )
    else:
        found = value_of(result, known["metric"])
    return HumanLevel(*found[:3], printed, about, of) if found else None
