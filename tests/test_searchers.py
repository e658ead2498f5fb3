"""Replay of given paths, and the published paths of cIBS where the shared files are beside the checkout."""

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from vlmeval_hvs.searchers import replay

HISTORY, BBOX = [[12, 16], [3, 30], [20, 5]], (16, 24, 18, 26)


@pytest.mark.long
def test_every_step_of_a_published_path_is_chosen_again(shared):
    release, table = shared / "data" / "interiors_release" / "MatlabCode", shared / "tables" / "cibs_interiors_6.json"
    if not table.is_file() or not release.is_dir():
        pytest.skip("no shared folder with Interiors and cIBS's paths")
    paths = {name: path for name, path in json.loads(table.read_text()).items() if isinstance(path, dict)}
    assert len(paths) == 6
    for image, path in paths.items():
        cells = np.stack([path["Y"], path["X"]], axis=1)
        target = next((release / "data_images" / "templates").glob(f"{Path(image).stem}_template*"))
        prior = release / "saliency" / "deepgaze" / image
        scene = release / "data_images" / "images" / image
        chosen = replay("hvs-cIBS", scene, target, path["target_bbox"], cells[:-1], prior=prior)
        np.testing.assert_array_equal(chosen, cells[1:])


@pytest.fixture
def blind(monkeypatch):
    """Replays by searchers that do not look at the picture, for what has nothing to do with it."""
    monkeypatch.setattr("vlmeval_hvs.benchmarks.visual_search.search_model.similarity_map", lambda *arguments: None)
    pixels = np.random.default_rng(3).integers(0, 255, (192, 256), dtype=np.uint8)
    return partial(replay, image=pixels, target=pixels[128:152, 192:216])


def test_what_was_fixated_so_far_the_seed_the_box_and_the_prior_decide_and_bad_input_is_named(blind, tmp_path):
    same = partial(blind, "hvs-cIBS-flat", bbox=BBOX)
    chosen = same(history=HISTORY)
    assert np.array_equal(chosen[:2], same(history=HISTORY[:2]))
    assert not np.array_equal(chosen, same(history=HISTORY, seed=7))
    # Cells are 8 px in this picture; the target's last row and column begin a cell, as in the published files.
    in_pixels, in_cells = (same(bbox=box, history=HISTORY) for box in ((128, 192, 152, 216), (16, 24, 19, 27)))
    assert np.array_equal(in_pixels, in_cells)
    with pytest.raises(ValueError, match="needs a prior.*hvs-cIBS-center or -flat"):
        blind("cIBS", bbox=BBOX, history=HISTORY)
    spot = np.zeros((24, 32))
    spot[2, 3] = 1
    np.save(tmp_path / "spot.npy", spot)
    assert blind("cIBS", bbox=BBOX, history=HISTORY[:1], prior=tmp_path / "spot.npy").tolist() == [[2, 3]]
    for change, message in (
        ({"model": "eye"}, "no searcher"), ({"model": "IVSN"}, "not a Bayesian searcher"),
        ({"rule": "best"}, "posterior-maximum"), ({"bbox": (18, 24, 16, 26)}, "bbox"),
        ({"history": [[1, 1], [2.5, 0]]}, r"history\[1\]"), ({"history": [1, 2, 3]}, r"\(steps, 2\)"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=message):
            blind(**({"model": "cIBS-flat", "bbox": BBOX, "history": HISTORY} | change))
