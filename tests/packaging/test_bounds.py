"""Lower bounds: every requirement has one, and `make lowest` and `make newest` install what they say."""

import json
import os
import subprocess
import sys
from importlib.metadata import requires, version

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

EXTRAS = ("build", "search", "figures", "test")
"""What `make lowest` and `make newest` install, apart from the dependencies of every installation."""

MODE = os.environ.get("VLMEVAL_HVS_BOUNDS")
"""``lowest`` or ``newest`` in the environment of that target."""


def requirements() -> list[Requirement]:
    return [Requirement(line) for line in requires("vlmeval-hvs") or []]


def bound(requirement: Requirement) -> Version | None:
    lower = [Version(part.version) for part in requirement.specifier if part.operator in (">=", "==", "~=")]
    return max(lower, default=None)


def wanted() -> dict[str, Requirement]:
    """The requirements of the installation without extras, and of those of `EXTRAS`."""
    everywhere = [one for one in requirements() if one.marker is None]
    extra = [one for one in requirements() if one.marker and any(one.marker.evaluate({"extra": e}) for e in EXTRAS)]
    return {one.name: one for one in [*everywhere, *extra]}


def test_every_requirement_has_one_lower_bound_and_none_of_users_an_upper_one():
    found = requirements()
    assert "numpy" in {one.name for one in found}
    assert [str(one) for one in found if bound(one) is None] == []
    users = [one for one in found if 'extra == "test"' not in str(one.marker)]
    assert [str(one) for one in users if {part.operator for part in one.specifier} != {">="}] == []
    assert len({(one.name, bound(one)) for one in found}) == len({one.name for one in found})


@pytest.mark.skipif(MODE != "lowest", reason="this is not the environment of `make lowest`")
def test_the_environment_holds_the_lowest_versions():
    for name, requirement in wanted().items():
        if name == "uv":  # it installed the others, and is the newest
            continue
        installed, lowest = Version(version(name)), bound(requirement)
        assert installed.release[: len(lowest.release)] == lowest.release, f"{name} is {installed}, not {lowest}"


@pytest.mark.skipif(MODE != "newest", reason="this is not the environment of `make newest`")
def test_the_environment_holds_the_newest_versions():
    command = [sys.executable, "-m", "uv", "pip", "list", "--outdated", "--format", "json", "--python", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    older = {one["name"]: (one["version"], one["latest_version"]) for one in json.loads(done.stdout)}
    assert [name for name, one in wanted().items() if name in older and older[name][1] in one.specifier] == []
