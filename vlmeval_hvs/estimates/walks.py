"""Walks through a dataset: every question asked as a run would, by scripted replies or by a weight-free model.

What a pipeline asks next depends on the replies. Two scripted walks give the fewest and the most calls, whatever a
model says; a weight-free model shows one way between them. No walk calls a model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_size
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import ModelTraits, Prompt, read_record
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.responders import find_responder, respond
from vlmeval_hvs.subset import stratified

LEAST, MOST, ANY = "fewest calls", "most calls", "any replies"

Reply = Callable[[Prompt], str]


@dataclass(frozen=True)
class Call:
    """One call of a walk: what is sent, and the scripted reply."""

    step: str
    images: tuple[str, ...]
    text: str
    reply: str


@dataclass
class Walk:
    """A walk over some rows of a dataset.

    Attributes:
        name: `LEAST`, `MOST`, `ANY` or the name of a weight-free model.
        about: What the replies are.
        rows: Indices of the rows.
        calls: The calls of each row.
    """

    name: str
    about: str
    rows: list[str] = field(default_factory=list)
    calls: list[list[Call]] = field(default_factory=list)


def scripted(benchmark: str) -> dict[str, tuple[Reply, str]]:
    """The scripted walks of a benchmark, by name: replies and what they are.

    A benchmark whose number of calls depends on replies has a module ``walks`` with ``shortest`` and ``longest``.

    Args:
        benchmark: Name of the benchmark; "" for a dataset that asks in one turn.
    """
    card = card_of(benchmark) if benchmark else None
    if card is None or not card.walks:
        return {ANY: (lambda turn: "A", "what is asked does not depend on replies")}
    module = import_module(card.walks)
    return {
        name: (function, f"scripted, not a model: {function.__doc__.splitlines()[0]}")
        for name, function in ((LEAST, module.shortest), (MOST, module.longest))
    }


def several_turns(dataset: HVSDataset[Any], traits: ModelTraits) -> bool:
    """Whether a dataset asks any of its rows in several turns, or otherwise than its plain prompt."""
    return any(dataset.pipeline(dataset.row(position), traits) is not None for position in range(len(dataset)))


def positions_of(dataset: HVSDataset[Any], most: int) -> list[int]:
    """Positions of a seeded draw of rows, even over the categories; all where ``most`` is 0."""
    if not most:
        return list(range(len(dataset)))
    chosen = set(stratified(dataset.rows, most, dataset.CATEGORY, dataset.seed)["index"])
    return [position for position, index in enumerate(dataset.rows["index"]) if index in chosen]


def walk(dataset: HVSDataset[Any], name: str, about: str, reply: Reply, traits: ModelTraits, rows: list[int]) -> Walk:
    """Ask some rows.

    Args:
        dataset: The dataset with its options.
        name: Name of the walk.
        about: What the replies are.
        reply: Answers a turn.
        traits: Facts about the model.
        rows: Positions of the rows.

    Raises:
        DataError: A row cannot be asked.
    """
    found = Walk(name, about)
    for position in rows:
        prompt = dataset.build_prompt(position)
        calls: list[Call] = []
        driven = drive(prompt, partial(_noted, calls, reply), traits)
        if driven is None:
            _noted(calls, reply, prompt)
        elif error := (read_record(driven[0]) or {}).get("error"):
            raise DataError(f"{dataset.dataset_name}, row {prompt.row['index']}, {name}: {error}")
        found.rows.append(str(prompt.row["index"]))
        found.calls.append(calls)
    return found


def _noted(calls: list[Call], reply: Reply, turn: Prompt) -> str:
    said = reply(turn)
    calls.append(Call(turn.step, tuple(turn.images), turn.text, said))
    return said


def walks(dataset: HVSDataset[Any], traits: ModelTraits, models: Sequence[str], most_rows: int) -> list[Walk]:
    """The scripted walks of a dataset, and those of weight-free models.

    Args:
        dataset: The dataset with its options.
        traits: Facts about the model.
        models: Names of weight-free models.
        most_rows: Rows that are walked where there are several turns; 0 for all. Single turns are always walked all.

    Raises:
        DataError: A row cannot be asked.
        LookupError: A model has no answer on this benchmark.
    """
    several = several_turns(dataset, traits)
    rows = positions_of(dataset, most_rows if several else 0)
    replies = scripted(dataset.BENCHMARK if several else "")
    for model in models:
        find_responder(model, dataset.BENCHMARK)
        replies[model] = (partial(respond, model, seed=dataset.seed), "a weight-free model of this package")
    return [walk(dataset, name, about, reply, traits, rows) for name, (reply, about) in replies.items()]


class Sizes:
    """Width and height of pictures, each read once."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, int]] = {}

    def of(self, path: str) -> tuple[int, int]:
        """Width and height of a picture, px."""
        if path not in self._known:
            self._known[path] = image_size(path)
        return self._known[path]
