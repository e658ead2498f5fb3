"""One environment with the installed plugin, for all tests of this folder."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]


@pytest.fixture(scope="session")
def lmu_data(tmp_path_factory) -> Path:
    """The host's data folder, with the tests' benchmark built from pictures of one colour."""
    import colour_sets

    folder = tmp_path_factory.mktemp("LMUData")
    colour_sets.build_two_turns(folder / "vlmeval_hvs")
    return folder


@pytest.fixture(scope="session")
def environment(tmp_path_factory, lmu_data):
    """Where hosts run: the plugin is installed from its wheel, and the tests' benchmark is put next to it."""
    if find_spec("vlmeval") is None:
        pytest.skip("no VLMEvalKit host is installed")
    import colour_sets
    import distribution
    import hosts

    source = distribution.copy_sources(tmp_path_factory.mktemp("source"))
    (wheel,) = distribution.build(source, tmp_path_factory.mktemp("built"), "wheel")
    environment = hosts.HostEnvironment(tmp_path_factory.mktemp("environment") / "venv", wheel, lmu_data)
    colour_sets.install_two_turns(environment.site)
    return environment
