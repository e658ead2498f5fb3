"""The message type that every dataset of ours returns: a list that remembers its row.

The host hands ``build_prompt``'s result unchanged to ``model.generate``. Because a prompt is still a list of
``{"type", "value"}`` items, every host path accepts it; because it carries its row, the generate hook can drive a
pipeline and a baseline model can look up the annotation.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ModelTraits:
    """What a pipeline may know about the model it talks to.

    Attributes:
        name: Class name of the host model.
        interleave: Whether the model accepts several images in one message (the host's ``INTERLEAVE``). Models
            without it silently see the first image only, so pipelines must choose another strategy for them.
    """

    name: str
    interleave: bool


class Prompt(list):
    """A host message that knows which row of which dataset it came from.

    Attributes:
        row: The row's cells, all text, from the plugin's own copy of the data.
        benchmark: Name of the benchmark (the card's name).
        dataset: The dataset name given to the host.
        pipeline: Makes the generator that answers this row in several turns, or None for one turn.
        step: What this turn asks for; ``"answer"`` outside pipelines.
        context: What the pipeline tells about this turn, for the record and for baseline models.
    """

    def __init__(
        self,
        messages: Iterable[dict[str, Any]],
        *,
        row: Mapping[str, str] | None = None,
        benchmark: str = "",
        dataset: str = "",
        pipeline: Callable[[ModelTraits], Generator[Turn, str, dict[str, Any]]] | None = None,
        step: str = "answer",
        context: Mapping[str, Any] | None = None,
        journal_key: str = "",
    ) -> None:
        # The host's generate() edits message items in place, so every prompt owns its items.
        super().__init__(dict(item) for item in messages)
        self.row: Mapping[str, str] = row if row is not None else {}
        self.benchmark = benchmark
        self.dataset = dataset
        self.pipeline = pipeline
        self.step = step
        self.context: Mapping[str, Any] = context if context is not None else {}
        self.journal_key = journal_key

    def __deepcopy__(self, memo: dict[int, Any]) -> Prompt:
        """Copy the items; share the row and the pipeline, which are read-only."""
        return self._like(self)

    def __copy__(self) -> Prompt:
        return self._like(self)

    def __reduce__(self) -> tuple[type[list], tuple[list[dict[str, Any]]]]:
        """Pickle as the plain message: a pipeline belongs to the process that made it."""
        return list, ([dict(item) for item in self],)

    def _like(self, messages: Iterable[dict[str, Any]]) -> Prompt:
        return type(self)(
            messages,
            row=self.row,
            benchmark=self.benchmark,
            dataset=self.dataset,
            pipeline=self.pipeline,
            step=self.step,
            context=self.context,
            journal_key=self.journal_key,
        )

    @property
    def images(self) -> list[str]:
        """Paths of the images, in the order the model sees them."""
        return [item["value"] for item in self if item["type"] == "image"]

    @property
    def text(self) -> str:
        """All text items, joined by line breaks."""
        return "\n".join(item["value"] for item in self if item["type"] == "text")


class Turn(Prompt):
    """One request of a pipeline: ``Turn(messages, step="select", context={"views": (1, 2)})``.

    The driver fills in row, benchmark and dataset before the model sees it.
    """

    def of(self, prompt: Prompt) -> Turn:
        """This turn, as part of answering ``prompt``."""
        return Turn(
            self,
            row=prompt.row,
            benchmark=prompt.benchmark,
            dataset=prompt.dataset,
            step=self.step,
            context=self.context,
        )
