"""Weight-free models: a responder per (model, benchmark), and the model class that asks them.

Nothing here needs the host; `vlmeval_hvs.host.datasets` makes host models of these classes.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from vlmeval_hvs.messages import EXPLAIN, Prompt
from vlmeval_hvs.registry import all_cards, model_cards
from vlmeval_hvs.seeding import rng

Responder = Callable[[Prompt, np.random.Generator], str]
_RESPONDERS: dict[tuple[str, str], Responder] = {}


def responder(model: str, *benchmarks: str) -> Callable[[Responder], Responder]:
    """Declare a function as the answer of ``model`` on ``benchmarks``.

    It receives the prompt, whose ``row`` is the full row, and whose ``step`` and ``context`` describe the turn, and a
    random generator that depends on (seed, row, step, turn text) only.
    """

    def declare(function: Responder) -> Responder:
        for benchmark in benchmarks:
            _RESPONDERS[model, benchmark] = function
        return function

    return declare


def find_responder(model: str, benchmark: str) -> Responder:
    """The responder of a model on a benchmark; a LookupError, which lists models that have one, where there is none."""
    for card in all_cards():
        if card.name == benchmark and (module := card.module("baselines")):
            import_module(module)
    if (model, benchmark) in _RESPONDERS:
        return _RESPONDERS[model, benchmark]
    known = ", ".join(sorted(name for name, where in _RESPONDERS if where == benchmark)) or "none"
    where = benchmark or "datasets of other packages"
    raise LookupError(f"{model} does not answer {where}; models that do: {known}")


def respond(model: str, prompt: Prompt, seed: int) -> str:
    """Answer of a weight-free model to the prompt of one turn, a function of (seed, row, turn)."""
    answer = find_responder(model, prompt.benchmark)
    if prompt.step == EXPLAIN:
        return f"{model} has no weights: its answer follows from its rule and tells nothing about people."
    return answer(prompt, rng(seed, model, prompt.benchmark, prompt.row.get("index", ""), prompt.step, prompt.text))


class HVSBaseline:
    """A weight-free model that answers this package's datasets from their annotations or by simple rules.

    Args:
        model: Its name, such as ``hvs-random`` (`vlmeval-hvs list --models`); a ValueError for any other.
        seed: Every answer is a function of (seed, row, turn).
        interleave: Whether it takes several images at once; false tries the pipelines for one image.
    """

    INSTALL_REQ = False
    INTERLEAVE = True

    def __init__(self, model: str = "hvs-random", seed: int = 0, interleave: bool = True) -> None:
        super().__init__()
        if model not in model_cards():
            raise ValueError(f"no model {model!r}; give one of {', '.join(model_cards())}")
        self.model, self.seed, self.INTERLEAVE = model, seed, interleave

    def generate_inner(self, message: Any, dataset: str | None = None) -> str:
        """Answer one prompt; a message of another package's dataset is an error."""
        if not isinstance(message, Prompt):
            raise TypeError(f"{self.model} answers datasets of vlmeval_hvs only, not {dataset!r}")
        return respond(self.model, message, self.seed)
