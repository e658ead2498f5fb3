"""The sources that can be read, by name; of these Interiors here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from dataset_builders.hvsbench.generate.annotations import (
    AnnotatedPicture,
    Oddities,
    SourceScanpath,
    inside_picture,
    read_recording,
    size_of,
)
from dataset_builders.hvsbench.generate.coco_gaze import coco_freeview, coco_search18
from dataset_builders.hvsbench.generate.salient_objects import sifr, sis10k
from dataset_builders.visual_search.interiors_matlab import read_interiors
from dataset_builders.visual_search.raw_set import RawScanpath
from vlmeval_hvs.errors import DataError

TARGET = "target object"
"""Name of every target: participants were shown a cut-out of the picture, and the release has no names."""


def interiors(folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
    """Read Interiors: 57 people searched grey pictures of rooms for an object that they had been shown.

    Layout and source: `dataset_builders.visual_search.interiors_matlab`. Scanpaths are as recorded: neither merged nor
    cut at the target, which is the business of search scores.
    """
    raw = read_interiors(folder)
    if raw is None:
        raise DataError(f"{folder}: no file info_per_subj_N.mat, as Interiors has them")
    for place, reason in raw.skipped:
        oddities.add(reason, place)
    people: dict[str, dict[str, RawScanpath]] = defaultdict(dict)
    for path in raw.scanpaths:
        if path.subject in people[path.image]:
            oddities.add("second trial of a participant on the same picture", f"{path.subject}: {path.image}")
        else:
            people[path.image][path.subject] = path
    trials = {trial.image_path.relative_to(folder).as_posix(): trial for trial in raw.trials}
    for name, trial in sorted(trials.items()):
        with oddities.at(name):
            size = size_of(trial.image_path)
            scanpaths = tuple(one for path in people[trial.image].values() if (one := _scanpath(path, oddities)))
            if scanpaths:
                yield AnnotatedPicture("Interiors", name, trial.image_path, size, scanpaths=scanpaths)


def _scanpath(path: RawScanpath, oddities: Oddities) -> SourceScanpath | None:
    place = f"info_per_subj_{int(path.subject)}.mat#{path.image}"
    entry = {"subject": path.subject, "X": path.x, "Y": path.y, "T": path.durations}
    height, width = path.shape
    with oddities.at(place):
        recording = read_recording(entry, place, oddities)
        return inside_picture(recording, recording.points / (width, height), TARGET, oddities)
    return None


SOURCES: Mapping[str, Callable[..., Iterator[AnnotatedPicture]]] = {
    "SIFR": sifr,
    "SIS10K": sis10k,
    "COCO-FreeView": coco_freeview,
    "COCO-Search18": coco_search18,
    "Interiors": interiors,
}
"""Name, which is `AnnotatedPicture.dataset`, to the reader, which takes the folder and what counts oddities."""

FRAMED = ("COCO-FreeView", "COCO-Search18")
"""Sources whose coordinates come in several frames; their readers also take the name of one."""


def read_source(name: str, folder: Path, oddities: Oddities, frame: str = "") -> Iterator[AnnotatedPicture]:
    """All pictures of a source, ordered by name, from its folder as its authors ship it.

    ``frame`` is that of the coordinates of `FRAMED` sources, one of `dataset_builders.hvsbench.frames.NAMES`; "" infers
    it from them.
    """
    more = (frame,) if name in FRAMED else ()
    empty = True
    for picture in SOURCES[name](folder, oddities, *more):
        if picture.name.isprintable():
            empty = False
            yield picture
        else:
            oddities.add("picture whose name cannot be printed", ascii(picture.name))
    if empty:
        why = "; ".join(
            f"{count} x {reason}, such as {oddities.places[reason][0]}" for reason, count in oddities.counts.items()
        )
        raise DataError(f"{folder}: no picture of it can be used ({why or 'it lists none'})")
