"""Published rows next to the rows of runs, and where a run stands to people.

A card's ``reference`` may hold ``rows`` (name to metrics, named as in score files), ``about``, ``notes`` (row to what
is wrong with it), ``tables`` (name of a published table to its metrics), ``overall`` (dataset to the metric that is
its ``Overall``) and ``sets`` (set to its own ``rows``, where there are some for each set).

A card's ``people`` names a value of people by dataset: ``metric``, a metric of the run that was measured on its own
rows, or ``value``, which a paper printed (``low`` and ``high`` where its interval is known); ``of``, the run's metric
that it stands beside (``Overall`` when left out); ``about``, who the people were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vlmeval_hvs.files import bundled
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.names import base_name, is_official
from vlmeval_hvs.registry import card_of, presentation_of, set_of
from vlmeval_hvs.results.collect import Result, shares
from vlmeval_hvs.results.row_names import row_name
from vlmeval_hvs.results.table_formats import Grid, number

SIGNS = {"above": "+", "inside": "=", "below": "-"}
"""Signs of a mark, for narrow tables."""

STAR = "*"
"""Sign of a value that means less than it seems (`vlmeval_hvs.results.contract.ScoreReport.cautions`)."""

MARGIN = 0.05
"""How far below people the lower end of an interval may lie for a score to be at human level."""

ABOVE, AT, BELOW = "above human level", "at human level", "below human level"

UNTOLD = "not told from human level"


def published_rows(dataset: str) -> dict[str, dict[str, float]]:
    """Published metrics by row that can stand next to a run on a dataset, ``Overall`` being that of the dataset.

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

    ``printed`` holds for a dataset ``table``, a table of the card's ``reference`` (row to value), or ``file``,
    ``table`` and ``column``: a file of the package with tables of percents. Values of people are left out: the card
    names them as ``people``. Demo sets and own data have none.
    """
    rows = published_rows(dataset)
    if rows:
        return {name: row["Overall"] for name, row in rows.items()}
    card = card_of(dataset)
    where = card.printed.get(base_name(dataset))
    if where is None or not is_official(dataset):
        return {}
    if "file" not in where:
        return {name: value for name, value in card.reference[where["table"]].items() if not name.startswith("Human")}
    table, column = bundled(card.package, where["file"])[where["table"]], where["column"]
    return {name: row[column] / 100 for name, row in table.items() if column in row}


def published_grids(results: Sequence[Result], dataset: str) -> list[Grid]:
    """Published tables with the rows of runs above theirs: those that share a metric with the runs.

    Args:
        results: Runs; those on other datasets are not looked at.
        dataset: Name of a dataset.
    """
    own = [result for result in results if result.dataset == dataset]
    rows, tables = published_rows(dataset), card_of(dataset).reference.get("tables", {})
    grids = []
    for title, metrics in tables.items() if rows else ():
        shown = [name for name in metrics if any(name in result.metrics for result in own)]
        if shown:
            lines, notes = _lines(own, rows, shown), [*caution_notes(own, shown), *_notes(own, dataset)]
            grids.append(Grid(f"{dataset}: next to {title}", ["row", *shown], lines, notes))
    return grids


def _lines(own: Sequence[Result], rows: dict[str, dict[str, float]], metrics: list[str]) -> list[list[str]]:
    lines = [[", ".join([row_name(result), *shares(result)]), *_run_cells(result, metrics)] for result in own]
    asked = _widest(own)
    expected = asked.scores.get("details", {}).get("random")
    if expected:
        lines.append(["a random guesser on these rows", *cells(expected, metrics, {})])
    chances = _published_chances(asked.dataset)
    return lines + [[f"{name} (published)", *cells(row, metrics, chances)] for name, row in rows.items()]


def _published_chances(dataset: str) -> dict[str, Chance]:
    """What guessing gives on the rows that the published ones were asked, ``Overall`` being that of the dataset."""
    known = presentation_of(dataset).published_chances()
    overall = card_of(dataset).reference.get("overall", {}).get(base_name(dataset))
    return {**known, "Overall": known[overall]} if overall in known else known


def _run_cells(result: Result, metrics: Sequence[str]) -> list[str]:
    texts = cells(result.metrics, metrics, result.chances)
    return [starred(result, name, text) for name, text in zip(metrics, texts, strict=True)]


def starred(result: Result, metric: str, text: str) -> str:
    """A cell, with a star where the metric's value means less than it seems."""
    return f"{text}{STAR}" if text and result.caution(metric) else text


