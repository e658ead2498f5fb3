"""Benchmark cards: everything that is known about a benchmark without loading the host or its data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from vlmeval_hvs import __version__
from vlmeval_hvs.store import DataError, Manifest, MissingDataError, data_root, read_manifest, read_set

DEMO = "_DEMO"
"""Suffix of the small sets that are built offline."""


@dataclass(frozen=True)
class SetInfo:
    """One buildable set: where its data come from and what builds it."""

    name: str
    source: str
    size: str
    licence: str
    builder: str
    demo_builder: str


@dataclass(frozen=True)
class Card:
    """One benchmark.

    Attributes:
        name: Benchmark name, as in ``vlmeval-hvs build NAME``.
        title: Title for people.
        about: One paragraph: what it measures.
        paper: ``title``, ``venue`` and ``url`` of the paper.
        licence: Terms of the data.
        class_name: Name of the dataset class on ``vlmeval.dataset``.
        module: Module that defines it.
        baselines: Module with the answers of the weight-free models, or "".
        sets: Buildable sets by name.
        datasets: Dataset name to ``{"set", "about"}``; every one also exists with the suffix ``_DEMO``.
        notes: Known issues.
        reference: Rows shown beside scores (human, chance, published models).
    """

    name: str
    title: str
    about: str
    paper: dict[str, str]
    licence: str
    class_name: str
    module: str
    baselines: str
    sets: dict[str, SetInfo]
    datasets: dict[str, dict[str, Any]]
    notes: list[str] = field(default_factory=list)
    reference: dict[str, Any] = field(default_factory=dict)

    @property
    def dataset_names(self) -> list[str]:
        """All dataset names, demo sets included."""
        return [name + suffix for suffix in ("", DEMO) for name in self.datasets]


@cache
def all_cards() -> tuple[Card, ...]:
    """Every benchmark of this package, by name."""
    folder = files("vlmeval_hvs.cards")
    cards = [_read(json.loads(file.read_text("utf-8"))) for file in folder.iterdir() if file.name.endswith(".json")]
    return tuple(sorted(cards, key=lambda card: card.name))


@cache
def model_cards() -> dict[str, dict[str, Any]]:
    """Every host model of this package: name to card (``about``, ``benchmarks``, optional ``class``, ``kwargs``)."""
    folder = files("vlmeval_hvs.cards") / "models"
    cards = [json.loads(file.read_text("utf-8")) for file in folder.iterdir() if file.name.endswith(".json")]
    return {card["name"]: card for card in sorted(cards, key=lambda card: card["name"])}


def _read(raw: dict[str, Any]) -> Card:
    sets = {
        name: SetInfo(name=name, **{k: v for k, v in info.items() if k != "notes"})
        for name, info in raw["sets"].items()
    }
    module = raw["module"]
    return Card(
        name=raw["benchmark"],
        title=raw["title"],
        about=raw["about"],
        paper=raw["paper"],
        licence=raw["licence"],
        class_name=raw["class"],
        module=module,
        baselines=raw.get("baselines", module.replace(".datasets.", ".baselines.")),
        sets=sets,
        datasets=raw["datasets"],
        notes=raw.get("notes", []),
        reference=raw.get("reference", {}),
    )


def card_of(name: str) -> Card:
    """The card of a benchmark, a set or a dataset name (``@label`` and ``_DEMO`` are allowed).

    Raises:
        DataError: Nothing has that name; the message lists what exists.
    """
    plain = base_name(name)
    for card in all_cards():
        if plain == card.name or plain in card.sets or plain in card.datasets:
            return card
    known = ", ".join(card.name for card in all_cards())
    raise DataError(f"{name!r} is no benchmark or dataset of vlmeval_hvs; benchmarks: {known} (`vlmeval-hvs list`)")


def base_name(name: str) -> str:
    """``name`` without ``@label`` and without ``_DEMO``."""
    return name.split("@", 1)[0].removesuffix(DEMO)


def set_of(dataset: str) -> str:
    """Name of the set that a dataset reads."""
    plain = base_name(dataset)
    card = card_of(dataset)
    if plain not in card.datasets:
        raise DataError(f"{dataset!r} is no dataset of {card.name}; datasets: {', '.join(card.datasets)}")
    return card.datasets[plain]["set"] + (DEMO if dataset.split("@", 1)[0].endswith(DEMO) else "")


def build_set(set_name: str, source: Path | None = None, root: Path | None = None) -> Manifest:
    """Build one set by its builder.

    Args:
        set_name: A set's name, with ``_DEMO`` for its demo set.
        source: Folder or archive with the official release; downloaded when None.
        root: Folder of all sets.

    Raises:
        DataError: No such set, or the source cannot be used.
    """
    card = card_of(set_name)
    plain = base_name(set_name)
    if plain not in card.sets:
        raise DataError(f"{set_name!r} is no set of {card.name}; sets: {', '.join(card.sets)}")
    info = card.sets[plain]
    module, function = (info.demo_builder if set_name.endswith(DEMO) else info.builder).split(":")
    return getattr(import_module(module), function)(set_name, source, root if root is not None else data_root())


def is_built(set_name: str, root: Path | None = None) -> bool:
    """Whether a set is there; a demo set also has to come from this version of the package."""
    try:
        manifest = read_manifest(set_name, root)
    except MissingDataError:
        return False
    return not set_name.endswith(DEMO) or manifest.builder_version == __version__


def load_set(dataset: str, root: Path | None = None) -> tuple[Any, Manifest]:
    """Rows and manifest of the set behind a dataset.

    A demo set that is missing, or was built by another version of this package, is built first (offline, seconds).

    Raises:
        MissingDataError: The data are not on this machine; says where they come from and how to build them.
    """
    name = set_of(dataset)
    if name.endswith(DEMO) and not is_built(name, root):
        build_set(name, root=root)
    try:
        return read_set(name, root)
    except MissingDataError:
        info = card_of(dataset).sets[base_name(name)]
        raise MissingDataError(
            f"{dataset} needs the data set {name}, which is not at {(root or data_root()) / name}.\n"
            f"  It comes from {info.source} ({info.size}; licence: {info.licence}).\n"
            f"  Build it with:  vlmeval-hvs build {name}\n"
            f"  or, from a copy of the release:  vlmeval-hvs build {name} --source FOLDER_OR_ARCHIVE\n"
            f"  To try without downloading:  --data {base_name(dataset)}{DEMO}"
        ) from None
