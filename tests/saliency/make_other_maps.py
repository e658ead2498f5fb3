"""Records other_maps.json: maps of scikit-image's photographs by implementations of others, averaged to 16 x 16.

Run with the virtual environment that has them, not the project's::

    pip install opencv-contrib-python-headless==4.10.0.84 scikit-image
    git clone https://github.com/akisatok/pySaliencyMap
    PYTHONPATH=pySaliencyMap python tests/saliency/make_other_maps.py
"""

import json
from pathlib import Path

import cv2
import numpy as np
import pySaliencyMap
from skimage import data

PHOTOS = ("astronaut", "coffee", "rocket", "chelsea", "camera", "coins")
SIZE = 16
LONGEST = 640


def opencv(picture):
    return cv2.saliency.StaticSaliencySpectralResidual_create().computeSaliency(picture)[1]


def kimura(picture):
    cv2.waitKey = lambda *_: -1  # it waits for a window that it never opens
    scale = LONGEST / max(picture.shape)
    picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return pySaliencyMap.pySaliencyMap(picture.shape[1], picture.shape[0]).SMGetSM(picture)


def coarse(values):
    values = cv2.resize(np.asarray(values, np.float32), (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return [[float(f"{value:.3g}") for value in row] for row in values / values.max()]


maps = {"opencv": {}, "pySaliencyMap": {}}
for name in PHOTOS:
    photo = getattr(data, name)()
    picture = cv2.cvtColor(photo, cv2.COLOR_RGB2BGR if photo.ndim == 3 else cv2.COLOR_GRAY2BGR)
    maps["opencv"][name] = coarse(opencv(picture))
    maps["pySaliencyMap"][name] = coarse(kimura(picture))
# At 64 x 64 px nothing is scaled: what is left of OpenCV's map is its own smoothing.
small = cv2.resize(cv2.cvtColor(data.astronaut(), cv2.COLOR_RGB2GRAY), (64, 64), interpolation=cv2.INTER_AREA)
maps["opencv"]["astronaut at 64 px"] = coarse(opencv(cv2.cvtColor(small, cv2.COLOR_GRAY2BGR)))
Path(__file__).with_name("other_maps.json").write_text(json.dumps(maps, separators=(",", ":")) + "\n", "utf-8")
