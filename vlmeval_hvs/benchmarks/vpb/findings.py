"""Which styles and attributes of visual prompts a model perceives best, from the score file of its Stage 1 run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.charts import share_interval
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import COUNT, Column, Row, Table, Value
from vlmeval_hvs.results.row_names import slug
from vlmeval_hvs.visual_prompts.styles import all_styles, parse_style


class StyleScore(NamedTuple):
    """Stage 1 accuracy of one style, with its 95 % Wilson interval."""

    style: str
    n: int
    accuracy: float
    low: float
    high: float


def rank_styles(details: Mapping[str, Any]) -> list[StyleScore]:
    """All styles of a Stage 1 run, the best first, from the ``details`` of its score file.

    Tie rule: of styles with the same accuracy, the one of the shape with the higher accuracy over all its items comes
    first, then the one with more items, then the order of Table 18. Debias items do not count.

    Raises:
        DataError: No item says which style it shows.
    """
    known = details.get("by_style") or {}
    if not known:
        raise DataError("no item says which exact style it shows, so there is no best style")
    order = {str(style): place for place, style in enumerate(all_styles())}

    def place(one: StyleScore) -> tuple[float, float, int, int]:
        shape = parse_style(one.style).shape
        return -one.accuracy, -details["by_shape"][shape]["accuracy"], -one.n, order[one.style]

    return sorted((StyleScore(style, *_counted(cell)) for style, cell in known.items()), key=place)


def attributes_table(label: str, result: Result) -> Table:
    """Accuracy of each value of every attribute over all shapes that have it, with Wilson's intervals."""
    rows = []
    for name, values in result.scores.get("details", {}).get("by_attribute", {}).items():
        for value, cell in values.items():
            n, accuracy, low, high = _counted(cell)
            rows.append(Row(f"{name} {value}", [Value(n), Value(accuracy, low, high)]))
    columns = [Column("n", COUNT, 0), Column("accuracy", better=0)]
    return Table(f"vpb-attributes-{slug(label)}", f"{label}: accuracy per attribute", columns, rows)


def _counted(cell: Mapping[str, Any]) -> tuple[int, float, float, float]:
    """Number of items, accuracy, and the ends of its interval."""
    low, high = share_interval(cell["accuracy"], cell["n"])
    return cell["n"], cell["accuracy"], low or 0.0, high or 1.0
