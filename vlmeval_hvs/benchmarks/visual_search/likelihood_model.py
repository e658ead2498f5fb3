"""A local vision-language model that answers next-fixation prompts by the probabilities of its own tokens."""

from __future__ import annotations

from typing import Any

from vlmeval_hvs.benchmarks.visual_search.baselines import asks_for, compact_map, stated, trial_of
from vlmeval_hvs.benchmarks.visual_search.token_likelihood import GRID, likelihood_map
from vlmeval_hvs.messages import Prompt


class HVSTokenLikelihood:
    """A model of `transformers` as a host model that states its density of the next fixation.

    Args:
        model_path: Folder or name of a model that the classes ``AutoModelForImageTextToText`` and ``AutoProcessor``
            load.
        grid: Rows and columns of the answers whose probabilities are taken.
        frame: The dataset's option ``frame``: answers are written as its prompts ask.
        device: Where the model runs; the first GPU, or the processor without one, when None.
        batch: Answers per forward pass.
        share_prompt: See `answer_log_likelihoods`.

    Raises:
        ValueError: There is no such frame.
    """

    INSTALL_REQ = False
    INTERLEAVE = True

    def __init__(
        self,
        model_path: str,
        grid: tuple[int, int] = GRID,
        frame: str = "unit",
        device: str | None = None,
        batch: int = 64,
        share_prompt: bool = True,
    ) -> None:
        super().__init__()
        if frame not in ("unit", "thousand", "pixels"):
            raise ValueError(f"frame={frame!r} is not one of unit, thousand, pixels")
        import torch
        from transformers import AutoModelForImageTextToText, AutoProcessor

        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self.processor = AutoProcessor.from_pretrained(model_path)
        model: Any = AutoModelForImageTextToText.from_pretrained(model_path, dtype="auto")
        self.model = model.to(self.device).eval()
        self.frame, self.grid = frame, (int(grid[0]), int(grid[1]))
        self.how = {"batch": batch, "share_prompt": share_prompt}

    def generate_inner(self, message: Any, dataset: str | None = None) -> str:
        """Answer one next-fixation prompt by a map.

        Raises:
            TypeError: The message is no such prompt.
        """
        if not isinstance(message, Prompt) or message.benchmark != "VisualSearch" or asks_for(message) != "next":
            raise TypeError(f"token likelihoods answer the VisualSearch_*_HSP datasets only, not {dataset!r}")
        height, width = trial_of(message).shape
        size = {"unit": None, "thousand": (1000.0, 1000.0), "pixels": (float(width), float(height))}[self.frame]
        density = likelihood_map(self.model, self.processor, self._inputs(message), self.grid, size=size, **self.how)
        return stated("priority_map", compact_map(density))

    def _inputs(self, message: Prompt) -> dict[str, Any]:
        """One prompt as the model takes it."""
        from PIL import Image

        kinds = {"image": {"type": "image"}}
        content = [kinds.get(item["type"], {"type": "text", "text": item["value"]}) for item in message]
        words = self.processor.apply_chat_template([{"role": "user", "content": content}], add_generation_prompt=True)
        pictures = [Image.open(path).convert("RGB") for path in message.images]
        made = self.processor(text=[words], images=[pictures], return_tensors="pt").to(self.device)
        return dict(made)
