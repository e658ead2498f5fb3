"""SIFR: salient objects ranked by where people looked.

Layout: ``<split>/<split>_annotations.json``, a list of ``{file_name, image_id, annotations: [{bbox, segmentation,
gt_rank}]}``, with the pictures in ``<split>/rgb``. Boxes are left, top, width and height in px
(``mask2former/data/datasets/register_sifr.py`` of EricDengbowen/QAGNet); ``gt_rank`` counts from 0 for the least
salient object: ``rankevaluation/mae_fmeasure_2.py`` there paints the object of rank r with (r + 1) / n, and white is
the most salient. Source: Deng et al., "Advancing Saliency Ranking with Human Fixations: Dataset, Models and
Benchmarks" (2024).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Oddities, SalientObject
from dataset_builders.hvsbench.generate.boxes import relative_box
from dataset_builders.hvsbench.generate.reading import in_order, mappings, size_of, some
from dataset_builders.visual_search.raw_set import number
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json


class Sifr:
    """The reader of SIFR.

    Objects have ranks where all objects of the picture could be read and no two have the same rank, because a rank is
    one among all objects of a picture; the same pictures are counted.
    """

    name = "SIFR"

    def pictures(self, folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
        """See `annotations.Source.pictures`."""
        return some(self._pictures(folder, oddities), folder, oddities)

    def _pictures(self, folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
        found = [file for file in folder.glob("*/*_annotations.json") if file.stem == f"{file.parent.name}_annotations"]
        if not found:
            raise DataError(f"{folder}: no file SPLIT/SPLIT_annotations.json, as SIFR has them")
        for file in sorted(found, key=lambda path: f"{path.parent.name}/"):
            yield from self._split(file, folder, oddities)

    def _split(self, file: Path, folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
        # Masks are most of the file, and nothing here needs them.
        content = read_json(file, dropped=("segmentation",))
        entries = mappings(content, f"{file.relative_to(folder).as_posix()}#", oddities)
        for name, place, path, entry in in_order(entries, file.parent / "rgb", folder, oddities):
            try:
                yield self._picture(name, place, path, entry, oddities)
            except DataError as error:
                oddities.add(str(error), place)

    def _picture(
        self, name: str, place: str, path: Path, entry: Mapping[str, Any], oddities: Oddities
    ) -> AnnotatedPicture:
        size = size_of(path)
        if not isinstance(entry.get("annotations"), list):
            raise DataError("picture without a list of annotations")
        objects, ranks = [], []
        for at, one in mappings(entry["annotations"], f"{place}/annotations", oddities):
            try:
                box = relative_box(one.get("bbox"), size, at, oddities)
            except DataError as error:
                oddities.add(str(error), at)
                continue
            objects.append(SalientObject(box, None, "", at))
            ranks.append(one.get("gt_rank"))
        complete = 0 < len(objects) == len(entry["annotations"])
        if not objects:
            oddities.add("picture without a salient object", place)
        elif not complete:
            oddities.add("picture with an object that cannot be read, neither ranked nor counted", place)
        else:
            objects = _ranked(objects, ranks, place, oddities)
        split = name.partition("/")[0]
        return AnnotatedPicture(self.name, name, path, size, split, tuple(objects), counted=complete)


def _ranked(objects: list[SalientObject], ranks: Sequence[Any], place: str, oddities: Oddities) -> list[SalientObject]:
    """The objects from the most salient to the least with their ranks from 1; as they are where there is no order."""
    values = [number(rank) for rank in ranks]
    known = [value for value in values if value is not None]
    if len(known) < len(objects):
        oddities.add("picture with an object without rank, not ranked", place)
        return objects
    if len(set(known)) < len(objects):
        oddities.add("picture with two objects of the same rank, not ranked", place)
        return objects
    if sorted(known) != list(range(len(objects))):
        oddities.add("picture with ranks other than 0 to n - 1, ranked in their order", place)
    order = sorted(zip(known, objects, strict=True), key=lambda pair: -pair[0])
    return [one._replace(rank=rank) for rank, (_, one) in enumerate(order, 1)]
