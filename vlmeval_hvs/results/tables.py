"""Results as tables: scores of all runs, runs with their settings, metrics of a dataset, tables for papers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.names import did_you_mean
from vlmeval_hvs.registry import presentation_of
from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series, Standing
from vlmeval_hvs.results.collect import Result, shares, usable
from vlmeval_hvs.results.files import is_verified
from vlmeval_hvs.results.paper_tables import (
    CHANCE_SIGNS,
    COUNT,
    OTHER,
    Column,
    Row,
    Style,
    Table,
    Value,
    kind_of,
    renamed,
    value_of,
)
from vlmeval_hvs.results.published import caution_notes, published_overall, published_rows
from vlmeval_hvs.results.row_names import column, differing, distinct_names, free_name, row_name, slug
from vlmeval_hvs.results.table_formats import Grid

OTHER_ROWS = "other rows"
OTHER_ROWS_MEANS = f"{OTHER_ROWS}: not the questions that most scores on this dataset rest on; do not compare them"


def overall_table(benchmark: str, results: Sequence[Result]) -> Table:
    """``Overall`` of each run on each dataset, next to guessing, people and published rows.

    A run with options other than the dataset's own is a row of its own, and so is one with a ``@label``. Runs without
    ``Overall`` have the text ``n/a``.
    """
    shown, apart = presentation_of(benchmark), on_other_rows(results)
    runs: dict[tuple[str, str], dict[str, Value | str]] = {}
    others: dict[tuple[str, str], dict[str, Value | str]] = {}
    for name, result in sorted(zip(distinct_names(results), results, strict=True), key=lambda one: one[1].rows):
        dataset, people, chance = column(result), shown.human_level(result), result.chances.get("Overall")
        value = value_of(result, "Overall", signed=True)
        none = " ".join(["n/a", *(caveats(result) if result.metrics else [])])
        cell = value._replace(words=meaning(result, apart)) if value else none
        runs.setdefault((name, kind_of(result)), {})[dataset] = cell
        if chance:
            others.setdefault(("guessing", "chance"), {})[dataset] = Value(*chance)
        if people and people.of == "Overall":
            who = "people (published)" if people.published else "people"
            others.setdefault((who, "human"), {})[dataset] = Value(people.value, people.low, people.high)
    datasets = list(dict.fromkeys(map(column, results)))
    for dataset in datasets:
        for name, row in published_rows(dataset).items():
            others.setdefault((name, "published"), {})[dataset] = Value(row["Overall"])
    rows = [
        Row(name, [cells.get(one) for one in datasets], kind)
        for (name, kind), cells in [*sorted(runs.items()), *others.items()]
    ]
    own = [one for one in results if "Overall" in one.metrics]
    marked: dict[str, list[str]] = {}
    for one in own:
        for mark in caveats(one, apart):
            marked.setdefault(mark, []).append(f"{row_name(one)} on {one.dataset}")
    notes = [f"{mark}: {'all runs' if len(own) == len(results) else ', '.join(own)}" for mark, own in marked.items()]
    notes = [CHANCE_SIGNS, *notes, *caution_notes(results, ["Overall"]), *_notes(results)]
    columns = [Column(dataset, shown.unit) for dataset in datasets]
    return Table(f"{slug(benchmark)}-overall", f"{benchmark}: Overall", columns, rows, notes, own)


def leaderboards(results: Sequence[Result]) -> list[Grid]:
    """The `overall_table` of every benchmark, with what the scoring says of each run in words."""
    grids = []
    for benchmark, own in by_benchmark(results).items():
        table = overall_table(benchmark, own)
        grid = table.grid(inline=True)
        explained = [(one, one.scores.get("details", {}).get("explanation")) for one in own]
        notes = [f"{row_name(one)} on {one.dataset}: {text}" for one, text in explained if text]
        lines = [grid.head, *grid.rows]
        if len(grid.head) > len(lines):  # the narrower table is easier to read
            lines = [*map(list, zip(["dataset", *grid.head[1:]], *grid.rows, strict=True))]
        grids.append(Grid(f"{grid.title} [95 % interval]", lines[0], lines[1:], [*table.notes[1:], *notes]))
    return grids


def by_benchmark(results: Sequence[Result]) -> dict[str, list[Result]]:
    """Runs by their benchmark."""
    names = dict.fromkeys(result.benchmark for result in results)
    return {name: [result for result in results if result.benchmark == name] for name in names}


def benchmark_charts(benchmark: str, results: Sequence[Result]) -> list[Chart]:
    """The charts of a benchmark's papers and ``Overall`` by dataset, with shares of unread, cut and refused replies."""
    charts = list(presentation_of(benchmark).charts(results))
    for dataset in dict.fromkeys(map(column, results)):
        overall = _overall_chart(dataset, [result for result in results if column(result) == dataset])
        charts += [overall] if overall else []
    odd = {f"{row_name(one)} on {one.dataset}": ", ".join(shares(one)) for one in results}
    notes = "; ".join(f"{name}: {found}" for name, found in odd.items() if found)
    return [replace(chart, about=f"{chart.about} {notes}.".lstrip()) for chart in charts] if notes else charts


