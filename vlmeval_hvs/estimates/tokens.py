"""How many tokens a text and a picture take, by published formulas (``image_tokens.json``) and a stated rule."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError, MissingPackageError
from vlmeval_hvs.files import bundled

CHARACTERS = 4
"""Characters that count as one token where no tokenizer is given."""

TextTokens = Callable[[str], int]


@cache
def families() -> dict[str, dict[str, Any]]:
    """Families of models with the parameters of their formula, ``about`` and ``source``."""
    return dict(bundled(__package__, "image_tokens.json"))


def image_tokens(family: str, size: tuple[int, int]) -> int:
    """Tokens of one picture.

    Args:
        family: A key of `families`.
        size: Width and height, px.

    >>> image_tokens("openai-tiles", (1024, 1024))
    765
    """
    rule = families()[family]
    return _RULES[rule["rule"]](rule, *size)


def by_characters(text: str) -> int:
    """Tokens of a text by its length: a token for every `CHARACTERS` characters begun."""
    return math.ceil(len(text) / CHARACTERS)


def by_tokenizer(path: Path) -> TextTokens:
    """A counter by a tokenizer.

    Args:
        path: ``tokenizer.json``, or the folder of a checkpoint that has one.

    Raises:
        DataError: It cannot be read.
        MissingPackageError: The package ``tokenizers`` is not installed.
    """
    try:
        from tokenizers import Tokenizer
    except ImportError as error:
        raise MissingPackageError("--tokenizer needs the package tokenizers: pip install tokenizers") from error
    file = path / "tokenizer.json" if path.is_dir() else path
    try:
        tokenizer = Tokenizer.from_file(str(file))
    except Exception as error:  # the package raises nothing more special
        raise DataError(f"--tokenizer {path}: no readable tokenizer.json ({error})") from error
    return lambda text: len(tokenizer.encode(text).ids)


def _tiles(rule: Mapping[str, Any], width: float, height: float) -> int:
    for limit, side in ((rule["longest"], max), (rule["shortest"], min)):
        scale = min(1.0, limit / side(width, height))
        width, height = width * scale, height * scale
    # Whole pixels, so that a rounding error makes no tile of its own.
    tiles = math.ceil(round(width) / rule["tile"]) * math.ceil(round(height) / rule["tile"])
    return int(rule["base"] + rule["per_tile"] * tiles)


def _patches(rule: Mapping[str, Any], width: int, height: int) -> int:
    patch = rule["patch"]
    wide, high = (max(patch, round(side / patch) * patch) for side in (width, height))
    if wide * high > rule["most_pixels"]:
        shrink = math.sqrt(width * height / rule["most_pixels"])
        wide, high = (max(patch, math.floor(side / shrink / patch) * patch) for side in (width, height))
    elif wide * high < rule["least_pixels"]:
        grow = math.sqrt(rule["least_pixels"] / (width * height))
        wide, high = (math.ceil(side * grow / patch) * patch for side in (width, height))
    return int(wide // patch * (high // patch) + rule["around"])


def _aspect(rule: Mapping[str, Any], width: int, height: int) -> int:
    most, area = rule["most_tiles"], rule["tile"] ** 2
    grids = [(i, j) for i in range(1, most + 1) for j in range(1, most + 1) if i * j <= most]
    best, least = (1, 1), math.inf
    for columns, rows in sorted(grids, key=lambda grid: grid[0] * grid[1]):
        off = abs(width / height - columns / rows)
        # Of grids alike in shape the larger one is taken where the picture is large enough for it.
        if off < least or (off == least and width * height > 0.5 * area * columns * rows):
            best, least = (columns, rows), off
    tiles = best[0] * best[1]
    return int(rule["per_tile"] * (tiles + (tiles > 1)) + rule["around"])


def _area(rule: Mapping[str, Any], width: float, height: float) -> int:
    scale = min(1.0, rule["longest"] / max(width, height))
    tokens = width * height * scale**2 / rule["per_token"]
    return math.ceil(min(tokens, rule["most"]))


_RULES: Mapping[str, Callable[..., int]] = {"tiles": _tiles, "patches": _patches, "aspect": _aspect, "area": _area}

TEXT_RULE = f"a token for every {CHARACTERS} characters"


def text_counter(tokenizer: Path | None) -> tuple[TextTokens, str]:
    """The counter of text tokens, and what it is in words."""
    if tokenizer is None:
        return by_characters, TEXT_RULE
    return partial(_counted, by_tokenizer(tokenizer)), f"the tokenizer {tokenizer.name}"


def _counted(count: TextTokens, text: str) -> int:
    return count(text) if text else 0
