"""ActiView as a dataset of the host."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pandas as pd

from vlmeval_hvs.benchmarks.actiview.average import AVERAGED, average
from vlmeval_hvs.benchmarks.actiview.cutting import grid
from vlmeval_hvs.benchmarks.actiview.images import Split, ViewCache
from vlmeval_hvs.benchmarks.actiview.pipeline import run
from vlmeval_hvs.benchmarks.actiview.scoring import Scoring, score_actiview
from vlmeval_hvs.benchmarks.actiview.session import Task
from vlmeval_hvs.benchmarks.actiview.starts import random_start
from vlmeval_hvs.benchmarks.actiview.wording import PROFILES, read_wording
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import ModelTraits, Turn
from vlmeval_hvs.options import one_of
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.report import ScoreReport

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

RELEASE_PROMPTS = "prompts_release.json"


class ActiViewDataset(HVSDataset):
    """ActiView, one evaluation pipeline per dataset name.

    Args:
        dataset: A key of `KINDS`; with ``_DEMO`` the set that is built offline.
        seed: Seed of `limit`, of random starts (0 gives the official sequence on the whole release) and of intervals.
        limit: Use only so many questions, drawn evenly over the sub-classes.
        profile: ``robust`` (official flow, replies read robustly), ``official`` (the released code, its parsers and its
            answer matching) or ``paper`` (wording and view-naming decision of Appendix I, replies taken literally).
        reading: ``robust`` or ``strict``: how replies are read, whatever the profile says; "" leaves it to the profile.
        n_splits: 4, 6, 8, 9 or 16 views. Clue views and start levels exist for 4 only.
        single_image: What models that take one image per message get: ``concat`` (views side by side) or ``describe``
            (all but the last view as the model's own descriptions).
        revise_turns: Most keep/shift turns of the mixed pipeline; the official code has exactly one.
        simple_prompt: Use the short question template that the paper gives to SEAL and MGM.
        n_resamples: Bootstrap samples behind the confidence intervals.
    """

    BENCHMARK = "ActiView"
    has_pipelines = True
    profiles: ClassVar[tuple[str, ...]] = PROFILES

    def __init__(
        self,
        dataset: str = "ActiView_Zooming",
        seed: int = 0,
        limit: int | None = None,
        profile: str = "robust",
        reading: str = "",
        n_splits: int = 4,
        single_image: str = "concat",
        revise_turns: int = 1,
        simple_prompt: bool = False,
        n_resamples: int = 1000,
    ) -> None:
        one_of("reading", reading, ("", "robust", "strict"))
        one_of("single_image", single_image, ("concat", "describe"))
        if not isinstance(revise_turns, int) or not 1 <= revise_turns <= 16:
            raise DataError(f"revise_turns={revise_turns!r}: give a whole number from 1 to 16")
        grid(n_splits)
        super().__init__(
            dataset,
            seed=seed,
            limit=limit,
            profile=profile,
            reading=reading,
            n_splits=n_splits,
            single_image=single_image,
            revise_turns=revise_turns,
            simple_prompt=bool(simple_prompt),
            n_resamples=n_resamples,
        )
        self.kind, self.start_from = KINDS[base_name(dataset)]
        if n_splits != 4 and (self.kind == "zoom_clues" or self.start_from in ("easy", "medium", "hard")):
            raise DataError(f"{dataset}: clue views and start levels are annotated for n_splits=4 only")
        self.strict = (reading or ("robust" if profile == "robust" else "strict")) == "strict"
        release = self.folder / RELEASE_PROMPTS
        own = release.is_file() and profile != "paper"
        self.wording = read_wording(profile, release.read_text(encoding="utf-8") if own else "")
        self.settings["prompts"] = "release" if own else "bundled"
        self._located: dict[str, str] = {}
        self._cache = ViewCache(self.set_name, self.manifest.digest)

    def pipeline(self, row: Mapping[str, str], traits: ModelTraits) -> Generator[Turn, str, dict[str, Any]]:
        """The state machine of one question."""
        return run(self.kind, self._task(row), traits)

    def messages(self, row: Mapping[str, str]) -> list[dict[str, str]]:
        """The first turn of the pipeline, as a model with interleaved images gets it."""
        return list(next(self.pipeline(row, ModelTraits("", interleave=True))))

    def score(self, items: pd.DataFrame, judge: Callable[[str], str] | None = None) -> ScoreReport:
        """Accuracy, recall of views and counts of operations; no judge is needed."""
        scoring = Scoring(
            kind=self.kind,
            strict=self.strict,
            n_views=self.settings["n_splits"],
            n_resamples=self.settings["n_resamples"],
            seed=self.seed,
        )
        return score_actiview(items, scoring)

    def evaluate(self, eval_file: str, **judge_kwargs: Any) -> dict[str, float]:
        """Scores of this pipeline; and ``AVG`` once zooming and all shifting levels of this model are scored."""
        metrics = super().evaluate(eval_file, **judge_kwargs)
        found = average(Path(eval_file), self.dataset_name) if base_name(self.dataset_name) in AVERAGED else None
        return metrics if found is None else {**metrics, "AVG": found}

    def _task(self, row: Mapping[str, str]) -> Task:
        options = tuple(json.loads(row["options"]))
        split = self._split(row)
        return Task(
            question=row["question"],
            options=options,
            full=split.full,
            lined=split.lined,
            views=split.views,
            start=self._start(row),
            clue_views=tuple(json.loads(row["clue_views"])),
            wording=self.wording,
            locate=self._locate,
            stitch=self._cache.strip,
            strict=self.strict,
            single_image=self.settings["single_image"],
            revise_turns=self.settings["revise_turns"],
            simple_prompt=self.settings["simple_prompt"],
        )

    def _split(self, row: Mapping[str, str]) -> Split:
        if self.settings["n_splits"] == 4 or self.kind.startswith("text_only"):
            full, lined, *views = json.loads(row["image_path"])
            return Split(full, lined, tuple(views))
        if not row["original_path"]:
            raise DataError(f"row {row['index']}: other splits need the original image, which this set lacks")
        return self._cache.split(self.image(row["original_path"]), self.settings["n_splits"])

    def _locate(self, path: str) -> str:
        """Absolute path of an image of the set, or of one cut from it; checked again for every turn."""
        if path not in self.sizes:
            if not os.path.isfile(path):
                raise DataError(f"{path} is missing; delete the folder above it, it will be cut again")
            return path
        known = self._located.get(path, "")
        try:
            whole = os.stat(known).st_size == self.sizes[path]
        except OSError:
            whole = False
        if not whole:  # not seen yet, or changed: the full check tells what is wrong
            known = self._located[path] = self.image(path)
        return known

    def _start(self, row: Mapping[str, str]) -> int:
        if not self.start_from:
            return 1
        if self.start_from == "random":
            return random_start(row["index"], self.settings["n_splits"], self.seed, self.manifest.rows)
        return int(row[f"start_{self.start_from}"])
