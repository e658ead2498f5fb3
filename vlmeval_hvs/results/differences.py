"""In what score files differ that stand in one table or go into one average."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

NO_MATTER = frozenset({"n_resamples", "max_failed"})
"""Settings that do not change ``Overall``, but its interval or whether it is given."""


def differing(scores: Sequence[Mapping[str, Any]], without: Collection[str] = ()) -> list[str]:
    """What score files differ in, apart from their data: settings, reading, and wording of the prompts.

    Args:
        scores: Contents of score files.
        without: Names that are not looked at.

    Returns:
        Names of settings, ``reading`` and ``wording of the prompts``; none for fewer than two files.
    """
    settings = [own.get("settings") or {} for own in scores]
    names = sorted({name for own in settings for name in own} - NO_MATTER - set(without))
    found = [name for name in names if any(own.get(name) != settings[0].get(name) for own in settings)]
    for key, word in (("reading", "reading"), ("wording", "wording of the prompts")):
        if len({own.get(key) for own in scores}) > 1 and word not in found and key not in without:
            found.append(word)
    return found
