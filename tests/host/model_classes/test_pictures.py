"""The host's own model classes on all five benchmarks: the pictures of a message reach the processor, as they are.

Every class is the host's, loaded from a folder with a network of random weights; what its image processor is given is
compared with the files, pixel for pixel. A class that resizes before (Qwen) has to give what PIL gives at that size.
"""

from __future__ import annotations

import base64
import importlib
import io
import warnings

import numpy as np
import pytest
from PIL import Image
from scripted_server import Server

from vlmeval_hvs.host.generate import traits_of
from vlmeval_hvs.messages import FAIL_MARKER
from vlmeval_hvs.registry import base_name, card_of, dataset_class

pytestmark = [pytest.mark.slow, pytest.mark.host]

DATASETS = {
    "HVSBench_Searching_DEMO": {},
    "ActiView_ShiftingR_DEMO": {},
    "GazeTarget_DEMO": {},
    "VisualSearch_COCOSearch18_DEMO": {},
    "VPB_Stage2_DEMO": {},
}
CLASSES = {
    # class of the host: (family, arguments, whether several pictures of a message reach its network)
    "SmolVLM": ("idefics3", {}, True),
    "LLaVA_OneVision_HF": ("llava_onevision", {}, True),
    "Qwen2VLChat": ("qwen2_5_vl", {"do_sample": False}, True),
    "SmolVLM2": ("idefics3", {}, True),
    "InternS1Chat": ("gemma3", {"do_sample": False}, True),
    "PaliGemma": ("paligemma", {}, False),
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Folders of the networks, made when a test first asks for one."""
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    import tiny_families

    root, made = tmp_path_factory.mktemp("tiny"), {}

    def folder(family):
        if family not in made:
            made[family] = tiny_families.FAMILIES[family](root / family)
        return made[family]

    return folder


def flat(images):
    """Pictures as arrays (h, w, 3), however a class nests them."""
    if isinstance(images, (list, tuple)):
        return [one for each in images for one in flat(each)]
    if isinstance(images, Image.Image):
        return [np.asarray(images.convert("RGB"))]
    if images is None:
        return []
    array = np.asarray(images)
    return [array.transpose(1, 2, 0) if array.shape[0] == 3 else array]


def as_in_file(path, size):
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB").resize(size) if picture.size != size else picture.convert("RGB"))


def spied(model, monkeypatch):
    """Notes, call by call, the pictures of the message and those that the image processor gets."""
    calls = []
    processor = type(model.processor.image_processor)
    process, inner = processor.__call__, model.generate_inner

    def processing(self, images=None, *args, **kwargs):
        calls[-1][1].extend(flat(images))
        return process(self, images, *args, **kwargs)

    def generate_inner(message, dataset=None):
        calls.append(([item["value"] for item in message if item["type"] == "image"], []))
        return inner(message, dataset)

    monkeypatch.setattr(processor, "__call__", processing)
    model.generate_inner = generate_inner
    return calls


def made(demo, name, options):
    demo(f"{card_of(name).datasets[base_name(name)]['set']}_DEMO")
    return dataset_class(card_of(name))(dataset=name, **options)


@pytest.mark.nightly
@pytest.mark.parametrize("name", CLASSES)
def test_pictures_arrive_in_order_pixel_for_pixel(on_cpu, folders, demo, monkeypatch, name):
    family, arguments, several = CLASSES[name]
    cls = getattr(importlib.import_module("vlmeval.vlm"), name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = cls(model_path=str(folders(family)), **arguments)
        assert traits_of(model).interleave == several
        calls = spied(model, monkeypatch)
        for dataset_name, options in DATASETS.items():
            dataset = made(demo, dataset_name, options)
            reply = model.generate(dataset.build_prompt(0), dataset=dataset_name)
            assert FAIL_MARKER not in reply, reply
    assert max(len(paths) for paths, _ in calls) == (4 if several else 1)
    for paths, arrived in calls:
        assert len(paths) >= 1
        assert len(arrived) == len(paths)
        for path, pixels in zip(paths, arrived, strict=True):
            assert np.array_equal(pixels, as_in_file(path, pixels.shape[1::-1])), path


@pytest.fixture
def server():
    """A scripted server; keeps the pictures of every request as it decodes them."""
    requests = []

    def look(request):
        parts = request["messages"][-1]["content"]
        sent = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
        requests.append([Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))) for url in sent])
        return "A"

    with Server(look) as made:
        yield f"{made.url}/chat/completions", requests


def test_pictures_cross_the_wire_in_order_in_the_quality_of_the_host(host, server, demo):
    from vlmeval.api import LMDeployAPI

    url, requests = server
    model, asked = LMDeployAPI(model="m", api_base=url, retry=1, wait=1, max_tokens=8), []
    inner = model.generate_inner

    def generate_inner(message, *args, **kwargs):
        asked.append([item["value"] for item in message if item["type"] == "image"])
        return inner(message, *args, **kwargs)

    model.generate_inner = generate_inner
    for name, options in DATASETS.items():
        dataset = made(demo, name, options)
        assert FAIL_MARKER not in model.generate(dataset.build_prompt(0), dataset=name)
    assert [len(sent) for sent in requests] == [len(paths) for paths in asked]
    assert max(map(len, asked)) == 4
    for paths, sent in zip(asked, requests, strict=True):
        for place, picture in enumerate(sent):
            pixels = np.asarray(picture.convert("RGB"), dtype=float)
            away = [np.abs(pixels - as_in_file(path, picture.size)).mean() for path in paths]
            assert away[place] == min(away) < 6, (paths, away)  # JPEG: a few grey levels
