"""Point models as host models: with stand-ins for their weights, and without anything."""

import json
import sys
import types
from importlib.machinery import ModuleSpec
from importlib.util import find_spec

import pytest
from later import later
from PIL import Image

from vlmeval_hvs.errors import MissingModelError
from vlmeval_hvs.messages import Prompt, image, text
from vlmeval_hvs.outside_code import TRUST

with later():
    import torch

    from vlmeval_hvs.benchmarks.gaze import pointers

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed")


@pytest.fixture
def prompt(tmp_path):
    """A question about three objects in a row, offered in reverse order."""
    Image.new("RGB", (64, 64)).save(tmp_path / "photo.png")
    row = {
        "index": "1", "points": json.dumps([[0.2, 0.8], [0.5, 0.8], [0.9, 0.8]]), "face": "[0.4, 0.1, 0.6, 0.3]",
        "option_order": "210", "n_objects": "3",
    }  # fmt: skip
    return Prompt(
        [image(str(tmp_path / "photo.png")), text("?")], row=row, benchmark="GazeTarget", dataset="GazeTarget"
    )


def gaze_lle():
    """A model that peaks in the cell of column 57, row 50 (0-based) of a 64 x 64 map, and the boxes it is given."""
    boxes = []

    class FakeGazeLLE(torch.nn.Module):
        def forward(self, inputs):
            boxes.append(inputs["bboxes"])
            heat = torch.zeros(1, 64, 64)
            heat[0, 50, 57] = 1.0
            return {"heatmap": [heat], "inout": None}

    return FakeGazeLLE(), boxes


def test_gaze_lle_answers_the_object_under_the_peak(prompt, monkeypatch):
    (model, boxes), calls = gaze_lle(), []

    def load(repo, name, **options):
        calls.append((repo, name, options["source"]))
        return model, lambda image: torch.zeros(3, 8, 8)

    monkeypatch.setitem(sys.modules, "timm", types.ModuleType("timm"))
    monkeypatch.setattr(torch.hub, "load", load)
    gazelle = pointers.GazeLLE(trust_remote_code=True, device="cpu")
    assert gazelle.generate_inner(prompt) == "A"  # (0.898, 0.789) is nearest to the third object, offered first
    assert gazelle.generate_inner(prompt) == "A"
    assert calls == [("fkryan/gazelle", "gazelle_dinov2_vitl14", "github")]
    assert boxes == [[[(0.4, 0.1, 0.6, 0.3)]]]  # one look per photo, however many prompts


def test_moondream_answers_and_says_when_it_sees_nothing(prompt, monkeypatch):
    import transformers

    asked = []

    class FakeMoondream(torch.nn.Module):
        gaze = {"x": 0.55, "y": 0.4}

        def detect_gaze(self, image, eye, face, unstable_settings):
            asked.append((image.size, face, unstable_settings))
            return {"gaze": self.gaze}

    monkeypatch.setattr(transformers.AutoModelForCausalLM, "from_pretrained", lambda *args, **options: FakeMoondream())
    model = pointers.MoondreamGaze(trust_remote_code=True, device="cpu")
    assert model.generate_inner(prompt) == "B"
    assert asked == [
        ((64, 64), {"x_min": 0.4, "y_min": 0.1, "x_max": 0.6, "y_max": 0.3},
         {"prioritize_accuracy": True, "force_detect": True})
    ]  # fmt: skip
    FakeMoondream.gaze = None
    blind = pointers.MoondreamGaze(trust_remote_code=True, device="cpu")
    assert blind.generate_inner(prompt) == "No gaze point was found."


def test_a_model_that_samples_draws_alike_for_a_photo_and_in_the_type_it_is_given(prompt, monkeypatch):
    import transformers

    loaded = []

    class Sampling(torch.nn.Module):
        def detect_gaze(self, image, eye, face, unstable_settings):
            x, y = torch.rand(2).tolist()
            return {"gaze": {"x": x, "y": y}}

    def load(*args, **options):
        loaded.append(options.get("dtype"))
        return Sampling()

    monkeypatch.setattr(transformers.AutoModelForCausalLM, "from_pretrained", load)

    def drawn(**options):
        model = pointers.MoondreamGaze(trust_remote_code=True, device="cpu", **options)
        torch.rand(3)  # what ran before does not matter
        model.generate_inner(prompt)
        return next(iter(model._points.values()))

    assert drawn() == drawn(dtype="float16") != drawn(seed=1)
    assert loaded == [None, torch.float16, None]


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.delenv(TRUST, raising=False)
    monkeypatch.setitem(sys.modules, "timm", None)
    with pytest.raises(MissingModelError, match="pip install timm"):
        pointers.GazeLLE()
    empty = types.ModuleType("timm")
    empty.__spec__ = ModuleSpec("timm", None)  # other packages look for it
    monkeypatch.setitem(sys.modules, "timm", empty)
    with pytest.raises(MissingModelError, match="VLMEVAL_HVS_TRUST_REMOTE_CODE=1"):
        pointers.GazeLLE()
    monkeypatch.setenv(TRUST, "1")

    def unreachable(*args, **options):
        raise OSError("no network")

    monkeypatch.setattr(torch.hub, "load", unreachable)
    with pytest.raises(MissingModelError, match=r"fkryan/gazelle \(OSError: no network\).*local clone"):
        pointers.GazeLLE()
    with pytest.raises(MissingModelError, match="Moondream2 could not be loaded"):
        pointers.MoondreamGaze(model="/nowhere/moondream2")


def test_other_messages_and_rules_are_refused(monkeypatch):
    monkeypatch.setattr(pointers.GazeLLE, "load", lambda self: None)
    with pytest.raises(TypeError, match="GazeTarget datasets only"):
        pointers.GazeLLE(device="cpu").generate_inner([text("Hello")])
    with pytest.raises(ValueError, match="by='l1'"):
        pointers.GazeLLE(by="l1")
