"""What a run takes before anything is paid: calls, pictures and tokens.

The next question of a pipeline depends on the replies. Two scripts of replies give the fewest and the most calls. No
model is called.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import pandas as pd

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_size
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import ModelTraits, Prompt, read_record
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.seeding import stratified

LEAST, MOST, ANY = "fewest calls", "most calls", "single-turn"
CHARACTERS = 4  # characters that count as one token


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
    if not least <= wide * high <= most:
        bound, whole = (most, math.floor) if wide * high > most else (least, math.ceil)
        factor = math.sqrt(bound / (width * height)) / 28
        wide, high = (max(28, whole(side * factor) * 28) for side in (width, height))
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


IMAGE_TOKENS = {"openai-tiles": openai_tokens, "qwen2-vl": qwen_tokens, "internvl": internvl_tokens}
"""Tokens of a picture by width and height (px), for families of models."""

_size = cache(image_size)


def estimates(
    dataset: HVSDataset[Any],
    traits: ModelTraits,
    most_rows: int = 0,
    reply_tokens: int | None = None,
) -> list[dict[str, Any]]:
    """What a run on a dataset takes: one estimate, or `LEAST` and `MOST` where replies decide what is asked next.

    Of datasets with several turns no more than ``most_rows`` are asked (0 for all), spread over the categories; a reply
    counts ``reply_tokens`` (`of_call`).

    Returns:
        For each estimate ``name`` and ``about`` of the script, and its `totals`; a DataError names a row that cannot be
        asked.
    """
    positions = list(range(len(dataset)))
    several = any(dataset.pipeline(dataset.row(position), traits) is not None for position in positions)
    if several and most_rows:
        chosen = set(stratified(dataset.rows, most_rows, dataset.CATEGORY, dataset.seed)["index"])
        positions = [position for position, index in enumerate(dataset.rows["index"]) if index in chosen]
    pipeline = card_of(dataset.BENCHMARK).module("pipeline") if several else ""
    module: Any = import_module(pipeline) if pipeline else None
    scripts = {ANY: ("the questions do not depend on replies", lambda turn: "A")}
    if hasattr(module, "shortest"):
        both = {LEAST: module.shortest, MOST: module.longest}
        scripts = {n: (f"scripted, not a model: {reply.__doc__.splitlines()[0]}", reply) for n, reply in both.items()}
    found = []
    for name, (about, reply) in scripts.items():
        asked = [_of_row(dataset, position, reply, traits, reply_tokens) for position in positions]
        found.append({"name": name, "about": about, **totals(asked, len(dataset))})
    return found


def _of_row(
    dataset: HVSDataset[Any], position: int, reply: Callable[[Prompt], str], traits: ModelTraits, tokens: int | None
) -> Counter[str]:
    prompt, numbers = dataset.build_prompt(position), Counter[str]()

    def answer(turn: Prompt) -> str:
        said = reply(turn)
        numbers.update(of_call(turn, said, tokens))
        return said

    driven = drive(prompt, answer, traits)
    if driven is None:
        answer(prompt)
    elif error := (read_record(driven[0]) or {}).get("error"):
        raise DataError(f"{dataset.dataset_name}, row {prompt.row['index']}: {error}")
    return numbers


def of_call(turn: Prompt, reply: str, reply_tokens: int | None = None) -> dict[str, int]:
    """The numbers of one call; the reply counts ``reply_tokens``, or None those of its text."""
    sizes = [_size(path) for path in turn.images]
    return {
        "calls": 1,
        "images": len(sizes),
        "text_tokens": math.ceil(len(turn.text) / CHARACTERS),
        "output_tokens": math.ceil(len(reply) / CHARACTERS) if reply_tokens is None else reply_tokens,
        **{f"image_tokens {name}": sum(count(*size) for size in sizes) for name, count in IMAGE_TOKENS.items()},
    }


def totals(asked: Sequence[Counter[str]], rows: int) -> dict[str, Any]:
    """The numbers of a run on ``rows`` rows from those of some of them.

    Returns:
        ``walked`` (number of rows asked), ``rows``, ``per_sample`` (least, mean and most of each number), and ``run``
        (sums for all rows, integers).
    """
    table = pd.DataFrame(asked)
    run = {name: round(total * rows / len(table)) for name, total in table.sum().items()}
    images = {name: run.pop(f"image_tokens {name}") for name in IMAGE_TOKENS}
    each = {"least": table.min(), "mean": table.mean(), "most": table.max()}
    per_sample = {name: {what: values[name].item() for what, values in each.items()} for name in table}
    return {"walked": len(table), "rows": rows, "per_sample": per_sample, "run": {**run, "image_tokens": images}}


def rules(reply_tokens: int | None = None) -> list[str]:
    """The rules of counting in sentences."""
    replies = f"every reply counts {reply_tokens} tokens"
    if reply_tokens is None:
        replies = "replies count as the short scripted ones; models that explain themselves say more (--output-tokens)"
    images = [f"{name}: {(count.__doc__ or '').splitlines()[0]}" for name, count in IMAGE_TOKENS.items()]
    return [f"text: a token for every {CHARACTERS} characters; {replies}", *images]
