"""The text of a pull request, made from the benchmark's card, the export, and score files of runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vlmeval_hvs.files import read_json
from vlmeval_hvs.names import DEMO, base_name
from vlmeval_hvs.registry import Card
from vlmeval_hvs.upstream.export import Export

_RUN_NEEDED = "No runs were given; the table needs one of at least one model, with its full command."


def request_text(card: Card, done: Export, names: Sequence[str], results: Path | None) -> str:
    """Markdown: what is measured, what is added, the tables, how to run it, and published beside reproduced scores."""
    known = [name for name in names if not name.endswith(DEMO)] or list(names)
    lines = [
        f"# [Benchmark] {card.title}",
        "",
        card.about,
        "",
        f"Paper: {card.paper['title']} ({card.paper['venue']}), {card.paper['url']}.",
        f"Terms of the data: {card.licence}.",
        "",
        "| Dataset | What it asks |",
        "| --- | --- |",
        *(f"| `{name}` | {card.datasets[base_name(name)]['about']} |" for name in known),
        "",
        f"Added: `{done.folder}` ({done.total} lines in {len(done.lines)} files), generated from the package "
        "`vlmeval-hvs`; an entry in the list of datasets; a row of the documentation. Replies are read by the rules of "
        "the paper or of its official code.",
        "",
        "| Table | Size | MD5 |",
        "| --- | --- | --- |",
        *(f"| `{table.name}.tsv` | {len(table.content) / 1e6:.1f} MB | `{table.md5}` |" for table in done.tables),
        "",
        f"Run: `python run.py --data {known[0]} --model MODEL --work-dir outputs`",
        "",
        "## Scores",
        "",
        *_scores(card, known, results),
        "",
        *(["## Known issues", "", *(f"- {note}" for note in card.notes), ""] if card.notes else []),
    ]
    return "\n".join(lines)


def _scores(card: Card, names: Sequence[str], results: Path | None) -> list[str]:
    published = card.reference.get("rows", {})
    rows = [
        f"| {model} | published | | {100 * values['Overall']:.2f} | |"
        for model, values in published.items()
        if isinstance(values, dict) and isinstance(values.get("Overall"), float)
    ]
    runs = _runs(card, names, results)
    head = ["| Model | Dataset | n | Overall | 95 % interval |", "| --- | --- | --- | --- | --- |"]
    return [*(head if rows or runs else []), *rows, *runs, *([] if runs else ["", _RUN_NEEDED])]


def _runs(card: Card, names: Sequence[str], results: Path | None) -> list[str]:
    found: dict[tuple[str, str], str] = {}
    for path in sorted(results.rglob("*_hvs_scores.json")) if results else ():
        scores: dict[str, Any] = read_json(path)
        name = "Overall" if scores["reading"] == "paper" else "Overall_paper"
        value = scores["metrics"].get(name)
        if scores["benchmark"] != card.name or scores["dataset"] not in names or value is None:
            continue
        low, high = scores["intervals"].get(name) or (None, None)
        interval = "" if low is None or high is None else f"{100 * low:.2f} to {100 * high:.2f}"
        model, dataset = scores["model"], scores["dataset"]
        n = scores.get("rests_on", scores)["n"]
        found[model, dataset] = f"| {model} | `{dataset}` | {n} | {100 * value:.2f} | {interval} |"
    return list(found.values())
