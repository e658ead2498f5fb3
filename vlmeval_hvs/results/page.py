"""All results on one self-contained HTML page: no script, no request to anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from jinja2 import Environment

from vlmeval_hvs import __version__
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.grid import number
from vlmeval_hvs.results.published import published_grids
from vlmeval_hvs.results.tables import leaderboards, metric_grid, reference_grid


def html_page(results: Sequence[Result]) -> str:
    """The page; every text is escaped, model names and replies included."""
    template = Environment(autoescape=True).from_string((files(__package__) / "page.html.j2").read_text("utf-8"))
    boards = leaderboards(results)
    sections = []
    for board, benchmark in zip(boards, dict.fromkeys(result.benchmark for result in results), strict=True):
        own = [result for result in results if result.benchmark == benchmark]
        datasets = list(dict.fromkeys(result.dataset for result in own))
        sections.append(
            {
                "card": card_of(benchmark),
                "board": board,
                "bars": [_bars(own, dataset) for dataset in datasets],
                "details": [
                    grid for dataset in datasets for grid in (metric_grid(own, dataset), *published_grids(own, dataset))
                ],
                "reference": reference_grid(benchmark),
                "warnings": list(
                    dict.fromkeys(
                        f"{result.model} on {result.dataset}: {text}"
                        for result in own
                        for text in result.scores.get("warnings", [])
                    )
                ),
            }
        )
    return template.render(sections=sections, version=__version__)


def _bars(results: Sequence[Result], dataset: str) -> dict[str, object]:
    rows = []
    for result in results:
        value = result.metrics.get("Overall")
        if result.dataset != dataset or value is None:
            continue
        low, high = result.interval("Overall") or (value, value)
        chance = result.chances.get("Overall")
        rows.append(
            {
                "model": result.model,
                "score": value,
                "value": f"{number(value)} {result.marked('Overall')}".strip(),
                "chance": _percent(chance.low) if chance else 0.0,
                "chance_span": round(_percent(chance.high) - _percent(chance.low), 2) if chance else 0.0,
                "width": _percent(value),
                "low": _percent(low),
                "span": round(_percent(high) - _percent(low), 2),
            }
        )
    inside = all(0 <= float(str(row["score"])) <= 1 for row in rows)  # a score in other units has no bar
    return {"dataset": dataset, "rows": rows if inside else []}


def _percent(share: float) -> float:
    return round(100 * min(max(share, 0.0), 1.0), 2)
