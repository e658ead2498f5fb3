"""Pictures of a message reach the processor of the host's own model classes, and the wire, in order and as they are.

Every class is the host's, loaded from a folder with a network of random weights; what its image processor is given is
compared with the files, pixel for pixel.
"""

from __future__ import annotations

import base64
import importlib
import io
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from scripted_server import Server

from vlmeval_hvs.host.generate import traits_of
from vlmeval_hvs.messages import FAIL_MARKER
from vlmeval_hvs.registry import base_name, card_of, dataset_class

pytestmark = pytest.mark.host

DATASETS = (
    *("HVSBench_Searching_DEMO", "ActiView_ShiftingR_DEMO", "GazeTarget_DEMO", "VisualSearch_COCOSearch18_DEMO"),
    "VPB_Stage2_DEMO",
)


def idefics3(folder):
    sys.path.append(str(Path(__file__).parents[1] / "integration"))
    import tiny_vlm

    processor = tiny_vlm.make_processor()
    tiny_vlm.save(tiny_vlm.make_model(processor), processor, folder)
    return processor.tokenizer


def paligemma(folder):
    import transformers as hf

    words = idefics3(folder)  # its tokenizer
    sizes = dict(num_hidden_layers=1, hidden_size=32, intermediate_size=32, num_attention_heads=2)
    image = hf.SiglipImageProcessor(size={"height": 56, "width": 56})
    image.image_seq_length = 16
    processor = hf.PaliGemmaProcessor(image, words, chat_template=words.chat_template)
    text = dict(**sizes, num_key_value_heads=2, head_dim=16, max_position_embeddings=65536)
    vision = dict(**sizes, image_size=56, patch_size=14, vision_use_head=False, projection_dim=32)
    config = hf.PaliGemmaConfig(
        vision_config=hf.SiglipVisionConfig(**vision),
        text_config=hf.GemmaConfig(vocab_size=len(processor.tokenizer), **text),
        projection_dim=32,
        image_token_index=processor.tokenizer.convert_tokens_to_ids("<image>"),
        image_token_id=processor.tokenizer.convert_tokens_to_ids("<image>"),
    )
    model = hf.PaliGemmaForConditionalGeneration(config)
    model.generation_config.update(eos_token_id=words.eos_token_id, pad_token_id=words.pad_token_id)
    model.save_pretrained(folder)
    processor.save_pretrained(folder)


CLASSES = {"SmolVLM": (idefics3, True), "PaliGemma": (paligemma, False)}
"""Class of the host to what writes its folder, and whether several pictures of a message reach its network."""


@pytest.fixture
def on_cpu(host, monkeypatch):
    """Moves to CUDA stay here, attention is the plain one, and replies end after four tokens."""
    torch, hf = pytest.importorskip("torch"), pytest.importorskip("transformers")

    def here(value):
        return "cpu" if str(value).startswith("cuda") else value

    def moving(original):
        def to(self, *args, **kwargs):
            return original(self, *map(here, args), **{name: here(value) for name, value in kwargs.items()})

        return to

    for owner in (torch.Tensor, torch.nn.Module):
        monkeypatch.setattr(owner, "to", moving(owner.to))
        monkeypatch.setattr(owner, "cuda", lambda self, *args, **kwargs: self)
    load, generate = hf.PreTrainedModel.from_pretrained.__func__, hf.GenerationMixin.generate

    def from_pretrained(cls, *args, **kwargs):
        kept = {name: value for name, value in kwargs.items() if name not in ("device_map", "attn_implementation")}
        return load(cls, *args, **kept)

    def short(self, *args, **kwargs):
        return generate(self, *args, **{**kwargs, "max_new_tokens": 4})

    monkeypatch.setattr(hf.PreTrainedModel, "from_pretrained", classmethod(from_pretrained))
    monkeypatch.setattr(hf.GenerationMixin, "generate", short)


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


def asked(model):
    """Notes the pictures of every message that the model's class gets."""
    calls, inner = [], model.generate_inner

    def generate_inner(message, *args, **kwargs):
        calls.append(([item["value"] for item in message if item["type"] == "image"], []))
        return inner(message, *args, **kwargs)

    model.generate_inner = generate_inner
    return calls


def answer_all(model, demo):
    for name in DATASETS:
        demo(f"{card_of(name).datasets[base_name(name)]['set']}_DEMO")
        dataset = dataset_class(card_of(name))(dataset=name)
        assert FAIL_MARKER not in model.generate(dataset.build_prompt(0), dataset=name)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("name", CLASSES)
def test_pictures_arrive_in_order_pixel_for_pixel(on_cpu, tmp_path, demo, monkeypatch, name):
    write, several = CLASSES[name]
    write(tmp_path / "tiny")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = getattr(importlib.import_module("vlmeval.vlm"), name)(model_path=str(tmp_path / "tiny"))
        assert traits_of(model).interleave == several
        calls, processor = asked(model), type(model.processor.image_processor)
        process = processor.__call__

        def processing(self, images=None, *args, **kwargs):
            calls[-1][1].extend(flat(images))
            return process(self, images, *args, **kwargs)

        monkeypatch.setattr(processor, "__call__", processing)
        answer_all(model, demo)
    assert max(len(paths) for paths, _ in calls) == (4 if several else 1)
    for paths, arrived in calls:
        assert len(arrived) == len(paths) >= 1
        for path, pixels in zip(paths, arrived, strict=True):
            assert np.array_equal(pixels, as_in_file(path, pixels.shape[1::-1])), path


def test_pictures_cross_the_wire_in_order_in_the_quality_of_the_host(host, demo):
    from vlmeval.api import LMDeployAPI

    sent = []

    def look(request):
        parts = [part for part in request["messages"][-1]["content"] if part["type"] == "image_url"]
        data = [base64.b64decode(part["image_url"]["url"].partition(",")[2]) for part in parts]
        sent.append([Image.open(io.BytesIO(one)) for one in data])
        return "A"

    with Server(look) as server:
        model = LMDeployAPI(model="m", api_base=f"{server.url}/chat/completions", retry=1, wait=1, max_tokens=8)
        calls = asked(model)
        answer_all(model, demo)
    assert [len(pictures) for pictures in sent] == [len(paths) for paths, _ in calls]
    assert max(map(len, sent)) == 4
    for (paths, _), pictures in zip(calls, sent, strict=True):
        for place, picture in enumerate(pictures):
            pixels = np.asarray(picture.convert("RGB"), dtype=float)
            away = [np.abs(pixels - as_in_file(path, picture.size)).mean() for path in paths]
            assert away[place] == min(away) < 6, (paths, away)  # JPEG: a few grey levels
