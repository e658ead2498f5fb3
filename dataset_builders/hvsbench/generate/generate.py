"""Generates questions of HVSBench from annotated pictures: two passes over the sources, then one file for each side.

Everything that is not yet the set lies in a hidden folder in it. A run that was killed goes on where it was; a run that
finds the set whole does nothing.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from dataset_builders.hvsbench.generate.blocks import Blocks, remembered
from dataset_builders.hvsbench.generate.finish import finish
from dataset_builders.hvsbench.generate.folder import PICTURES, SCHEMA, is_generated, read_generation
from dataset_builders.hvsbench.generate.names import Describe, Key, Name, Names, read_sheet
from dataset_builders.hvsbench.generate.settings import Settings
from dataset_builders.hvsbench.generate.survey import Given, Survey, pictures, survey
from vlmeval_hvs import __version__
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.progress import shown
from vlmeval_hvs.store.locks import alone

WORK = ".generating"
_LOCK = ".generating.lock"


def generate(
    out: Path,
    given: Sequence[Given],
    settings: Settings,
    names: Path | None = None,
    describe: Describe | None = None,
    terms: Mapping[str, str] | None = None,
    looks: Path | None = None,
) -> dict[str, Any]:
    """Generate a set.

    Args:
        out: Folder of the set: new, empty, or one in which the same generation was begun.
        given: The sources.
        settings: What is generated.
        names: A reviewed sheet of names (`names.read_sheet`).
        describe: Names the objects that neither the sheet nor their source names; None leaves them without a name.
        terms: Terms of the sources by name.
        looks: A file that remembers what pictures look like (`fingerprints`); without it only until the set is whole.

    Returns:
        What ``generation.json`` says.

    Raises:
        DataError: A source or the sheet cannot be read, or the folder holds something else.
    """
    if not given:
        raise DataError("no source is given")
    known = read_sheet(names) if names else {}
    _refuse_other(out)
    with alone(out / _LOCK, f"generates into {out}"), ExitStack() as opened:
        work = out / WORK
        work.mkdir(exist_ok=True)
        found = survey(given, work, settings, opened, looks or work / "fingerprints")
        plan = _plan(found, settings, known, describe is not None)
        if is_generated(out):
            told = read_generation(out)
            shutil.rmtree(work)
            if told["plan"] != plan:
                raise DataError(f"{out}: holds a set of other sources or settings; give another folder")
            return told
        _begin(out, work, plan)
        asking = remembered(describe, work / "described.jsonl") if describe else None
        blocks = Blocks(work / "blocks", found, settings, Names(known, asking, settings.unverified))
        told = finish(out, _write(blocks, given), found, settings, known, terms or {}, plan)
        shutil.rmtree(work)
    return told


def _refuse_other(out: Path) -> None:
    if not out.exists():
        out.mkdir(parents=True)
    elif not out.is_dir():
        raise DataError(f"{out}: is no folder")
    elif not (out / WORK).is_dir() and not is_generated(out) and any(one.name != _LOCK for one in out.iterdir()):
        raise DataError(f"{out}: holds something else; give a new or an empty folder")


def _plan(found: Survey, settings: Settings, known: Mapping[Key, Name], described: bool) -> str:
    """SHA-256 of all that decides what is generated."""
    sources = {name: one.digest for name, one in found.sources.items()}
    sides = hashlib.sha256(repr(sorted(found.division.sides.items())).encode("utf-8", "surrogatepass")).hexdigest()
    told = [SCHEMA, __version__, np.__version__, settings.as_json(), sources, sides, sorted(known.items()), described]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def _begin(out: Path, work: Path, plan: str) -> None:
    """Make room for the blocks; those of an earlier run stay where it had the same plan."""
    mark = work / "plan"
    if not mark.is_file() or mark.read_text("ascii") != plan:
        for old in (work / "blocks", out / PICTURES):
            if old.exists():
                shutil.rmtree(old)
        write_atomically(mark, plan.encode())
    (work / "blocks").mkdir(exist_ok=True)


def _write(blocks: Blocks, given: Sequence[Given]) -> list[Path]:
    paths = []
    for one in given:
        name = one.source.name
        bar = shown(pictures(one), f"{name}, questions", "picture", blocks.survey.sources[name].pictures)
        paths += list(blocks.write(name, bar))
    return paths
