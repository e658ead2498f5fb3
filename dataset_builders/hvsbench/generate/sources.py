"""The sources that can be read, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Oddities
from dataset_builders.hvsbench.generate.coco_gaze import coco_freeview, coco_search18
from dataset_builders.hvsbench.generate.interiors import interiors
from dataset_builders.hvsbench.generate.salient_objects import sifr, sis10k
from vlmeval_hvs.errors import DataError

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
    """All pictures of a source, ordered by name.

    Args:
        name: A key of `SOURCES`.
        folder: Where it lies, as its authors ship it.
        oddities: Counts what is left out or corrected.
        frame: Of the coordinates of `FRAMED` sources, one of `dataset_builders.hvsbench.frames.NAMES`; "" to decide
            from them.

    Raises:
        DataError: The folder is not in the source's format, or no picture of it can be used, as when the folder is at
            the wrong level.
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
