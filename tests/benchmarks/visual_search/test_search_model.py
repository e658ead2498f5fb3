"""The model class of the searchers."""

import pytest

from vlmeval_hvs.benchmarks.visual_search.search_model import HVSSearcher


def test_network_searchers_say_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="VGG16"):
        HVSSearcher("hvs-IVSN")
