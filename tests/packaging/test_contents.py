"""What the wheel and the sdist hold: exact folders, no tests, no secrets, nothing big, and the same from either."""

from __future__ import annotations

import os
import re
import tarfile
import zipfile

import pytest
from distribution import build

pytestmark = pytest.mark.slow

LARGEST = 700_000
"""Bytes of the largest file, the table of words by which options are recognised."""

WHEEL = 5_000_000
"""Bytes of the packed wheel or sdist, of which the reply corpus is 1.8 million."""

IN_SDIST = {
    "CHANGELOG.md", "CITATION.cff", "LICENSE", "MANIFEST.in", "NOTICE", "PKG-INFO", "README.md", "SECURITY.md",
    "_vlmeval_hvs_autoload.py", "dataset_builders", "pyproject.toml", "run_configs", "setup.cfg", "setup.py",
    "standardizers", "tests", "vlmeval_hvs", "vlmeval_hvs.egg-info", "vlmeval_hvs.pth", "vlmeval_hvs.start",
}  # fmt: skip
ENDINGS = {".py", ".json", ".txt", ".html.j2", ".jsonl.gz", ".css", ".js", ".typed", ".pth", ".start", ".patch"}
SECRETS = (
    rb"-----BEGIN [A-Z ]*PRIVATE KEY",
    rb"\bhf_[A-Za-z0-9]{30,}",
    rb"\bsk-[A-Za-z0-9_-]{20,}",
    rb"\bgh[pousr]_[A-Za-z0-9]{30,}",
    rb"\bAKIA[0-9A-Z]{16}\b",
    rb"\bAIza[0-9A-Za-z_-]{35}",
    rb"\bxox[abpr]-[0-9A-Za-z-]{10,}",
    rb"(?i)(password|api_key|secret)\s*=\s*[\"'][^\"']{8,}[\"']",
    rb"/(root|work|home/[a-z]+)/",
)


@pytest.fixture(scope="module")
def wheel(built) -> dict[str, bytes]:
    with zipfile.ZipFile(built["wheel"]) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def sdist(built) -> dict[str, bytes]:
    with tarfile.open(built["sdist"]) as archive:
        assert all(member.isfile() or member.isdir() for member in archive)
        return {
            member.name.split("/", 1)[1]: archive.extractfile(member).read() for member in archive if member.isfile()
        }


def test_the_wheel_holds_only_endings_that_we_ship(wheel):
    names = [name for name in wheel if ".dist-info/" not in name]
    assert [name for name in names if not name.endswith(tuple(ENDINGS))] == []
    assert {name.split("/", 1)[1] for name in wheel if ".dist-info/" in name} == {
        "METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE", "licenses/NOTICE", "top_level.txt",
    }  # fmt: skip


def test_the_sdist_holds_what_builds_the_wheel_and_nothing_else(sdist, source):
    assert {name.split("/")[0] for name in sdist} == IN_SDIST
    assert not [name for name in sdist if name.startswith("tests/")]
    for name in ("run_configs", "vlmeval_hvs", "standardizers", "dataset_builders"):
        tree = {path.relative_to(source).as_posix() for path in (source / name).rglob("*") if path.is_file()}
        assert {one for one in sdist if one.startswith(f"{name}/")} == {one for one in tree if "__pycache__" not in one}


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_no_tests_no_leftovers_nothing_big(kind, request, built):
    names = request.getfixturevalue(kind)
    assert built[kind].stat().st_size < WHEEL
    assert {name: len(body) for name, body in names.items() if len(body) > LARGEST} == {}
    stray = re.compile(r"(^|/)(test_[^/]*|conftest|[^/]*_test)\.py$|__pycache__|\.pyc$|(^|/)\.|\.(log|bak|pkl)$|~$")
    assert [name for name in names if stray.search(name)] == []
    assert all(name.isascii() and ".." not in name.split("/") and not name.startswith("/") for name in names)


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_no_secrets_and_no_paths_of_the_machine_that_built_it(kind, request):
    found = [
        (name, pattern)
        for name, body in request.getfixturevalue(kind).items()
        for pattern in SECRETS
        if re.search(pattern, body)
    ]
    assert found == []


def test_the_patterns_find_secrets():
    texts = [
        b"-----BEGIN RSA PRIVATE KEY", b"hf_" + b"a" * 34, b"sk-" + b"a" * 40, b"ghp_" + b"a" * 36, b"AKIA" + b"A" * 16,
        b"AIza" + b"a" * 35, b"xoxb-" + b"1" * 12, b"API_KEY = 'abcdefgh'", b"/home/me/",
    ]  # fmt: skip
    for pattern, text in zip(SECRETS, texts, strict=True):
        assert re.search(pattern, text), pattern


def test_the_sdist_builds_the_same_wheel(built, wheel, tmp_path):
    with tarfile.open(built["sdist"]) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    (again,) = build(folder, tmp_path, "wheel")
    with zipfile.ZipFile(again) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == wheel


def test_a_build_at_a_stated_time_gives_the_same_bytes(source, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    wheels = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        wheels += build(source, tmp_path / name, "wheel")
    assert wheels[0].read_bytes() == wheels[1].read_bytes()
    assert os.path.getsize(wheels[0]) > 100_000
