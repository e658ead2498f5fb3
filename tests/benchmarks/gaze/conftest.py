"""The demo set of gaze photos, built once."""

import pytest

from vlmeval_hvs.registry import build_set


@pytest.fixture(scope="session")
def gaze_root(tmp_path_factory):
    """A data folder of the host with the demo set."""
    root = tmp_path_factory.mktemp("LMUData")
    build_set("GazeTarget_DEMO", root=root / "vlmeval_hvs")
    return root


@pytest.fixture
def gaze_demo(gaze_root, monkeypatch):
    """The same, as the folder that data sets are read from."""
    monkeypatch.setenv("LMUData", str(gaze_root))
    return gaze_root
