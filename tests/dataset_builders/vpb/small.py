"""Small pictures and scenes for the tests of this folder."""

import base64
import io

import numpy as np
from PIL import Image

from dataset_builders.vpb.questions import Scene
from vlmeval_hvs.visual_prompts import Region

GREY = (200, 200, 200)
THINGS = {"cat": (20, 30), "cow": (120, 30), "car": (340, 30), "cap": (20, 230), "can": (120, 230), "cot": (340, 230)}


def scene(things=THINGS, color=GREY, name="flat"):
    regions = tuple(Region((*place, 40, 40), label=label) for label, place in things.items())
    return Scene(name, lambda: np.full((300, 400, 3), color, np.uint8), regions)


def right(item) -> str:
    return item.options["ABCD".index(item.answer)]


def picture(color=(90, 120, 150), kind="PNG") -> str:
    Image.new("RGB", (100, 80), color).save(buffer := io.BytesIO(), format=kind)
    return base64.b64encode(buffer.getvalue()).decode()
