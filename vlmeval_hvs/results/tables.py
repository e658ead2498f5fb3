"""Results as tables: leaderboards, runs with their settings, metrics of a dataset, tables for papers, plain data."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.names import did_you_mean
from vlmeval_hvs.registry import card_of, presentation_of
from vlmeval_hvs.results.charts import Chart, overall_chart
from vlmeval_hvs.results.collect import Result, shares, usable
from vlmeval_hvs.results.contract import ABOUT_READING, JUDGED
from vlmeval_hvs.results.files import is_verified
from vlmeval_hvs.results.paper_tables import (
    CHANCE_SIGNS,
    COUNT,
    OTHER,
    Column,
    Declared,
    Row,
    Table,
    Value,
    spelt,
    value_of,
)
from vlmeval_hvs.results.published import caution_notes, published_rows, starred
from vlmeval_hvs.results.row_names import column, differing, distinct_names, free_name, options_text, row_name, slug
from vlmeval_hvs.results.table_formats import Grid, csv_text, interval_text, number

_FIRST = 9
"""Metrics of a run that are printed at its end."""

_ABOUT = set(ABOUT_READING) - set(JUDGED)

OTHER_ROWS = "other rows"
OTHER_ROWS_MEANS = f"{OTHER_ROWS}: not the questions that most scores on this dataset rest on; do not compare them"

USUAL = "The name of a run ends with its options; a run without options has the default settings of its dataset."
"""How names of runs show their settings."""


def leaderboards(results: Sequence[Result]) -> list[Grid]:
    """One grid per benchmark: each model's ``Overall`` on each dataset, with its interval.

    A run with options other than the dataset's own is a row of its own, and so is one with a ``@label``.

    Models are in rows, unless there are more datasets than models: the narrower table is easier to read.
    """
    grids = []
    for benchmark in dict.fromkeys(result.benchmark for result in results):
        own = [result for result in results if result.benchmark == benchmark]
        datasets = list(dict.fromkeys(map(column, own)))
        names = distinct_names(own)
        apart = on_other_rows(own)
        cells = {(name, column(one)): _overall(one, apart) for name, one in zip(names, own, strict=True)}
        models = sorted(set(names))
        for dataset in datasets:
            for name, row in published_rows(dataset).items():
                cells[f"{name} (published)", dataset] = number(row["Overall"])
        models += [model for model in dict.fromkeys(model for model, _ in cells) if model not in models]
        if len(datasets) > len(models):
            head = ["dataset", *models]
            rows = [[dataset, *(cells.get((model, dataset), "") for model in models)] for dataset in datasets]
        else:
            head = ["model", *datasets]
            rows = [[model, *(cells.get((model, dataset), "") for dataset in datasets)] for model in models]
        notes = [*caution_notes(own, ["Overall"]), *_notes(own)]
        grids.append(Grid(f"{benchmark}: Overall [95 % interval]", head, rows, notes))
    return grids


def benchmark_grids(benchmark: str, results: Sequence[Result]) -> list[Grid]:
    """The tables of a benchmark's papers for runs that are not invalid."""
    return [table.grid(inline=True) for table in presentation_of(benchmark).tables(results)]


def benchmark_charts(benchmark: str, results: Sequence[Result]) -> list[Chart]:
    """The charts of a benchmark's papers and ``Overall`` by dataset, with shares of unread, cut and refused replies."""
    charts = presentation_of(benchmark).charts(results)
    for dataset in dict.fromkeys(map(column, results)):
        overall = overall_chart(dataset, [result for result in results if column(result) == dataset])
        charts = [*charts, *([overall] if overall else [])]
    notes = "; ".join(reply_notes(results))
    return [replace(chart, about=f"{chart.about} {notes}.".lstrip()) for chart in charts] if notes else charts


def reply_notes(results: Sequence[Result]) -> list[str]:
    """A note for each run with many replies that are unread, cut or refused."""
    return [f"{row_name(one)} on {one.dataset}: {', '.join(found)}" for one in results if (found := shares(one))]


