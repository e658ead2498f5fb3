"""ActiView, one evaluation pipeline per dataset."""

import json
import random
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.actiview.cutting import Split, ViewCache
from vlmeval_hvs.benchmarks.actiview.official_texts import installed
from vlmeval_hvs.benchmarks.actiview.options import ActiViewOptions
from vlmeval_hvs.benchmarks.actiview.pipeline import run
from vlmeval_hvs.benchmarks.actiview.scoring import SINGLE_TURN, Scoring, score_actiview
from vlmeval_hvs.benchmarks.actiview.session import Task
from vlmeval_hvs.benchmarks.actiview.wording import ANSWER, DECIDE, MIX_INIT, MIX_REVISE, SELECT, read_wording
from vlmeval_hvs.choices import lettered
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import ModelTraits, Pipeline
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.compare import Design
from vlmeval_hvs.results.contract import ScoreReport
from vlmeval_hvs.seeding import rng

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

RELEASED_ROWS = 325

GAP = 12  # white pixels between images that are joined into one picture


class ActiViewDataset(HVSDataset[ActiViewOptions]):
    """ActiView, one evaluation pipeline per dataset name (`KINDS`), with `ActiViewOptions`."""

    BENCHMARK = "ActiView"
    DEFAULT = "ActiView_Zooming"
    OPTIONS = ActiViewOptions
    DESIGN = Design(
        cluster="image",
        slices=("type", "sub_class"),
        metrics={
            "hits": "views with a clue",
            "n_view": "views opened",
            "n_zoom": "zooms",
            "n_shift": "shifts",
            "calls": "calls",
        },
    )

    @property
    def reading(self) -> str:
        """The reading of all replies: the option ``reading``, or the profile's own."""
        return self.options.reading or ("robust" if self.profile == "robust" else "paper")

    def prepare(self) -> None:
        """Choose the state machine and read the templates, of which those of the released code must be installed."""
        self.kind, self.start_from = KINDS[base_name(self.dataset_name)]
        self.wording = read_wording(self.profile, installed() if self.profile == "official" else None)
        self.settings["wording"] = self.wording.identity
        self._cache = ViewCache(self.set_name, self.manifest.digest)

    def pipeline(self, row: Mapping[str, str], traits: ModelTraits) -> Pipeline:
        """The state machine of one question."""
        record = yield from run(self.kind, self._task(row), traits)
        return {**self._asked_with, "kind": self.kind, **record}

    def needs(self) -> frozenset[str]:
        """Pictures, but for the pipelines of words alone."""
        return frozenset() if self.kind.startswith("text_only") else super().needs()

    def cache_folders(self) -> list[tuple[Path, int]]:
        """The folder of joined pictures and of views of other splits, about as large as their originals."""
        originals = [row["original_path"] for row in self._records] if self.options.n_splits != 4 else []
        return [(self._cache.folder, sum(self.sizes.get(path, 0) for path in originals))]

    def reply_case(self, row: Mapping[str, str]) -> dict[str, Any]:
        """The question with its options, which the last turn asks."""
        options = _listed(row, "options")
        return {"kind": "option", "question": f"{row['question']}\n{lettered(options)}", "options": options}

    def turn_case(self, row: Mapping[str, str], step: str, words: str) -> dict[str, Any] | None:
        """The views that a turn asks for, whether a further one is needed, or the answer."""
        if step == ANSWER:
            return self.reply_case(row)
        kind, *fields = {
            SELECT: ("views", "views"),
            DECIDE: ("views" if self.wording.naming else "decision", "views"),
            MIX_INIT: ("view_operations", "part"),
            MIX_REVISE: ("view_operations", "keep", "shift"),
        }.get(step, ("",))
        case = {"kind": kind, "question": words, "n_views": self.options.n_splits, "fields": tuple(fields)}
        return case if kind else None

    def score(self, items: pd.DataFrame) -> ScoreReport:
        """Accuracy, recall of views and counts of operations."""
        options = self.options
        how = Scoring(self.kind, self.reading, options.n_splits, options.n_resamples, self.seed)
        return score_actiview(items, how)

    @property
    def _asked_with(self) -> dict[str, Any]:
        """The settings that decide what is asked, as records keep them; the seed decides random start views alone."""
        left_out = {"limit", "reading", *(() if self.start_from == "random" else ("seed",))}
        asking = self.options.asking(self.dataset_name)
        asked = {name: value for name, value in asking.items() if name not in left_out}
        return {**asked, "profile": self.profile, "n_splits": self.options.n_splits, "wording": self.wording.identity}

    def mismatch(self, item: Mapping[str, Any]) -> str:
        """Why an answered row of a file without a ledger was asked otherwise: pipeline, settings or start view."""
        record = item["record"]
        if record is None:
            return "" if self.kind in SINGLE_TURN else "it has a plain reply, and is asked in several turns"
        if record.get("kind", self.kind) != self.kind:
            return f"it was asked by the pipeline {record['kind']}, not {self.kind}"
        for name, value in self._asked_with.items():
            if name != "wording" and record.get(name, value) != value:
                return f"it was asked with {name}={record[name]}, not {value}"
        expected = self._start_view(self.row(item)) if self.start_from else None
        start = record.get("start", expected)
        return f"it started with view {start}, not {expected}" if start != expected else ""

    def _task(self, row: Mapping[str, str]) -> Task:
        split, options = self.split(row), self.options
        return Task(
            question=row["question"],
            options=tuple(_listed(row, "options")),
            full=self._original(row) if self.options.full_image == "original" else split.full,
            lined=split.lined,
            views=split.views,
            start=self._start_view(row),
            clue_views=tuple(_listed(row, "clue_views")),
            wording=self.wording,
            locate=self.locate,
            stitch=partial(self._cache.strip, gap=GAP if self.wording.strip else 0),
            reading=self.reading,
            single_image=options.single_image,
            revise_turns=options.revise_turns,
            simple_prompt=options.simple_prompt,
            clue_pictures=tuple(_listed(row, "clue_image_path")) if self.options.clue_hints else (),
        )

    def split(self, row: Mapping[str, str]) -> Split:
        """The pictures of a row: full image, with lines, and views."""
        if self.options.n_splits == 4:
            full, lined, *views = _listed(row, "image_path")
            return Split(full, lined, tuple(views))
        return self._cache.split(self.image(self._original(row)), self.options.n_splits)

    def _original(self, row: Mapping[str, str]) -> str:
        if not row["original_path"]:
            raise DataError(f"row {row['index']}: this needs the original image, which the set lacks")
        return row["original_path"]

    def locate(self, path: str) -> str:
        """Absolute path of an image of the set, or of one cut from it; checked again for every turn."""
        return self.image(path) if path in self.sizes else self._cache.checked(path)

    def _start_view(self, row: Mapping[str, str]) -> int:
        if self.start_from == "random":
            return random_start(row["index"], self.options.n_splits, self.seed, self.manifest.rows)
        return int(row[f"start_{self.start_from}"]) if self.start_from else 1


def _listed(row: Mapping[str, str], column: str) -> list[Any]:
    """A cell that holds a JSON list; an empty one holds none."""
    found: list[Any] = json.loads(row[column] or "[]")
    return found


def random_start(index: str, n_views: int, seed: int, total_rows: int) -> int:
    """1-based random start view of a row: a function of (seed, row).

    For the whole released set (``total_rows`` before any limit) and seed 0 it is the sequence of the official scripts:
    Python's generator seeded with 1234, one draw per question in file order.
    """
    if total_rows == RELEASED_ROWS and seed == 0 and index.isdigit() and 1 <= int(index) <= RELEASED_ROWS:
        generator = random.Random(1234)
        return [generator.randint(1, n_views) for _ in range(int(index))][-1]
    return int(rng(seed, "ActiView start", index, n_views).integers(1, n_views + 1))
