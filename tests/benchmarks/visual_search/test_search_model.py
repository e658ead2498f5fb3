"""The model class of the searchers."""

import pytest
from later import later

from vlmeval_hvs.errors import MissingDataError

with later():
    from vlmeval_hvs.benchmarks.visual_search.search_model import HVSSearcher
    from vlmeval_hvs.benchmarks.visual_search.searchers import inputs


def test_searchers_without_what_they_need_are_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("LMUData", str(tmp_path))
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="VGG16"):
        HVSSearcher("hvs-IVSN")
    images = tmp_path / "vlmeval_hvs" / "VisualSearch_Custom" / "images"
    images.mkdir(parents=True)
    for name in ("a.png", "b.jpg"):
        (images / name).touch()
    with pytest.raises(MissingDataError, match="no set in .* has saliency maps.*-center or -flat"):
        HVSSearcher("hvs-cIBS")
    HVSSearcher("hvs-cIBS-flat")
    HVSSearcher("hvs-cIBS", prior=str(images.parent))
    maps = images.parent / "priors"
    maps.mkdir()
    HVSSearcher("hvs-cIBS")
    (maps / "b.png").touch()
    with pytest.raises(MissingDataError, match=r"of 1 of 2 images, such as a\.png"):
        inputs.refuse_missing_maps(maps, images)
    (maps / "a.npy").touch()
    inputs.refuse_missing_maps(maps, images)
    inputs.refuse_missing_maps(maps / "a.npy", images)  # one map for all
