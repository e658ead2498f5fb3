"""The visual-search datasets: whole scanpath, interactive search, next-fixation prediction."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from vlmeval_hvs.answer_frames import frame_size
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.messages import Message, ModelTraits, Pipeline
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.compare import Design
from vlmeval_hvs.results.contract import ScoreReport
from vlmeval_hvs.sets import records

from .densities import CentreBias
from .next_fixation import draw_trials, score_next_fixations
from .options import HSP, INTERACTIVE, VisualSearchOptions
from .pipeline import interactive_search, one_turn, sampled_answers
from .scanpath_scoring import published_file, read_stops, score_scanpaths
from .scoring import SearchScoring, model_by_image
from .trials import Trial, read_trial, read_trials
from .wording import FIXATE, Asking, search_message, search_text

SCANPATHS = "_Scanpaths.json"
"""Ending of the file with a model's scanpaths in the published format."""
FOVEATED = "foveated: the scene was sharp at the current fixation only"
WHOLLY_SHARP = "the whole scene was sharp: grounding, not search"


class VisualSearchDataset(HVSDataset[VisualSearchOptions]):
    """Visual search in natural scenes (ViSioNS, NeurIPS 2022); for the options see `VisualSearchOptions`.

    ``VisualSearch_<set>`` asks for a whole scanpath in one prompt, with ``_Interactive`` for one fixation after the
    other, with ``_HSP`` for a person's next fixation.
    """

    BENCHMARK = "VisualSearch"
    OPTIONS = VisualSearchOptions
    DESIGN = Design(
        cluster="image_name", metrics={"found": "target found", "length": "fixations"}, by_unit=model_by_image
    )

    @property
    def kind(self) -> str:
        """What is asked for: ``whole`` scanpath, ``interactive`` search or ``hsp``, the next fixation."""
        name = base_name(self.dataset_name)
        return "hsp" if name.endswith(HSP) else "interactive" if name.endswith(INTERACTIVE) else "whole"

    def select_rows(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Search rows, or the next-fixation rows of a seeded draw of trials, even over images."""
        search = rows[rows["family"] == "search"]
        self.images_in_set = search["image_name"].nunique()
        absent = search["bbox"] == ""
        if absent.any() and not absent.all():
            raise DataError(f"{self.folder} mixes searches with and without a target; build a set of each")
        self.absent = bool(absent.any())
        if self.kind != "hsp":
            return search
        self.trials: dict[str, Trial] = read_trials(records(search))
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
        return self._message(row, self._asking(row))

    def pipeline(self, row: Mapping[str, str], traits: ModelTraits) -> Pipeline | None:
        """Interactive search, one prompt several times, or one for models of one image; None for the plain prompt."""
        asking = self._asking(row, one_image=not traits.interleave)
        if self.kind == "interactive":
            return interactive_search(read_trial(row), *self.scene_and_target(row), asking, self.profile)
        if self.kind == "hsp" and self.options.samples > 1:
            return sampled_answers(self._message(row, asking), self.options.samples)
        return one_turn(self._message(row, asking)) if asking != self._asking(row) else None

    def mismatch(self, item: Mapping[str, Any]) -> str:
        """Why an answered row of a file without a ledger cannot be of this dataset: it was searched in another way."""
        searched = "fixations" in (item["record"] or ())
        if searched != (self.kind == "interactive"):
            return f"it is {'a record' if searched else 'no record'} of an interactive search"
        return super().mismatch(item)

    def reply_case(self, row: Mapping[str, str]) -> dict[str, Any] | None:
        """A whole scanpath or the next fixation; an interactive search has a reply per fixation and is no case."""
        if self.kind == "interactive":
            return None
        return self._case(row, "fixation" if self.kind == "hsp" else "scanpath", self._words(row, self._asking(row)))

    def turn_case(self, row: Mapping[str, str], step: str, words: str) -> dict[str, Any] | None:
        """The next fixation of an interactive search."""
        return self._case(row, "fixation", words) if step == FIXATE else self.reply_case(row)

    def _case(self, row: Mapping[str, str], kind: str, words: str) -> dict[str, Any]:
        frame = "thousand" if self.options.frame == "thousand" else "pixels"
        return {"kind": kind, "question": words, "size": frame_size(frame, read_trial(row).shape)}

    def score(self, items: pd.DataFrame) -> ScoreReport:
        """Scores of the replies."""
        names = ("frame", "answer_frame", "answer_axes", "kernel", "sigma", "uniform", "center_part")
        options = {name: getattr(self.options, name) for name in names}
        scoring = SearchScoring(profile=self.profile, seed=self.seed, bias=self.bias, **options)
        if self.kind == "hsp":
            asked = [self._words(row, self._asking(row)) for row in records(items)]
            report = score_next_fixations(items.assign(asked=asked), self.trials, scoring)
        else:
            items = read_stops(items, scoring)
            trials = read_trials(records(items))
            report, paths = score_scanpaths(items, trials, scoring, self.options.stop)
            report.files[SCANPATHS] = partial(published_file, paths, trials, self.set_name)
        report.details["coverage"] = {"images": int(items["image_name"].nunique()), "of": self.images_in_set}
        if self.kind == "interactive":
            report.details["condition"] = FOVEATED if self.options.foveated else WHOLLY_SHARP
        return report

    def _asking(self, row: Mapping[str, str], one_image: bool = False) -> Asking:
        """How a row is asked about."""
        options, shown = self.options, len(json.loads(row["image_path"])) > 1
        return Asking(
            frame=options.frame,
            answer_frame=options.answer_frame + (" yx" if options.answer_axes == "yx" else ""),
            one_image=(options.one_image or one_image) and shown,
            picture=shown,
            foveated=options.foveated and self.kind == "interactive",
            stop=options.stop or self.absent,
            durations=options.durations,
        )

    def _message(self, row: Mapping[str, str], asking: Asking) -> Message:
        return search_message(*self.scene_and_target(row), self._words(row, asking), asking.one_image)

    def _words(self, row: Mapping[str, str], asking: Asking) -> str:
        """The text of a prompt that is asked in one turn."""
        return search_text(self.kind, read_trial(row), asking, [(x, y) for x, y in json.loads(row["history"] or "[]")])

    def scene_and_target(self, row: Mapping[str, str]) -> tuple[str, str | None]:
        """Paths of scene and target; the target's is None where it has no picture."""
        scene, target = (*json.loads(row["image_path"]), None)[:2]
        return self.image(scene), self.image(target) if target else None
