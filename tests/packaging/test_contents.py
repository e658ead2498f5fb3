"""What the wheel and the sdist hold: exact folders, no tests, no secrets, and the same from either."""

import re
import tarfile
import zipfile

import pytest
from distribution import build

pytestmark = pytest.mark.slow

HOOKS = {"vlmeval_hvs.pth", "vlmeval_hvs.start"}
PACKAGES = ("vlmeval_hvs", "dataset_builders", "standardizers")
IN_SDIST = {
    "CHANGELOG.md", "CITATION.cff", "LICENSE", "MANIFEST.in", "NOTICE", "PKG-INFO", "README.md", "SECURITY.md",
    "_vlmeval_hvs_autoload.py", "dataset_builders", "pyproject.toml", "run_configs", "setup.cfg", "setup.py",
    "standardizers", "vlmeval_hvs", "vlmeval_hvs.egg-info", "vlmeval_hvs.pth", "vlmeval_hvs.start",
}  # fmt: skip
ENDINGS = (".py", ".json", ".txt", ".j2", ".css", ".js", ".typed", ".pth", ".start", ".patch",
           ".csv", ".npz")  # fmt: skip
METADATA = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE", "licenses/NOTICE", "top_level.txt"}
SECRETS = re.compile(
    rb"-----BEGIN [A-Z ]*PRIVATE KEY|\bhf_[A-Za-z0-9]{30,}|\bsk-[A-Za-z0-9_-]{20,}|\bgh[pousr]_[A-Za-z0-9]{30,}"
    rb"|(?i:password|api_key|secret)\s*=\s*[\"'][^\"']{8,}[\"']|/(root|work|home/[a-z]+)/"
)
STRAY = re.compile(r"(^|/)(test_[^/]*|conftest|[^/]*_test)\.py$|__pycache__|\.pyc$|(^|/)\.|\.(log|bak|pkl)$|~$")


def in_wheel(path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def wheel(built) -> dict[str, bytes]:
    return in_wheel(built["wheel"])


@pytest.fixture(scope="module")
def sdist(built) -> dict[str, bytes]:
    with tarfile.open(built["sdist"]) as archive:
        assert all(member.isfile() or member.isdir() for member in archive)
        files = [member for member in archive if member.isfile()]
        return {member.name.split("/", 1)[1]: archive.extractfile(member).read() for member in files}


def test_the_wheel_holds_packages_data_and_hooks_and_nothing_else(wheel, source):
    names = {name for name in wheel if ".dist-info/" not in name}
    assert {name.split("/")[0] for name in names} == {*PACKAGES, "_vlmeval_hvs_autoload.py", *HOOKS}
    assert [name for name in names if not name.endswith(ENDINGS)] == []
    assert {name.split("/", 1)[1] for name in wheel if ".dist-info/" in name} == METADATA
    files = [path for name in PACKAGES for path in (source / name).rglob("*") if path.is_file()]
    tree = {path.relative_to(source).as_posix() for path in files if "__pycache__" not in path.parts}
    assert tree - names == set()
    assert all(wheel[name] == (source / name).read_bytes() for name in HOOKS)


def test_the_sdist_holds_what_builds_the_wheel_and_nothing_else(sdist, source):
    assert {name.split("/")[0] for name in sdist} == IN_SDIST
    for name in ("run_configs", *PACKAGES):
        tree = {path.relative_to(source).as_posix() for path in (source / name).rglob("*") if path.is_file()}
        assert {one for one in sdist if one.startswith(f"{name}/")} == {one for one in tree if "__pycache__" not in one}


def test_no_tests_no_leftovers_no_secrets_and_no_paths_of_the_machine_that_built_it(wheel, sdist):
    assert all(map(SECRETS.search, (b"hf_" + b"a" * 34, b"API_KEY = 'abcdefgh'", b"/home/me/")))
    for names in (wheel, sdist):
        assert [name for name in names if STRAY.search(name)] == []
        assert all(name.isascii() and ".." not in name.split("/") and not name.startswith("/") for name in names)
        assert [name for name, body in names.items() if SECRETS.search(body)] == []


@pytest.mark.nightly
def test_the_sdist_builds_the_same_wheel(built, wheel, tmp_path):
    with tarfile.open(built["sdist"]) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    (again,) = build(folder, tmp_path, "wheel")
    assert in_wheel(again) == wheel
