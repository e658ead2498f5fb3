"""Builds the visual-search sets: finds out in which of the known formats a source is, and reads it.

Formats: the one of ViSioNS for every set; the releases that its sets were made from (Interiors in MATLAB, MCS,
COCO-Search18, People).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from dataset_builders.archives import open_source
from dataset_builders.visual_search.coco_search18 import PATTERN, find_raw, read_raw
from dataset_builders.visual_search.interiors_matlab import find_matlab, read_matlab
from dataset_builders.visual_search.mcs import FILES, find_mcs, read_mcs
from dataset_builders.visual_search.people import EYE_DATA, find_people, read_people
from dataset_builders.visual_search.published import find_published, read_published
from dataset_builders.visual_search.raw_set import RawSet
from dataset_builders.visual_search.reached import warn
from dataset_builders.visual_search.set_rows import write_set
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.registry import own_name
from vlmeval_hvs.sets import Manifest

VISIONS = "https://github.com/NeuroLIAA/visions (images: the Google Drive folder named in its Datasets/README.md)"
_LICENCE = "terms of the original datasets; not stated in the paper's main text"

Reader = Callable[[Path], "RawSet | None"]


class Format(NamedTuple):
    """A format of a release.

    Attributes:
        name: What it is called in messages.
        origin: Where the data come from.
        files: The files by which it is recognised.
        read: Its reader; None where a folder has no such files.
    """

    name: str
    origin: str
    files: str
    read: Reader


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build one set.

    Args:
        set_name: ``VisualSearch_<set>``; ``VisualSearch_Custom`` and ``VisualSearch_Custom:<name>`` take any dataset in
            one of the formats.
        source: Folder or archive with the dataset, or with several of which one has the name.
        root: Folder of all sets.

    Raises:
        DataError: No source, or one that cannot be used.
    """
    wanted = set_name.removeprefix("VisualSearch_").split(":")[0]
    if source is None:
        raise DataError(
            f"{set_name} cannot be downloaded automatically. Get the data and give the folder or archive with "
            f"--source; docs/benchmarks/visual_search.md says from where: {VISIONS}, or the original release."
        )
    formats = _formats(wanted, own_name(set_name))
    with open_source(Path(source)) as folder:
        for one in formats:
            raw = one.read(folder)
            if raw is not None:
                return write_set(raw, set_name, root, f"{one.origin}; {one.name}", _LICENCE, partial(warn, raw))
    known = "; ".join(f"{one.name}: {one.files}" for one in formats)
    raise DataError(f"--source {source}: holds no file that {set_name} is read from ({known})")


def _formats(wanted: str, own: str) -> list[Format]:
    """The formats of a set, in the order in which they are tried."""
    if wanted == "COCOSearch18Absent":
        return [_ORIGINALS[wanted]]
    originals = [one for name, one in _ORIGINALS.items() if wanted in (name, "Custom")]
    files = "dataset_info.json, trials_properties.json and human_scanpaths/*.json"
    origin = VISIONS if wanted != "Custom" else "own data"
    return [Format("published format of ViSioNS", origin, files, _published(own or wanted)), *originals]


def _published(name: str) -> Reader:
    def read(folder: Path) -> RawSet | None:
        found = find_published(folder, name)
        return None if found is None else read_published(found)

    return read


def _reader(find: Callable[[Path], list[Path]], read: Callable[[list[Path], Path], RawSet]) -> Reader:
    def read_folder(folder: Path) -> RawSet | None:
        files = find(folder)
        return read(files, folder) if files else None

    return read_folder


def _coco(condition: str, other: str) -> Format:
    return Format(
        f"raw COCO-Search18, target {condition}",
        "https://sites.google.com/view/cocosearch",
        f"{PATTERN} without {other} in the name",
        _reader(lambda folder: find_raw(folder, condition), lambda _, folder: read_raw(folder, condition)),
    )


_ORIGINALS = {
    "Interiors": Format(
        "the authors' MATLAB release",
        "https://github.com/gastonbujia/VisualSearch",
        "info_per_subj_*.mat",
        _reader(find_matlab, read_matlab),
    ),
    "MCS": Format(
        "raw MCS", "https://sites.google.com/view/mcs-dataset", " or ".join(FILES), _reader(find_mcs, read_mcs)
    ),
    "COCOSearch18": _coco("present", "_ta"),
    "COCOSearch18Absent": _coco("absent", "_tp"),
    "People": Format(
        "raw People", "http://olivalab.mit.edu/SearchModels", f"{EYE_DATA}/*.mat", _reader(find_people, read_people)
    ),
}
