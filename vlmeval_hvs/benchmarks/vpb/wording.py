"""Wording of VP-Bench's prompts (``data/vpb/prompts.json``) and the numbers its paper printed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from vlmeval_hvs.files import bundled

LETTERS = "ABCD"
_PLACEHOLDER = re.compile(r"(?:<\s*colou?r\s*>\s*)?<\s*vp\s*>", re.IGNORECASE)


@cache
def wording() -> dict[str, Any]:
    """Templates of questions, options and prompts."""
    return bundled(__package__, "prompts.json")


@cache
def published() -> dict[str, Any]:
    """Rows of the paper's Tables 4, 5 and 12."""
    return bundled(__package__, "published.json")


@cache
def best_styles() -> tuple[str, ...]:
    """The distinct best styles of Table 5, in its order: what R-BVP draws from."""
    return tuple(dict.fromkeys(row["best_vp"] for row in published()["table5"]))


def options_of(row: Mapping[str, str]) -> list[str]:
    """Options of a row, A first; a row may have fewer than four."""
    texts = [row.get(letter, "") for letter in LETTERS]
    while texts and not texts[-1]:
        texts.pop()
    return texts


def ask(question: str, options: Sequence[str], context: str = "") -> str:
    """The prompt of Tables 16 and 17: context line, question, lettered options, instruction.

    Args:
        question: The question with everything filled in.
        options: Texts of the options.
        context: Full first line, or "" for none.
    """
    lettered = [f"{letter}. {option}" for letter, option in zip(LETTERS, options, strict=False) if option]
    return "\n".join([*([context] if context else []), question, *lettered, wording()["instruction"]])


def context_line(description: str) -> str:
    """The line that explains the visual prompt, "" without a description."""
    return wording()["context"].format(description=description) if description else ""


def placeholders(question: str) -> int:
    """How many ``<VP>`` or ``<color> <VP>`` a question holds."""
    return len(_PLACEHOLDER.findall(question))


def fill(question: str, names: Sequence[str]) -> str:
    """Put names of visual prompts in the place of ``<VP>`` or ``<color> <VP>``.

    Args:
        question: Question with placeholders, in any case.
        names: One name per placeholder, such as ``red bounding box``; the last one serves the rest.
    """
    left = list(names)
    return _PLACEHOLDER.sub(lambda _: left.pop(0) if len(left) > 1 else left[0], question)