def brief_grid(results: Sequence[Result]) -> Grid:
    """One line for every run, short enough for 80 columns: ``Overall``, its interval, and where guessing is."""
    rows, apart = [], on_other_rows(results)
    for result in results:
        score = f"n/a ({result.reason or result.validity})"
        if "Overall" in result.metrics:
            bounds = interval_text(result.interval("Overall"), "{:.2f}".format)
            score = f"{result.metrics['Overall']:.2f} {bounds} {meaning(result, apart).replace(' chance', '', 1)}"
        rows.append([result.dataset, row_name(result), " ".join(score.split())])
    title = "Overall [95 % interval]; above, inside or below what guessing gives"
    return Grid(title, ["dataset", "model", "Overall"], rows, [OTHER_ROWS_MEANS] if apart else [])


def result_grid(result: Result) -> Grid:
    """The first metrics of one run with intervals and guessing, in 80 columns, under the shares of odd replies."""
    names = [name for name in result.metrics if name not in _ABOUT and not name.endswith(("_paper", "_robust"))]
    rows = []
    for name in names[:_FIRST]:
        bounds, guessing = interval_text(result.interval(name), "{:.2f}".format), ""
        if chance := result.chances.get(name):
            guessing = f"{chance.value:.2f} {interval_text(chance[1:], '{:.2f}'.format)}"
        value = starred(result, name, number(result.metrics[name]))
        rows.append([name, value, bounds, guessing, result.marked(name).removesuffix(" chance")])
    shown = ", ".join(f"{share:.0%} {what}" for what, share in result.shares.items())
    counted = "" if result.n in (None, result.rows) else f"Overall counts {result.n} of them; "
    title = f"{result.rows} rows; {counted}replies: {shown}"
    more = [f"{len(names) - _FIRST} more metrics in the report"] if len(names) > _FIRST else []
    notes = [*caution_notes([result], names[:_FIRST]), *more]
    return Grid(title, ["metric", "value", "95 %", "guessing [95 %]", ""], rows, notes)


def metric_grid(results: Sequence[Result], dataset: str) -> Grid:
    """All metrics of one dataset: metrics in rows, models in columns, and what guessing gives where it is known."""
    own = [result for result in results if result.dataset == dataset]
    fullest = sorted(own, key=lambda result: -len(result.metrics))  # its order of metrics is the benchmark's
    names = list(dict.fromkeys(name for result in fullest for name in result.metrics))
    rows = [[name, *(_metric_cell(result, name) for result in own)] for name in names or ["Overall"]]
    apart = on_other_rows(results)
    head = ["metric", *(", ".join([row_name(result), *caveats_of_replies(result, apart)]) for result in own)]
    widest = max(own, key=lambda result: result.rows, default=None)
    if widest is not None and widest.chances:
        head.append("guessing [95 %]")
        expected = widest.scores.get("details", {}).get("random") or {}
        for row in rows:
            chance, mean = widest.chances.get(row[0]), expected.get(row[0])
            text = "" if mean is None else number(mean)
            row.append(f"{number(chance.value)} {interval_text(chance[1:])}" if chance else text)
    return Grid(dataset, head, rows, [*caution_notes(own), *_notes(own)])


def _metric_cell(result: Result, name: str) -> str:
    if name not in result.metrics:
        return "n/a" if result.validity == "invalid" else ""
    return f"{starred(result, name, number(result.metrics[name]))} {result.marked(name)}".strip()


def _overall(result: Result, apart: Collection[Path]) -> str:
    if "Overall" not in result.metrics:
        return " ".join(["n/a", *caveats(result)]) if result.metrics else "n/a"
    value = starred(result, "Overall", number(result.metrics["Overall"]))
    return " ".join(filter(None, (value, interval_text(result.interval("Overall")), meaning(result, apart))))


def meaning(result: Result, apart: Collection[Path] = ()) -> str:
    """Facts about ``Overall``: ``below chance, n 220, 53 % unread``; arguments as for `caveats_of_replies`."""
    n = [] if result.n is None else [f"n {result.n}"]
    return ", ".join(mark for mark in (result.marked("Overall"), *n, *caveats(result, apart)) if mark)


def caveats(result: Result, apart: Collection[Path] = ()) -> list[str]:
    """Facts that decide the meaning of a score, shown next to it; arguments as for `caveats_of_replies`."""
    return [*caveats_of_replies(result, apart), *trust_marks(result)]


def caveats_of_replies(result: Result, apart: Collection[Path]) -> list[str]:
    """Facts by which scores of one dataset mean different things: `shares` of replies, other rows.

    Args:
        result: The run.
        apart: Score files of the runs `on_other_rows`.
    """
    return [*shares(result), *([OTHER_ROWS] if result.path in apart else [])]


