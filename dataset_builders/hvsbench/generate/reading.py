"""Files of a source: its pictures, their sizes, and the entries of its lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from PIL import ExifTags, Image

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Oddities
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import IMAGE_FORMATS, named_file

Size = tuple[int, int]


def picture_below(folder: Path, name: Any) -> Path:
    """The file of a picture that an annotation names.

    Args:
        folder: Where the source keeps its pictures.
        name: What the annotation says.

    Raises:
        DataError: It is no name, or one that leaves the folder.
    """
    if not isinstance(name, str) or not name.strip():
        raise DataError("no file name")
    try:
        return named_file(folder, name)
    except (DataError, OSError):
        raise DataError("file name that is no plain path below the pictures' folder") from None


def size_of(path: Path) -> Size:
    """(width, height) of a picture, px, from the head of its file: pixels are not decoded.

    Raises:
        DataError: The file is missing, or no picture; or it says that it is to be shown turned or mirrored, which
            some programs do and others do not, so that nobody knows what the annotations mean.
    """
    try:
        with Image.open(path, formats=IMAGE_FORMATS) as image:
            size = image.size
            # Without that check, Pillow decodes a whole PNG file in search of the tag.
            turned = "exif" in image.info and image.getexif().get(ExifTags.Base.Orientation, 1) != 1
    except Exception:  # Pillow raises many types for broken and huge files
        reason = "picture file that is no picture" if path.is_file() else "picture file missing"
        raise DataError(reason) from None
    if turned:
        raise DataError("picture that is to be shown turned")
    return size


def mappings(entries: Any, place: str, oddities: Oddities) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The mappings of a list, each with its place (a JSON pointer behind the file); others are counted.

    Raises:
        DataError: There is no list at that place.
    """
    if not isinstance(entries, list):
        file, _, at = place.partition("#")
        raise DataError(f"{file}: no list of entries{at and f' at {at}'}")
    for number, entry in enumerate(entries):
        if isinstance(entry, Mapping):
            yield f"{place}/{number}", entry
        else:
            oddities.add("entry that is no object", f"{place}/{number}")


def in_order(
    entries: Iterable[tuple[str, Mapping[str, Any]]], pictures: Path, folder: Path, oddities: Oddities
) -> Iterator[tuple[str, str, Path, Mapping[str, Any]]]:
    """Name, place, picture file and entry, ordered by name, of entries with a ``file_name``.

    Two entries of the same picture contradict each other, since each lists all objects: both are left out.

    Args:
        entries: Place and entry, from `mappings`.
        pictures: Folder that file names are relative to.
        folder: Top folder of the source, which names are relative to.
        oddities: Counts what is left out.
    """
    named: dict[str, list[tuple[str, Path, Mapping[str, Any]]]] = {}
    for place, entry in entries:
        try:
            path = picture_below(pictures, entry.get("file_name"))
        except DataError as error:
            oddities.add(str(error), place)
        else:
            named.setdefault(path.relative_to(folder).as_posix(), []).append((place, path, entry))
    for name in sorted(named):
        one, *more = named.pop(name)
        if more:
            oddities.add("picture with several entries", one[0])
        else:
            yield name, *one


def text(raw: Any, what: str) -> str:
    """A line of text that can be printed, without spaces around it.

    Raises:
        DataError: It is none; the message says that there is no `what`.
    """
    if isinstance(raw, str) and raw.strip() and raw.strip().isprintable():
        return raw.strip()
    raise DataError(f"trial without {what}")


def some(pictures: Iterable[AnnotatedPicture], folder: Path, oddities: Oddities) -> Iterator[AnnotatedPicture]:
    """The same pictures, those excepted whose name on the disk cannot be written into a set.

    Raises:
        DataError: There was none: a folder at the wrong level has all its picture files missing.
    """
    none = True
    for picture in pictures:
        if not picture.name.isprintable():
            oddities.add("picture whose name cannot be printed", ascii(picture.name))
            continue
        none = False
        yield picture
    if none:
        why = "; ".join(
            f"{count} x {reason}, such as {oddities.places[reason][0]}" for reason, count in oddities.counts.items()
        )
        raise DataError(f"{folder}: no picture of it can be used ({why or 'it lists none'})")
