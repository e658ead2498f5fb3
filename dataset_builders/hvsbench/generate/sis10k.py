"""SIS10K: all salient objects of a picture, not ranked.

Layout: ``<split>/SIS10K_<split>.json`` in COCO's format (which comes in a folder of its own, so that it may also lie
beside the splits), with the pictures in ``<split>/images``. As in ``datasets/coco.py`` of ssecv/OQTR, annotations of
crowds are left out and boxes are cut at the edges of the picture. Source: Pei et al., "Transformer-based efficient
salient instance segmentation networks with orientative query" (2022).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Oddities, SalientObject
from dataset_builders.hvsbench.generate.boxes import relative_box
from dataset_builders.hvsbench.generate.reading import Size, in_order, mappings, size_of, some
from dataset_builders.visual_search.raw_set import number
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json

_START = "SIS10K_"

Placed = tuple[str, Mapping[str, Any]]
"""Where an entry is, and the entry."""


class Sis10k:
    """The reader of SIS10K.

    Objects are counted where all of the picture could be read and none of them is a crowd, of which nobody knows how
    many objects it is.
    """

    name = "SIS10K"

    def pictures(self, folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
        """See `annotations.Source.pictures`."""
        return some(self._pictures(folder, oddities), folder, oddities)

    def _pictures(self, folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
        found = {}
        for file in (*folder.glob(f"{_START}*.json"), *folder.glob(f"*/{_START}*.json")):
            split = file.stem.removeprefix(_START)
            if file.parent == folder or file.parent.name == split:
                found[f"{split}/"] = file
        if not found:
            raise DataError(f"{folder}: no file SPLIT/{_START}SPLIT.json, as SIS10K has them")
        for name, file in sorted(found.items()):
            yield from self._split(name[:-1], file, folder, oddities)

    def _split(self, split: str, file: Path, folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
        # Masks are most of the file, and nothing here needs them.
        content = read_json(file, dropped=("segmentation",))
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
        del content
        for name, place, path, entry in in_order(entries, folder / split / "images", folder, oddities):
            key = _id(entry.get("id"))
            try:
                if not key or ids[key] > 1:
                    raise DataError("picture without an id of its own")
                size = _checked_size(path, entry)
                known, complete = _objects(objects.pop(key, []), size, place, oddities)
                yield AnnotatedPicture(self.name, name, path, size, split, known, counted=complete)
            except DataError as error:
                oddities.add(str(error), place)


def _id(raw: Any) -> str:
    """An id as text; "" for what is none."""
    return str(raw) if isinstance(raw, int | str) and not isinstance(raw, bool) else ""


def _checked_size(path: Path, entry: Mapping[str, Any]) -> Size:
    size = size_of(path)
    told = tuple(number(entry.get(key)) for key in ("width", "height"))
    if None not in told and told != size:
        raise DataError("picture of another size than its annotation says")
    return size


def _objects(
    annotations: Sequence[Placed], size: Size, place: str, oddities: Oddities
) -> tuple[tuple[SalientObject, ...], bool]:
    """The objects of a picture, and whether these are all."""
    known, complete = [], True
    for at, one in annotations:
        try:
            if one.get("iscrowd", 0) != 0:
                raise DataError("crowd")
            known.append(SalientObject(relative_box(one.get("bbox"), size, at, oddities), None, "", at))
        except DataError as error:
            complete = False
            oddities.add(str(error), at)
    if not known:
        oddities.add("picture without a salient object", place)
    elif not complete:
        oddities.add("picture with a crowd, or an object that cannot be read, not counted", place)
    return tuple(known), complete and bool(known)