def on_other_rows(results: Sequence[Result]) -> set[Path]:
    """Score files of the runs whose ``Overall`` rests on other rows than that of most runs on the same dataset.

    Of two kinds that are equally many, the one on more rows counts as the usual one.
    """
    by_column: dict[str, list[Result]] = {}
    for result in results:
        if "Overall" in result.metrics:
            by_column.setdefault(column(result), []).append(result)
    apart = set()
    for own in by_column.values():
        digests = [result.scores.get("rests_on", {}).get("rows") for result in own]
        keys = list(map(_rows, own)) if None in digests else digests
        usual = max(keys, key=lambda key: (keys.count(key), own[keys.index(key)].n or 0))
        apart |= {result.path for result, key in zip(own, keys, strict=True) if key != usual}
    return apart


def _rows(result: Result) -> tuple[int, int, Any]:
    """Facts about the rows of a score that files of every version hold."""
    return result.rows, _left_out(result), result.scores.get("settings", {}).get("limit")


def trust_marks(result: Result) -> list[str]:
    """Words that a reader needs next to the number: ``partial``, ``no ledger``, ``verified``."""
    marks = ["partial"] if result.validity == "partial" else []
    if result.scores.get("provenance") == "none":
        marks.append("no ledger")
    if is_verified(result.path):
        marks.append("verified")
    return marks


def _left_out(result: Result) -> int:
    return int(result.scores.get("left_out", 0))


def _notes(results: Sequence[Result], explained: bool = True) -> list[str]:
    """What a reader has to know of runs; ``explained``: what their own scoring says of them, too."""
    notes = [OTHER_ROWS_MEANS] if on_other_rows(results) else []
    for result in results:
        counts, left_out, said = result.scores.get("counts", {}), _left_out(result), []
        if explained:
            said.append(result.scores.get("details", {}).get("explanation"))
        if result.validity == "invalid":
            said.append(f"invalid, no score ({result.reason or 'no headline'})")
        elif result.reason and "Overall" not in result.metrics:
            said.append(f"other metrics, but no Overall ({result.reason})")
        elif counts.get("failed"):
            said.append(f"{counts['failed']} samples failed and count as unanswered")
        if left_out:
            said.append(f"the model declined {left_out} rows, which are left out; its numbers are those of the others")
        if counts.get("reader_errors") and result.validity != "invalid":
            said.append(f"the reader of replies failed on {counts['reader_errors']} rows")
        notes += [f"{row_name(result)} on {result.dataset}: {text}" for text in said if text]
    if any(result.scores.get("provenance") == "none" for result in results):
        notes.append("no ledger: the predictions were made elsewhere; nothing shows with which data and options")
    if any(is_verified(result.path) for result in results):
        notes.append("verified: data, prompts and scores were reproduced bit for bit (`vlmeval-hvs verify`)")
    for dataset in sorted({result.dataset for result in results}):
        if len({one.scores.get("data", {}).get("digest") for one in results if one.dataset == dataset}) > 1:
            notes.append(f"{dataset}: the models were run on different builds of the data; do not compare them")
    return notes + _mixed(results)


def _mixed(results: Sequence[Result]) -> list[str]:
    """A note for every dataset whose models were asked or read in different ways."""
    notes = []
    for dataset in dict.fromkeys(result.dataset for result in results):
        own = [result.scores for result in results if result.dataset == dataset and result.validity != "invalid"]
        names = differing(own)
        if names:
            notes.append(f"{dataset}: the models were run with different {', '.join(names)}; compare them with care")
    return notes


def reference_grid(benchmark: str) -> Grid | None:
    """What the card gives for comparison (human, chance, published models), or None."""
    reference = card_of(benchmark).reference
    if "rows" in reference:
        metrics = list(dict.fromkeys(name for row in reference["rows"].values() for name in row))
        lines = [
            [name, *(number(row[metric]) if metric in row else "" for metric in metrics)]
            for name, row in reference["rows"].items()
        ]
        notes = [reference.get("about", ""), *(f"{name} {note}" for name, note in reference.get("notes", {}).items())]
        title = f"{benchmark}: for comparison, from the literature"
        return Grid(title, ["row", *metrics], lines, [note for note in notes if note])
    rows = list(_flat(reference, ""))
    return Grid(f"{benchmark}: for comparison, from the literature", ["row", "value"], rows, []) if rows else None


