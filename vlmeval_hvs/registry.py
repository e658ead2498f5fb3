"""The benchmarks: packages with a ``card.json``, of this package and of others, and their sets.

Other packages name theirs in the entry-point group ``vlmeval_hvs.benchmarks`` (``docs/add_a_benchmark.md``). Everything
here works without the host and without data.
"""

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import Any

from vlmeval_hvs.code_digests import digest_of_code, digest_of_wording, places_of
from vlmeval_hvs.errors import DataError, MissingDataError, MissingPackageError, OptionError, install
from vlmeval_hvs.files import bundled, data_root
from vlmeval_hvs.names import DEMO, base_name, did_you_mean, is_demo, own_name, with_colon, with_own
from vlmeval_hvs.sets import Manifest, read_manifest, read_set, refuse_damaged
from vlmeval_hvs.store.versions import home_of, mark_in_use, set_folders, set_lock
from vlmeval_hvs.store.writer import Provenance, building_from

logger = logging.getLogger("vlmeval_hvs")

GROUP = "vlmeval_hvs.benchmarks"  # entry points of other packages' benchmarks; also the package of our own
OWN_DATA = "about.json"  # the file that marks a folder as a user's own data
BASELINE = "vlmeval_hvs.responders:HVSBaseline"  # the class of models whose card names no other
_BUILD_PACKAGES = ("pyarrow", "huggingface_hub")  # of the extra `build`, which only official releases need
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*(?<!_DEMO)")
_FUNCTION = re.compile(r"\w+(\.\w+)*:\w+")


@dataclass(frozen=True)
class SetInfo:
    """One buildable set: the source of its data and its builders, each as ``module:function``."""

    name: str
    source: str
    builder: str = ""
    demo_builder: str = ""
    size: str = "size not stated"
    licence: str = "not stated"
    inspector: str = ""
    own_builder: str = ""
    several: bool = False  # whether users build such sets from their own data as ``NAME:own``: with an ``own_builder``


@dataclass(frozen=True)
class Card:
    """One benchmark, as its package's ``card.json`` describes it."""

    name: str
    title: str
    about: str  # one paragraph: what it measures
    package: str
    class_name: str  # of the dataset class on ``vlmeval.dataset``
    sets: dict[str, SetInfo]
    # ``{"set", "about"}`` by name; every one also exists with ``_DEMO``. ``own_about`` replaces ``about`` for own data.
    datasets: dict[str, dict[str, Any]]
    paper: dict[str, str] = field(default_factory=dict)  # ``title``, ``venue`` and ``url``
    licence: str = "not stated"
    notes: list[str] = field(default_factory=list)  # known issues
    # Rows shown next to scores (human, chance, published models), or the package's file with them; the human level by
    # dataset; the place of printed values; labels of the metrics that make up ``Overall``: see `results.published`.
    reference: dict[str, Any] = field(default_factory=dict)
    people: dict[str, dict[str, Any]] = field(default_factory=dict)
    printed: dict[str, dict[str, str]] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    entry_point: str = ""  # that adds the benchmark; "" for those of this package
    presentation: str = "vlmeval_hvs.presentation:Presentation"  # ``module:class``

    @property
    def dataset_names(self) -> list[str]:
        """All dataset names, demo sets included."""
        return [name + suffix for suffix in ("", DEMO) for name in self.datasets]

    @property
    def own_dataset_names(self) -> list[str]:
        """Names of the datasets on a user's own sets that are built (``NAME:own``)."""
        return [
            with_own(name, home.name.partition("=")[2])
            for name, info in self.datasets.items()
            if self.sets[info["set"]].several
            for home in set_folders(data_root(), f"{info['set']}=*")
        ]

    def module(self, name: str) -> str:
        """A module of the package that it may lack, ``baselines`` or ``pipeline``; "" where there is none."""
        return f"{self.package}.{name}" if find_spec(f"{self.package}.{name}") else ""