def _overall_chart(dataset: str, results: Sequence[Result]) -> Chart | None:
    """``Overall`` of all runs on a dataset, whatever their labels, with people and published rows."""
    marks: list[tuple[Standing, Mark]] = []
    for name, one in zip(distinct_names(results), results, strict=True):
        if value := value_of(one, "Overall"):
            marks.append(("run", Mark(value.value, name, value.low, value.high, one.n)))
    if not marks:
        return None
    published = published_overall(dataset).items()
    marks += [("published", Mark(float(value), f"{name} (published)")) for name, value in published]
    own = [one for one in results if "Overall" in one.metrics]
    levels = [(one.n or 0, presentation_of(one.dataset).human_level(one)) for one in own]
    _, people = max((found for found in levels if found[1]), key=lambda found: found[0], default=(0, None))
    about = "Overall with its 95 % interval."
    if people and people.of == "Overall":
        name = "People (published)" if people.published else "People"
        marks.append(("human", Mark(people.value, name, people.low, people.high, note=people.about)))
        about += f" People: {people.about}."
    marks.sort(key=lambda one: -float(one[1].x or 0))
    series = tuple(Series(str(mark.y), standing, (mark,)) for standing, mark in marks)
    chances = [chance for one in own if (chance := one.chances.get("Overall"))]
    bands = tuple(Band(one.low, one.high, one.value) for one in chances[:1])
    shares = all(0 <= float(mark.x or 0) <= 1 for _, mark in marks)
    x, y = Axis("Overall", *((0, 1) if shares else ())), Axis("", names=tuple(one.name for one in series))
    return Chart(f"overall-{slug(dataset)}", "dots", dataset, about, x, y, series, bands)


def brief_grid(results: Sequence[Result]) -> Grid:
    """One line for every run, short enough for 80 columns: ``Overall``, its interval, and where guessing is."""
    rows, apart = [], on_other_rows(results)
    for result in results:
        value = value_of(result, "Overall")
        words = meaning(result, apart).replace(" chance", "", 1)
        score = value._replace(words=words) if value else f"n/a ({result.reason or result.validity})"
        rows.append(Row(row_name(result), [result.dataset, score]))
    title = "Overall [95 % interval]; above, inside or below what guessing gives"
    notes = [OTHER_ROWS_MEANS] if apart else []
    columns = [Column("dataset", OTHER), Column("Overall", OTHER)]
    return Table("brief", title, columns, rows, notes).grid(Style(2), inline=True)


def metric_grid(results: Sequence[Result], dataset: str) -> Grid:
    """All metrics of one dataset: metrics in rows, models in columns, and what guessing gives where it is known."""
    own, apart = [result for result in results if result.dataset == dataset], on_other_rows(results)
    widest = max(own, key=lambda result: result.rows)
    expected = widest.scores.get("details", {}).get("random") or {}
    fullest = sorted(own, key=lambda result: -len(result.metrics))  # its order of metrics is the benchmark's
    rows = []
    for name in list(dict.fromkeys(name for result in fullest for name in result.metrics)) or ["Overall"]:
        values = [value_of(result, name) for result in own]
        cells: list[Value | str | None] = [
            value._replace(words=one.marked(name)) if value else "n/a" if one.validity == "invalid" else None
            for one, value in zip(own, values, strict=True)
        ]
        chance, mean = widest.chances.get(name), expected.get(name)
        if widest.chances:
            cells.append(Value(*chance) if chance else None if mean is None else Value(mean))
        rows.append(Row(name, cells))
    heads = [", ".join([row_name(result), *caveats_of_replies(result, apart)]) for result in own]
    heads += ["guessing [95 %]"] if widest.chances else []
    columns = [Column(head, OTHER) for head in heads]
    grid = Table("metrics", dataset, columns, rows, [*caution_notes(own), *_notes(own)]).grid(inline=True)
    return replace(grid, head=["metric", *heads])


