"""The model class of the searchers."""

import pytest
from later import Later

from vlmeval_hvs.errors import MissingDataError

HVSSearcher = Later("vlmeval_hvs.benchmarks.visual_search.search_model", "HVSSearcher")
refuse_missing_maps = Later("vlmeval_hvs.benchmarks.visual_search.searchers.inputs", "refuse_missing_maps")


def test_network_searchers_say_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="VGG16"):
        HVSSearcher("hvs-IVSN")


@pytest.fixture
def sets(monkeypatch, tmp_path):
    """Folder of the built sets: one, with two pictures and no maps."""
    monkeypatch.setenv("LMUData", str(tmp_path))
    images = tmp_path / "vlmeval_hvs" / "VisualSearch_Custom" / "images"
    images.mkdir(parents=True)
    for name in ("a.png", "b.jpg"):
        (images / name).touch()
    return images.parent


def test_searchers_without_any_maps_are_refused_when_they_are_made(sets):
    with pytest.raises(MissingDataError, match="no set in .* has saliency maps.*-center or -flat"):
        HVSSearcher("hvs-cIBS")
    HVSSearcher("hvs-cIBS-flat")
    HVSSearcher("hvs-cIBS", prior=str(sets))
    (sets / "priors").mkdir()
    HVSSearcher("hvs-cIBS")


def test_a_set_that_lacks_maps_is_refused_as_a_whole(sets):
    maps = sets / "priors"
    maps.mkdir()
    (maps / "b.png").touch()
    with pytest.raises(MissingDataError, match=r"of 1 of 2 images, such as a\.png"):
        refuse_missing_maps(maps, sets / "images")
    (maps / "a.npy").touch()
    refuse_missing_maps(maps, sets / "images")
    refuse_missing_maps(maps / "a.npy", sets / "images")  # one map for all