@cache
def all_cards() -> tuple[Card, ...]:
    """Every benchmark: those of this package by name, then those of other packages.

    Another package whose card cannot be read, or whose names are taken, is skipped with a logged warning.
    """
    folders = (folder for folder in files(GROUP).iterdir() if (folder / "card.json").is_file())
    cards = sorted((read_card(f"{GROUP}.{folder.name}") for folder in folders), key=lambda card: card.name)
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            card = read_card(entry.value)
            for other in cards:
                if taken := _names(card) & _names(other):
                    raise DataError(f"{other.package} already uses the name {', '.join(sorted(taken))}")
            for module in _builders(card):
                places_of(module)
        except Exception as error:  # a broken package must not hide the others
            logger.warning("the benchmark %s (%s) is skipped: %s", entry.name, entry.value, error)
        else:
            cards.append(replace(card, entry_point=entry.name))
    return tuple(cards)


def read_card(package: str) -> Card:
    """The card of a package; a DataError where it has none that can be read, or lists the mistakes in it."""
    try:
        raw = bundled(package, "card.json")
        if isinstance(raw.get("reference"), str):
            raw["reference"] = bundled(package, raw["reference"])
        sets = {
            key: SetInfo(key, **{"several": "own_builder" in info, **info}) for key, info in raw.pop("sets").items()
        }
        card = Card(name=raw.pop("benchmark"), class_name=raw.pop("class"), package=package, sets=sets, **raw)
        mistakes = list(_mistakes(card))
    except (ImportError, OSError, ValueError, TypeError, AttributeError, KeyError) as error:
        lacks = isinstance(error, KeyError) and f"it lacks {error}"
        raise DataError(f"{package}/card.json cannot be read ({lacks or error})") from error
    if mistakes:
        raise DataError(f"{package}/card.json: {'; '.join(mistakes)}")
    return card


def _mistakes(card: Card) -> Iterator[str]:
    if not card.class_name.isidentifier():
        yield f"class {card.class_name!r} is not a Python name"
    for name in (*card.sets, *card.datasets):
        if not _NAME.fullmatch(name):
            yield f"{name!r} is not allowed as a name: use letters, digits and _.-, and another end than {DEMO}"
    builders = [
        (one.name, path, "function")
        for one in card.sets.values()
        for path in (one.builder, one.demo_builder, one.own_builder, one.inspector)
    ]
    for where, path, kind in [("presentation", card.presentation, "class"), *builders]:
        if path and not _FUNCTION.fullmatch(path):
            yield f"{where}: {path!r} must have the form module:{kind}"
    for name, info in card.datasets.items():
        if not info.keys() >= {"set", "about"} or info.keys() - {"set", "about", "own_about"}:
            yield f"{name} must have set and about, may have own_about, and nothing else"
        elif info["set"] not in card.sets:
            yield f"{name} reads the set {info['set']!r}, which is not in sets"
    for name in card.people.keys() - card.datasets.keys():
        yield f"people: {name} is not a dataset of the card"


def _names(card: Card) -> set[str]:
    return {card.name, card.class_name, *card.sets, *card.datasets}


@cache
def model_cards() -> dict[str, dict[str, Any]]:
    """Every model of this package: name to card (``about``, ``benchmarks``, optional ``class``, ``kwargs``)."""
    return dict(bundled(__package__, "models.json"))


def card_of(name: str) -> Card:
    """The card of a benchmark, a set or a dataset name (``@label``, ``:own`` and ``_DEMO`` are allowed).

    A DataError that lists what exists says that nothing has that name.
    """
    plain, own = base_name(name), own_name(name)
    for card in all_cards():
        if plain == card.name or plain in card.sets or plain in card.datasets:
            info = card.sets.get(card.datasets.get(plain, {}).get("set", plain))
            if own and not (info and info.several):
                several = [one for card in all_cards() for one in card.sets.values() if one.several]
                kinds = ", ".join(with_own(one.name, "NAME") for one in several)
                raise DataError(f"{name!r}: {plain} has no sets of your own; build {kinds}")
            return card
    names = [one for card in all_cards() for one in (card.name, *card.sets, *card.datasets)]
    benchmarks = f"; benchmarks: {', '.join(card.name for card in all_cards())} (`vlmeval-hvs list`)"
    hint = did_you_mean(name.split("@")[0], [*names, *(one + DEMO for one in names)], 0.75, benchmarks)
    raise DataError(f"unknown benchmark or dataset {name!r}{hint}")


