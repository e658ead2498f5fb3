"""Replay of given paths, and the published paths of cIBS where the shared files are beside the checkout."""

import importlib
import json
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.errors import DataError

SHARED = Path(os.environ.get("HVS_SHARED") or Path(__file__).parents[3] / "shared")
RELEASE = SHARED / "data" / "interiors_release" / "MatlabCode"
PATHS = SHARED / "tables" / "cibs_interiors_6.json"


def test_every_step_of_a_published_path_is_chosen_again():
    from vlmeval_hvs.searchers import replay

    if not PATHS.is_file() or not RELEASE.is_dir():
        pytest.skip("no shared folder with Interiors and cIBS's paths")
    paths = {name: path for name, path in json.loads(PATHS.read_text()).items() if isinstance(path, dict)}
    assert len(paths) == 6
    for image, path in paths.items():
        cells = np.stack([path["Y"], path["X"]], axis=1)
        target = next((RELEASE / "data_images" / "templates").glob(f"{Path(image).stem}_template*"))
        prior = RELEASE / "saliency" / "deepgaze" / image
        scene = RELEASE / "data_images" / "images" / image
        chosen = replay("hvs-cIBS", scene, target, path["target_bbox"], cells[:-1], prior=prior)
        np.testing.assert_array_equal(chosen, cells[1:])


@pytest.fixture
def pictures(tmp_path):
    pixels = np.random.default_rng(3).integers(0, 255, (192, 256), dtype=np.uint8)
    Image.fromarray(pixels).save(tmp_path / "a.png")
    Image.fromarray(pixels[128:152, 192:216]).save(tmp_path / "t.png")
    return pixels, pixels[128:152, 192:216], tmp_path


HISTORY = [[12, 16], [3, 30], [20, 5]]
BBOX = (16, 24, 18, 26)


@pytest.fixture
def blind(monkeypatch):
    """Searchers that do not look at the picture, for what has nothing to do with it."""
    module = importlib.import_module("vlmeval_hvs.searchers.replay")
    monkeypatch.setattr(module, "similarity_map", lambda *arguments: None)


def test_paths_and_arrays_are_alike(pictures):
    from vlmeval_hvs.searchers import replay

    image, target, folder = pictures
    chosen = replay("hvs-cIBS-flat", image, target, BBOX, HISTORY)
    assert chosen.shape == (3, 2)
    assert chosen.dtype == np.int64
    assert np.array_equal(chosen, replay("cIBS-flat", str(folder / "a.png"), folder / "t.png", BBOX, HISTORY))


def test_what_was_fixated_so_far_and_the_seed_decide(pictures, blind):
    from vlmeval_hvs.searchers import replay

    image, target, _ = pictures
    chosen = replay("hvs-cIBS-flat", image, target, BBOX, HISTORY)
    assert np.array_equal(chosen[:2], replay("hvs-cIBS-flat", image, target, BBOX, HISTORY[:2]))
    assert replay("hvs-cIBS-flat", image, target, BBOX, []).shape == (0, 2)
    assert not np.array_equal(chosen, replay("hvs-cIBS-flat", image, target, BBOX, HISTORY, seed=7))


def test_a_box_in_pixels_is_one_in_cells(pictures, blind):
    from vlmeval_hvs.searchers import replay

    image, target, _ = pictures
    # Cells are 8 px in this picture; the target's last row and column begin a cell, as in the published files.
    in_pixels = replay("hvs-cIBS-flat", image, target, (128, 192, 152, 216), HISTORY)
    assert np.array_equal(in_pixels, replay("hvs-cIBS-flat", image, target, (16, 24, 19, 27), HISTORY))


def test_the_prior_is_a_map_or_a_name_and_never_silently_flat(pictures, blind):
    from vlmeval_hvs.searchers import replay

    image, target, folder = pictures
    with pytest.raises(ValueError, match="needs a prior.*hvs-cIBS-center or -flat"):
        replay("cIBS", image, target, BBOX, HISTORY)
    spot = np.zeros((24, 32))
    spot[2, 3] = 1
    np.save(folder / "spot.npy", spot)
    assert replay("cIBS", image, target, BBOX, HISTORY[:1], prior=spot).tolist() == [[2, 3]]
    assert replay("cIBS", image, target, BBOX, HISTORY[:1], prior=folder / "spot.npy").tolist() == [[2, 3]]
    named = replay("cIBS", image, target, BBOX, HISTORY, prior="center")
    assert np.array_equal(named, replay("cIBS-center", image, target, BBOX, HISTORY))
    with pytest.raises(DataError, match="saliency map"):
        replay("cIBS", image, target, BBOX, HISTORY, prior=np.full((4, 4), np.nan))


def test_bad_input_is_named(pictures, blind):
    from vlmeval_hvs.searchers import replay

    image, target, _ = pictures
    for change, message in (
        ({"model": "eye"}, "no searcher"),
        ({"model": "IVSN"}, "no Bayesian searcher"),
        ({"rule": "best"}, "posterior-maximum"),
        ({"bbox": (18, 24, 16, 26)}, "bbox"),
        ({"bbox": (0, 0, 500, 500)}, "bbox"),
        ({"history": [[24, 0]]}, r"history\[0\]"),
        ({"history": [[1, 1], [2.5, 0]]}, r"history\[1\]"),
        ({"history": [1, 2, 3]}, r"\(steps, 2\)"),
        ({"seed": -1}, "seed"),
    ):
        arguments = {"model": "cIBS-flat", "bbox": BBOX, "history": HISTORY} | change
        with pytest.raises(ValueError, match=message):
            replay(image=image, target=target, **arguments)
