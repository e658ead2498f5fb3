"""The host model class behind every ``hvs-*`` name."""

from __future__ import annotations

from typing import Any

from vlmeval.vlm.base import BaseModel

from vlmeval_hvs.baselines.base import respond
from vlmeval_hvs.cards import model_cards
from vlmeval_hvs.host.prompt import Prompt


class HVSBaseline(BaseModel):
    """A weight-free model that answers our datasets from their annotations or from simple rules.

    Args:
        model: Its name, such as ``hvs-random`` (`vlmeval-hvs list --models`).
        seed: Every answer is a function of (seed, row, turn).
        interleave: Whether it takes several images at once; set to false to try the single-image pipelines.

    Raises:
        ValueError: No model has that name.
    """

    INSTALL_REQ = False
    INTERLEAVE = True

    def __init__(self, model: str = "hvs-random", seed: int = 0, interleave: bool = True) -> None:
        super().__init__()
        if model not in model_cards():
            raise ValueError(f"no model {model!r}; models: {', '.join(model_cards())}")
        self.model, self.seed, self.INTERLEAVE = model, seed, interleave

    def generate_inner(self, message: Any, dataset: str | None = None) -> str:
        """Answer one prompt; a message that is not of our datasets is an error, for there is nothing to answer from."""
        if not isinstance(message, Prompt):
            raise TypeError(f"{self.model} answers datasets of vlmeval_hvs only, not {dataset!r}")
        return respond(self.model, message, self.seed)
