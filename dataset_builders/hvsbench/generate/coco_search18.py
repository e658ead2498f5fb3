"""COCO-Search18: ten people searched pictures for an object that is there.

Layout: ``coco_search18_fixations_TP_*.json`` of training and validation, and of the test where it is there, and the
pictures below folders named for the target. Trials without the target in the picture are left out, as HVSBench takes
the target-present ones; those in which the participant was wrong stay, as in ``hparams/coco_search18.json`` of
cvlab-stonybrook/Scanpath_Prediction. Source: Chen et al., "COCO-Search18 fixation dataset for predicting goal-directed
attention control" (2021); the format is `coco_gaze`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Oddities
from dataset_builders.hvsbench.generate.coco_gaze import gaze_pictures
from dataset_builders.hvsbench.generate.reading import some, text
from dataset_builders.visual_search.coco_search18 import PATTERN, find_all
from vlmeval_hvs.errors import DataError


@dataclass
class CocoSearch18:
    """The reader of COCO-Search18.

    Attributes:
        frame: Of all coordinates, one of `dataset_builders.hvsbench.frames.NAMES`; "" to tell it from them.
    """

    frame: str = ""
    name: str = "COCO-Search18"

    def pictures(self, folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
        """See `annotations.Source.pictures`."""
        files = find_all(folder)
        if not files:
            raise DataError(f"{folder}: no file {PATTERN}, as COCO-Search18 has them")
        return some(gaze_pictures(self.name, folder, files, _target, self.frame, oddities), folder, oddities)


def _target(entry: Mapping[str, Any]) -> str:
    if entry.get("condition", "present") != "present":
        raise DataError("trial whose target is not in the picture")
    task = text(entry.get("task"), "a target")
    if task == "none":
        raise DataError("trial without a target")
    return task.replace("_", " ")
