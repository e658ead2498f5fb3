"""All targets, and the inputs that each begins with: its own, and those that once failed."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

CORPUS = Path(__file__).parent / "corpus"


class Target(NamedTuple):
    """One thing to be fuzzed.

    Attributes:
        module: The module of this package with its contract and its first inputs.
        check: Name of the function there that tries an input.
        watched: Packages whose branches guide the fuzzer.
    """

    module: str
    check: str
    watched: tuple[str, ...]


_BUILT = ("hvsbench_parquet", "hvsbench_jsonl", "hvsbench_tsv", "vpb_stage1_tsv", "vpb_stage2", "gaze_csv",
          "gaze_parquet", "actiview", "visions", "coco_search18", "coco_search18_absent")  # fmt: skip
_READ = ("choice", "order", "count", "option", "own_options", "scanpath", "fixation", "decision", "views",
         "view_operations", "frames")  # fmt: skip
_DECODING = ("vlmeval_hvs.messages", "vlmeval_hvs.answer_frames", "vlmeval_hvs.benchmarks")

TARGETS: dict[str, Target] = {
    **{name: Target("readers", "read", ("standardizers",)) for name in _READ},
    **{name: Target("records", name, _DECODING) for name in ("record", "search", "turns")},
    "predictions": Target("files", "predictions", ("vlmeval_hvs.results",)),
    **{name: Target("builders", "build", ("dataset_builders",)) for name in _BUILT},
}
"""All targets by name."""

_TOKENS = (
    *("<think>", "</think>", "<answer>", "</answer>", "\\boxed{", "```json", "```", '{"answer": "', '"}', "**", "[["),
    *("The answer is ", "Answer: ", "Option ", " is ", " not ", " and ", " or ", " but ", " > ", "X=[", "Y=[", "T=["),
    *("(0.5, 0.5)", "50%", "px", "0.", "1e9", "-1", "NaN", "Infinity", "1000", "99999999999999999999", "[]", "{}"),
    *("十", "二十", "百", "個", "答案是", "İ", "K", "ſ", "１", "²", "½", "Ⅳ", "①", "🅱", "\u0301", "\u200b", "\u2028"),
    *("upper left", "bottom", "part", "keep", "shift", "views", "none", "all", "yes", "no", "sorry", "cannot", "first"),
    *("last", "second", "one", "two", "twenty-", "hundred", "dozen", "no more than ", "A", "B", "\n1. ", "\n- "),
)
TOKENS = (*(token.encode() for token in _TOKENS), b"\xff", b"\x80")
"""Pieces that the fuzzer puts together."""


def check_of(name: str) -> Callable[[bytes], None]:
    """What tries an input of a target and raises when a contract does not hold; its modules are imported now."""
    target = TARGETS[name]
    return partial(getattr(import_module(f"tests.fuzz.{target.module}"), target.check), name)


def seeds(name: str) -> Iterator[bytes]:
    """Inputs that a target begins with."""
    yield from import_module(f"tests.fuzz.{TARGETS[name].module}").seeds(name)


def kept(name: str) -> list[bytes]:
    """Inputs that once failed."""
    path = CORPUS / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [base64.b64decode(json.loads(line)["input"]) for line in lines]


def line_of(data: bytes, why: str) -> str:
    """An input as a line of the corpus."""
    shown = data.decode("utf-8", "backslashreplace")
    return json.dumps({"input": base64.b64encode(data).decode(), "shown": shown[:300], "why": why})