def set_of(dataset: str) -> str:
    """Name of the set that a dataset reads; a DataError for a name of a benchmark or set, or an unknown one."""
    plain = base_name(dataset)
    card = card_of(dataset)
    if plain not in card.datasets:
        raise DataError(f"{dataset!r} is not a dataset; datasets of {card.name}: {', '.join(card.datasets)}")
    return with_own(str(card.datasets[plain]["set"]) + (DEMO if is_demo(dataset) else ""), own_name(dataset))


def dataset_class(card: Card) -> Any:
    """The class of a benchmark's datasets, which does not need the host; a DataError where its module has none."""
    place = f"{card.package}.dataset"
    try:
        module = import_module(place)
    except Exception as error:  # report a mistake in another package in one line
        if card.package.startswith(f"{GROUP}."):
            raise
        raise DataError(f"{place} cannot be imported ({type(error).__name__}: {error})") from error
    cls = getattr(module, card.class_name, None)
    if getattr(cls, "BENCHMARK", None) != card.name:
        wanted = f"a class {card.class_name} that inherits from HVSDataset, with BENCHMARK = {card.name!r}"
        raise DataError(f"{place} does not define {wanted}")
    return cls


def presentation_of(name: str) -> Any:
    """The presentation of a benchmark, set or dataset: an object of the class that its card names."""
    module, _, class_name = card_of(name).presentation.partition(":")
    return getattr(import_module(module), class_name)()


def build_set(
    set_name: str,
    source: Path | None = None,
    root: Path | None = None,
    options: Mapping[str, Any] | None = None,
    revision: str = "",
) -> Manifest:
    """Build one set by its builder.

    Args:
        set_name: A set's name, with ``_DEMO`` for its demo set.
        source: Folder or archive with the official release; downloaded when None.
        root: Folder of all sets.
        options: Further keyword arguments of the builder; an OptionError where it has none of that name.
        revision: Commit, tag or branch of a download; "" for that of the present version, else the newest.

    Raises:
        DataError: No such set, or the source cannot be used.
        StoreError: The folder of all sets cannot be written, or the disk is full.
    """
    card, info = _set_of(set_name)
    plain, own = base_name(set_name), own_name(set_name)
    set_name = with_own(plain + (DEMO if is_demo(set_name) else ""), own)
    if source is not None and (source / OWN_DATA).is_file() and not own:
        kinds = [name for name, other in card.sets.items() if other.own_builder]
        wanted = " or ".join(with_own(kind, "NAME") for kind in kinds) or "SET:NAME"
        where = f"--source {source}: the folder holds your own data ({OWN_DATA}) and cannot be built as {set_name}"
        raise DataError(f"{where}; build them as {wanted} with a name of your choice")
    path = info.demo_builder if is_demo(set_name) else (own and info.own_builder) or info.builder
    if not path:
        raise DataError(f"{set_name} has no builder in the card of {card.name}")
    folder, earlier = root if root is not None else data_root(), {}
    with suppress(DataError, MissingDataError):
        earlier = read_manifest(set_name, folder).release
    with building_from(Provenance(code_digest(card.name), source, revision, earlier)):
        return _call(path, set_name, options or {}, source, folder)


def source_difference(set_name: str, source: Path) -> str:
    """How ``source`` differs from what a set was built from: "", "changed" since then, or "another" place."""
    manifest, now = read_manifest(set_name), Provenance(source=source)
    if manifest.source_sha256 in ("", now.source_sha256):
        return ""
    return "changed" if manifest.source_place == now.place else "another"


def inspect_release(set_name: str, source: Path | None = None, options: Mapping[str, Any] | None = None) -> str:
    """A description of a release and of how it would be read; arguments and errors as of `build_set`."""
    _, info = _set_of(set_name)
    if not info.inspector or is_demo(set_name):
        with_one = [name for one in all_cards() for name, found in one.sets.items() if found.inspector]
        raise OptionError(f"--inspect does not work for {set_name}; give one of {', '.join(with_one)}")
    return str(_call(info.inspector, set_name, options or {}, source))


