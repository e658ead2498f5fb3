"""HVSBench, whole or one field, with the questions as released."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.captions import read_captions
from vlmeval_hvs.benchmarks.hvsbench.judge_extraction import add_judge
from vlmeval_hvs.benchmarks.hvsbench.options import HVSBenchOptions
from vlmeval_hvs.benchmarks.hvsbench.questions import FIELDS, MOST_OPTIONS, TYPES, options_of
from vlmeval_hvs.benchmarks.hvsbench.scoring import score_hvsbench
from vlmeval_hvs.dataset import HVSDataset, Judge
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.files import bundled
from vlmeval_hvs.messages import Message, image, text
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.contract import ScoreReport

_CAPTION_COLUMNS = {"short": "caption_short", "detailed": "caption_detailed"}


class HVSBenchDataset(HVSDataset[HVSBenchOptions]):
    """HVSBench, whole or one field (``HVSBench_<Field>``), with the questions as released.

    The options are declared in `vlmeval_hvs.benchmarks.hvsbench.options`.
    """

    BENCHMARK = "HVSBench"
    DEFAULT = "HVSBench"
    CATEGORY: ClassVar[str] = "question_type"
    OPTIONS = HVSBenchOptions

    def select_rows(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Rows of the field that the dataset's name ends with; all rows without one."""
        field = base_name(self.dataset_name).removeprefix("HVSBench").lstrip("_")
        return rows[rows["field"] == field] if field in FIELDS else rows

    def prepare(self) -> None:
        """Read the captions."""
        self.captions = self._captions() if self.options.caption != "none" else {}

    def messages(self, row: Mapping[str, str]) -> Message:
        """Image, then the released question; hint and caption where the options put them."""
        picture, question = image(self.image(row["image_path"])), row["question"]
        if self.options.caption != "none":
            question = f"{self.captions[row['index']]}\n{question}"
        if self.options.hint == "none":
            return [picture, text(question)]
        hint = self._hints[TYPES[row["question_type"]].hint]
        if self.options.hint_position == "system":
            return [text(hint), picture, text(question)]
        return [picture, text(f"{hint}\n{question}")]

    def score(self, items: pd.DataFrame, judge: Judge | None = None) -> ScoreReport:
        """Accuracies, counting errors and MultiMatch; a judge's extraction is a third reading beside them."""
        rules, n_resamples = self.options.rules, self.options.n_resamples
        report = score_hvsbench(items, self.reading, rules, self.seed, n_resamples)
        if judge is None:
            return report
        return add_judge(report, items, judge, lambda read: score_hvsbench(read, "robust", rules, self.seed, 0))

    def reply_case(self, row: Mapping[str, str]) -> dict[str, Any]:
        """The question of a row with its kind of answer, letters and options."""
        kind = TYPES[row["question_type"]].kind
        known: dict[str, Any] = {"kind": kind, "question": row["question"]}
        if kind in ("choice", "order"):
            texts = options_of(row["question"])
            known["labels"] = row["labels"] or MOST_OPTIONS
            known["options"] = [texts[label] for label in row["labels"]] if set(row["labels"]) <= set(texts) else None
        if kind == "scanpath":
            known["size"] = (int(row["width"]), int(row["height"]))
        return known

    @cached_property
    def _hints(self) -> dict[str, str]:
        return dict(bundled(__package__, "hints.json"))

    def _captions(self) -> Mapping[str, str]:
        column, path = _CAPTION_COLUMNS[self.options.caption], self.options.caption_file
        if path is not None:
            return read_captions(path, self.rows)
        if column not in self.rows:
            raise OptionError(
                f"{self.dataset_name}: caption={self.options.caption} needs captions; {self.set_name} has no column "
                f"{column}: give a file with captions as caption_file"
            )
        return dict(zip(self.rows["index"], self.rows[column], strict=True))
