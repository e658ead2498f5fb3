"""How a weight-free model answers: a responder per (model, benchmark)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import numpy as np

from vlmeval_hvs.cards import all_cards
from vlmeval_hvs.host.prompt import Prompt
from vlmeval_hvs.seeding import rng

Responder = Callable[[Prompt, np.random.Generator], str]
_RESPONDERS: dict[tuple[str, str], Responder] = {}


def responder(model: str, *benchmarks: str) -> Callable[[Responder], Responder]:
    """Declare a function as the answer of ``model`` on ``benchmarks``.

    The function receives the prompt (``prompt.row`` is the full row, ``prompt.step`` and ``prompt.context`` describe
    the turn) and a random generator that depends on (seed, row, step, turn text) only.
    """

    def declare(function: Responder) -> Responder:
        for benchmark in benchmarks:
            _RESPONDERS[model, benchmark] = function
        return function

    return declare


def find_responder(model: str, benchmark: str) -> Responder:
    """The responder of a model on a benchmark.

    Raises:
        LookupError: The model has no answer on this benchmark; the message lists where it has one.
    """
    for card in all_cards():
        if card.name == benchmark and card.baselines:
            import_module(card.baselines)
    try:
        return _RESPONDERS[model, benchmark]
    except KeyError:
        known = sorted(name for name, where in _RESPONDERS if where == benchmark)
        raise LookupError(
            f"{model} has no answer on {benchmark or 'a dataset that is not of this plugin'}; "
            f"models that have one: {', '.join(known) or 'none'}"
        ) from None


def respond(model: str, prompt: Prompt, seed: int) -> str:
    """Answer of ``model`` to ``prompt``, a function of (seed, row, turn)."""
    generator = rng(seed, model, prompt.benchmark, prompt.row.get("index", ""), prompt.step, prompt.text)
    return find_responder(model, prompt.benchmark)(prompt, generator)
