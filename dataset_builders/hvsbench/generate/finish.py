"""The last step of a generation: blocks become the files of a set, and ``generation.json`` tells what it is."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from dataset_builders.hvsbench.generate.assemble import Counts, assemble
from dataset_builders.hvsbench.generate.blocks import names_of
from dataset_builders.hvsbench.generate.folder import GENERATION, KIND, REVIEW, SCHEMA, SIDES, rows_file
from dataset_builders.hvsbench.generate.names import Key, Name, sheet
from dataset_builders.hvsbench.generate.settings import Settings
from dataset_builders.hvsbench.generate.survey import Survey
from vlmeval_hvs import __version__
from vlmeval_hvs.files import content_digest, write_atomically
from vlmeval_hvs.registry import OWN_DATA


def finish(
    out: Path,
    paths: Sequence[Path],
    found: Survey,
    settings: Settings,
    known: Mapping[Key, Name],
    terms: Mapping[str, str],
    plan: str,
) -> dict[str, Any]:
    """Write all files of the set.

    Args:
        out: Its folder.
        paths: The blocks.
        found: What the survey found.
        settings: What was generated.
        known: The reviewed sheet of names.
        terms: Terms of the sources by name.
        plan: SHA-256 of all that decided what was generated.

    Returns:
        What ``generation.json`` says.
    """
    for half in out.glob(".*.tmp"):  # of a run that was killed while it wrote
        half.unlink()
    counts = assemble(out, paths, settings.limit)
    needed, missing = dict(known), Counter[str]()
    for path in paths:
        reasons, names = names_of(path)
        missing.update(reasons)
        needed.update(names)
    write_atomically(out / REVIEW, sheet(needed.items()))
    dump = partial(json.dumps, indent=1, ensure_ascii=True)
    write_atomically(out / OWN_DATA, f"{dump(_about(found, settings, terms))}\n".encode())
    written = [*(rows_file(out, side) for side in SIDES), out / REVIEW]
    told = {
        "kind": KIND,
        "schema": SCHEMA,
        "plan": plan,
        "settings": settings.as_json(),
        "sources": {
            name: {
                "pictures": one.pictures,
                "sha256": one.digest,
                "terms": terms.get(name, ""),
                "oddities": dict(sorted(one.oddities.counts.items())),
                "places": dict(sorted(one.oddities.places.items())),
            }
            for name, one in found.sources.items()
        },
        "questions": sum(sum(sides.values()) for datasets in counts.values() for sides in datasets.values()),
        "counts": _ordered(counts),
        "names_not_used": dict(sorted(missing.items())),
        "versions": {"vlmeval_hvs": __version__, "numpy": np.__version__, "python": platform.python_version()},
        "files": {path.name: content_digest(path) for path in written},
    }
    write_atomically(out / GENERATION, f"{dump(told)}\n".encode())
    return told


def _ordered(counts: Counts) -> dict[str, dict[str, dict[str, int]]]:
    return {
        kind: {dataset: {side: sides[side] for side in SIDES} for dataset, sides in sorted(counts[kind].items())}
        for kind in sorted(counts, key=lambda one: int(one[1:]))
    }


def _about(found: Survey, settings: Settings, terms: Mapping[str, str]) -> dict[str, str]:
    """What makes the folder one of own data, which never take the place of the released set."""
    names = list(found.sources)
    return {
        "title": f"HVSBench questions generated from {', '.join(names)}",
        "who": "vlmeval-hvs hvsbench-generate",
        "when": f"seed {settings.seed}, version {__version__}",
        "licence": "; ".join(f"{name}: {terms.get(name) or 'not stated'}" for name in names),
        "source": f"{', '.join(names)}; {GENERATION} has their digests",
    }
