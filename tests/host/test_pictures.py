"""Pictures of a message cross the wire in order and as they are, sent by the host's own class of served models."""

from __future__ import annotations

import base64
import io

import numpy as np
import pytest
from PIL import Image
from scripted_server import Server

from vlmeval_hvs.messages import FAIL_MARKER

pytestmark = pytest.mark.host

DATASETS = (
    *("HVSBench_Searching_DEMO", "ActiView_ShiftingR_DEMO", "GazeTarget_DEMO", "VisualSearch_COCOSearch18_DEMO"),
    "VPB_Stage2_DEMO",
)


def as_in_file(path, size):
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB").resize(size) if picture.size != size else picture.convert("RGB"))


def test_pictures_cross_the_wire_in_order_in_the_quality_of_the_host(host, made):
    from vlmeval.api import LMDeployAPI

    sent, calls = [], []

    def look(request):
        parts = [part for part in request["messages"][-1]["content"] if part["type"] == "image_url"]
        data = [base64.b64decode(part["image_url"]["url"].partition(",")[2]) for part in parts]
        sent.append([Image.open(io.BytesIO(one)) for one in data])
        return "A"

    def noting(message, *args, **kwargs):
        calls.append([item["value"] for item in message if item["type"] == "image"])
        return inner(message, *args, **kwargs)

    with Server(look) as server:
        model = LMDeployAPI(model="m", api_base=f"{server.url}/chat/completions", retry=1, wait=1, max_tokens=8)
        inner, model.generate_inner = model.generate_inner, noting
        for name in DATASETS:
            assert FAIL_MARKER not in model.generate(made(name).build_prompt(0), dataset=name)
    assert [len(pictures) for pictures in sent] == [len(paths) for paths in calls]
    assert max(map(len, sent)) == 4
    for paths, pictures in zip(calls, sent, strict=True):
        for place, picture in enumerate(pictures):
            pixels = np.asarray(picture.convert("RGB"), dtype=float)
            away = [np.abs(pixels - as_in_file(path, picture.size)).mean() for path in paths]
            assert away[place] == min(away) < 6, (paths, away)  # JPEG: a few grey levels
