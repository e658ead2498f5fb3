"""What a run takes before anything is paid: calls, pictures, tokens and money.

The next question of a pipeline depends on the replies. Two scripted walks give the fewest and the most calls for any
replies; a weight-free model gives a case between them. No model is called.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

import pandas as pd

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_size
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import ModelTraits, Prompt, read_record
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.responders import find_responder, respond
from vlmeval_hvs.seeding import stratified

LEAST, MOST, ANY = "fewest calls", "most calls", "single-turn"
CHARACTERS = 4
"""Characters that count as one token."""

Reply = Callable[[Prompt], str]


def openai_tokens(width: float, height: float) -> int:
    """Tokens of a picture in tiles of 512 px, as GPT-4o counts them; sides in px."""
    for limit, side in ((2048, max), (768, min)):
        scale = min(1.0, limit / side(width, height))
        width, height = width * scale, height * scale
    # Whole pixels, so that a rounding error makes no tile of its own.
    return 85 + 170 * math.ceil(round(width) / 512) * math.ceil(round(height) / 512)


def qwen_tokens(width: int, height: int) -> int:
    """Tokens of a picture in patches of 28 px, as Qwen2-VL counts them; sides in px."""
    least, most = 56 * 56, 12_845_056
    wide, high = (max(28, round(side / 28) * 28) for side in (width, height))
    if wide * high > most:
        shrink = math.sqrt(width * height / most)
        wide, high = (max(28, math.floor(side / shrink / 28) * 28) for side in (width, height))
    elif wide * high < least:
        grow = math.sqrt(least / (width * height))
        wide, high = (math.ceil(side * grow / 28) * 28 for side in (width, height))
    return wide // 28 * (high // 28) + 2


def internvl_tokens(width: int, height: int) -> int:
    """Tokens of a picture in tiles of 448 px and a thumbnail, as InternVL counts them; sides in px."""
    grids = [(columns, rows) for columns in range(1, 13) for rows in range(1, 13) if columns * rows <= 12]
    tiles, least = 1, math.inf
    for columns, rows in sorted(grids, key=lambda grid: grid[0] * grid[1]):
        off = abs(width / height - columns / rows)
        # Of grids alike in shape the larger one is taken where the picture is large enough for it.
        if off < least or (off == least and width * height > 0.5 * 448**2 * columns * rows):
            tiles, least = columns * rows, off
    return 256 * (tiles + (tiles > 1)) + 2


IMAGE_TOKENS: dict[str, Callable[[int, int], int]] = {
    "openai-tiles": openai_tokens,
    "qwen2-vl": qwen_tokens,
    "internvl": internvl_tokens,
}
"""Tokens of a picture by width and height (px), for families of models."""

FORMULAS = {
    "openai-tiles": "GPT-4o and others with tiles: fitted into 2048 x 2048, then to a shorter side of at most 768; 85 "
    "tokens and 170 for each tile of 512 x 512 "
    "(https://platform.openai.com/docs/guides/images-vision#calculating-costs)",
    "qwen2-vl": "Qwen2-VL and Qwen2.5-VL: sides to multiples of 28 within 56 x 56 to 12,845,056 px; one token for each "
    "28 x 28, and two around the picture (https://github.com/QwenLM/Qwen2.5-VL (qwen_vl_utils, smart_resize; "
    "preprocessor_config.json of the checkpoints))",
    "internvl": "InternVL2 and later: 1 to 12 tiles of 448 x 448 by the nearest aspect ratio and, above one, a "
    "thumbnail; 256 tokens for each, and two around the picture (https://huggingface.co/OpenGVLab/InternVL2-8B "
    "(dynamic_preprocess; README))",
}
"""The formulas in words, with their sources."""


def text_tokens(text: str) -> int:
    """Tokens of a text by its length, rounded up."""
    return math.ceil(len(text) / CHARACTERS)


class Call(NamedTuple):
    """One call of a walk: the message and the scripted reply."""

    step: str
    images: tuple[str, ...]
    text: str
    reply: str


@dataclass
class Walk:
    """Scripted replies to some rows of a dataset.

    Attributes:
        name: `LEAST`, `MOST`, `ANY` or the name of a weight-free model.
        about: A description of the replies.
        rows: Indices of the rows.
        calls: The calls of each row.
    """

    name: str
    about: str
    rows: list[str] = field(default_factory=list)
    calls: list[list[Call]] = field(default_factory=list)


def walks(dataset: HVSDataset[Any], traits: ModelTraits, models: Sequence[str], most_rows: int) -> list[Walk]:
    """The scripted walks of a dataset, and those of weight-free models.

    Args:
        dataset: The dataset with its options.
        traits: Facts about the model.
        models: Names of weight-free models.
        most_rows: Largest number of rows if there are several turns, spread over the categories; 0 for all. Datasets
            with one turn are always walked as a whole.

    Raises:
        DataError: A row cannot be asked.
        LookupError: A model has no answer on this benchmark.
    """
    several = any(dataset.pipeline(dataset.row(position), traits) is not None for position in range(len(dataset)))
    positions = list(range(len(dataset)))
    if several and most_rows:
        chosen = set(stratified(dataset.rows, most_rows, dataset.CATEGORY, dataset.seed)["index"])
        positions = [position for position, index in enumerate(dataset.rows["index"]) if index in chosen]
    card = card_of(dataset.BENCHMARK) if several else None
    module = import_module(card.pipeline) if card is not None and card.pipeline else None
    replies: dict[str, tuple[Reply, str]] = {ANY: (lambda turn: "A", "the questions do not depend on replies")}
    if module is not None and hasattr(module, "shortest"):  # of benchmarks whose number of calls depends on replies
        replies = {
            name: (function, f"scripted, not a model: {function.__doc__.splitlines()[0]}")
            for name, function in ((LEAST, module.shortest), (MOST, module.longest))
        }
    for model in models:
        find_responder(model, dataset.BENCHMARK)
        replies[model] = (partial(respond, model, seed=dataset.seed), "a weight-free model of this package")
    return [_walk(dataset, Walk(name, about), reply, traits, positions) for name, (reply, about) in replies.items()]


def _walk(dataset: HVSDataset[Any], walk: Walk, reply: Reply, traits: ModelTraits, positions: list[int]) -> Walk:
    for position in positions:
        prompt = dataset.build_prompt(position)
        calls: list[Call] = []

        def answer(turn: Prompt, calls: list[Call] = calls) -> str:
            said = reply(turn)
            calls.append(Call(turn.step, tuple(turn.images), turn.text, said))
            return said

        driven = drive(prompt, answer, traits)
        if driven is None:
            answer(prompt)
        elif error := (read_record(driven[0]) or {}).get("error"):
            raise DataError(f"{dataset.dataset_name}, row {prompt.row['index']}, {walk.name}: {error}")
        walk.rows.append(str(prompt.row["index"]))
        walk.calls.append(calls)
    return walk


@cache
def _size(path: str) -> tuple[int, int]:
    return image_size(path)


def sample(calls: Sequence[Call], reply_tokens: int | None = None) -> dict[str, Any]:
    """The numbers of one row: ``calls``, ``images``, ``text_tokens``, ``output_tokens``, ``image_tokens`` by family.

    Args:
        calls: The calls of the row.
        reply_tokens: Tokens of every reply; None counts those of the scripted replies.
    """
    sizes = [_size(path) for call in calls for path in call.images]
    replies = sum(text_tokens(call.reply) for call in calls) if reply_tokens is None else reply_tokens * len(calls)
    return {
        "calls": len(calls),
        "images": len(sizes),
        "text_tokens": sum(text_tokens(call.text) for call in calls),
        "output_tokens": replies,
        "image_tokens": {name: sum(count(*size) for size in sizes) for name, count in IMAGE_TOKENS.items()},
    }


def totals(
    walk: Walk, rows: int, reply_tokens: int | None = None, prices: tuple[float, float] | None = None
) -> dict[str, Any]:
    """The numbers of a run on all rows, from a walk over some of them.

    Args:
        walk: The walk.
        rows: Rows of the dataset, to which sums are scaled.
        reply_tokens: As for `sample`.
        prices: Prices per million input and output tokens, in any currency.

    Returns:
        ``name``, ``about``, ``walked`` (number of rows), ``per_sample`` (least, mean and most of each number), ``run``
        (sums for all rows, integers), and with prices ``cost`` by family.
    """
    table = pd.json_normalize([sample(calls, reply_tokens) for calls in walk.calls], sep=" ")
    run = {name: round(total * rows / len(table)) for name, total in table.sum().items()}
    images = {name: run.pop(f"image_tokens {name}") for name in IMAGE_TOKENS}
    each = {"least": table.min(), "mean": table.mean(), "most": table.max()}
    result: dict[str, Any] = {
        "name": walk.name,
        "about": walk.about,
        "walked": len(table),
        "rows": rows,
        "per_sample": {name: {what: values[name].item() for what, values in each.items()} for name in table},
        "run": {**run, "image_tokens": images},
    }
    if prices is not None:
        result["cost"] = {
            name: ((run["text_tokens"] + tokens) * prices[0] + run["output_tokens"] * prices[1]) / 1e6
            for name, tokens in images.items()
        }
    return result


def rules(reply_tokens: int | None = None) -> list[str]:
    """The rules of counting in sentences, with the sources of the formulas."""
    replies = f"every reply counts {reply_tokens} tokens"
    if reply_tokens is None:
        replies = "replies count as the short scripted ones; models that explain themselves say more (--output-tokens)"
    images = [f"{name}: {formula}" for name, formula in FORMULAS.items()]
    return [f"text: a token for every {CHARACTERS} characters; {replies}", *images]
