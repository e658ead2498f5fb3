"""What a run takes before anything is paid: calls, pictures, tokens and money.

The next question of a pipeline depends on the replies. Two scripted walks give the fewest and the most calls for any
replies. No model is called.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import pandas as pd

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_size
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import ModelTraits, Prompt, read_record
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.seeding import stratified

LEAST, MOST, ANY = "fewest calls", "most calls", "single-turn"
CHARACTERS = 4
"""Characters that count as one token."""


def openai_tokens(width: float, height: float) -> int:
    """Tokens of a picture as GPT-4o counts them: 85, and 170 for each tile of 512 px; sides in px.

    Source: https://platform.openai.com/docs/guides/images-vision#calculating-costs
    """
    for limit, side in ((2048, max), (768, min)):
        scale = min(1.0, limit / side(width, height))
        width, height = width * scale, height * scale
    # Whole pixels, so that a rounding error makes no tile of its own.
    return 85 + 170 * math.ceil(round(width) / 512) * math.ceil(round(height) / 512)


def qwen_tokens(width: int, height: int) -> int:
    """Tokens of a picture as Qwen2-VL counts them: one for each patch of 28 px, and two around; sides in px.

    Source: https://github.com/QwenLM/Qwen2.5-VL (qwen_vl_utils, smart_resize)
    """
    least, most = 56 * 56, 12_845_056
    wide, high = (max(28, round(side / 28) * 28) for side in (width, height))
    factor = math.sqrt((most if wide * high > most else least) / (width * height))
    if wide * high > most:
        wide, high = (max(28, math.floor(side * factor / 28) * 28) for side in (width, height))
    elif wide * high < least:
        wide, high = (math.ceil(side * factor / 28) * 28 for side in (width, height))
    return wide // 28 * (high // 28) + 2


def internvl_tokens(width: int, height: int) -> int:
    """Tokens of a picture as InternVL counts them: 256 for each of 1 to 12 tiles and a thumbnail; sides in px.

    Source: https://huggingface.co/OpenGVLab/InternVL2-8B (dynamic_preprocess)
    """
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
    """Scripted replies (`LEAST`, `MOST` or `ANY`) to some rows of a dataset: their indices, and the calls of each."""

    name: str
    about: str
    rows: list[str] = field(default_factory=list)
    calls: list[list[Call]] = field(default_factory=list)


def walks(dataset: HVSDataset[Any], traits: ModelTraits, most_rows: int) -> list[Walk]:
    """The scripted walks of a dataset: one, or two where replies decide what is asked next.

    Of datasets with several turns no more than ``most_rows`` are walked (0 for all), spread over the categories.

    Raises:
        DataError: A row cannot be asked.
    """
    several = any(dataset.pipeline(dataset.row(position), traits) is not None for position in range(len(dataset)))
    positions = list(range(len(dataset)))
    if several and most_rows:
        chosen = set(stratified(dataset.rows, most_rows, dataset.CATEGORY, dataset.seed)["index"])
        positions = [position for position, index in enumerate(dataset.rows["index"]) if index in chosen]
    card = card_of(dataset.BENCHMARK)
    module = import_module(name) if several and (name := card.module("pipeline")) else None
    if not hasattr(module, "shortest"):
        about = "the questions do not depend on replies"
        return [_walk(dataset, Walk(ANY, about), lambda turn: "A", traits, positions)]
    scripts = ((LEAST, module.shortest), (MOST, module.longest))  # type: ignore[union-attr]
    return [
        _walk(dataset, Walk(name, f"scripted, not a model: {reply.__doc__.splitlines()[0]}"), reply, traits, positions)
        for name, reply in scripts
    ]


def _walk(
    dataset: HVSDataset[Any], walk: Walk, reply: Callable[[Prompt], str], traits: ModelTraits, positions: list[int]
) -> Walk:
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

    A reply counts ``reply_tokens``, or None those of the scripted one.
    """
    sizes = [_size(path) for call in calls for path in call.images]
    return {
        "calls": len(calls),
        "images": len(sizes),
        "text_tokens": sum(text_tokens(call.text) for call in calls),
        "output_tokens": sum(text_tokens(call.reply) if reply_tokens is None else reply_tokens for call in calls),
        "image_tokens": {name: sum(count(*size) for size in sizes) for name, count in IMAGE_TOKENS.items()},
    }


def totals(
    walk: Walk, rows: int, reply_tokens: int | None = None, prices: tuple[float, float] | None = None
) -> dict[str, Any]:
    """The numbers of a run on all rows, from a walk over some of them; prices are per million input and output tokens.

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
    images = [f"{name}: {(count.__doc__ or '').splitlines()[0]}" for name, count in IMAGE_TOKENS.items()]
    return [f"text: a token for every {CHARACTERS} characters; {replies}", *images]
