"""HVSBench as a dataset of the host."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib.resources import files
from typing import ClassVar

import pandas as pd

from vlmeval_hvs.captions import read_captions
from vlmeval_hvs.cards import base_name
from vlmeval_hvs.datasets.base import HVSDataset
from vlmeval_hvs.options import one_of
from vlmeval_hvs.scoring.hvsbench import score_hvsbench
from vlmeval_hvs.scoring.hvsbench_questions import FIELDS, TYPES
from vlmeval_hvs.scoring.hvsbench_scanpaths import ScanpathRules
from vlmeval_hvs.scoring.report import ScoreReport
from vlmeval_hvs.store import DataError

_CAPTION_COLUMNS = {"short": "caption_short", "detailed": "caption_detailed"}


class HVSBenchDataset(HVSDataset):
    """HVSBench, whole or one field, with the questions as released.

    Args:
        dataset: ``HVSBench`` or ``HVSBench_<Field>``; with ``_DEMO`` the set that is built offline.
        seed: Seed of `limit`, of the confidence intervals and of the chance level of scanpaths.
        limit: Use only so many rows, drawn evenly over the question types.
        profile: ``robust`` or ``paper``: which reading of the replies is the headline.
        hint: ``none``, or ``field`` to tell what salience, ranking or fixation means (paper, section E, Table 6).
        hint_position: ``system`` puts the hint before the image, ``question`` before the question. The paper says
            both; the host has no system message that reaches every model, and the one of its API classes grows from
            sample to sample, so ``system`` is the first text of the user's message.
        caption: ``none``, ``short`` or ``detailed``: put a caption of the image before the question (Table 5).
        caption_file: TSV or JSON with the captions, by row index or image path; the columns ``caption_short`` and
            ``caption_detailed`` of the set when left out (the demo set has them, the release has none).
        scanpath_screen: ``WIDTHxHEIGHT`` px or ``image``; see `ScanpathRules` for this and the following.
        scanpath_short: ``pad_one``, ``zero`` or ``nan``.
        scanpath_crop: Fixations of a prediction that count; 0 for all.
        scanpath_crop_human: Cut human scanpaths likewise.
        scanpath_humans: ``others`` or ``all``.
        n_resamples: Bootstrap samples behind the confidence intervals.
    """

    BENCHMARK = "HVSBench"
    CATEGORY: ClassVar[str] = "question_type"

    def __init__(
        self,
        dataset: str = "HVSBench",
        seed: int = 0,
        limit: int | None = None,
        profile: str = "robust",
        hint: str = "none",
        hint_position: str = "system",
        caption: str = "none",
        caption_file: str | None = None,
        scanpath_screen: str = "512x320",
        scanpath_short: str = "pad_one",
        scanpath_crop: int = 6,
        scanpath_crop_human: bool = False,
        scanpath_humans: str = "others",
        n_resamples: int = 1000,
    ) -> None:
        one_of("hint", hint, ("none", "field"))
        one_of("hint_position", hint_position, ("system", "question"))
        one_of("caption", caption, ("none", *_CAPTION_COLUMNS))
        self.rules = ScanpathRules(scanpath_screen, scanpath_short, scanpath_crop, scanpath_crop_human, scanpath_humans)
        super().__init__(
            dataset,
            seed=seed,
            limit=limit,
            profile=profile,
            hint=hint,
            hint_position=hint_position,
            caption=caption,
            caption_file=caption_file,
            n_resamples=n_resamples,
            **{f"scanpath_{name}": value for name, value in vars(self.rules).items()},
        )
        self.captions: Mapping[str, str] = {}
        if caption != "none":
            self.captions = self._captions(caption, caption_file)

    def select_rows(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Rows of the field that the dataset's name ends with; all rows without one."""
        field = base_name(self.dataset_name).removeprefix("HVSBench").lstrip("_")
        return rows[rows["field"] == field] if field in FIELDS else rows

    def messages(self, row: Mapping[str, str]) -> list[dict[str, str]]:
        """Image, then the released question; hint and caption where the options put them."""
        image = {"type": "image", "value": self.image(row["image_path"])}
        question = row["question"]
        if self.settings["caption"] != "none":
            question = f"{self.captions[row['index']]}\n{question}"
        if self.settings["hint"] == "none":
            return [image, {"type": "text", "value": question}]
        hint = self._hints[TYPES[row["question_type"]].hint]
        if self.settings["hint_position"] == "system":
            return [{"type": "text", "value": hint}, image, {"type": "text", "value": question}]
        return [image, {"type": "text", "value": f"{hint}\n{question}"}]

    def score(self, items: pd.DataFrame, judge: Callable[[str], str] | None = None) -> ScoreReport:
        """Accuracies, counting errors and MultiMatch; no judge is asked."""
        return score_hvsbench(items, self.profile, self.rules, self.seed, self.settings["n_resamples"])

    @cached_property
    def _hints(self) -> dict[str, str]:
        return json.loads((files("vlmeval_hvs") / "data/hvsbench/hints.json").read_text("utf-8"))

    def _captions(self, kind: str, file: str | None) -> dict[str, str]:
        column = _CAPTION_COLUMNS[kind]
        if file is None and column not in self.rows:
            raise DataError(
                f"caption={kind}: {self.set_name} has no column {column}; give the captions as caption_file"
            )
        return read_captions(file, self.rows) if file else dict(zip(self.rows["index"], self.rows[column], strict=True))
