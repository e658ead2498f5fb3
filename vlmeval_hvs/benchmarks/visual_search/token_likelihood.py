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
    model: Any, inputs: dict[str, Any], answers: Sequence[Sequence[int]], batch: int = 64, share_prompt: bool = True
) -> Floats:
    """Log-probability of every answer after a prompt.

    Args:
        model: A causal model of `transformers`, in evaluation mode.
        inputs: What the processor makes of one prompt, its pictures included: ``input_ids`` of shape ``(1, n)`` and so
            on, on the model's device.
        answers: Token ids of each answer, at least one each.
        batch: Answers per forward pass.
        share_prompt: Whether the prompt is read once and its keys and values are used for all answers; false reads it
            anew for every batch, for models whose cache cannot be repeated.

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
        read = model(**inputs, use_cache=True) if share_prompt else None
        for start in range(0, len(answers), batch):
            part = answers[start : start + batch]
            longest = max(map(len, part))
            # Answers are filled up on the right; what stands there is after all tokens that count.
            tokens = torch.tensor([[*one, *[one[-1]] * (longest - len(one))] for one in part], device=prompt.device)
            logits = _shared(model, inputs, read, tokens) if share_prompt else _anew(model, inputs, tokens)
            each = torch.log_softmax(logits.double(), dim=-1).gather(2, tokens[:, :, None])[:, :, 0].cpu().numpy()
            counted = np.arange(longest) < np.array([[len(one)] for one in part])
            found[start : start + len(part)] = np.where(counted, each, 0.0).sum(axis=1)
    return found


def _shared(model: Any, inputs: dict[str, Any], read: Any, tokens: Any) -> Any:
    """Logits that predict each token of the answers, ``(answers, tokens, vocabulary)``, from a prompt read once."""
    import torch

    count, prompt = tokens.shape[0], inputs["input_ids"].shape[1]
    first = read.logits[:, -1:].expand(count, -1, -1)
    if tokens.shape[1] == 1:
        return first
    cache = deepcopy(read.past_key_values)
    cache.batch_repeat_interleave(count)
    mask = torch.ones((count, prompt + tokens.shape[1] - 1), dtype=torch.long, device=tokens.device)
    rest = model(input_ids=tokens[:, :-1], attention_mask=mask, past_key_values=cache, use_cache=True)
    return torch.cat([first, rest.logits], dim=1)


def _anew(model: Any, inputs: dict[str, Any], tokens: Any) -> Any:
    """The same with the prompt in every row."""
    import torch

    count, prompt = tokens.shape[0], inputs["input_ids"].shape[1]
    repeated = {
        name: value.repeat(count, *[1] * (value.dim() - 1)) if torch.is_tensor(value) else value
        for name, value in inputs.items()
    }
    repeated["input_ids"] = torch.cat([repeated["input_ids"], tokens], dim=1)
    repeated["attention_mask"] = torch.ones_like(repeated["input_ids"])
    for name in ("token_type_ids", "mm_token_type_ids"):
        if name in repeated:
            repeated[name] = torch.nn.functional.pad(repeated[name], (0, tokens.shape[1]))
    return model(**repeated).logits[:, prompt - 1 : -1]


def likelihood_map(
    model: Any, processor: Any, inputs: dict[str, Any], grid: tuple[int, int] = GRID, **how: Any
) -> Floats:
    """The model's density of the next fixation on a grid.

    Args:
        model: As for `answer_log_likelihoods`.
        processor: The model's processor, or its tokenizer.
        inputs: The prompt, likewise.
        grid: Rows and columns.
        **how: ``size`` of `grid_answers`; ``batch`` and ``share_prompt`` of `answer_log_likelihoods`.

    Returns:
        ``grid`` of probabilities that sum to 1: those of the answers, relative to each other.
    """
    tokenizer = getattr(processor, "tokenizer", processor)
    texts = grid_answers(grid, how.pop("size", None))
    answers = [tokenizer(text, add_special_tokens=False)["input_ids"] for text in texts]
    logs = answer_log_likelihoods(model, inputs, answers, **how)
    shares = np.exp(logs - logs.max())
    return np.asarray((shares / shares.sum()).reshape(grid))


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
