"""Results as tables: one leaderboard per benchmark, and all metrics of one dataset."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.grid import Grid, number
from vlmeval_hvs.results.published import published_rows


def leaderboards(results: Sequence[Result]) -> list[Grid]:
    """One grid per benchmark: each model's ``Overall`` on each dataset, with its interval.

    Models are in rows, unless there are more datasets than models: the narrower table is easier to read.
    """
    grids = []
    for benchmark in dict.fromkeys(result.benchmark for result in results):
        own = [result for result in results if result.benchmark == benchmark]
        datasets = list(dict.fromkeys(result.dataset for result in own))
        cells = {(result.model, result.dataset): _overall(result) for result in own}
        models = sorted({result.model for result in own})
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
        grids.append(Grid(f"{benchmark}: Overall [95 % interval]", head, rows, _notes(own)))
    return grids


def metric_grid(results: Sequence[Result], dataset: str) -> Grid:
    """All metrics of one dataset: metrics in rows, models in columns, and what guessing gives where it is known."""
    own = [result for result in results if result.dataset == dataset]
    fullest = sorted(own, key=lambda result: -len(result.metrics))  # its order of metrics is the benchmark's
    names = list(dict.fromkeys(name for result in fullest for name in result.metrics))
    rows = [[name, *(_marked(result, name) if name in result.metrics else "" for result in own)] for name in names]
    head = ["metric", *(result.model for result in own)]
    widest = max(own, key=lambda result: int(result.scores.get("n", 0)), default=None)
    if widest is not None and widest.chances:
        head.append("guessing [95 %]")
        expected = widest.scores.get("details", {}).get("random") or {}
        rows = [[*row, _guessing(row[0], widest.chances, expected)] for row in rows]
    return Grid(dataset, head, rows, _notes(own))


def _guessing(name: str, chances: Mapping[str, Chance], expected: Mapping[str, float]) -> str:
    """What guessing gives: with its range where that is known, else the expectation, else ""."""
    chance = chances.get(name)
    if chance:
        return f"{number(chance.value)} [{number(chance.low)}, {number(chance.high)}]"
    return number(expected[name]) if name in expected else ""


def _marked(result: Result, name: str) -> str:
    mark = result.marked(name)
    return number(result.metrics[name]) + (f" {mark}" if mark else "")


def _overall(result: Result) -> str:
    value = result.metrics.get("Overall")
    if value is None:
        return "n/a"
    interval = result.interval("Overall")
    bounds = f" [{number(interval[0])}, {number(interval[1])}]" if interval else ""
    mark = f" {result.marked('Overall')}" if result.marked("Overall") else ""
    some = f" ({result.scores['n']} of {result.scores['counts']['samples']} rows)" if _left_out(result) else ""
    return number(value) + bounds + mark + some


def _left_out(result: Result) -> int:
    return int(result.scores.get("left_out", 0))


def _notes(results: Sequence[Result]) -> list[str]:
    notes = [
        f"{result.model} on {result.dataset}: {result.scores['details']['explanation']}"
        for result in results
        if result.scores.get("details", {}).get("explanation")
    ]
    for result in results:
        failed = result.scores.get("counts", {}).get("failed", 0)
        if failed:
            notes.append(f"{result.model} on {result.dataset}: {failed} samples failed and count as unanswered")
        if _left_out(result):
            notes.append(
                f"{result.model} on {result.dataset}: {_left_out(result)} rows are left out, because the model "
                "declined them; its numbers are those of the other rows"
            )
    digests = {(result.dataset, result.scores.get("data", {}).get("digest")) for result in results}
    for dataset in sorted({name for name, _ in digests if sum(name == other for other, _ in digests) > 1}):
        notes.append(f"{dataset}: the models were run on different builds of the data; do not compare them")
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


def as_rich(grid: Grid) -> Table:
    """For the terminal."""
    table = Table(*grid.head, title=grid.title, title_justify="left", box=None, pad_edge=False)
    for row in grid.rows:
        table.add_row(*row)
    return table


def print_grids(grids: Sequence[Grid]) -> Console:
    """Print tables with their notes; returns the console for more lines."""
    console = Console()
    if not console.is_terminal:
        console.width = 200  # a log or a pipe has no width: do not break rows
    for grid in grids:
        console.print(as_rich(grid))
        for note in grid.notes:
            console.print(note)
        console.print()
    return console


def as_markdown(grid: Grid) -> str:
    """GitHub Markdown."""

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    ruler = line(["---", *("---:" for _ in grid.head[1:])])
    notes = [f"\n{note}" for note in grid.notes]
    return "\n".join([f"### {grid.title}\n", line(grid.head), ruler, *map(line, grid.rows), *notes, ""])


def as_csv(results: Sequence[Result]) -> str:
    """Every metric of every result, one per line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = ["benchmark", "dataset", "model", "metric", "value", "low", "high", "chance_low", "chance_high", "mark"]
    writer.writerow(head)
    for result in results:
        for name, value in result.metrics.items():
            low, high = result.interval(name) or ("", "")
            chance = result.chances.get(name)
            guessing = [chance.low, chance.high, chance.mark(value)] if chance else ["", "", ""]
            writer.writerow([result.benchmark, result.dataset, result.model, name, value, low, high, *guessing])
    return out.getvalue()
