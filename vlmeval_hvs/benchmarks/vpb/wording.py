"""Wording of VP-Bench's prompts (``prompts.json``) and the numbers its paper printed (``published.json``)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from vlmeval_hvs.choices import lettered, options_of
from vlmeval_hvs.files import bundled

SIDE_BY_SIDE = "The images are shown side by side, the first one on the left."
"""Precedes the question where several images are joined into one."""

_PLACEHOLDER = re.compile(r"(?:<\s*colou?r\s*>\s*)?<\s*vp\s*>", re.IGNORECASE)


@cache
def wording() -> dict[str, Any]:
    """Templates of questions, options and prompts."""
    return dict(bundled(__package__, "prompts.json"))


@cache
def published() -> dict[str, Any]:
    """Rows of the paper's Tables 4, 5, 6, 11 and 12, by the columns of `vlmeval_hvs.benchmarks.vpb.presentation`."""
    return dict(bundled(__package__, "published.json"))


@cache
def best_styles() -> tuple[str, ...]:
    """The distinct best styles of Table 5, in its order: what R-BVP draws from."""
    return tuple(dict.fromkeys(row["best_vp"] for row in published()["table5"]))


def ask(question: str, options: Sequence[str], context: str = "") -> str:
    """The prompt of Tables 16 and 17: context line, question, lettered options, instruction."""
    parts = [context, question, lettered(options), wording()["instruction"]]
    return "\n".join(part for part in parts if part)


def asked_of(row: Mapping[str, str]) -> str:
    """The prompt of a row without the line that explains the visual prompt, for the readers of its reply."""
    return ask(row["question"], options_of(row))


def context_line(description: str) -> str:
    """The line that explains the visual prompt, "" without a description."""
    return wording()["context"].format(description=description) if description else ""


def placeholders(question: str) -> int:
    """How many ``<VP>`` or ``<color> <VP>`` a question holds."""
    return len(_PLACEHOLDER.findall(question))


def fill(question: str, names: Sequence[str]) -> str:
    """Put names of visual prompts in the place of ``<VP>`` or ``<color> <VP>``."""
    left = list(names)
    return _PLACEHOLDER.sub(lambda _: left.pop(0) if len(left) > 1 else left[0], question)
