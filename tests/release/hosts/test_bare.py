"""The interpreter for exported benchmarks has what lies below it, and not this package."""

import subprocess

import pytest

from release.hosts.layers import Host, make

pytestmark = [pytest.mark.slow, pytest.mark.nightly]
FOUND = "import importlib.util as u; print(*(bool(u.find_spec(name)) for name in ('pandas', 'vlmeval_hvs', 'sty')))"


@pytest.mark.parametrize(("plugin", "found"), [(False, "True False True"), (True, "True True True")])
def test_a_layer_has_the_plugin_only_where_it_is_asked_for(tmp_path, plugin, found):
    try:
        interpreter = make(Host("bare", ("sty",)), tmp_path / "layer", plugin)
    except RuntimeError as error:
        pytest.skip(f"the package index does not give a package: {error}")
    done = subprocess.run([interpreter, "-c", FOUND], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == found
