"""The bill of materials: complete against the wheel, its declared dependencies and the environment, in CycloneDX."""

from __future__ import annotations

import hashlib
import json
import zipfile
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from release.sbom import EXTRAS, NAME, file_components, write_sbom

pytestmark = [
    pytest.mark.slow,
    pytest.mark.nightly,
    pytest.mark.skipif(not find_spec("cyclonedx_py") or not find_spec("uv"), reason="needs cyclonedx-bom and uv"),
]


@pytest.fixture(scope="module")
def bill(built, tmp_path_factory) -> dict[str, Any]:
    target = tmp_path_factory.mktemp("bill") / "bill.cdx.json"
    written = write_sbom(built["wheel"], target)
    assert json.loads(target.read_text(encoding="utf-8")) == written
    return written


def names(bill: dict[str, Any]) -> set[str]:
    return {canonicalize_name(component["name"]) for component in bill["components"]}


def test_it_is_valid_cyclonedx(bill):
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    assert bill["bomFormat"] == "CycloneDX"
    version = SchemaVersion.from_version(bill["specVersion"])
    assert JsonStrictValidator(version).validate_str(json.dumps(bill)) is None


def test_every_file_of_the_wheel_is_listed_with_its_digest_and_licence(bill, built):
    listed = {part["name"]: part for part in bill["metadata"]["component"]["components"]}
    with zipfile.ZipFile(built["wheel"]) as wheel:
        digests = {
            name: hashlib.sha256(wheel.read(name)).hexdigest() for name in wheel.namelist() if ".dist-info/" not in name
        }
    assert {name: part["hashes"][0]["content"] for name, part in listed.items()} == digests
    assert all(part["licenses"] for part in listed.values())
    assert listed["vlmeval_hvs/viewer/vendor/plot.min.js"]["licenses"] == [{"expression": "ISC AND MIT"}]
    quoted = {name for name, part in listed.items() if part["licenses"][0].get("license", {}).get("name")}
    assert "dataset_builders/hvsbench/templates.json" in quoted
    assert not {name for name in quoted if name.endswith(".py")}


def test_every_declared_dependency_is_listed_with_its_licence(bill):
    wanted = {
        canonicalize_name(requirement.name)
        for requirement in map(Requirement, requires(NAME) or [])
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in EXTRAS)
    }
    assert "numpy" in wanted
    assert wanted <= names(bill)
    assert [part["name"] for part in bill["components"] if not part["licenses"] or not part["version"]] == []


def test_the_graph_is_closed(bill):
    known = {part["bom-ref"] for part in bill["components"]} | {bill["metadata"]["component"]["bom-ref"]}
    edges = {entry["ref"]: entry.get("dependsOn", []) for entry in bill["dependencies"]}
    assert {name for targets in edges.values() for name in targets} <= known
    reached, waiting = set(), [bill["metadata"]["component"]["bom-ref"]]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += edges.get(name, [])
    assert reached == known


def test_it_says_nothing_of_the_machine(bill):
    text = json.dumps(bill)
    for place in (str(Path.home()), "file://", "/tmp/"):
        assert place not in text


def test_a_file_without_a_licence_is_refused(tmp_path):
    path = tmp_path / "odd.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("vlmeval_hvs/unknown.bin", b"x")
    with pytest.raises(ValueError, match="vlmeval_hvs/unknown.bin has no licence"):
        file_components(path)
