"""Loading and asking DeepGaze, with a tiny random network in the place of the package: it has the same interface.

The weights are not here, so nothing in this file says how good DeepGaze is.
"""

import sys
import types

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.deepgaze import TRUST, HVSDeepGaze
from vlmeval_hvs.errors import DataError, MissingModelError, MissingWeightsError

pytestmark = pytest.mark.long  # it loads torch


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


@pytest.fixture
def place(torch, tmp_path, monkeypatch):
    """A package and a folder of checkpoints with weights for both variants; returns that folder."""

    class Tiny(torch.nn.Module):
        """What the package's models have: ``pretrained``, a log density of picture, prior and, for III, history."""

        included_fixations = [-1, -2, -3, -4]

        def __init__(self, pretrained=True):
            super().__init__()
            assert not pretrained  # the package would download
            self.readout = torch.nn.Conv2d(3, 1, 1)
            self.seen = []

        def forward(self, x, centerbias, x_hist=None, y_hist=None):
            self.seen.append((x, centerbias, x_hist, y_hist))
            out = self.readout(x / 255)[:, 0] + centerbias
            if x_hist is not None:
                columns = torch.arange(x.shape[3])
                out = out - 10 * torch.exp(-((columns - torch.nan_to_num(x_hist[:, :1], nan=0)) ** 2) / 5000)
            return (out - out.logsumexp(dim=(1, 2), keepdim=True))[:, None]

    module = types.ModuleType("deepgaze_pytorch")
    module.DeepGazeIIE = module.DeepGazeIII = Tiny
    monkeypatch.setitem(sys.modules, "deepgaze_pytorch", module)
    monkeypatch.setenv(TRUST, "1")
    monkeypatch.setattr(torch.hub, "get_dir", lambda: str(tmp_path / "hub"))
    checkpoints = tmp_path / "hub" / "checkpoints"
    checkpoints.mkdir(parents=True)
    torch.manual_seed(1)
    for name in ("deepgaze2e.pth", "deepgaze3.pth"):
        torch.save(Tiny(pretrained=False).state_dict(), checkpoints / name)
    return checkpoints


@pytest.fixture
def photo(tmp_path):
    noise = np.random.default_rng(3).integers(0, 256, (60, 128, 3), dtype=np.uint8)
    Image.fromarray(noise).save(tmp_path / "photo.png")
    return str(tmp_path / "photo.png")


def test_the_density_is_the_networks_for_the_picture_at_the_size_it_was_trained_on(torch, place, photo) -> None:
    model = HVSDeepGaze("hvs-deepgaze-IIE", device="cpu")
    density = model.density(photo)
    (shown, prior, *history) = model.network.seen[0]
    assert shown.shape == (1, 3, 480, 1024)
    assert 200 < shown.max() <= 255  # as the package takes pictures: 0 to 255
    assert torch.logsumexp(prior, dim=(1, 2)).item() == pytest.approx(0, abs=1e-4)
    assert history == [None, None]
    with torch.inference_mode():
        answer = model.network(shown, prior).exp().numpy()[0, 0]
    assert density == pytest.approx(answer / answer.sum(), rel=1e-3)
    assert model.density(photo) is density
    assert model.next_density(photo, [(0.1, 0.1)]) is None


def test_deepgaze_iii_gets_the_latest_four_fixations(torch, place, photo) -> None:
    model = HVSDeepGaze("hvs-deepgaze-III", device="cpu")
    first = model.next_density(photo, [(0.25, 0.5), (0.5, 0.75)])
    x, y = (torch.nan_to_num(part, nan=-1).tolist() for part in model.network.seen[0][2:])
    assert (x, y) == ([[512, 256, -1, -1]], [[360, 240, -1, -1]])
    assert first[:, 500:524].sum() < model.next_density(photo, [(0.1, 0.5)])[:, 500:524].sum()
    model.next_density(photo, [(place / 10, 0) for place in range(6)])
    assert [round(value.item()) for value in model.network.seen[-1][2][0]] == [512, 410, 307, 205]
    assert (model.density(photo) == model.next_density(photo, [(0.5, 0.5)])).all()


def test_errors_name_what_is_missing(place, tmp_path, monkeypatch) -> None:
    def refused(variant, error, message, **options):
        with pytest.raises(error, match=message):
            HVSDeepGaze(f"hvs-deepgaze-{variant}", **options)

    (tmp_path / "broken.pth").write_bytes(b"no weights")
    refused("II", ValueError, "no model 'hvs-deepgaze-II'")
    refused("IIE", MissingWeightsError, "in /nowhere.pth: get https://github.com/", weights="/nowhere.pth")
    refused("IIE", DataError, r"broken.pth: no weights of DeepGaze IIE", weights=str(tmp_path / "broken.pth"))
    monkeypatch.delenv(TRUST)
    refused("IIE", MissingModelError, f"{TRUST}=1")
    HVSDeepGaze("hvs-deepgaze-IIE", trust_remote_code=True)
    (place / "deepgaze2e.pth").unlink()
    refused("IIE", MissingWeightsError, r"hub/checkpoints/deepgaze2e\.pth.*v1\.0\.0/deepgaze2e\.pth")

    monkeypatch.setenv(TRUST, "1")
    monkeypatch.setitem(sys.modules, "deepgaze_pytorch", None)
    refused("IIE", MissingModelError, r"pip install git\+https://github.com/matthias-k/DeepGaze")
