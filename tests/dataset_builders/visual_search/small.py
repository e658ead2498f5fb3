"""Pictures of noise, and sets built from small releases."""

import io

import numpy as np
from PIL import Image

from dataset_builders.visual_search import build as visual_search
from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
from vlmeval_hvs.sets import read_set


def picture(seed=0, shape=(240, 320), kind="PNG") -> bytes:
    pixels = np.random.default_rng(seed).integers(0, 255, (*shape, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(buffer := io.BytesIO(), format=kind)
    return buffer.getvalue()


def pixels(data) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data) if isinstance(data, bytes) else data))


def build(source, root, name):
    manifest = visual_search.build(f"VisualSearch_{name}", source, root)
    rows, _ = read_set(f"VisualSearch_{name}", root)
    return manifest, rows, read_trials(rows.to_dict("records"))


def reasons(manifest):
    return {skipped["row"]: skipped["reason"] for skipped in manifest.skipped}
