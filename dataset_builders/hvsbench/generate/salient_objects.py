"""SIFR, whose salient objects are ranked by where people looked, and SIS10K, whose salient objects are not ranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dataset_builders.hvsbench.generate.annotations import (
    AnnotatedPicture,
    Oddities,
    Placed,
    SalientObject,
    Size,
    by_picture,
    mappings,
    relative_box,
    size_of,
)
from dataset_builders.visual_search.raw_set import number
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json

_MASKS = ("segmentation",)  # most of the files, and not needed


def sifr(folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
    """Read SIFR.

    Layout: ``<split>/<split>_annotations.json``, a list of ``{file_name, image_id, annotations: [{bbox, segmentation,
    gt_rank}]}``, with the pictures in ``<split>/rgb``. Boxes are left, top, width and height in px
    (``mask2former/data/datasets/register_sifr.py`` of EricDengbowen/QAGNet); ``gt_rank`` counts from 0 for the least
    salient object: ``rankevaluation/mae_fmeasure_2.py`` there paints the object of rank r with (r + 1) / n, and white
    is the most salient. Source: Deng et al., "Advancing Saliency Ranking with Human Fixations: Dataset, Models and
    Benchmarks" (2024).

    Objects have ranks where all objects of the picture could be read and no two have the same rank, because a rank is
    one among all objects of a picture; the same pictures are counted.
    """
    found = [file for file in folder.glob("*/*_annotations.json") if file.stem == f"{file.parent.name}_annotations"]
    if not found:
        raise DataError(f"{folder}: no file SPLIT/SPLIT_annotations.json, as SIFR has them")
    for file in sorted(found, key=lambda path: f"{path.parent.name}/"):
        start = f"{file.relative_to(folder).as_posix()}#"
        entries = mappings(read_json(file, dropped=_MASKS), start, oddities)
        for name, place, path, entry in by_picture(entries, file.parent / "rgb", folder, oddities):
            with oddities.at(place):
                size, annotations = size_of(path), entry.get("annotations")
                if not isinstance(annotations, list):
                    raise DataError("picture without a list of annotations")
                placed = mappings(annotations, f"{place}/annotations", oddities)
                incomplete = "picture with an object that cannot be read, neither ranked nor counted"
                objects, read = _objects(placed, len(annotations), size, place, oddities, incomplete)
                complete = 0 < len(objects) == len(annotations)
                if complete:
                    objects = _in_order(objects, [one.get("gt_rank") for one in read], place, oddities)
                yield AnnotatedPicture("SIFR", name, path, size, tuple(objects), complete)


def _objects(
    annotations: Iterable[Placed], number: int, size: Size, place: str, oddities: Oddities, incomplete: str
) -> tuple[list[SalientObject], list[Mapping[str, Any]]]:
    """The objects of a picture that can be read, with their entries; fewer than ``number`` are ``incomplete``."""
    objects, entries = [], []
    for at, one in annotations:
        with oddities.at(at):
            if one.get("iscrowd", 0) != 0:
                raise DataError("crowd")
            objects.append(SalientObject(relative_box(one.get("bbox"), size, at, oddities), None, "", at))
            entries.append(one)
    if len(objects) < max(number, 1):
        oddities.add(incomplete if objects else "picture without a salient object", place)
    return objects, entries


def _in_order(
    objects: list[SalientObject], ranks: Sequence[Any], place: str, oddities: Oddities
) -> list[SalientObject]:
    """The objects from the most salient to the least with ranks from 1; as they are where they have no order."""
    known = [value for rank in ranks if (value := number(rank)) is not None]
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


def sis10k(folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
    """Read SIS10K.

    Layout: ``<split>/SIS10K_<split>.json`` in COCO's format (which comes in a folder of its own, so that it may also
    be next to the splits), with the pictures in ``<split>/images``. As in ``datasets/coco.py`` of ssecv/OQTR,
    annotations of crowds are left out and boxes are cut at the edges of the picture. Source: Pei et al.,
    "Transformer-based efficient salient instance segmentation networks with orientative query" (2022).

    Objects are counted where all of the picture could be read and there is no crowd, which may be any number of
    objects.
    """
    found = {}
    for file in (*folder.glob("SIS10K_*.json"), *folder.glob("*/SIS10K_*.json")):
        split = file.stem.removeprefix("SIS10K_")
        if file.parent in (folder, folder / split):
            found[f"{split}/"] = file
    if not found:
        raise DataError(f"{folder}: no file SPLIT/SIS10K_SPLIT.json, as SIS10K has them")
    for split, file in sorted(found.items()):
        yield from _coco_format(file, folder / split / "images", folder, oddities)


def _coco_format(file: Path, images: Path, folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
    content = read_json(file, dropped=_MASKS)
    if not isinstance(content, Mapping):
        raise DataError(f"{file}: not in COCO's format")
    start = f"{file.relative_to(folder).as_posix()}#"
    entries = list(mappings(content.get("images"), f"{start}/images", oddities))
    ids = Counter(_id(entry.get("id")) for _, entry in entries)
    objects: dict[str, list[Placed]] = {}
    for place, one in mappings(content.get("annotations"), f"{start}/annotations", oddities):
        picture = _id(one.get("image_id"))
        if picture in ids:
            objects.setdefault(picture, []).append((place, one))
        else:
            oddities.add("annotation of a picture that is not listed", place)
    for name, place, path, entry in by_picture(entries, images, folder, oddities):
        key = _id(entry.get("id"))
        with oddities.at(place):
            if not key or ids[key] > 1:
                raise DataError("picture without an id of its own")
            size, stated = size_of(path), tuple(number(entry.get(side)) for side in ("width", "height"))
            if None not in stated and stated != size:
                raise DataError("picture of another size than its annotation says")
            annotations = objects.pop(key, [])
            incomplete = "picture with a crowd, or an object that cannot be read, not counted"
            known, _ = _objects(annotations, len(annotations), size, place, oddities, incomplete)
            yield AnnotatedPicture("SIS10K", name, path, size, tuple(known), 0 < len(known) == len(annotations))


def _id(raw: Any) -> str:
    """An id as text; "" where it is neither a number nor a text."""
    return str(raw) if isinstance(raw, int | str) and not isinstance(raw, bool) else ""
