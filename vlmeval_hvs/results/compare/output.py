"""Comparisons as tables for people, as JSON and as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vlmeval_hvs.results.compare.pairs import DRAWN, MCNEMAR, SCORE, Cell, Comparison, count_tests
from vlmeval_hvs.results.compare.runs import Run, differences_in_words
from vlmeval_hvs.results.table_formats import Grid, csv_text, number
from vlmeval_hvs.results.tables import caveats

HEAD = ["n", "first", "second", "difference", "95 % interval", "first higher", "lower", "p", "p (Holm)"]

LONGEST = 40
"""Characters of an answer that a table shows."""


def grids(pairs: Sequence[Comparison], changed: int) -> list[Grid]:
    """Tables of all pairs.

    Args:
        pairs: What `vlmeval_hvs.results.compare.pairs.compare` gives.
        changed: Largest number of changed rows per pair.
    """
    found = []
    for pair in pairs:
        title = f"{run_label(pair.first)} - {run_label(pair.second)}"
        rows = [[name, *_cells(cell)] for name, cell in pair.metrics.items()]
        found.append(Grid(title, ["", *HEAD], rows, pair_notes(pair)))
        for column, groups in pair.slices.items():
            found.append(Grid("", [column, *HEAD], [[name, *_cells(cell)] for name, cell in groups.items()], []))
        if changed and pair.changed:
            found.append(_changed(pair, changed))
    return found


def run_label(run: Run) -> str:
    """Model and dataset, with the caveats of the result."""
    marks = ", ".join(caveats(run.result))
    return run.name + (f" ({marks})" if marks else "")


def about_tests(pairs: Sequence[Comparison]) -> list[str]:
    """Sentences on the tests of all pairs and their correction."""
    tests = sorted({cell.test for pair in pairs for _, _, cell in pair.cells() if cell.test})
    methods = {
        MCNEMAR: "McNemar's exact test where scores are 0 or 1 and every unit has one row",
        DRAWN: "9,999 drawn patterns of signs where they cannot be counted exactly",
    }
    how = [methods[test] for test in tests if test in methods]
    overall = sum(pair.tested for pair in pairs)
    within = " + ".join(str(count_tests([pair]) - pair.tested) for pair in pairs)
    return [
        f"p: random signs of whole units, first and second exchanged{'; ' + '; '.join(how) if how else ''}.",
        f"p (Holm): the overall differences are one family of tests ({overall}), the slices and metrics of each pair "
        f"are another ({within}).",
    ]


def pair_notes(pair: Comparison) -> list[str]:
    """Sentences on the rows, units and differences of one pair."""
    total = pair.total
    unit = f"Intervals and tests are clustered by {pair.cluster}"
    if total is None:
        found = [f"The runs share no scored row. Metrics of the {pair.reading} reading. {unit}."]
    else:
        found = [f"Scores of the {pair.reading} reading. {unit} ({total.clusters} clusters, {total.n} rows)."]
    if pair.only_first or pair.only_second:
        found.append(f"Only in the first: {pair.only_first} rows; only in the second: {pair.only_second}.")
    if pair.unweighted:
        found.append(f"{pair.unweighted} common rows do not count in the headline, and are not compared.")
    if pair.across:
        found.append(f"Compared across: {differences_in_words(pair.across)}.")
    if pair.harmless:
        found.append(f"Also different: {differences_in_words(pair.harmless)}.")
    if total is not None and total.p is None:
        found.append("There is no interval and no test, because all rows share one unit.")
    found += [
        f"{run.name} is partial: {run.result.reason}."
        for run in (pair.first, pair.second)
        if run.result.validity == "partial"
    ]
    if total is None:
        return found
    headlines = [run.scores.get("Overall") for run in (pair.first, pair.second)]
    own = all(run.scores["reading"] == pair.reading for run in (pair.first, pair.second))
    means = total.first, total.second
    if own and any(head is None or abs(head - mean) > 1e-9 for head, mean in zip(headlines, means, strict=True)):
        shown = " and ".join("n/a" if value is None else number(value) for value in headlines)
        found.append(f"The headlines are {shown}: they weigh rows differently, or count other rows.")
    return found


def as_json(pairs: Sequence[Comparison]) -> dict[str, Any]:
    """Everything, as plain data."""
    return {"tests": count_tests(pairs), "notes": about_tests(pairs), "pairs": [_pair(pair) for pair in pairs]}


def as_csv(pairs: Sequence[Comparison]) -> str:
    """One line per cell."""
    names = ["model_first", "dataset_first", "model_second", "dataset_second", "reading", "unit", "slice", "group"]
    rows: list[list[Any]] = [[*names, "metric", *Cell._fields]]
    for pair in pairs:
        runs = [part for run in (pair.first, pair.second) for part in (run.result.model, run.result.dataset)]
        for column, name, cell in pair.cells():
            where = [column, name, SCORE] if column else ["", "", name]
            rows.append([*runs, pair.reading, pair.cluster, *where, *cell])
    return csv_text(rows)


def _pair(pair: Comparison) -> dict[str, Any]:
    return {
        "first": _run(pair.first),
        "second": _run(pair.second),
        "digest": pair.first.scores["digest"],
        "reading": pair.reading,
        "unit": pair.cluster,
        "only_first": pair.only_first,
        "only_second": pair.only_second,
        "across": pair.across,
        "told": pair.harmless,
        "metrics": {name: cell._asdict() for name, cell in pair.metrics.items()},
        "slices": {
            column: {name: cell._asdict() for name, cell in cells.items()} for column, cells in pair.slices.items()
        },
        "changed": [row._asdict() for row in pair.changed],
        "notes": pair_notes(pair),
    }


def _run(run: Run) -> dict[str, Any]:
    result = run.result
    return {
        "model": result.model,
        "dataset": result.dataset,
        "path": str(result.path),
        "Overall": run.scores.get("Overall"),
        "validity": result.validity,
        "marks": caveats(result),
        "settings": run.scores["settings"],
    }


def _cells(cell: Cell) -> list[str]:
    interval = "" if cell.low is None or cell.high is None else f"{cell.low:+.4f} to {cell.high:+.4f}"
    tests = ["" if p is None else f"{p:.2g}" for p in (cell.p, cell.p_holm)]
    means = [number(cell.first), number(cell.second), f"{cell.difference:+.4f}"]
    return [str(cell.n), *means, interval, str(cell.higher), str(cell.lower), *tests]


def _changed(pair: Comparison, most: int) -> Grid:
    """Rows with different scores, as many of either direction as fit."""
    up = [row for row in pair.changed if row.first > row.second]
    down = [row for row in pair.changed if row.first < row.second]
    ahead = min(len(up), max(most // 2, most - len(down)))
    rows = [*up[:ahead], *down[: most - ahead]]
    lines = [
        [row.row, *(number(value) for value in (row.first, row.second)), *map(_short, row.answers), _short(row.truth)]
        for row in rows
    ]
    head = ["changed row", "first", "second", "first's answer", "second's answer", "right answer"]
    left = len(pair.changed) - len(rows)
    return Grid("", head, lines, [f"{left} more changed rows: --changed {len(pair.changed)}."] if left else [])


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
