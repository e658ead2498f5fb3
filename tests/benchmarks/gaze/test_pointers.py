"""Point models as host models: with stand-ins for their weights, and without anything."""

import json
import sys
import types
from importlib.machinery import ModuleSpec

import pytest
from PIL import Image

from vlmeval_hvs.benchmarks.gaze import pointers
from vlmeval_hvs.errors import MissingModelError
from vlmeval_hvs.messages import Prompt, image, text
from vlmeval_hvs.outside_code import TRUST

pytestmark = pytest.mark.long  # of which loading torch is the most

TRUSTED = {"trust_remote_code": True, "device": "cpu"}


@pytest.fixture
def torch():
    return pytest.importorskip("torch", reason="torch is not installed")


@pytest.fixture
def prompt(tmp_path):
    """A question about three objects in a row, offered in reverse order."""
    Image.new("RGB", (64, 64)).save(tmp_path / "photo.png")
    row = {
        "index": "1", "points": json.dumps([[0.2, 0.8], [0.5, 0.8], [0.9, 0.8]]), "face": "[0.4, 0.1, 0.6, 0.3]",
        "option_order": "210", "n_objects": "3",
    }  # fmt: skip
    return Prompt([image(str(tmp_path / "photo.png")), text("?")], row=row, benchmark="GazeTarget")


def test_gaze_lle_answers_the_object_under_the_peak(torch, prompt, monkeypatch):
    boxes, calls = [], []

    class FakeGazeLLE(torch.nn.Module):
        def forward(self, inputs):
            boxes.append(inputs["bboxes"])
            heat = torch.zeros(1, 64, 64)
            heat[0, 50, 57] = 1.0
            return {"heatmap": [heat], "inout": None}

    def load(repo, name, **options):
        calls.append((repo, name, options["source"]))
        return FakeGazeLLE(), lambda image: torch.zeros(3, 8, 8)

    monkeypatch.setitem(sys.modules, "timm", types.ModuleType("timm"))
    monkeypatch.setattr(torch.hub, "load", load)
    model = pointers.GazeLLE(**TRUSTED)
    assert model.generate_inner(prompt) == "A"  # (0.898, 0.789) is nearest to the third object, offered first
    assert model.generate_inner(prompt) == "A"
    assert calls == [("fkryan/gazelle", "gazelle_dinov2_vitl14", "github")]
    assert boxes == [[[(0.4, 0.1, 0.6, 0.3)]]]  # one look per photo, however many prompts
    assert "no coordinates" in model.generate_inner(
        Prompt(prompt, row={**prompt.row, "points": ""}, benchmark="GazeTarget")
    )
    with pytest.raises(TypeError, match="GazeTarget datasets only"):
        model.generate_inner([text("Hello")])
    with pytest.raises(ValueError, match="by='l1'"):
        pointers.GazeLLE(by="l1")


@pytest.fixture
def moondream(torch, monkeypatch):
    """Makes the model of a function from random numbers to a gaze point; keeps what it was asked."""
    transformers = pytest.importorskip("transformers")
    asked, loaded = [], []

    def make(point, **options):
        class FakeMoondream(torch.nn.Module):
            def detect_gaze(self, image, eye, face, unstable_settings):
                asked.append((image.size, face, unstable_settings))
                return {"gaze": point(torch.rand(2).tolist())}

        def load(*args, **given):
            loaded.append(given.get("dtype"))
            return FakeMoondream()

        monkeypatch.setattr(transformers.AutoModelForCausalLM, "from_pretrained", load)
        model = pointers.MoondreamGaze(**TRUSTED, **options)
        torch.rand(3)  # what ran before does not matter
        return model

    make.asked, make.loaded = asked, loaded
    return make


def test_moondream_answers_draws_alike_for_a_photo_and_says_when_it_sees_nothing(torch, prompt, moondream):
    assert moondream(lambda random: {"x": 0.55, "y": 0.4}).generate_inner(prompt) == "B"
    box = {"x_min": 0.4, "y_min": 0.1, "x_max": 0.6, "y_max": 0.3}
    assert moondream.asked == [((64, 64), box, {"prioritize_accuracy": True, "force_detect": True})]
    assert moondream(lambda random: None).generate_inner(prompt) == "No gaze point was found."

    def drawn(**options):
        points = []
        model = moondream(lambda random: points.append(random) or dict(zip("xy", random, strict=True)), **options)
        model.generate_inner(prompt)
        return points

    assert drawn() == drawn(dtype="float16") != drawn(seed=1)
    assert moondream.loaded[2:] == [None, torch.float16, None]


def test_what_is_missing_is_said(torch, monkeypatch):
    def unreachable(*args, **options):
        raise OSError("no network")

    monkeypatch.setattr(torch.hub, "load", unreachable)
    monkeypatch.delenv(TRUST, raising=False)
    empty = types.ModuleType("timm")
    empty.__spec__ = ModuleSpec("timm", None)  # other packages look for it
    for timm, trust, words in (
        (None, "0", "pip install timm"),
        (empty, "0", "VLMEVAL_HVS_TRUST_REMOTE_CODE=1"),
        (empty, "1", r"fkryan/gazelle \(OSError: no network\).*local clone"),
    ):
        monkeypatch.setitem(sys.modules, "timm", timm)
        monkeypatch.setenv(TRUST, trust)
        with pytest.raises(MissingModelError, match=words):
            pointers.GazeLLE()
    with pytest.raises(MissingModelError, match="Moondream2 could not be loaded"):
        pointers.MoondreamGaze(model="/nowhere/moondream2")