def meaning(result: Result, apart: Collection[Path] = ()) -> str:
    """Facts about ``Overall``: ``below chance, n 220, 53 % unread``; arguments as for `caveats_of_replies`."""
    n = [] if result.n is None else [f"n {result.n}"]
    return ", ".join(filter(None, (result.marked("Overall"), *n, *caveats(result, apart))))


def caveats(result: Result, apart: Collection[Path] = ()) -> list[str]:
    """Facts that decide the meaning of a score, shown next to it; arguments as for `caveats_of_replies`."""
    return [*caveats_of_replies(result, apart), *trust_marks(result)]


def caveats_of_replies(result: Result, apart: Collection[Path]) -> list[str]:
    """Facts by which scores of one dataset mean different things: `shares` of replies, other rows (`on_other_rows`)."""
    return [*shares(result), *([OTHER_ROWS] if result.path in apart else [])]


def on_other_rows(results: Sequence[Result]) -> set[Path]:
    """Score files of the runs whose ``Overall`` rests on other rows than that of most runs on the same dataset.

    Of two kinds that are equally many, the one on more rows counts as the usual one.
    """
    apart, scored = set(), [result for result in results if "Overall" in result.metrics]
    for dataset in set(map(column, scored)):
        own = [result for result in scored if column(result) == dataset]
        digests = [result.scores.get("rests_on", {}).get("rows") for result in own]
        keys: list[Any] = [result.n for result in own] if None in digests else digests  # older files have no digest
        usual = max(keys, key=lambda key: (keys.count(key), own[keys.index(key)].n or 0))
        apart |= {result.path for result, key in zip(own, keys, strict=True) if key != usual}
    return apart


def trust_marks(result: Result) -> list[str]:
    """Words that a reader needs next to the number: ``partial``, ``no ledger``, ``verified``."""
    marks = {
        "partial": result.validity == "partial",
        "no ledger": result.scores.get("provenance") == "none",
        "verified": is_verified(result.path),
    }
    return [mark for mark, holds in marks.items() if holds]


def _notes(results: Sequence[Result]) -> list[str]:
    """What a reader has to know of runs."""
    notes = [OTHER_ROWS_MEANS] if on_other_rows(results) else []
    for result in results:
        who = f"{row_name(result)} on {result.dataset}: "
        if result.validity == "invalid":
            notes.append(f"{who}invalid, no score ({result.reason or 'no headline'})")
        elif result.reason:
            notes.append(f"{who}{result.validity}, {result.reason}")
    if any(result.scores.get("provenance") == "none" for result in results):
        notes.append("no ledger: the predictions were made elsewhere; nothing shows with which data and options")
    for dataset in dict.fromkeys(result.dataset for result in results):
        own = [result.scores for result in results if result.dataset == dataset and result.validity != "invalid"]
        if len({scores.get("data", {}).get("digest") for scores in own}) > 1:
            notes.append(f"{dataset}: the models were run on different builds of the data; do not compare them")
        if names := differing(own):
            notes.append(f"{dataset}: the models were run with different {', '.join(names)}; compare them with care")
    return notes


def runs_table(results: Sequence[Result]) -> Table:
    """A row for each run; its name holds the settings that are not usual."""
    apart, rows = on_other_rows(results), []
    for one in results:
        n, overall = None if one.n is None else Value(one.n), value_of(one, "Overall") or "n/a"
        known = (("reading", None), ("digest", 12), ("version", None))
        facts = [str(one.scores.get(name) or "")[:letters] for name, letters in known]
        notes = ", ".join([*(["invalid"] if one.validity == "invalid" else []), *caveats(one, apart)])
        rows.append(Row(row_name(one), [one.dataset, n, overall, *facts, notes]))
    heads = ("dataset", "n", "Overall", "reading", "data", "version", "notes")
    columns = [Column(head, COUNT if head == "n" else OTHER, 0) for head in heads]
    note = "The name of a run ends with its options; a run without options has the default settings of its dataset."
    return Table("runs", "Runs with their settings", columns, rows, [note])


