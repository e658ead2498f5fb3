"""What a benchmark shows of its samples and runs, next to its prompts and scores; a benchmark can do without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from vlmeval_hvs.pictures import Picture
from vlmeval_hvs.results.paper_tables import SHARE
from vlmeval_hvs.results.published import HumanLevel, human_level, published_tables

if TYPE_CHECKING:
    from vlmeval_hvs.metrics.chance import Chance
    from vlmeval_hvs.results.charts import Chart
    from vlmeval_hvs.results.collect import Result
    from vlmeval_hvs.results.paper_tables import Table


class Presentation:
    """Base of the classes that a card names as ``presentation``; as it is, for benchmarks whose card names none.

    ``dataset`` is an `HVSDataset` of the benchmark, ``row`` one of its rows, and ``results`` are runs on its datasets.
    """

    unit = SHARE  # of ``Overall`` in tables; a share can be shown as percent
    MEASURES: ClassVar[Mapping[str, str]] = {}  # columns of the item file next to a sample's score, and their words

    def pictures(self, dataset: Any, row: Mapping[str, str]) -> list[Picture]:
        """What the sample of a row looks like: its images, with marks of what is asked and of what people did."""
        return [Picture(path) for path in dataset.dump_image(row)]

    def answered(self, dataset: Any, row: Mapping[str, str], item: Mapping[str, Any]) -> list[Picture]:
        """What a model's answer, a line of the item file, adds to `pictures`: marks on them, or images of its own."""
        return []

    def human_level(self, result: Result) -> HumanLevel | None:
        """What people reach on the rows of a run, or on those of the paper; None where nobody knows."""
        return human_level(result)

    def published_chances(self) -> dict[str, Chance]:
        """What guessing gives on the rows of the published models, by metric; {} where nobody knows."""
        return {}

    def charts(self, results: Sequence[Result]) -> list[Chart]:
        """The figures of the benchmark's papers, drawn from runs, invalid ones among them; only those with data."""
        return []

    def tables(self, results: Sequence[Result]) -> list[Table]:
        """The tables of the benchmark's papers, with runs that are not invalid above the published rows."""
        return published_tables(results)
