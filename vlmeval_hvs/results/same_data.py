"""Which runs can stand in one figure, and under which names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.variants import row_name


def column(result: Result) -> str:
    """The column of a run in a table of datasets: its dataset, without the ``@label`` of a variant."""
    return result.dataset.split("@", 1)[0]


def on_the_same_data(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Runs on one build of a dataset's data, with whatever options.

    Returns:
        Runs by the dataset's name without ``@label``, in the order in which they come; where there are several builds
        of the data, the name ends with the digest's first six characters. Invalid runs are left out.
    """
    builds: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        if result.validity != "invalid":
            key = (column(result), str(result.scores.get("digest", "")))
            builds.setdefault(key, []).append(result)
    names = [name for name, _ in builds]
    return {name if names.count(name) == 1 else f"{name} {digest[:6]}": runs for (name, digest), runs in builds.items()}


def row_names(results: Sequence[Result]) -> list[str]:
    """Names of the runs of one figure (`row_name`); where two are the same, the label of the dataset is added.

    Args:
        results: Runs on one dataset, with labels or without.
    """
    names = [row_name(result) for result in results]
    labels = [result.dataset.partition("@")[2] for result in results]
    return [
        f"{name} @{label}" if label and names.count(name) > 1 else name
        for name, label in zip(names, labels, strict=True)
    ]


def distinct_names(results: Sequence[Result]) -> list[str]:
    """Names of the rows of a table of datasets, so that two runs never share a row of a `column`.

    Runs that neither their options nor their labels tell apart (`row_names`) are numbered.

    Args:
        results: Runs on any datasets, with labels or without.
    """
    columns = [column(result) for result in results]
    names = [""] * len(results)
    for wanted in dict.fromkeys(columns):
        own = [place for place, found in enumerate(columns) if found == wanted]
        seen: Counter[str] = Counter()
        for place, name in zip(own, row_names([results[place] for place in own]), strict=True):
            seen[name] += 1
            names[place] = name if seen[name] == 1 else f"{name} ({seen[name]})"
    return names


def slug(text: str) -> str:
    """Small letters, digits and hyphens, as names of charts are made of."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
