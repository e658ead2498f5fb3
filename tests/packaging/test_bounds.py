"""Requirements have lower bounds, which `make lowest` and `make newest` install; NOTICE names every shipped file."""

import json
import os
import re
import subprocess
import sys
from fnmatch import fnmatchcase
from importlib.metadata import requires, version
from pathlib import Path

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


ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("vlmeval_hvs", "standardizers", "dataset_builders")
SECTION = re.compile(r"^(?P<title>\S[^\n]*)\n-+\n\n(?P<text>.*?)(?=^\S[^\n]*\n-+\n|\Z)", re.MULTILINE | re.DOTALL)
OWN = "Licence: Apache-2.0."
QUOTED = re.compile(r'\A(?:.*\n){0,3}\s*"_?source".*(?:quoted|as printed|ppendix|Table )')


def shipped() -> list[str]:
    files = [path for name in PACKAGES for path in (ROOT / name).rglob("*") if path.is_file()]
    return [path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts]


def entries(title: str) -> list[tuple[list[str], str]]:
    """The entries of a section of NOTICE: patterns of files, and what is said of them."""
    sections = {match["title"]: match["text"] for match in SECTION.finditer((ROOT / "NOTICE").read_text("utf-8"))}
    found = []
    for block in sections[title].strip().split("\n\n"):
        lines = block.splitlines()
        said = " ".join(line.strip() for line in lines if line.startswith(" "))
        found.append(([line for line in lines if not line.startswith(" ")], said))
    return found


def test_every_shipped_file_is_named_with_known_terms_and_what_quotes_a_paper_is_not_declared_as_ours():
    names = [*shipped(), "vlmeval_hvs.pth", "vlmeval_hvs.start"]
    known = entries("Shipped in the distribution")
    patterns = [pattern for files, _ in known for pattern in files]
    assert len(names) > 100
    assert [name for name in names if not any(fnmatchcase(name, one) for one in patterns)] == []
    assert [one for one in patterns if not any(fnmatchcase(name, one) for name in names)] == []
    assert [files for files, said in known if not re.search(r"From: .+\. Licence: .+\.$", said)] == []
    others = [name for files, _ in entries("In the repository only") for name in files]
    assert [name for name in others if not (ROOT / name).is_file()] == []
    used = {name for _, said in known for name in re.findall(r"LicenseRef-[\w-]+", said)}
    assert set() < used <= {name for files, _ in entries("Terms") for name in files}
    quoting = [name for name in shipped() if name.endswith(".json") and QUOTED.match((ROOT / name).read_text("utf-8"))]
    assert quoting
    for files, said in entries("Shipped in the distribution"):
        ours = [name for name in quoting if any(fnmatchcase(name, one) for one in files)]
        assert not (ours and said.endswith(OWN)), ours
