"""The demo set of gaze photos, built once."""

import pytest

from dataset_builders.gaze.demo import build


@pytest.fixture(scope="session")
def gaze_root(tmp_path_factory):
    """A data folder of the host with the demo set."""
    root = tmp_path_factory.mktemp("LMUData")
    build("GazeTarget_DEMO", None, root / "vlmeval_hvs")
    return root


@pytest.fixture
def gaze_demo(gaze_root, monkeypatch):
    """The same, as the folder that data sets are read from."""
    from vlmeval_hvs import registry

    monkeypatch.setenv("LMUData", str(gaze_root))
    monkeypatch.setattr(registry, "is_built", lambda name, root=None: True)
    return gaze_root
