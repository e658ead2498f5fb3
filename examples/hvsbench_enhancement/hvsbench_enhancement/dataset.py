"""Prominence enhancement (HVSBench paper, section 4.4): crop a picture so that an object becomes the most salient one.

The paper shows one example and no measure; requests and scores are those of this example. Objects and pictures are
those of HVSBench's question Q4, which of two boxes is the more salient one: a crop is asked for the other one.
``Overall`` is the share of objects that a saliency map of the crop has above their rival, of those that it has below
before. A crop counts where it keeps 90 % of the object and half of the picture, or a tiny crop would always win.
"""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image

from standardizers.boxes import box
from vlmeval_hvs.cache import ImageCache
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.files import data_root
from vlmeval_hvs.messages import Turn, image, text
from vlmeval_hvs.options import Options, number
from vlmeval_hvs.registry import load_set
from vlmeval_hvs.responders import responder
from vlmeval_hvs.results.contract import ScoreReport
from vlmeval_hvs.saliency import box_mean, spectral_residual
from vlmeval_hvs.sets import SetWriter

WHOLE = (0.0, 0.0, 1.0, 1.0)
OPTION = re.compile(r"\[([AB])\]\s*([\d.]+),\s*([\d.]+),\s*([\d.]+),\s*([\d.]+)")
REQUEST = (
    "Make the object within the bounding box {box} (relative coordinates of x1, y1, x2, y2) the most salient object of "
    "the picture by cropping it. Keep at least {object:.0%} of the object and {picture:.0%} of the picture's area. "
    "Answer with the crop in one line, as fractions of the picture's width and height:\nCROP: x1,y1,x2,y2"
)
AGAIN = "The second image is your crop. If it does what is required, answer KEEP. If not, give a better one.\n{request}"


def build(set_name, source, root):
    """Take the two boxes of every Q4 from HVSBench's set, or from its demo set."""
    rows, manifest = load_set(set_name.replace("_Enhancement", ""), root)
    with SetWriter(set_name, root, source="made of HVSBench", licence=manifest.licence) as writer:
        for row in rows[rows["question_type"] == "Q4"].to_dict("records"):
            boxes = {letter: [*map(float, corners)] for letter, *corners in OPTION.findall(row["question"])}
            if len(boxes) == 2 and row["truth"] in boxes:
                path = writer.image(row["image_path"], (manifest.folder / row["image_path"]).read_bytes())
                rival = boxes.pop(row["truth"])
                objects = {"target": json.dumps(*boxes.values()), "rival": json.dumps(rival)}
                writer.row({"index": row["index"], "image_path": path, **objects})
    return writer.manifest


@dataclass(frozen=True, kw_only=True)
class EnhancementOptions(Options):
    least_object: float = number(0.9, 0, 1, doc="Share of the object that a crop has to keep, or it does not count.")
    least_picture: float = number(0.5, 0, 1, doc="Share of the picture that a crop has to keep, or it does not count.")


class EnhancementDataset(HVSDataset[EnhancementOptions]):
    BENCHMARK, CATEGORY, OPTIONS = "HVSBenchEnhancement", "image_path", EnhancementOptions

    def messages(self, row):
        shares = {"object": self.options.least_object, "picture": self.options.least_picture}
        words = REQUEST.format(box=",".join(f"{side:.2f}" for side in json.loads(row["target"])), **shares)
        return [image(self.image(row["image_path"])), text(words)]

    def pipeline(self, row, traits):
        return self.two_turns(row) if traits.interleave else None

    def two_turns(self, row):
        picture, request = self.messages(row)
        first = yield Turn([picture, request], step="crop")
        crop = box(first).value
        if crop is None:
            return {"answer": first}
        again = text(AGAIN.format(request=request["value"]))
        second = yield Turn([picture, image(self.cut(picture["value"], crop)), again], step="revise")
        return {"answer": first if box(second).value is None else second, "first": first}

    def cut(self, path, crop):
        """The file of a crop, kept below the folder of all sets."""
        root, buffer = data_root() / ".rendered", io.BytesIO()
        cache = ImageCache(root / self.set_name / self.manifest.digest[:16], root)
        Image.fromarray(pixels(path, crop)).save(buffer, format="PNG")
        key = "_".join([Path(path).stem, *(f"{side:.4f}" for side in crop)])
        return (cache.get(key) or cache.put(key, buffer.getvalue())).path

    def score(self, items):
        metrics, table = {}, items[["target", "rival"]].copy()
        for reading, end in (self.reading, ""), (self.other_reading, f"_{self.other_reading}"):
            read = [box(reply, reading) for reply in items["reply"]]
            table[f"answer{end}"] = ["" if one.value is None else str(one.value) for one in read]
            table[f"rule{end}"], table[f"fallback{end}"] = [one.rule for one in read], [one.fallback for one in read]
            rows = zip(items.to_dict("records"), read, strict=True)
            table[f"score{end}"] = [self.wins(row, one.value or WHOLE) for row, one in rows]
            metrics[f"Overall{end}"] = float(table[f"score{end}"].mean())
        return ScoreReport(metrics, table)

    def wins(self, row, crop):
        """1 where the object is above its rival in a crop that counts, else 0; NaN where it is above it before."""
        path, target, rival = self.image(row["image_path"]), json.loads(row["target"]), json.loads(row["rival"])
        if leads(path, target, rival, WHOLE):
            return np.nan
        kept = area(inside(target, crop, WHOLE)) / area(target)
        counts = kept >= self.options.least_object and area(crop) >= self.options.least_picture
        return float(counts and leads(path, target, rival, crop))


def leads(path, target, rival, crop):
    density = density_of(path, tuple(crop))
    own, other = (box_mean(density, inside(one, crop, crop)) for one in (target, rival))
    return own > other


@lru_cache(maxsize=64)
def density_of(path, crop):
    return spectral_residual(pixels(path, crop))


def pixels(path, crop):
    picture = Image.open(path).convert("RGB")
    x1, y1, x2, y2 = (round(side * size) for side, size in zip(crop, picture.size * 2, strict=True))
    return np.asarray(picture.crop((x1, y1, max(x2, x1 + 1), max(y2, y1 + 1))))


def inside(one, crop, frame):
    """What a crop leaves of a box, in coordinates of ``frame``."""
    x1, y1, x2, y2 = (np.clip(side, crop[n % 2], crop[n % 2 + 2]) for n, side in enumerate(one))
    width, height = frame[2] - frame[0], frame[3] - frame[1]
    return (x1 - frame[0]) / width, (y1 - frame[1]) / height, (x2 - frame[0]) / width, (y2 - frame[1]) / height


def area(one):
    return (one[2] - one[0]) * (one[3] - one[1])


@responder("hvs-center-bias", "HVSBenchEnhancement")
def center(prompt, rng):
    """The middle of the picture, kept when it is shown."""
    return "KEEP" if prompt.step == "revise" else "CROP: 0.14,0.14,0.86,0.86"