def caution_notes(results: Sequence[Result], metrics: Sequence[str] = ()) -> list[str]:
    """What the stars of `starred` say, for some metrics or all; metrics with the same caution share a sentence."""
    notes = []
    for result in results:
        by_text: dict[str, list[str]] = {}
        for name in metrics or result.metrics:
            if name in result.metrics and (text := result.caution(name)):
                by_text.setdefault(text, []).append(name)
        who = f"{STAR} {row_name(result)} on {result.dataset}"
        notes += [f"{who}, {', '.join(names)}: {text}" for text, names in by_text.items()]
    return notes


def cells(values: Mapping[str, float], metrics: Sequence[str], chances: Mapping[str, Chance]) -> list[str]:
    """A row's values with the signs of their marks; "" where it has none."""
    texts = []
    for name in metrics:
        value = values.get(name)
        sign = f" {SIGNS[chances[name].mark(value)]}" if value is not None and name in chances else ""
        texts.append("" if value is None else f"{number(value)}{sign}")
    return texts


def _widest(own: Sequence[Result]) -> Result:
    """The run that was asked the most rows."""
    return max(own, key=lambda result: result.rows)


def _notes(own: Sequence[Result], dataset: str) -> list[str]:
    notes = []
    if any(result.chances for result in own):
        known = _published_chances(dataset)
        rows = "on the published test set" if known else "not known, so that they have no sign"
        notes.append(
            f"+ above, = inside, - below the 95 % range of chance, on a run's own rows (published rows: {rows})"
        )
    reference = card_of(dataset).reference
    return [*notes, *(f"{name} {note}" for name, note in reference.get("notes", {}).items())]


@dataclass(frozen=True)
class HumanLevel:
    """What people reach.

    Attributes:
        value: Their score.
        low: Where its 95 % interval begins; None where that is not known.
        high: Where it ends.
        published: Whether a paper printed it, for other rows than the run's; else it was measured on the run's rows.
        about: Who they were, in words.
        of: The run's metric that it stands beside.
    """

    value: float
    low: float | None
    high: float | None
    published: bool
    about: str
    of: str = "Overall"

    def standing(self, interval: tuple[float, float] | None) -> str:
        """Where a run stands, from the 95 % interval of its metric; "" without one.

        Intervals that overlap leave it open which is higher; a run is at human level all the same where it lies no
        more than `MARGIN` below people.
        """
        if interval is None:
            return ""
        low, high = (self.value if end is None else end for end in (self.low, self.high))
        if high < interval[0]:
            return ABOVE
        if interval[1] < low:
            return BELOW
        return AT if interval[0] >= self.value - MARGIN else UNTOLD


def human_level(result: Result) -> HumanLevel | None:
    """The people that the card of a run's benchmark names for its dataset; None where it names none.

    What a paper printed holds for its own rows: demo sets and own data have no such value.
    """
    known = card_of(result.dataset).people.get(base_name(result.dataset))
    if known is None or result.validity == "invalid":
        return None
    about, of = str(known.get("about", "")), str(known.get("of", "Overall"))
    if "metric" not in known:
        printed = HumanLevel(float(known["value"]), known.get("low"), known.get("high"), True, about, of)
        return printed if is_official(result.dataset) else None
    value = result.metrics.get(known["metric"])
    low, high = result.interval(known["metric"]) or (None, None)
    return None if value is None else HumanLevel(value, low, high, False, about, of)
