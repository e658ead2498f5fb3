"""Searchers by their names, and what they need."""

import sys

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.benchmarks.visual_search import search_model
from vlmeval_hvs.benchmarks.visual_search.search_model import HVSSearcher
from vlmeval_hvs.benchmarks.visual_search.searchers import grid, ivsn
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.errors import DataError, MissingDataError, MissingPackageError
from vlmeval_hvs.registry import model_cards

TRIAL = Trial("a.png", (200, 300), (150, 250, 170, 270), (8, 8), (150.0, 100.0), 8)


@pytest.mark.long
def test_named_searchers_search(pictures, tmp_path):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    made = {name: search_model.named_options(name) for name in ("hvs-cIBS-flat", "hvs-ELM-center")}
    weights = {f"features.{key}": value for key, value in ivsn.build_features().state_dict().items()}
    assert len(weights) == 2 * 13, "as many convolutions as VGG16 has"
    torch.save(weights, tmp_path / "vgg16.pth")
    made["hvs-IVSN"] = search_model.named_options("hvs-IVSN", weights=str(tmp_path / "vgg16.pth"))
    made = {name: search_model.make_searcher(options, TRIAL, *pictures) for name, options in made.items()}
    pixels = map(search_model.read_picture, pictures)
    seen = search_model.similarity_map("correlation", *pixels, (76, 68))  # 20 of 200 rows, 20 of 300 columns
    assert made["hvs-cIBS-flat"].template == pytest.approx(grid.min_max(seen, -0.5, 0.5).ravel())
    for name, searcher in made.items():
        shape = TRIAL.shape if name == "hvs-IVSN" else grid.GRID_SHAPE
        x, y = searcher.next_fixation([TRIAL.initial])
        assert (0 <= x < 300, 0 <= y < 200) == (True, True)
        values = searcher.priority_map([TRIAL.initial])
        assert (values.shape, np.isfinite(values).all()) == (shape, True), name


def test_pictures_and_maps_are_brought_to_the_searchers_frame(tmp_path):
    spot = np.zeros((24, 32))
    spot[2, 3] = 5
    Image.fromarray(spot.astype(np.uint8)).save(file := tmp_path / "spot.png")
    np.save(tmp_path / "spot.npy", spot)
    coloured = np.repeat(spot[..., None], 3, axis=2).astype(np.uint8)
    for prior in (spot, coloured, file, str(file), tmp_path / "spot.npy"):
        values = search_model.prior_map(prior)
        assert values.shape == grid.IMAGE_SHAPE
        assert np.unravel_index(values.argmax(), values.shape) == (2 * 32, 3 * 32)
    assert search_model.prior_map("flat") is search_model.similarity_map("none", coloured, coloured, (9, 9)) is None
    assert search_model.prior_map("center").argmax() == grid.centre_prior().argmax()
    (tmp_path / "torn.npy").write_bytes(b"x")
    shapes = np.zeros((0, 3)), np.zeros((2, 2, 2))
    for wrong in (*shapes, np.full((2, 2), np.nan), np.array([["a"]]), tmp_path / "torn.npy"):
        with pytest.raises(DataError):
            search_model.prior_map(wrong)
    for wrong in (spot, np.zeros((4, 4, 4), np.uint8), np.zeros(5, np.uint8), np.zeros((0, 3), np.uint8)):
        with pytest.raises(DataError, match=r"a picture is uint8 \(h, w\) or \(h, w, 3\), not"):
            search_model.read_picture(wrong)
    assert search_model.read_picture(coloured).shape == (24, 32), "grey pictures have one channel"
    assert [search_model.size_in_frame((100, 200), *size) for size in ((50, 50), (0, 1))] == [(384, 256), (1, 5)]


@pytest.mark.long
def test_targets_are_compared_in_the_scenes_channels():
    rng = np.random.default_rng(0)
    coloured, grey = rng.integers(0, 255, (768, 1024, 3), dtype=np.uint8), rng.integers(0, 255, (768, 1024), np.uint8)
    target = coloured[320:352, 640:672]
    similarity = search_model.compiled("similarity")
    luminance = np.rint(target @ similarity.LUMINANCE).astype(np.uint8)
    for kind, scene, given, compared in (
        ("correlation", coloured, target, target), ("ssim", grey, target, luminance),
        ("correlation", coloured, luminance, luminance[..., None].repeat(3, 2)),
    ):  # fmt: skip
        found = search_model.similarity_map(kind, scene, given, (32, 32))
        compare = getattr(similarity, f"{kind}_map")
        assert found == pytest.approx(grid.pool(compare(scene, compared), maximum=True))
        assert (np.unravel_index(found.argmax(), found.shape) == (10, 20)) == (scene is coloured)


def test_without_numba_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.delitem(sys.modules, "vlmeval_hvs.benchmarks.visual_search.searchers.similarity", raising=False)
    with pytest.raises(MissingPackageError, match=r"need numba: .*search"):
        search_model.compiled("similarity")


def test_options_are_checked():
    known = search_model.known_searchers()
    assert set(known) == {name for name, card in model_cards().items() if card.get("class", "").endswith("Searcher")}
    assert [known[f"hvs-{name}"].prior for name in ("cIBS", "cIBS-flat", "ELM-center")] == ["set", "flat", "center"]
    wrong = {"prior": "/nowhere", "rule": "best", "similarity": "magic", "priority": "best", "evidence": "twice"}
    for option, value in {**wrong, "strength": 0.5, "seed": -1, "colour": "red"}.items():
        with pytest.raises(ValueError, match=f"{option}=.*: choose |searchers have no option colour"):
            search_model.named_options("hvs-cIBS", **{option: value})


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
