"""What the tests of visual search share."""

import json

import numpy as np
import pytest
from PIL import Image


@pytest.fixture(scope="session")
def bias():
    from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias

    return CentreBias()


@pytest.fixture
def pictures(tmp_path):
    """Files of a scene of noise, 300 x 200 px, and of a target cut from it."""
    pixels = np.random.default_rng(0).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    files = tmp_path / "scene.png", tmp_path / "target.png"
    Image.fromarray(pixels).save(files[0])
    Image.fromarray(pixels[150:170, 250:270]).save(files[1])
    return tuple(map(str, files))


@pytest.fixture
def cells():
    """A row of a set: ``cells(7, people, bbox="")``. The image has 600 x 800 px, the search six fixations."""

    def row(index, people, **changes):
        return {
            "index": str(index), "family": "search", "image_name": f"{index}.png", "target_object": "TBD",
            "bbox": "[400, 600, 440, 640]", "image_height": "600", "image_width": "800", "initial_row": "300",
            "initial_column": "400", "receptive": "[32, 32]", "max_length": "6", "capped": "0",
            "humans": json.dumps(people), "history": "", "next": "", **changes,
        }  # fmt: skip

    return row


@pytest.fixture
def joined():
    """Rows with replies, as the base class makes them of a prediction file."""

    def join(rows, predictions):
        import pandas as pd

        from vlmeval_hvs.results.predictions import join_predictions

        said = pd.DataFrame({"index": [row["index"] for row in rows], "prediction": predictions})
        return join_predictions(pd.DataFrame(rows), said)

    return join
