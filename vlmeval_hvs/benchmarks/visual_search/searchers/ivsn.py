"""Invariant visual search network: VGG16 features of the target as a filter over those of the image.

Source: Zhang et al., "Finding any Waldo with zero-shot invariant and efficient visual search", Nature Communications 9
(2018); ViSioNS (NeurIPS 2022), section 2.2.1. Needs torchvision's ImageNet weights of VGG16 in a local file; nothing is
downloaded.
"""

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.errors import MissingWeightsError
from vlmeval_hvs.metrics.arrays import Floats

Point = tuple[float, float]

WEIGHTS_FILE = "vgg16-397923af.pth"
_BLOCK = 224
_TARGET = 32
_CHANNELS = (64, 64, 0, 128, 128, 0, 256, 256, 256, 0, 512, 512, 512, 0, 512, 512, 512, 0)  # 0 is a max-pooling
_MEAN, _DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


def find_weights(path: str | os.PathLike[str] | None = None) -> Path:
    """Path of the VGG16 weights, ``path``, ``$VLMEVAL_HVS_VGG16`` or torch's cache; a MissingWeightsError for none."""
    home = Path(os.environ.get("TORCH_HOME") or Path.home() / ".cache" / "torch")
    named = path or os.environ.get("VLMEVAL_HVS_VGG16")
    file = Path(named) if named else home / "hub" / "checkpoints" / WEIGHTS_FILE
    if not file.is_file():
        raise MissingWeightsError(
            f"IVSN and nnIBS need torchvision's VGG16 weights, which are not at {file}. Put {WEIGHTS_FILE} there "
            "(https://download.pytorch.org/models/vgg16-397923af.pth, 528 MB) or name another file in "
            "VLMEVAL_HVS_VGG16. hvs-cIBS, hvs-sIBS and hvs-ELM need no weights."
        )
    return file


def build_features() -> Any:
    """VGG16's convolutional layers as ``torch.nn.Sequential``, untrained, numbered as torchvision does."""
    import torch

    layers: list[Any] = []
    channels = 3
    for width in _CHANNELS:
        convolution = (torch.nn.Conv2d(channels, width, 3, padding=1), torch.nn.ReLU()) if width else ()
        layers += convolution or (torch.nn.MaxPool2d(2, 2),)
        channels = width or channels
    return torch.nn.Sequential(*layers).eval()


@lru_cache(maxsize=2)
def load_features(path: str) -> Any:
    """The network with the weights ``features.<n>.weight`` and ``.bias`` of a file; only tensors are read from it."""
    import torch

    features, prefix = build_features(), "features."
    state = torch.load(path, map_location="cpu", weights_only=True)
    features.load_state_dict({name[len(prefix) :]: value for name, value in state.items() if name.startswith(prefix)})
    return features


def attention_map(image: NDArray[np.uint8], target: NDArray[np.uint8], features: Any) -> Floats:
    """Top-down attention over the image, in [0, 1], of the image's height and width."""
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    features = features.to(device)
    with torch.inference_mode():
        # The target goes through the last pooling too, so that its features become a filter of one position.
        kernel = features(_tensor(target, (_TARGET, _TARGET)).to(device))
        result = np.zeros(image.shape[:2])
        for top in range(0, image.shape[0], _BLOCK):
            for left in range(0, image.shape[1], _BLOCK):
                block = image[top : top + _BLOCK, left : left + _BLOCK]
                maps = features[:30](_tensor(block, (_BLOCK, _BLOCK)).to(device))
                response = torch.nn.functional.conv2d(maps, kernel, padding=1)[0, 0].double().cpu().numpy()
                result[top : top + _BLOCK, left : left + _BLOCK] = cv2.resize(response, block.shape[1::-1])
    span = float(np.ptp(result))
    return (result - result.min()) / span if span > 0 else np.zeros_like(result)


def _tensor(pixels: NDArray[np.uint8], size: tuple[int, int]) -> Any:
    import torch

    resized = cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR).astype(np.float32) / 255
    normalised = (resized - np.array(_MEAN, dtype=np.float32)) / np.array(_DEVIATION, dtype=np.float32)
    return torch.from_numpy(np.ascontiguousarray(normalised.transpose(2, 0, 1)))[None]


class AttentionSearcher:
    """Greedy search on an attention map ``(h, w)`` with zeros in a window (h, w) around every fixation so far."""

    def __init__(self, attention: Floats, window: tuple[int, int]) -> None:
        self.attention, self.window = attention, window

    def priority_map(self, history: Sequence[Point]) -> Floats:
        """The attention map with zeros around all fixations of ``history``."""
        remaining = self.attention.copy()
        for x, y in history:
            sides = ((int(place), size // 2) for place, size in zip((y, x), self.window, strict=True))
            remaining[tuple(slice(max(place - half + 1, 0), max(place + half, 0)) for place, half in sides)] = 0
        return remaining

    def next_fixation(self, history: Sequence[Point]) -> Point:
        """The highest remaining value, ``(x, y)`` in px."""
        row, column = divmod(int(np.argmax(self.priority_map(history))), self.attention.shape[1])
        return float(column), float(row)
