"""The sources that can be read, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from dataset_builders.hvsbench.generate.annotations import Source
from dataset_builders.hvsbench.generate.coco_freeview import CocoFreeView
from dataset_builders.hvsbench.generate.coco_search18 import CocoSearch18
from dataset_builders.hvsbench.generate.interiors import Interiors
from dataset_builders.hvsbench.generate.salient_objects import Sifr
from dataset_builders.hvsbench.generate.sis10k import Sis10k


class KnownSource(NamedTuple):
    """What is known of a source.

    Attributes:
        reader: Makes its reader.
        questions: Question types of HVSBench that it is good for.
        home: Where its authors give it.
        counted: What it means that the objects of a picture are counted; "" where it has none.
        terms: Under which terms it is given; "" where nothing is said with the data.
        framed: Whether its coordinates come in several frames, one of which the reader takes.
    """

    reader: Callable[..., Source]
    questions: tuple[str, ...]
    home: str
    counted: str = ""
    terms: str = ""
    framed: bool = False


_RANKED = ("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7")
_SEEN, _SEARCHED = ("Q8", "Q9", "Q10"), ("Q11", "Q12", "Q13")

SOURCES: Mapping[str, KnownSource] = {
    "SIFR": KnownSource(
        Sifr,
        _RANKED,
        "https://github.com/EricDengbowen/QAGNet",
        "every annotated object could be read; annotated are the objects that people looked at",
    ),
    "SIS10K": KnownSource(
        Sis10k,
        ("Q2",),
        "https://github.com/ssecv/OQTR",
        "every annotated object could be read and none is a crowd",
    ),
    "COCO-FreeView": KnownSource(
        CocoFreeView, _SEEN, "https://sites.google.com/view/cocosearch/coco-freeview", framed=True
    ),
    "COCO-Search18": KnownSource(CocoSearch18, _SEARCHED, "https://sites.google.com/view/cocosearch/home", framed=True),
    "Interiors": KnownSource(Interiors, _SEARCHED, "https://github.com/gastonbujia/VisualSearch"),
}
"""Name to what is known of it; the names are those of `AnnotatedPicture.dataset`."""


def reader_of(name: str, frame: str = "") -> Source:
    """The reader of a source.

    Args:
        name: A key of `SOURCES`.
        frame: Of the coordinates of a source that comes in several, one of `dataset_builders.hvsbench.frames.NAMES`; ""
            to tell it from them. Other sources have no use for it.
    """
    known = SOURCES[name]
    return known.reader(frame=frame) if known.framed else known.reader()
