"""Asks a model of the host what the object in a box is: the picture is shown with the box drawn on it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from dataset_builders.hvsbench.generate.annotations import Box
from vlmeval_hvs.files import IMAGE_FORMATS

PROMPT = (
    "A red box is drawn on the image. What is the object inside the red box? Answer with a short noun phrase that "
    "tells it from every other object in the image, for example: the person on the left. Do not mention the box. "
    "Answer with the phrase only."
)

Ask = Callable[[Any], str]
"""Sends a message of the host (pictures and text) to a model and gives its reply."""


class Describer:
    """Describes objects through a model; counts the calls that gave no reply.

    Args:
        ask: For example the host's judge (`vlmeval_hvs.host.judge`).
    """

    def __init__(self, ask: Ask) -> None:
        self.ask, self.failures = ask, 0

    def __call__(self, path: Path, box: Box) -> str:
        """What the object in a box of a picture is, "" where no reply came."""
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "boxed.png"
            boxed(path, box).save(place)
            message = [{"type": "image", "value": str(place)}, {"type": "text", "value": PROMPT}]
            try:
                return self.ask(message)
            except RuntimeError:  # the judge gave no reply; the next run asks again
                self.failures += 1
                return ""


def boxed(path: Path, box: Box) -> Image.Image:
    """A picture with a red box, which is white outside so that it shows on any ground."""
    with Image.open(path, formats=IMAGE_FORMATS) as opened:
        image = opened.convert("RGB")
    width, height = image.size
    thick = max(2, round(min(width, height) / 150))
    left, top, right, bottom = box[0] * width, box[1] * height, box[2] * width, box[3] * height
    pen = ImageDraw.Draw(image)
    pen.rectangle((left - thick, top - thick, right + thick, bottom + thick), outline="white", width=thick)
    pen.rectangle((left, top, right, bottom), outline="red", width=thick)
    return image