def as_record(result: Result) -> dict[str, Any]:
    """One run: its headline, the data and settings behind it, and all metrics. An invalid run has no numbers."""
    scores, metrics = result.scores, {}
    for name, value in result.metrics.items():
        (low, high), chance = result.interval(name) or (None, None), result.chances.get(name)
        guessing = chance and {**chance._asdict(), "mark": chance.mark(value)}
        metrics[name] = {"value": value, "low": low, "high": high, "chance": guessing, "caution": result.caution(name)}
    own = ("benchmark", "dataset", "model", "n", "rows", "validity", "reason")
    return {
        **{name: getattr(result, name) for name in own}, "path": str(result.path),
        "score": result.metrics.get("Overall"),
        "interval": result.interval("Overall") if "Overall" in result.metrics else None,
        **{name: result.shares.get(name) for name in ("unread", "cut", "refused")},
        "left_out": scores.get("left_out", 0), "trust": trust_marks(result),
        **{name: scores.get(name) for name in ("reading", "digest", "version")},
        "settings": scores.get("settings", {}), "metrics": metrics, "warnings": scores.get("warnings", []),
    }  # fmt: skip


def all_tables(
    results: Sequence[Result], models: Sequence[str] = (), names: Mapping[str, str] | None = None
) -> list[Table]:
    """The tables of all benchmarks, with different names of files: Overall and the papers' tables; last, the runs.

    Invalid runs are only in the table of runs, without a score. ``models`` come first in the order given, and ``names``
    says what is printed for models, datasets and published rows; a DataError where two models would have one name.
    """
    names = names or {}
    printed = {one.model: names.get(one.model, one.model) for one in results}
    if len(set(printed.values())) < len(printed):
        raise DataError(f"--names: two models would have one name: {', '.join(sorted(printed.values()))}")
    results = [replace(one, model=printed[one.model]) for one in results]
    found: list[Table] = []
    for benchmark, own in by_benchmark(results).items():
        valid = usable(own)
        scored = [one for one in own if "Overall" in one.metrics]
        found += [overall_table(benchmark, scored)] if scored else []
        found += presentation_of(benchmark).tables(valid) if valid else []
    order = [printed[model] for model in models]

    def place(row: Row) -> int:
        labelled = (row.name == model or row.name.startswith((f"{model} ", f"{model}@")) for model in order)
        return next((at for at, own in enumerate(labelled) if own), len(order))

    others, taken = {name: text for name, text in names.items() if name not in printed}, set[str]()
    tables = [renamed(one, others) for one in [*found, runs_table(results)]]
    return [replace(one, rows=sorted(one.rows, key=place), name=free_name(one.name, taken)) for one in tables]


def nameable(results: Sequence[Result], tables: Sequence[Table]) -> set[str]:
    """Names that can be printed otherwise: those of models, datasets and published rows."""
    found = {row.name for table in tables for row in table.rows if row.kind == "published"}
    return found | {name for one in results for name in (one.model, one.dataset, column(one))}


def check_known(wrong: str, name: str, known: Collection[str]) -> None:
    """Refuse a name that is none of the known ones, with the one that is meant or with all of them."""
    if name not in known:
        raise DataError(wrong + did_you_mean(name, known, other="; there are " + ", ".join(sorted(known))))


def chosen(results: Sequence[Result], models: Sequence[str] | None, datasets: Sequence[str] | None) -> list[Result]:
    """The results of some models on some datasets, which may be named without their ``@label``; None: of all.

    A `DataError` where there is no result of one of them, or none of all.
    """
    for name in models or ():
        check_known(f"no result of the model {name}", name, {one.model for one in results})
    for name in datasets or ():
        check_known(f"no result on {name}", name, {name for one in results for name in (one.dataset, column(one))})
    found = [one for one in results if not models or one.model in models]
    found = [one for one in found if not datasets or {one.dataset, column(one)} & {*datasets}]
    if not found:
        raise DataError("no result of these models on these datasets")
    return found
