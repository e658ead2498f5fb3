"""Searchers by their names, and what they need."""

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.visual_search import search_model
from vlmeval_hvs.benchmarks.visual_search.search_model import HVSSearcher
from vlmeval_hvs.benchmarks.visual_search.searchers import grid, ivsn
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.errors import MissingDataError
from vlmeval_hvs.registry import model_cards

TRIAL = Trial("a.png", (200, 300), (150, 250, 170, 270), (8, 8), (150.0, 100.0), 8)


@pytest.fixture
def make(pictures):
    """Makes a searcher by its name."""

    def searcher(name, **options):
        return search_model.make_searcher(search_model.named_options(name, **options), TRIAL, *pictures)

    return searcher


@pytest.fixture(scope="module")
def network():
    """The layers of VGG16, untrained."""
    pytest.importorskip("torch", reason="torch is not installed")
    return ivsn.build_features()


@pytest.mark.long
def test_named_searchers_search(make, network, pictures, tmp_path):
    import torch

    pixels = map(search_model.read_picture, pictures)
    seen = search_model.similarity_map("correlation", *pixels, (76, 68))  # 20 of 200 rows, 20 of 300 columns
    assert make("hvs-cIBS-flat").template == pytest.approx(grid.min_max(seen, -0.5, 0.5).ravel())
    weights = tmp_path / "vgg16.pth"
    torch.save({f"features.{key}": value for key, value in network.state_dict().items()}, weights)
    for name, options, shape in (
        ("hvs-cIBS-flat", {}, grid.GRID_SHAPE),
        ("hvs-ELM-center", {}, grid.GRID_SHAPE),
        ("hvs-IVSN", {"weights": str(weights)}, TRIAL.shape),
    ):
        searcher = make(name, **options)
        x, y = searcher.next_fixation([TRIAL.initial])
        assert (0 <= x < 300, 0 <= y < 200) == (True, True)
        values = searcher.priority_map([TRIAL.initial])
        assert (values.shape, np.isfinite(values).all()) == (shape, True), name


def test_options_are_checked():
    known = search_model.known_searchers()
    cards = {name for name, card in model_cards().items() if card.get("class", "").endswith("HVSSearcher")}
    assert set(known) == cards
    priors = {name: known[name].prior for name in ("hvs-cIBS", "hvs-cIBS-flat", "hvs-ELM-center")}
    assert list(priors.values()) == ["set", "flat", "center"]
    wrong = {"prior": "/nowhere", "rule": "best", "similarity": "magic", "priority": "best", "evidence": "twice"}
    for option, value in {**wrong, "strength": 0.5, "seed": -1}.items():
        with pytest.raises(ValueError, match=f"{option}=.*: choose "):
            search_model.SearcherOptions(**{option: value})


@pytest.mark.long
def test_models_without_what_they_need_are_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("LMUData", str(tmp_path))
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    images = tmp_path / "vlmeval_hvs" / "VisualSearch_Custom" / "images"
    images.mkdir(parents=True)
    with pytest.raises(MissingDataError, match="no set in .* has saliency maps.*-center or -flat"):
        HVSSearcher("hvs-cIBS")
    HVSSearcher("hvs-cIBS-flat")
    maps = images.parent / "priors"
    maps.mkdir()
    HVSSearcher("hvs-cIBS")
    (maps / "b.png").touch()
    assert search_model.prior_file("set", "b.jpg", str(images / "b.jpg")) == str(maps / "b.png")
    pytest.importorskip("torch", reason="torch is not installed")
    with pytest.raises(FileNotFoundError, match="VGG16"):
        HVSSearcher("hvs-IVSN")