def _set_of(set_name: str) -> tuple[Card, SetInfo]:
    card, plain = card_of(set_name), base_name(set_name)
    if plain not in card.sets:
        raise DataError(f"{set_name!r} is not a set; sets of {card.name}: {', '.join(card.sets)}")
    return card, card.sets[plain]


def _call(path: str, set_name: str, options: Mapping[str, Any], *arguments: Any) -> Any:
    """Call a builder's function; its own options are its keyword-only parameters."""
    module, name = path.split(":")
    try:
        function = getattr(import_module(module), name)
        known = {key for key, one in signature(function).parameters.items() if one.kind is one.KEYWORD_ONLY}
        for option in options:
            if option not in known:
                raise OptionError(f"{set_name}: its builder has no option --{option.replace('_', '-')}")
        return function(set_name, *arguments, **options)
    except ModuleNotFoundError as error:
        package = (error.name or "").split(".")[0]
        if package not in _BUILD_PACKAGES:
            raise
        raise MissingPackageError(f"building {set_name} needs the package {package}: {install('build')}") from error


def set_state(set_name: str, root: Path | None = None, every_byte: bool = False) -> str:
    """``built``, ``not built`` or ``damaged``, by its manifest alone or by ``every_byte``.

    A demo set of another wording or other builders is ``not built``.
    """
    try:
        manifest = (refuse_damaged if every_byte else read_manifest)(set_name, root)
    except (MissingDataError, DataError) as error:
        return "damaged" if isinstance(error, DataError) else "not built"
    present = not is_demo(set_name) or manifest.code_sha256 == code_digest(card_of(set_name).name)
    return "built" if present else "not built"


def is_built(set_name: str, root: Path | None = None) -> bool:
    """Whether a set is built; a demo set must also be undamaged and of the present wording and builders."""
    return set_state(set_name, root, is_demo(set_name)) == "built"


def load_set(dataset: str, root: Path | None = None) -> tuple[Any, Manifest]:
    """Rows and manifest of a dataset's set; a MissingDataError says how to build it.

    A demo set that is missing, damaged or outdated is built first (offline, in seconds); of several processes one
    builds, and the others wait. The version that was read is kept until this process ends.
    """
    name = set_of(dataset)
    if is_demo(name) and not is_built(name, root):
        with set_lock(name, root):
            if not is_built(name, root):
                build_set(name, root=root)
    try:
        rows, manifest = read_set(name, root)
    except MissingDataError:
        info = card_of(dataset).sets[base_name(name)]
        how = [f"Build it from your data with:  vlmeval-hvs build {name} --source FOLDER"]
        if not own_name(name):
            how = [
                f"It comes from {info.source} ({info.size}; licence: {info.licence}).",
                f"Build it with:  vlmeval-hvs build {name}",
                f"or, from a copy of the release:  vlmeval-hvs build {name} --source FOLDER_OR_ARCHIVE",
                f"To try without downloading:  --data {base_name(dataset)}{DEMO}",
            ]
        missing = f"{with_colon(dataset)} needs the set {name}, which is not at {home_of(name, root)}."
        raise MissingDataError("\n  ".join([missing, *how])) from None
    mark_in_use(manifest.folder)
    return rows, manifest


@cache
def code_digest(benchmark: str) -> str:
    """Digest of all code that decides a benchmark's demo set: its package and its builders."""
    card = card_of(benchmark)
    return digest_of_code({card.package, *_builders(card)}, ours=card.package.startswith(f"{GROUP}."))


def _builders(card: Card) -> set[str]:
    """Modules that build the sets of a benchmark."""
    return {path.split(":")[0] for info in card.sets.values() for path in (info.builder, info.demo_builder) if path}


@cache
def wording_digest(benchmark: str) -> str:
    """Digest of the templates and modules that decide how a benchmark asks (`code_digests.digest_of_wording`)."""
    return digest_of_wording(card_of(benchmark).package)
