"""The second newest distribution of the host, in an environment of its own; the newest is what all other tests have.

`make hosts` does the same with every version.
"""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.host, pytest.mark.nightly]


def test_the_plugin_works_and_changes_nothing_of_the_hosts_own(host, tmp_path):
    from release.hosts import layers
    from release.hosts.record_hosts import prepare, tried

    try:
        second = layers.distribution(layers.versions()[1])
    except (RuntimeError, IndexError) as error:
        pytest.skip(f"the package index does not tell: {error}")
    row = tried(second, tmp_path, prepare(tmp_path / "LMUData"))
    if "venv" not in {path.name for path in tmp_path.rglob("venv")}:
        pytest.skip(row["why"])
    assert row["expected"], row
    assert "why" not in row, row["why"]
    assert (row["single"], row["multi"], row["resumed"], row["changed"]) == ("valid", "valid", True, [])
