"""A local model's own token probabilities as its density of the next fixation: no sampling, no kernel.

A prompt for the next fixation is answered by coordinates. The probability of every answer on a grid, token by token
after the prompt, is the model's conditional density of the next fixation.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.baselines import asks_for, compact_map, stated, trial_of
from vlmeval_hvs.messages import Prompt

Floats = NDArray[np.float64]

GRID = (24, 32)
"""Rows and columns of the grid of answers: that of the published searchers."""


class HVSTokenLikelihood:
    """A model of `transformers` as a host model that states its density of the next fixation.

    Args:
        model_path: Folder or name of a model that the classes ``AutoModelForImageTextToText`` and ``AutoProcessor``
            load.
        grid: Rows and columns of the answers whose probabilities are taken.
        frame: The dataset's option ``frame``: answers are written as its prompts ask.
        device: Where the model runs; the first GPU, or the processor without one, when None.
        batch: Answers per forward pass.

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
        self.frame, self.grid, self.batch = frame, (int(grid[0]), int(grid[1])), batch

    def generate_inner(self, message: Any, dataset: str | None = None) -> str:
        """Answer one next-fixation prompt by a map.

        Raises:
            TypeError: The message is no such prompt.
        """
        if not isinstance(message, Prompt) or message.benchmark != "VisualSearch" or asks_for(message) != "next":
            raise TypeError(f"token likelihoods answer the VisualSearch_*_HSP datasets only, not {dataset!r}")
        height, width = trial_of(message).shape
        size = {"unit": None, "thousand": (1000.0, 1000.0), "pixels": (float(width), float(height))}[self.frame]
        density = likelihood_map(self.model, self.processor, self._inputs(message), self.grid, size, self.batch)
        return stated("priority_map", compact_map(density))

    def _inputs(self, message: Prompt) -> dict[str, Any]:
        """One prompt as the model takes it."""
        from PIL import Image

        kinds = {"image": {"type": "image"}}
        content = [kinds.get(item["type"], {"type": "text", "text": item["value"]}) for item in message]
        words = self.processor.apply_chat_template([{"role": "user", "content": content}], add_generation_prompt=True)
        pictures = [Image.open(path).convert("RGB") for path in message.images]
        return dict(self.processor(text=[words], images=[pictures], return_tensors="pt").to(self.device))


def likelihood_map(
    model: Any,
    processor: Any,
    inputs: dict[str, Any],
    grid: tuple[int, int] = GRID,
    size: tuple[float, float] | None = None,
    batch: int = 64,
) -> Floats:
    """The model's density of the next fixation on a grid.

    Returns:
        ``grid`` of probabilities that sum to 1: those of the answers, relative to each other.
    """
    tokenizer = getattr(processor, "tokenizer", processor)
    answers = [tokenizer(text, add_special_tokens=False)["input_ids"] for text in grid_answers(grid, size)]
    logs = answer_log_likelihoods(model, inputs, answers, batch)
    shares = np.exp(logs - logs.max())
    return np.asarray((shares / shares.sum()).reshape(grid))


def grid_answers(grid: tuple[int, int], size: tuple[float, float] | None = None) -> list[str]:
    """The answers ``[x, y]`` at the centres of a grid's cells, row by row.

    Args:
        grid: Rows and columns.
        size: Width and height of the frame that the prompt asks for, answered in whole numbers; None for fractions of
            the image, answered with three decimals.
    """
    rows, columns = grid
    centres = [((c + 0.5) / columns, (r + 0.5) / rows) for r in range(rows) for c in range(columns)]
    if size is None:
        return [f"[{x:.3f}, {y:.3f}]" for x, y in centres]
    return [f"[{round(x * size[0])}, {round(y * size[1])}]" for x, y in centres]


def answer_log_likelihoods(
    model: Any, inputs: dict[str, Any], answers: Sequence[Sequence[int]], batch: int = 64
) -> Floats:
    """Log-probability of every answer after a prompt, which is read once for all of them.

    Args:
        model: A causal model of `transformers`, in evaluation mode.
        inputs: What the processor makes of one prompt, its pictures included: ``input_ids`` of shape ``(1, n)`` and so
            on, on the model's device.
        answers: Token ids of each answer, at least one each.
        batch: Answers per forward pass.

    Returns:
        ``(answers,)`` natural logarithms: the sum over the answer's tokens, whatever would come after them.

    Raises:
        ValueError: An answer has no token, or the inputs are more than one prompt.
    """
    import torch

    prompt = inputs["input_ids"]
    if prompt.shape[0] != 1:
        raise ValueError(f"the inputs must be one prompt, not {prompt.shape[0]}")
    if not answers or min(map(len, answers)) == 0:
        raise ValueError("every answer needs at least one token")
    found = np.empty(len(answers))
    with torch.inference_mode():
        read = model(**inputs, use_cache=True)
        for start in range(0, len(answers), batch):
            part = answers[start : start + batch]
            longest = max(map(len, part))
            # Answers are filled up on the right; what stands there is after all tokens that count.
            tokens = torch.tensor([[*one, *[one[-1]] * (longest - len(one))] for one in part], device=prompt.device)
            logits = _logits(model, read, tokens, prompt.shape[1])
            each = torch.log_softmax(logits.double(), dim=-1).gather(2, tokens[:, :, None])[:, :, 0].cpu().numpy()
            counted = np.arange(longest) < np.array([[len(one)] for one in part])
            found[start : start + len(part)] = np.where(counted, each, 0.0).sum(axis=1)
    return found


def _logits(model: Any, read: Any, tokens: Any, prompt: int) -> Any:
    """Logits that predict each token of the answers, ``(answers, tokens, vocabulary)``, after the read prompt."""
    import torch

    count, length = tokens.shape
    first = read.logits[:, -1:].expand(count, -1, -1)
    if length == 1:
        return first
    cache = deepcopy(read.past_key_values)
    cache.batch_repeat_interleave(count)
    mask = torch.ones((count, prompt + length - 1), dtype=torch.long, device=tokens.device)
    rest = model(input_ids=tokens[:, :-1], attention_mask=mask, past_key_values=cache, use_cache=True)
    return torch.cat([first, rest.logits], dim=1)