def _flat(value: Any, name: str) -> Iterator[list[str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _flat(item, f"{name}, {key}" if name else str(key))
    elif isinstance(value, (int, float, str)):
        yield [name, str(value)]


def as_csv(results: Sequence[Result]) -> str:
    """Every metric of every result, one per line."""
    head = ["benchmark", "dataset", "model", "metric", "value", "low", "high", "chance_low", "chance_high"]
    rows: list[list[Any]] = [[*head, "mark", "caution", "validity", "options"]]
    for result in results:
        who, end = [result.benchmark, result.dataset, result.model], [result.validity, options_text(result)]
        if result.validity == "invalid":
            rows.append([*who, "Overall", *[""] * 7, *end])
        for name, one in as_record(result)["metrics"].items():
            guessing = [(one["chance"] or {}).get(key) for key in ("low", "high", "mark")]
            rows.append([*who, name, one["value"], one["low"], one["high"], *guessing, one["caution"], *end])
    return csv_text(rows)


def runs_table(results: Sequence[Result]) -> Table:
    """A row for each run; its name holds the settings that are not usual."""
    apart, rows = on_other_rows(results), []
    for result in results:
        chance, scores = result.chances.get("Overall"), result.scores
        cells = [
            result.dataset,
            None if result.n is None else Value(result.n),
            value_of(result, "Overall") or "n/a",
            Value(*chance) if chance else None,
            *(str(scores.get("reading") or ""), str(scores.get("digest", ""))[:12], str(scores.get("version", ""))),
            ", ".join([*(["invalid"] if result.validity == "invalid" else []), *caveats(result, apart)]),
        ]
        rows.append(Row(row_name(result), cells))
    heads = ("dataset", "n", "Overall", "guessing", "reading", "data", "version", "notes")
    columns = [Column(head, COUNT if head == "n" else OTHER, 0) for head in heads]
    return Table("runs", "Runs with their settings", columns, rows, [USUAL])


def overall_table(benchmark: str, results: Sequence[Result]) -> Table | None:
    """``Overall`` of each run on each dataset, next to guessing, people and published rows; None without one."""
    own, shown = [result for result in results if "Overall" in result.metrics], presentation_of(benchmark)
    runs: dict[str, dict[str, Result]] = {}
    others: dict[tuple[str, str], dict[str, Value]] = {}
    for name, result in sorted(zip(distinct_names(own), own, strict=True), key=lambda one: (one[0], one[1].rows)):
        dataset, people, chance = column(result), shown.human_level(result), result.chances.get("Overall")
        runs.setdefault(name, {})[dataset] = result
        if chance:
            others.setdefault(("guessing", "chance"), {})[dataset] = Value(*chance)
        if people and people.of == "Overall":
            who = ("people (published)" if people.published else "people", "human")
            others.setdefault(who, {})[dataset] = Value(people.value, people.low, people.high)
    datasets = list(dict.fromkeys(map(column, own)))
    for dataset in datasets:
        for name, row in published_rows(dataset).items():
            others.setdefault((name, "published"), {})[dataset] = Value(row["Overall"])
    columns = {dataset: (dataset, "Overall", "") for dataset in datasets}
    declared = Declared(f"{slug(benchmark)}-overall", f"{benchmark}: Overall", columns, CHANCE_SIGNS)
    apart = on_other_rows(own)
    marked: dict[str, list[str]] = {}
    for one in own:
        for mark in caveats(one, apart):
            marked.setdefault(mark, []).append(f"{row_name(one)} on {one.dataset}")
    notes = [f"{mark}: {'all runs' if len(names) == len(own) else ', '.join(names)}" for mark, names in marked.items()]
    table = declared.filled(runs.items(), (), [*notes, *caution_notes(own, ["Overall"]), *_notes(results, False)], True)
    if table is None:
        return None
    rows = [Row(name, [found.get(one) for one in datasets], kind) for (name, kind), found in others.items()]
    heads = [one._replace(unit=shown.unit) for one in table.columns]
    return replace(table, columns=heads, rows=[*table.rows, *rows])


def as_record(result: Result) -> dict[str, Any]:
    """One run: its headline, the data and settings behind it, and all metrics. An invalid run has no numbers."""
    scores = result.scores
    return {
        "benchmark": result.benchmark,
        "dataset": result.dataset,
        "model": result.model,
        "path": str(result.path),
        "score": result.metrics.get("Overall"),
        "interval": result.interval("Overall") if "Overall" in result.metrics else None,
        "n": result.n,
        "rows": result.rows,
        **{name: result.shares.get(name) for name in ("unread", "cut", "refused")},
        "left_out": scores.get("left_out", 0),
        "validity": result.validity,
        "reason": result.reason,
        "trust": trust_marks(result),
        "reading": scores.get("reading"),
        "settings": scores.get("settings", {}),
        "digest": scores.get("digest"),
        "version": scores.get("version"),
        "metrics": {name: _metric_record(result, name, value) for name, value in result.metrics.items()},
        "warnings": scores.get("warnings", []),
    }


def _metric_record(result: Result, name: str, value: float) -> dict[str, Any]:
    low, high = result.interval(name) or (None, None)
    chance = result.chances.get(name)
    guessing = None if chance is None else {**chance._asdict(), "mark": chance.mark(value)}
    return {"value": value, "low": low, "high": high, "chance": guessing, "caution": result.caution(name)}


def all_tables(
    results: Sequence[Result], models: Sequence[str] = (), names: Mapping[str, str] | None = None
) -> list[Table]:
    """The tables of all benchmarks, with different names of files: Overall and the papers' tables; last, the runs.

    Args:
        results: Runs; invalid ones are only in the table of runs, without a score.
        models: Models in the order of their rows; those of every table otherwise.
        names: What is printed for models, datasets and published rows.

    Raises:
        DataError: Two models would have one name.
    """
    names = names or {}
    printed = {one.model: names.get(one.model, one.model) for one in results}
    if len(set(printed.values())) < len(printed):
        raise DataError(f"--names: two models would have one name: {', '.join(sorted(printed.values()))}")
    results = [replace(one, model=printed[one.model]) for one in results]
    found: list[Table | None] = []
    for benchmark in dict.fromkeys(result.benchmark for result in results):
        own = [result for result in results if result.benchmark == benchmark]
        valid = usable(own)
        found += [overall_table(benchmark, own), *(presentation_of(benchmark).tables(valid) if valid else [])]
    first, taken = [printed[model] for model in models], set[str]()
    tables = [
        replace(
            table,
            rows=sorted(table.rows, key=lambda row: _place(row.name, first)),
            name=free_name(table.name, taken),
        )
        for table in [*found, runs_table(results)]
        if table is not None
    ]
    others = nameable(results, tables) - set(printed.values()) - printed.keys()
    wanted = {name: text for name, text in names.items() if name in others}
    return spelt(tables, wanted) if wanted else tables


def nameable(results: Sequence[Result], tables: Sequence[Table]) -> set[str]:
    """Names that can be printed otherwise: those of models, datasets and published rows."""
    found = {row.name for table in tables for row in table.rows if row.kind == "published"}
    return found | {name for one in results for name in (one.model, one.dataset, column(one))}


def _place(name: str, models: Sequence[str]) -> int:
    """The place of a row's model among models; after all of them if it is none of them."""
    places = (k for k, model in enumerate(models) if name == model or name.startswith((f"{model} ", f"{model}@")))
    return next(places, len(models))


def check_known(wrong: str, name: str, known: Collection[str]) -> None:
    """Refuse a name that is none of the known ones, with the one that is meant or with all of them."""
    if name not in known:
        raise DataError(wrong + did_you_mean(name, known, other="; there are " + ", ".join(sorted(known))))


def chosen(results: Sequence[Result], models: Sequence[str] | None, datasets: Sequence[str] | None) -> list[Result]:
    """The results of some models on some datasets, which may be named without their ``@label``; None: of all.

    Raises:
        DataError: There is no result of one of them, or none of all.
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


def chart_grid(chart: Chart) -> Grid:
    """The numbers of a figure in full: a line for every mark, then one for every range of guessing."""

    def text(value: float | str | None) -> str:
        return "" if value is None else value if isinstance(value, str) else repr(value)

    rows = [
        [one.name, one.standing, *map(text, (mark.x, mark.y, mark.low, mark.high, mark.n)), mark.note]
        for one in chart.series
        for mark in one.marks
    ]
    for band in chart.bands:
        middle = "" if band.middle is None else f"mean {band.middle!r}"
        rows.append(["chance, 95 %", "chance", "", band.at, repr(band.low), repr(band.high), "", middle])
    return Grid(chart.title, ["series", "standing", "x", "y", "low", "high", "n", "note"], rows, [chart.about])
