"""Prompts, turns and replies.

A prompt is a list of ``{"type", "value"}`` items that remembers its row, and which the host passes unchanged to
``model.generate``: so the generate hook can drive a pipeline, and a weight-free model look up the annotation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from vlmeval_hvs.server_replies import said

FAIL_MARKER = "Failed to obtain answer via API."  # predictions that the host retries (``vlmeval.inference.FAIL_MSG``)
ANY_FAIL_MARKER = "Failed to obtain answer"  # start of its failure texts (``vlmeval.smp.file.INFER_FAIL_MSG``)
EXPLAIN = "explain"  # step of a turn that asks for reasons after the answer: its reply is kept and changes no score
EXPLANATION = "explanation"  # key of a record, and column of an item table, with the reply to such a turn

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

Pipeline = Generator["Turn", str, dict[str, Any]]
"""A pipeline yields turns, receives replies, and returns the record of the sample."""

Message = list[dict[str, Any]]
"""The host's message: ``{"type": "image" | "text", "value": path or words}``, and ``"role": "system"`` for words of
the system message."""


@dataclass(frozen=True)
class ModelTraits:
    """Facts about the model for a pipeline."""

    name: str  # class name of the host model
    interleave: bool  # whether it accepts several images (the host's ``INTERLEAVE``); others see only the first


INTERLEAVED = ModelTraits("", interleave=True)  # a model that takes several images, without other known facts


class Prompt(list):
    """A host message that knows its row (all text), benchmark (the card's name) and dataset (as the host named it).

    ``pipeline`` makes the generator that asks about this row; it, or its result, is None where one turn is enough.
    ``step`` is what this turn asks for, and ``context`` the pipeline's facts about it for weight-free models. ``asked``
    says that a model is already being asked this prompt, which its base classes then receive unchanged.
    """

    asked = False

    def __init__(
        self,
        messages: Iterable[dict[str, Any]],
        *,
        row: Mapping[str, str] | None = None,
        benchmark: str = "",
        dataset: str = "",
        pipeline: Callable[[ModelTraits], Pipeline | None] | None = None,
        step: str = "answer",
        context: Mapping[str, Any] | None = None,
    ) -> None:
        # The host's generate() edits message items in place, so every prompt owns its items.
        super().__init__(dict(item) for item in messages)
        self.row, self.context = row or {}, context or {}
        self.benchmark, self.dataset, self.pipeline, self.step = benchmark, dataset, pipeline, step

    def _like(self, messages: Iterable[dict[str, Any]], **changes: Any) -> Prompt:
        made = type(self)(messages)
        vars(made).update(vars(self), **changes)
        return made

    def __copy__(self) -> Prompt:
        return self._like(self)  # copies the items and shares the row and the pipeline, which are read-only

    def __deepcopy__(self, memo: object) -> Prompt:
        return self._like(self)

    def __reduce__(self) -> tuple[type[list], tuple[list[dict[str, Any]]]]:
        """Pickle as the plain message: a pipeline belongs to the process that made it."""
        return list, ([dict(item) for item in self],)

    def of_items(self, messages: Iterable[dict[str, Any]]) -> Prompt:
        """This prompt with other items; a role of None is dropped."""
        return self._like({key: value for key, value in item.items() if value is not None} for item in messages)

    def in_one_turn(self) -> Prompt:
        """This prompt without its pipeline, for a model that asks another one."""
        return self._like(self, pipeline=None)

    def for_model(self) -> Prompt:
        """This prompt as `asked`: base classes of the model neither drive nor record it again."""
        return self._like(self, pipeline=None, asked=True)

    @property
    def images(self) -> list[str]:
        """Paths of the images, in the order the model sees them."""
        return [item["value"] for item in self if item["type"] == "image"]

    @property
    def text(self) -> str:
        """All text items, joined by line breaks."""
        return "\n".join(item["value"] for item in self if item["type"] == "text")


class Turn(Prompt):
    """One request of a pipeline, as ``Turn(messages, step="select", context={"views": (1, 2)})``."""

    def of(self, prompt: Prompt) -> Turn:
        """This turn with the row, benchmark and dataset of ``prompt``."""
        turn = Turn(self, step=self.step, context=self.context)
        turn.row, turn.benchmark, turn.dataset = prompt.row, prompt.benchmark, prompt.dataset
        return turn


def image(path: str) -> dict[str, str]:
    """The host's message item for an image file."""
    return {"type": "image", "value": path}


def text(words: str) -> dict[str, str]:
    """The host's message item for words."""
    return {"type": "text", "value": words}


def system(words: str) -> dict[str, str]:
    """Words for the system message; models without one receive them as text at this position."""
    return {"type": "text", "value": words, "role": "system"}


def reply_text(reply: Any) -> str:
    """The text of whatever a host model returned (agents return ``{"prediction", "extra_records"}``)."""
    if isinstance(reply, dict) and "prediction" in reply:
        reply = reply["prediction"]
    return said(reply).reply


def pack(record: dict[str, Any]) -> str:
    """A record as the compact JSON string that survives the host's files and its options."""
    text = json.dumps(clean(record), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")  # the host cuts predictions at </think> when SPLIT_THINK is set


def declined(reason: str) -> str:
    """The reply of a weight-free model that declines a row, which scoring leaves out."""
    return pack({"answer": "", "calls": 0, "declined": reason})


def clean(value: Any) -> Any:
    """``value`` with U+FFFD (a question mark might be read) for lone surrogates, which the host's files cannot hold."""
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {str(key): clean(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(item) for item in value]
    return value


def read_record(prediction: str) -> dict[str, Any] | None:
    """The record in a prediction of a pipeline, or None for any other text."""
    try:
        record = json.loads(prediction)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and "calls" in record and "answer" in record else None
