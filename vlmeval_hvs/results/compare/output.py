"""Comparisons as tables for people and as JSON."""

from collections.abc import Sequence
from typing import Any

from vlmeval_hvs.results.compare.pairs import Cell, Comparison, count_tests, differences_in_words
from vlmeval_hvs.results.table_formats import Grid, number
from vlmeval_hvs.results.tables import caveats

HEAD = ["n", "first", "second", "difference", "95 % interval", "first higher", "lower", "p", "p (Holm)"]


def grids(pairs: Sequence[Comparison], changed: int) -> list[Grid]:
    """Tables of all pairs, with at most ``changed`` changed rows per pair."""
    found = []
    for pair in pairs:
        runs = (pair.first, pair.second)
        names = [run.name + (f" ({', '.join(own)})" if (own := caveats(run.result)) else "") for run in runs]
        for column, cells in pair.slices.items():
            rows = [[name, *_cells(cell)] for name, cell in cells.items()]
            title, notes = ("", []) if column else (" - ".join(names), pair_notes(pair))
            found.append(Grid(title, [column, *HEAD], rows, notes))
        if changed and pair.changed:
            found.append(_changed(pair, changed))
    return found


def about_tests(pairs: Sequence[Comparison]) -> list[str]:
    """Sentences on the tests of all pairs and their correction."""
    overall = sum(pair.tested for pair in pairs)
    within = " + ".join(str(count_tests([pair]) - pair.tested) for pair in pairs)
    drawn = any(not cell.exact for pair in pairs for cell in pair.cells.values())
    return [
        "p: random signs of whole units, first and second exchanged"
        + ("; 9,999 drawn patterns of signs where they cannot be counted exactly." if drawn else ", counted exactly."),
        f"p (Holm): the overall differences are one family of tests ({overall}), the slices and metrics of each pair "
        f"are another ({within}).",
    ]


def pair_notes(pair: Comparison) -> list[str]:
    """Sentences on the rows, units and differences of one pair."""
    total, unit = pair.total, f"Intervals and tests are clustered by {pair.cluster}"
    rows = f"Scores of the {pair.reading} reading. {unit} ({total.clusters} clusters, {total.n} rows)." if total else ""
    found = {
        rows or f"The runs share no scored row. Metrics of the {pair.reading} reading. {unit}.": True,
        f"Only in the first: {pair.only_first} rows; only in the second: {pair.only_second}.": pair.only_first
        or pair.only_second,
        f"{pair.unweighted} common rows do not count in the headline, and are not compared.": pair.unweighted,
        f"Compared across: {differences_in_words(pair.across)}.": pair.across,
        f"Also different: {differences_in_words(pair.harmless)}.": pair.harmless,
        "There is no interval and no test, because all rows share one unit.": total is not None and total.p is None,
    }
    partial = [run for run in (pair.first, pair.second) if run.result.validity == "partial"]
    notes = [words for words, holds in found.items() if holds]
    return notes + [f"{run.name} is partial: {run.result.reason}." for run in partial]


def as_json(pairs: Sequence[Comparison]) -> dict[str, Any]:
    """Everything, as plain data."""
    return {"tests": count_tests(pairs), "notes": about_tests(pairs), "pairs": list(map(_pair, pairs))}


def _pair(pair: Comparison) -> dict[str, Any]:
    slices = {column: {name: cell._asdict() for name, cell in own.items()} for column, own in pair.slices.items()}
    first, second = (
        {name: getattr(run.result, name) for name in ("model", "dataset", "validity")}
        | {"path": str(run.result.path), "Overall": run.scores.get("Overall"), "marks": caveats(run.result)}
        | {"settings": run.scores["settings"]}
        for run in (pair.first, pair.second)
    )
    return {
        "first": first, "second": second, "digest": pair.first.scores["digest"], "unit": pair.cluster,
        **{name: getattr(pair, name) for name in ("reading", "only_first", "only_second", "across")},
        "told": pair.harmless, "metrics": slices.pop(""), "slices": slices,
        "changed": [row._asdict() for row in pair.changed], "notes": pair_notes(pair),
    }  # fmt: skip


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
    lines = []
    for row in (*up[:ahead], *down[: most - ahead]):
        texts = [text if len(text) <= 40 else f"{text[:39]}…" for text in (*row.answers, row.truth)]
        lines.append([row.row, number(row.first), number(row.second), *texts])
    head = ["changed row", "first", "second", "first's answer", "second's answer", "right answer"]
    left = len(pair.changed) - len(lines)
    return Grid("", head, lines, [f"{left} more changed rows: --changed {len(pair.changed)}."] if left else [])
