"""Builds the visual-search sets: finds out in which of the known formats a source is, and reads it.

Formats: the one of ViSioNS for every set; the releases of Interiors (MATLAB) and COCO-Search18.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from dataset_builders.archives import open_source
from dataset_builders.visual_search.coco_search18 import PATTERN, read_coco
from dataset_builders.visual_search.interiors_matlab import read_interiors
from dataset_builders.visual_search.published import read_named
from dataset_builders.visual_search.raw_set import RawSet
from dataset_builders.visual_search.set_rows import write_set
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.registry import own_name
from vlmeval_hvs.sets import Manifest

VISIONS = "https://github.com/NeuroLIAA/visions (images: the Google Drive folder named in its Datasets/README.md)"
_LICENCE = "terms of the original datasets; not stated in the paper's main text"
_INTERIORS = "https://github.com/gastonbujia/VisualSearch"
_COCO = "https://sites.google.com/view/cocosearch"


class Format(NamedTuple):
    """A format of a release."""

    name: str
    origin: str  # where the data come from
    files: str  # by which it is recognised
    read: Callable[[Path], RawSet | None]  # None where a folder has no such files


ORIGINALS = {
    "Interiors": Format("the authors' MATLAB release", _INTERIORS, "info_per_subj_*.mat", read_interiors),
    "COCOSearch18": Format("raw COCO-Search18, target present", _COCO, f"{PATTERN} without _ta in the name", read_coco),
    "COCOSearch18Absent": Format(
        "raw COCO-Search18, target absent", _COCO, f"{PATTERN} without _tp in the name",
        partial(read_coco, condition="absent"),
    ),
}  # fmt: skip
"""Releases that published sets were made from."""


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build ``VisualSearch_<set>`` from a folder or archive with the dataset, or with several of which one is it.

    ``VisualSearch_Custom`` and ``VisualSearch_Custom:<name>`` take any dataset in one of the formats.

    Raises:
        DataError: No source, or one that cannot be used.
    """
    wanted, own = set_name.removeprefix("VisualSearch_").split(":")[0], own_name(set_name)
    if source is None:
        raise DataError(
            f"{set_name} cannot be downloaded automatically. Get the data and give the folder or archive with "
            f"--source; docs/benchmarks/visual_search.md says from where: {VISIONS}, or the original release."
        )
    formats = [one for name, one in ORIGINALS.items() if wanted in (name, "Custom")]
    if wanted != "COCOSearch18Absent":
        origin = "own data" if wanted == "Custom" else VISIONS
        files = "dataset_info.json, trials_properties.json and human_scanpaths/*.json"
        formats.insert(0, Format("published format of ViSioNS", origin, files, partial(read_named, name=own or wanted)))
    with open_source(Path(source)) as folder:
        for one in formats:
            if (raw := one.read(folder)) is not None:
                return write_set(raw, set_name, root, f"{one.origin}; {one.name}", _LICENCE)
    known = "; ".join(f"{one.name}: {one.files}" for one in formats)
    raise DataError(f"--source {source}: holds no file that {set_name} is read from ({known})")
