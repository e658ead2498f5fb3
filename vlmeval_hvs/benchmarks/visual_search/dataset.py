"""The visual-search datasets: whole scanpath, interactive search, next-fixation prediction."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.visual_search.answers import frame_size
from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias
from vlmeval_hvs.benchmarks.visual_search.next_fixation_scoring import score_next_fixations
from vlmeval_hvs.benchmarks.visual_search.options import HSP, INTERACTIVE, VisualSearchOptions
from vlmeval_hvs.benchmarks.visual_search.pipeline import interactive_search
from vlmeval_hvs.benchmarks.visual_search.sampled import sampled_answers
from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import score_scanpaths
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring
from vlmeval_hvs.benchmarks.visual_search.trial_draws import draw_trials
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, published_file, read_trial, read_trials
from vlmeval_hvs.benchmarks.visual_search.wording import search_message, search_text
from vlmeval_hvs.dataset import HVSDataset, Judge
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.messages import Message, ModelTraits, Pipeline
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.contract import ScoreReport

SCANPATHS = "_Scanpaths.json"
"""Ending of the file with a model's scanpaths in the published format."""


class VisualSearchDataset(HVSDataset[VisualSearchOptions]):
    """Visual search in natural scenes (ViSioNS, NeurIPS 2022).

    ``VisualSearch_<set>`` asks for a whole scanpath in one prompt, with ``_Interactive`` for one fixation after the
    other, with ``_HSP`` for a person's next fixation. The options are declared in
    `vlmeval_hvs.benchmarks.visual_search.options`.
    """

    BENCHMARK = "VisualSearch"
    OPTIONS = VisualSearchOptions

    @property
    def kind(self) -> str:
        """What is asked for: ``whole`` scanpath, ``interactive`` search or ``hsp``, the next fixation."""
        name = base_name(self.dataset_name)
        return "hsp" if name.endswith(HSP) else "interactive" if name.endswith(INTERACTIVE) else "whole"

    def select_rows(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Search rows, or the next-fixation rows of a seeded draw of trials, even over images."""
        search = rows[rows["family"] == "search"]
        if self.kind != "hsp":
            return search
        self.trials: dict[str, Trial] = read_trials(search.to_dict("records"))
        hsp = rows[rows["family"] == "hsp"]
        return draw_trials(hsp, self.options.hsp_calls, self.seed) if self.options.hsp_calls else hsp

    def prepare(self) -> None:
        """Read the centre bias."""
        if self.options.uniform + self.options.center_part >= 1 and self.options.center_part:
            raise OptionError(f"{self.dataset_name}: uniform and center_part leave nothing for the answered points")
        path = self.options.center_bias
        self.bias = CentreBias.read(path) if path else CentreBias()

    def messages(self, row: Mapping[str, str]) -> Message:
        """Scene, target and text of a prompt that is asked in one turn."""
        trial = read_trial(row)
        scene, target = self._pictures(row)
        history = [(x, y) for x, y in json.loads(row["history"] or "[]")]
        words = search_text(self.kind, trial, self.options.frame, history, one_image=self.options.one_image)
        return search_message(scene, target, words, self.options.one_image)

    def pipeline(self, row: Mapping[str, str], traits: ModelTraits) -> Pipeline | None:
        """Interactive search, or one prompt several times; None for prompts that are asked in one turn."""
        if self.kind == "hsp" and self.options.samples > 1:
            return sampled_answers(self.messages(row), self.options.samples)
        if self.kind != "interactive":
            return None
        scene, target = self._pictures(row)
        one_image = self.options.one_image or not traits.interleave
        frame, foveated = self.options.frame, self.options.foveated
        return interactive_search(read_trial(row), scene, target, frame, foveated, self.profile, one_image)

    def reply_case(self, row: Mapping[str, str]) -> dict[str, Any] | None:
        """A whole scanpath or the next fixation; an interactive search has a reply per fixation and is no case."""
        if self.kind == "interactive":
            return None
        words = "\n".join(item["value"] for item in self.messages(row) if item["type"] == "text")
        size = frame_size(self.options.frame, read_trial(row).shape)
        return {"kind": "fixation" if self.kind == "hsp" else "scanpath", "question": words, "size": size}

    def score(self, items: pd.DataFrame, judge: Judge | None = None) -> ScoreReport:
        """Scores of the replies; no judge is asked."""
        options = self.options
        scoring = SearchScoring(
            frame=options.frame,
            profile=self.profile,
            seed=self.seed,
            kernel=options.kernel,
            sigma=options.sigma,
            uniform=options.uniform,
            centre=options.center_part,
            bias=self.bias,
        )
        if self.kind == "hsp":
            return score_next_fixations(items, self.trials, scoring)
        report, paths = score_scanpaths(items, scoring)
        trials = read_trials(items.to_dict("records"))
        report.files[SCANPATHS] = partial(published_file, paths, trials, self.set_name)
        return report

    def _pictures(self, row: Mapping[str, str]) -> tuple[str, str]:
        """Paths of scene and target."""
        scene, target = (self.image(path) for path in json.loads(row["image_path"]))
        return scene, target
