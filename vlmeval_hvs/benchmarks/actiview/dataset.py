"""ActiView, one evaluation pipeline per dataset."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.actiview.average import AVERAGED, average
from vlmeval_hvs.benchmarks.actiview.images import Split, ViewCache
from vlmeval_hvs.benchmarks.actiview.official_texts import installed
from vlmeval_hvs.benchmarks.actiview.options import ActiViewOptions
from vlmeval_hvs.benchmarks.actiview.pipeline import run
from vlmeval_hvs.benchmarks.actiview.scoring import Scoring, made_with, score_actiview
from vlmeval_hvs.benchmarks.actiview.session import Task
from vlmeval_hvs.benchmarks.actiview.starts import random_start
from vlmeval_hvs.benchmarks.actiview.wording import GRIDS, PROFILES, read_wording
from vlmeval_hvs.choices import lettered
from vlmeval_hvs.dataset import HVSDataset, Judge
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import ModelTraits, Pipeline
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.contract import ScoreReport

KINDS: Mapping[str, tuple[str, str]] = {
    "ActiView_Full": ("full", ""),
    "ActiView_SingleView": ("single", "random"),
    "ActiView_Zooming": ("zoom", ""),
    "ActiView_ZoomingGT": ("zoom_clues", ""),
    "ActiView_ShiftingR": ("shift", "random"),
    "ActiView_ShiftingE": ("shift", "easy"),
    "ActiView_ShiftingM": ("shift", "medium"),
    "ActiView_ShiftingH": ("shift", "hard"),
    "ActiView_Mixed": ("mixed", ""),
    "ActiView_TextOnly": ("text_only", ""),
    "ActiView_TextOnlyGuess": ("text_only_guess", ""),
}
"""Dataset name: state machine, and where the start view comes from."""

GAP = 12
"""White pixels between images that are joined into one picture."""


class ActiViewDataset(HVSDataset[ActiViewOptions]):
    """ActiView, one evaluation pipeline per dataset name (`KINDS`).

    The options are declared in `vlmeval_hvs.benchmarks.actiview.options`.
    """

    BENCHMARK = "ActiView"
    DEFAULT = "ActiView_Zooming"
    OPTIONS = ActiViewOptions

    @property
    def reading(self) -> str:
        """The reading of all replies: the option ``reading``, or the profile's own."""
        return self.options.reading or ("robust" if self.profile == "robust" else "paper")

    def prepare(self) -> None:
        """Choose the state machine and read the templates.

        Raises:
            DataError: The profile is ``official`` and the texts of the released code are not on this machine.
        """
        self.kind, self.start_from = KINDS[base_name(self.dataset_name)]
        self.wording = read_wording(self.profile, installed() if self.profile == "official" else None)
        self.settings["wording"] = self.wording.identity
        self._located: dict[str, str] = {}
        self._cache = ViewCache(self.set_name, self.manifest.digest)

    def pipeline(self, row: Mapping[str, str], traits: ModelTraits) -> Pipeline:
        """The state machine of one question."""
        record = yield from run(self.kind, self._task(row), traits)
        return {**self._asked_with, **record}

    def reply_case(self, row: Mapping[str, str]) -> dict[str, Any]:
        """The question with its options, which the last turn asks."""
        options = json.loads(row["options"])
        return {"kind": "option", "question": f"{row['question']}\n{lettered(options)}", "options": options}

    def score(self, items: pd.DataFrame, judge: Judge | None = None) -> ScoreReport:
        """Accuracy, recall of views and counts of operations; no judge is asked.

        Predictions are scored by the profile and the split that their records name, whatever is given now.
        """
        made, warnings = made_with(items, self._asked_with)
        if made["profile"] in PROFILES:
            self.profile = made["profile"]
        self._asked_as = self.receipt  # fixed before the settings become those of the predictions
        self.settings = {name: made.get(name, value) for name, value in self.settings.items()}
        scoring = Scoring(
            kind=self.kind,
            reading=self.reading,
            n_views=made["n_splits"] if made["n_splits"] in GRIDS else self.options.n_splits,
            n_resamples=self.options.n_resamples,
            seed=self.seed,
        )
        report = score_actiview(items, scoring)
        report.warnings[:0] = warnings
        return report

    @property
    def _asked_with(self) -> dict[str, Any]:
        """The settings that decide what is asked, as records keep them.

        The reading of replies is scoring's own, and a seed decides random start views only.
        """
        left_out = {"limit", "reading", *(() if self.start_from == "random" else ("seed",))}
        asking = self.options.asking(self.dataset_name)
        told = {name: value for name, value in asking.items() if name not in left_out}
        return {**told, "profile": self.profile, "n_splits": self.options.n_splits, "wording": self.wording.identity}

    def tells_settings(self, items: pd.DataFrame) -> bool:
        """Whether every record names all settings that it was asked with."""
        names = set(self._asked_with)
        asked = [record for record, failed in zip(items["record"], items["failed"], strict=True) if not failed]
        return all(isinstance(record, dict) and names <= set(record) for record in asked)

    def score_file(self, eval_file: str | Path, judge: Judge | None = None) -> dict[str, float]:
        """Score a prediction file, as for all datasets; ``AVG`` is added once all of the model's five are scored.

        Args:
            eval_file: Prediction file (xlsx, tsv, csv, json or jsonl) with the columns ``index`` and ``prediction``.
            judge: Not asked.

        Returns:
            Flat metrics; ``Overall`` is the headline.

        Raises:
            DataError: The file does not fit this dataset, or was made with other data or options.
        """
        metrics = super().score_file(eval_file, judge)
        found = average(Path(eval_file), self.dataset_name) if base_name(self.dataset_name) in AVERAGED else None
        return metrics if found is None else {**metrics, "AVG": found}

    def _task(self, row: Mapping[str, str]) -> Task:
        split = self._split(row)
        return Task(
            question=row["question"],
            options=tuple(json.loads(row["options"])),
            full=self._original(row) if self.options.full_image == "original" else split.full,
            lined=split.lined,
            views=split.views,
            start=self._start_view(row),
            clue_views=tuple(json.loads(row["clue_views"])),
            wording=self.wording,
            locate=self._locate,
            stitch=partial(self._cache.strip, gap=GAP if self.wording.strip else 0),
            reading=self.reading,
            single_image=self.options.single_image,
            revise_turns=self.options.revise_turns,
            simple_prompt=self.options.simple_prompt,
            clue_pictures=self._clue_pictures(row) if self.options.clue_hints else (),
        )

    def _clue_pictures(self, row: Mapping[str, str]) -> tuple[str, ...]:
        """The full image with marked clues and each clue; none for the questions without clues."""
        if "clue_image_path" not in row:
            raise DataError(f"{self.set_name} was built without clue images; build it again for clue_hints")
        return tuple(json.loads(row["clue_image_path"] or "[]"))

    def _split(self, row: Mapping[str, str]) -> Split:
        if self.options.n_splits == 4:
            full, lined, *views = json.loads(row["image_path"])
            return Split(full, lined, tuple(views))
        return self._cache.split(self.image(self._original(row)), self.options.n_splits)

    def _original(self, row: Mapping[str, str]) -> str:
        if not row["original_path"]:
            raise DataError(f"row {row['index']}: this needs the original image, which the set lacks")
        return row["original_path"]

    def _locate(self, path: str) -> str:
        """Absolute path of an image of the set, or of one cut from it; checked again for every turn."""
        if path not in self.sizes:
            return self._cache.checked(path)
        known = self._located.get(path, "")
        try:
            whole = os.stat(known).st_size == self.sizes[path]
        except OSError:
            whole = False
        if not whole:  # not seen yet, or changed: the full check tells what is wrong
            known = self._located[path] = self.image(path)
        return known

    def _start_view(self, row: Mapping[str, str]) -> int:
        if not self.start_from:
            return 1
        if self.start_from == "random":
            return random_start(row["index"], self.options.n_splits, self.seed, self.manifest.rows)
        return int(row[f"start_{self.start_from}"])
