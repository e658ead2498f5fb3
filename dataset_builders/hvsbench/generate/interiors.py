"""Interiors: 57 people searched grey pictures of rooms for an object that they had been shown.

Layout and source: `dataset_builders.visual_search.interiors_matlab`. Scanpaths are as recorded: neither merged nor cut
at the target, which is the business of search scores.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Oddities, SourceScanpath
from dataset_builders.hvsbench.generate.reading import size_of, some
from dataset_builders.hvsbench.generate.scanpaths import inside_picture, read_recorded
from dataset_builders.visual_search.interiors_matlab import find_matlab, read_matlab
from dataset_builders.visual_search.raw_set import RawScanpath, RawTrial
from vlmeval_hvs.errors import DataError

TARGET = "target object"
"""What all targets are called: participants were shown a cut-out of the picture, and the release has no names."""


class Interiors:
    """The reader of Interiors."""

    name = "Interiors"

    def pictures(self, folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
        """See `annotations.Source.pictures`."""
        return some(self._pictures(folder, oddities), folder, oddities)

    def _pictures(self, folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
        files = find_matlab(folder)
        if not files:
            raise DataError(f"{folder}: no file info_per_subj_N.mat, as Interiors has them")
        raw = read_matlab(files, folder, strict=False)
        for place, reason in raw.skipped:
            oddities.add(reason, place)
        people: dict[str, dict[str, RawScanpath]] = {}
        for path in raw.scanpaths:
            if path.subject in people.setdefault(path.image, {}):
                oddities.add("second trial of a participant on the same picture", f"{path.subject}: {path.image}")
            else:
                people[path.image][path.subject] = path
        trials = {trial.image_path.relative_to(folder).as_posix(): trial for trial in raw.trials}
        for name, trial in sorted(trials.items()):
            try:
                size = size_of(trial.image_path)
            except DataError as error:
                oddities.add(str(error), name)
                continue
            found = [self._scanpath(path, trial, oddities) for path in people[trial.image].values()]
            scanpaths = tuple(one for one in found if one)
            if scanpaths:
                yield AnnotatedPicture(self.name, name, trial.image_path, size, scanpaths=scanpaths)

    def _scanpath(self, path: RawScanpath, trial: RawTrial, oddities: Oddities) -> SourceScanpath | None:
        place = f"info_per_subj_{int(path.subject)}.mat#{trial.image}"
        entry = {"subject": path.subject, "X": path.x, "Y": path.y, "T": path.durations}
        try:
            recorded = read_recorded(entry, place, oddities)
        except DataError as error:
            oddities.add(str(error), place)
            return None
        height, width = path.shape
        return inside_picture(recorded, recorded.points / (width, height), TARGET, oddities)
