"""Prominence enhancement as the dataset has it: requests, conversations, scores and pictures of one row."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.enhancement_crops import WHOLE
from vlmeval_hvs.benchmarks.hvsbench.enhancement_pictures import CropCache
from vlmeval_hvs.benchmarks.hvsbench.enhancement_targets import Box, within
from vlmeval_hvs.benchmarks.hvsbench.options import HVSBenchOptions
from vlmeval_hvs.benchmarks.hvsbench.pipeline import Cropping, enhanced
from vlmeval_hvs.benchmarks.hvsbench.wording import enhancement_request
from vlmeval_hvs.messages import Message, ModelTraits, Pipeline
from vlmeval_hvs.pictures import Box as BoxMark
from vlmeval_hvs.pictures import Mark, Picture
from vlmeval_hvs.results.contract import ScoreReport

Row = Mapping[str, str]


class Enhancement:
    """The parts of the dataset that are not those of questions.

    Args:
        options: The options.
        set_name: Name of the built set.
        digest: Digest of its content.
        locate: Relative to absolute path of an image of the set.
    """

    def __init__(self, options: HVSBenchOptions, set_name: str, digest: str, locate: Callable[[str], str]) -> None:
        self.options, self._locate = options, locate
        self._crops = CropCache(set_name, digest)

    @property
    def folder(self) -> Path:
        """Where crops are kept."""
        return self._crops.folder

    def request(self, row: Row) -> str:
        """The words of the first turn."""
        return enhancement_request(row, self.options.least_object, self.options.least_picture)

    def pipeline(self, row: Row, traits: ModelTraits, message: Message) -> Pipeline:
        """The conversation about one crop.

        Args:
            row: The row.
            traits: Facts about the model.
            message: The first turn.
        """
        path = self._locate(row["image_path"])
        task = Cropping(
            message=message,
            request=self.request(row),
            picture=next(item for item in message if item["type"] == "image"),
            size=(int(row["width"]), int(row["height"])),
            rounds=self.options.rounds,
            joined=not traits.interleave,
            cut=lambda crop, joined: self._crops.cropped(path, crop, joined),
            context={"least_object": self.options.least_object, "least_picture": self.options.least_picture},
        )
        return enhanced(task)

    def score(self, items: pd.DataFrame, reading: str, seed: int) -> ScoreReport:
        """The scores of a run; see `enhancement_scoring.enhancement_report`."""
        # Only scoring needs maps, and they take a while to import.
        from vlmeval_hvs.benchmarks.hvsbench.enhancement_maps import map_of
        from vlmeval_hvs.benchmarks.hvsbench.enhancement_scoring import Rules, enhancement_report

        options = self.options
        rules = Rules(
            map_of=map_of(options.saliency),
            saliency=options.saliency,
            least_object=options.least_object,
            least_picture=options.least_picture,
            seed=seed,
            n_resamples=options.n_resamples,
        )
        return enhancement_report(items, reading, rules, self._locate)

    def pictures(self, row: Row) -> list[Picture]:
        """The picture before: the object to make prominent, and the other known ones."""
        return [Picture(self._locate(row["image_path"]), "before", tuple(_marks(row, WHOLE)))]

    def answered(self, row: Row, item: Mapping[str, Any]) -> list[Picture]:
        """The crop drawn on the picture, and the picture after it."""
        if not item.get("answer"):
            return []
        x1, y1, x2, y2 = (float(part) for part in str(item["answer"]).split(","))
        crop = (x1, y1, x2, y2)
        path = self._locate(row["image_path"])
        drawn = Picture(path, marks=(BoxMark.between(crop, "answer", "the model's crop"),))
        if crop == WHOLE:
            return [drawn]
        return [drawn, Picture(self._crops.cropped(path, crop), _after(item), tuple(_marks(row, crop)), beside=True)]


def _marks(row: Row, crop: Box) -> list[Mark]:
    """Marks of the known objects, where they are in a crop."""
    found: list[Mark] = []
    for box in json.loads(row["others"]):
        seen = within(tuple(box), crop)
        if seen:
            found.append(BoxMark.between(seen, "rival"))
    target = within(tuple(json.loads(row["target"])), crop)
    if target:
        found.append(BoxMark.between(target, "target", row["target_name"] or "make this prominent"))
    return found


def _after(item: Mapping[str, Any]) -> str:
    """Outcome and share of saliency in words; nothing of what an item file lacks."""
    try:
        shares = f", saliency share {float(item['share_before']):.2f} to {float(item['share_after']):.2f}"
    except (KeyError, ValueError):
        shares = ""
    outcome = item.get("outcome") or ""
    return f"after{shares}" + (f" ({outcome})" if outcome and outcome != "counts" else "")
