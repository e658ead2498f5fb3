"""The name of a run's row, its place among all rows, and which runs one figure or average can hold."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from vlmeval_hvs.options import declared_options
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.terminal import printable

NO_MATTER = frozenset({"n_resamples", "max_failed"})
"""Settings that do not change ``Overall``, but its interval or whether it is given."""


def variant(result: Result) -> dict[str, Any]:
    """The options of a run that are not what the dataset has without options."""
    settings, usual = result.scores.get("settings", {}), _usual(result.dataset)
    return {name: settings[name] for name in usual if name in settings and settings[name] != usual[name]}


@cache
def _usual(dataset: str) -> dict[str, Any]:
    return declared_options(card_of(dataset)).read(dataset, {}).settings(dataset)


def row_name(result: Result) -> str:
    """The model, followed by its `variant`: runs with other options never share a row."""
    return named(result.model, variant(result))


def named(model: str, options: Mapping[str, Any]) -> str:
    """A model's name, followed by options: ``name=value``, separated by commas."""
    texts = [f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in options.items()]
    return printable(f"{model} · {', '.join(texts)}" if texts else model)


def places(results: Sequence[Result]) -> dict[str, int]:
    """The place of every row, by which figures give it its colour and marker: the same in all figures of a report."""
    return {name: place for place, name in enumerate(dict.fromkeys(map(row_name, results)))}


def column(result: Result) -> str:
    """The column of a run in a table of datasets: its dataset, without the ``@label`` of a variant."""
    return result.dataset.split("@", 1)[0]


def on_the_same_data(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Valid and partial runs by dataset without ``@label``, in the order in which they come.

    Where there are several builds of the data, the name ends with the first six characters of the digest.
    """
    builds: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        if result.validity != "invalid":
            builds.setdefault((column(result), str(result.scores.get("digest", ""))), []).append(result)
    names = [name for name, _ in builds]
    return {name if names.count(name) == 1 else f"{name} {digest[:6]}": runs for (name, digest), runs in builds.items()}


def row_names(results: Sequence[Result]) -> list[str]:
    """Names of the runs of one figure (`row_name`); where two are the same, the label of the dataset is added."""
    names = [row_name(result) for result in results]
    labels = [result.dataset.partition("@")[2] for result in results]
    pairs = zip(names, labels, strict=True)
    return [f"{name} @{label}" if label and names.count(name) > 1 else name for name, label in pairs]


def distinct_names(results: Sequence[Result]) -> list[str]:
    """Names of the rows of a table of datasets: `row_names`, numbered where two runs would share a cell."""
    columns, found = list(map(column, results)), dict[int, str]()
    for name in set(columns):
        places = [place for place, own in enumerate(columns) if own == name]
        seen: list[str] = []
        for place, own in zip(places, row_names([results[place] for place in places]), strict=True):
            seen.append(own)
            found[place] = own if seen.count(own) == 1 else f"{own} ({seen.count(own)})"
    return [found[place] for place in range(len(columns))]


def slug(text: str) -> str:
    """Small letters, digits and hyphens, as names of charts are made of."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def free_name(name: str, taken: set[str]) -> str:
    """A name for a file, other than those that are taken; ``taken`` grows."""
    plain = re.sub(r"[^A-Za-z0-9_.-]", "-", name)[:150]
    number = 1
    while (found := plain if number == 1 else f"{plain}-{number}").lower() in taken:
        number += 1
    taken.add(found.lower())
    return found


def differing(scores: Sequence[Mapping[str, Any]]) -> list[str]:
    """What score files differ in, apart from their data: settings, ``reading``, and ``wording of the prompts``."""
    settings = [own.get("settings") or {} for own in scores]
    names = sorted({name for own in settings for name in own} - NO_MATTER)
    found = [name for name in names if any(own.get(name) != settings[0].get(name) for own in settings)]
    other = {"reading": "reading", "wording": "wording of the prompts"}
    return found + [word for key, word in other.items() if len({own.get(key) for own in scores}) > 1]
