"""The bill of materials: complete against the wheel, its declared dependencies and the environment, in CycloneDX."""

from __future__ import annotations

import hashlib
import json
import zipfile
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from release.sbom import EXTRAS, NAME, file_components, write_sbom


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.skipif(not find_spec("cyclonedx_py") or not find_spec("uv"), reason="needs cyclonedx-bom and uv")
def test_it_is_valid_whole_and_closed(built, tmp_path):
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    bill = write_sbom(built["wheel"], tmp_path / "bill.cdx.json")
    text = (tmp_path / "bill.cdx.json").read_text(encoding="utf-8")
    assert json.loads(text) == bill
    assert JsonStrictValidator(SchemaVersion.from_version(bill["specVersion"])).validate_str(text) is None
    assert not [place for place in (str(Path.home()), "file://", "/tmp/") if place in text]

    listed = {part["name"]: part for part in bill["metadata"]["component"]["components"]}
    with zipfile.ZipFile(built["wheel"]) as wheel:
        files = [name for name in wheel.namelist() if ".dist-info/" not in name]
        digests = {name: hashlib.sha256(wheel.read(name)).hexdigest() for name in files}
    assert {name: part["hashes"][0]["content"] for name, part in listed.items()} == digests
    assert all(part["licenses"] for part in listed.values())
    assert listed["vlmeval_hvs/viewer/vendor/plot.min.js"]["licenses"] == [{"expression": "ISC AND MIT"}]

    declared = [one for one in map(Requirement, requires(NAME) or []) if one.marker is None or wanted(one)]
    known = {canonicalize_name(part["name"]) for part in bill["components"]}
    assert {canonicalize_name(one.name) for one in declared} <= known
    assert [part["name"] for part in bill["components"] if not part["licenses"] or not part["version"]] == []

    top = bill["metadata"]["component"]["bom-ref"]
    edges = {entry["ref"]: entry.get("dependsOn", []) for entry in bill["dependencies"]}
    reached, waiting = set(), [top]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += edges.get(name, [])
    assert reached == {part["bom-ref"] for part in bill["components"]} | {top}


def wanted(requirement):
    return any(requirement.marker.evaluate({"extra": extra}) for extra in EXTRAS)


def test_a_file_without_a_licence_is_refused(tmp_path):
    path = tmp_path / "odd.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("vlmeval_hvs/unknown.bin", b"x")
    with pytest.raises(ValueError, match="vlmeval_hvs/unknown.bin has no licence"):
        file_components(path)
