"""The visual-search datasets for the host: whole scanpath, interactive search, next-fixation prediction."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.visual_search.answers import FRAMES
from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias
from vlmeval_hvs.benchmarks.visual_search.pipeline import interactive_search
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchOptions, score_next_fixations, score_scanpaths
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, published_record, read_trial, read_trials
from vlmeval_hvs.benchmarks.visual_search.wording import search_message, search_text
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.messages import ModelTraits, Turn
from vlmeval_hvs.options import one_of
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.files import plain
from vlmeval_hvs.results.report import ScoreReport
from vlmeval_hvs.subset import stratified

INTERACTIVE, HSP = "_Interactive", "_HSP"


class VisualSearchDataset(HVSDataset):
    """Visual search in natural scenes (ViSioNS, NeurIPS 2022).

    Args:
        dataset: ``VisualSearch_<set>`` (one prompt, whole scanpath), with ``_Interactive`` or ``_HSP``.
        seed: Seed of subsamples and random rows.
        limit: Use only so many rows.
        profile: ``robust`` or ``paper``.
        frame: Coordinates asked for: ``unit`` (0-1), ``thousand`` (0-1000) or ``pixels``.
        one_image: Show scene and target in one picture, for models that take a single image (interactive search does
            so by itself for models that say they are such).
        foveated: Interactive only: show the scene blurred away from the current fixation.
        hsp_calls: Next-fixation only: number of distinct (image, history) prompts drawn; 0 for all.
        sigma: Next-fixation only: width in px of an answered point; None is twice the receptive window.
        uniform: Next-fixation only: uniform part of the map made of answered points.
        center_bias: Next-fixation only: JSON file with fixations ``{"X", "Y", "height", "width"}``; None takes a
            labelled substitute.
    """

    BENCHMARK = "VisualSearch"

    def __init__(
        self,
        dataset: str,
        seed: int = 0,
        limit: int | None = None,
        profile: str = "robust",
        frame: str = "unit",
        one_image: bool = False,
        foveated: bool = False,
        hsp_calls: int = 2000,
        sigma: float | None = None,
        uniform: float = 0.1,
        center_bias: str | None = None,
    ) -> None:
        one_of("frame", frame, FRAMES)
        if sigma is not None and not sigma > 0:
            raise DataError(f"sigma={sigma!r}: give a positive number of pixels, or leave it out")
        if not 0 < uniform <= 1:
            raise DataError(
                f"uniform={uniform!r}: give a share above 0 and up to 1; without it a miss would cost unbounded bits"
            )
        if not isinstance(hsp_calls, int) or hsp_calls < 0:
            raise DataError(f"hsp_calls={hsp_calls!r}: give a whole number, 0 for all")
        name = base_name(dataset)
        self.kind = "hsp" if name.endswith(HSP) else "interactive" if name.endswith(INTERACTIVE) else "whole"
        self.frame, self.foveated, self.hsp_calls = frame, foveated, hsp_calls
        self.one_image = one_image
        self.sigma, self.uniform = sigma, uniform
        self.bias = CentreBias.read(center_bias) if center_bias else CentreBias()
        self._draw = seed
        self.trials: dict[str, Trial] = {}
        own: dict[str, Any] = {"frame": frame, "one_image": one_image}
        if self.kind == "interactive":
            own["foveated"] = foveated
        if self.kind == "hsp":
            own |= {"hsp_calls": hsp_calls, "sigma": sigma, "uniform": uniform, "center_bias": self.bias.label}
        super().__init__(dataset, seed=seed, limit=limit, profile=profile, **own)
        self.has_pipelines = self.kind == "interactive"

    def select_rows(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Search rows, or a seeded draw of the next-fixation rows, even over images."""
        search = rows[rows["family"] == "search"]
        if self.kind != "hsp":
            return search
        self.trials = read_trials(search.to_dict("records"))
        hsp = rows[rows["family"] == "hsp"]
        return stratified(hsp, self.hsp_calls, "category", self._draw) if self.hsp_calls else hsp

    def messages(self, row: Mapping[str, str]) -> list[dict[str, str]]:
        """Scene, target and text of a one-turn prompt; of the first turn of an interactive search."""
        trial = read_trial(row)
        scene, target = (self.image(path) for path in json.loads(row["image_path"]))
        history = [(x, y) for x, y in json.loads(row["history"] or "[]")]
        left = trial.max_length - 1
        text = search_text(self.kind, trial, self.frame, history, left, one_image=self.one_image)
        return search_message(scene, target, text, self.one_image)

    def pipeline(self, row: Mapping[str, str], traits: ModelTraits) -> Generator[Turn, str, dict[str, Any]]:
        """Interactive search."""
        scene, target = (self.image(path) for path in json.loads(row["image_path"]))
        one_image = self.one_image or not traits.interleave
        return interactive_search(read_trial(row), scene, target, self.frame, self.foveated, self.profile, one_image)

    def score(self, items: pd.DataFrame, judge: Callable[[str], str] | None = None) -> ScoreReport:
        """Scores; see `vlmeval_hvs.benchmarks.visual_search.scoring`."""
        options = SearchOptions(self.frame, self.profile, self.seed, self.sigma, self.uniform, self.bias)
        if self.kind == "hsp":
            return score_next_fixations(items, self.trials, options)
        report, self._paths = score_scanpaths(items, options)
        return report

    def evaluate(self, eval_file: str, **judge_kwargs: Any) -> dict[str, float]:
        """Score a prediction file; scanpaths are also written as ``<stem>_Scanpaths.json`` in the published format."""
        scores = super().evaluate(eval_file, **judge_kwargs)
        if self.kind != "hsp":
            stem = os.path.splitext(os.path.basename(eval_file))[0]
            model = stem.removesuffix(f"_{self.dataset_name}")
            trials = read_trials(self.rows.to_dict("records"))
            published = {
                name: published_record(path, trials[name], model, self.set_name) for name, path in self._paths.items()
            }
            text = json.dumps(plain(published), ensure_ascii=False, indent=1)
            write_atomically(Path(eval_file).parent / f"{stem}_Scanpaths.json", text.encode())
        return scores
