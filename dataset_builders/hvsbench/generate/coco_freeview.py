"""COCO-FreeView: ten people looked at pictures without a task.

Layout: ``coco_freeview_fixations*.json`` (as the code of its authors names it, README.md of cvlab-stonybrook/HAT) or
``COCOFreeView_fixations*.json`` (as it is downloaded), and the pictures of COCO-Search18 at any depth. Source: Yang et
al., "Predicting human attention using computational attention" (2023); the format is `coco_gaze`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Oddities
from dataset_builders.hvsbench.generate.coco_gaze import gaze_pictures
from dataset_builders.hvsbench.generate.reading import some
from vlmeval_hvs.errors import DataError

_FILE = re.compile(r"coco_?freeview_fixations.*\.json", re.IGNORECASE)


@dataclass
class CocoFreeView:
    """The reader of COCO-FreeView.

    Attributes:
        frame: Of all coordinates, one of `dataset_builders.hvsbench.frames.NAMES`; "" to tell it from them.
    """

    frame: str = ""
    name: str = "COCO-FreeView"

    def pictures(self, folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
        """See `annotations.Source.pictures`."""
        files = [file for file in sorted(folder.rglob("*.json")) if _FILE.fullmatch(file.name)]
        if not files:
            raise DataError(f"{folder}: no file coco_freeview_fixations*.json, as COCO-FreeView has it")
        return some(gaze_pictures(self.name, folder, files, _target, self.frame, oddities), folder, oddities)


def _target(entry: Mapping[str, Any]) -> str:
    if entry.get("condition") in ("present", "absent"):
        raise DataError("trial of a search")
    return ""
