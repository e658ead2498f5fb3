"""Wheel, sdist and editable installation, by pip and by uv, in fresh virtual environments."""

from __future__ import annotations

import base64
import hashlib
import shutil
import tarfile
import textwrap
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

HOOKS = {"vlmeval_hvs.pth", "vlmeval_hvs.start"}
TOP_LEVEL = {"vlmeval_hvs", "dataset_builders", "standardizers", "_vlmeval_hvs_autoload.py"} | HOOKS
INSTALLERS = ["pip", pytest.param("uv", marks=pytest.mark.skipif(not find_spec("uv"), reason="uv is not installed"))]
ACTIVE = "import sys; print([type(finder).__name__ for finder in sys.meta_path].count('HostFinder'))"


def digest(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def test_the_wheel_holds_the_packages_their_data_and_the_hooks_and_nothing_else(built, source):
    with zipfile.ZipFile(built["wheel"]) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        (record,) = (wheel.read(name).decode() for name in wheel.namelist() if name.endswith(".dist-info/RECORD"))
        for name in HOOKS:
            assert wheel.read(name) == (source / name).read_bytes()
            assert f"{name},{digest(wheel.read(name))},{len(wheel.read(name))}\n" in record
    assert {name.split("/")[0] for name in names} == TOP_LEVEL
    packages = ("vlmeval_hvs", "dataset_builders", "standardizers")
    wanted = {path for name in packages for path in (source / name).rglob("*") if path.is_file()}
    missing = {path.relative_to(source).as_posix() for path in wanted if "__pycache__" not in path.parts} - names
    assert not missing


def test_the_reply_corpus_lies_where_the_installed_package_looks_for_it(built, source):
    with zipfile.ZipFile(built["wheel"]) as wheel:
        cases = {name: wheel.read(name) for name in wheel.namelist() if name.endswith(".jsonl.gz")}
    place = "vlmeval_hvs/reply_corpus/cases"
    files = sorted((source / "tests" / "data" / "replies").iterdir())
    assert cases == {f"{place}/{path.name}": path.read_bytes() for path in files}
    assert len(cases) == 9


def test_a_wheel_built_from_the_sdist_is_the_same(built, environment, tmp_path):
    with tarfile.open(built["sdist"]) as archive:
        files = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert {*HOOKS, "LICENSE", "setup.py", "pyproject.toml", "MANIFEST.in", "_vlmeval_hvs_autoload.py"} <= files
    environment.install("pip", "--target", tmp_path / "unpacked", built["sdist"])
    with zipfile.ZipFile(built["wheel"]) as wheel:
        direct = {name for name in wheel.namelist() if ".dist-info/" not in name}
    unpacked = tmp_path / "unpacked"
    names = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert direct <= names
    assert {
        name
        for name in names - direct
        if not name.startswith("bin/") and ".dist-info/" not in name and not name.endswith(".pyc")
    } == set()


@pytest.mark.parametrize("installer", INSTALLERS)
@pytest.mark.parametrize("kind", ["wheel", "sdist", "editable"])
def test_installing_starts_the_hook_and_uninstalling_leaves_nothing(environment, built, source, kind, installer):
    if kind == "editable":
        checkout = shutil.copytree(source, environment.folder / "checkout")
        environment.install(installer, "--editable", checkout)
    else:
        environment.install(installer, built[kind])
    for name in HOOKS:
        assert environment.record[name] == digest((environment.site / name).read_bytes())
    assert environment.python("-c", ACTIVE).strip() == "1"
    assert environment.python("-c", ACTIVE, VLMEVAL_HVS_AUTOLOAD="0").strip() == "0"
    assert environment.python("-I", "-c", ACTIVE).strip() == "1"
    assert environment.python("-S", "-c", ACTIVE).strip() == "0"
    where = environment.python("-c", "import standardizers, dataset_builders, vlmeval_hvs; print(vlmeval_hvs.__file__)")
    root = checkout if kind == "editable" else environment.site
    assert Path(where.strip()).resolve() == (root / "vlmeval_hvs" / "__init__.py").resolve()
    assert list(environment.scripts.glob("vlmeval-hvs*"))

    environment.uninstall(installer)
    assert not [path.name for path in environment.site.glob("*") if path.name != "__pycache__"]
    assert not list(environment.scripts.glob("vlmeval-hvs*"))
    assert environment.python("-c", ACTIVE).strip() == "0"


def write_fake_host(site: Path) -> None:
    for name, text in {
        "__init__": "from . import dataset, config",
        "dataset": "DATASET_CLASSES, SUPPORTED_DATASETS = [], []\ndef build_dataset(name): return name",
        "config": "supported_VLM = {}",
    }.items():
        (site / "vlmeval").mkdir(exist_ok=True)
        (site / "vlmeval" / f"{name}.py").write_text(text)


@pytest.fixture
def installed(environment, built):
    """The wheel next to a make-believe host, with a registration that prints what it is told."""
    environment.install("pip", built["wheel"])
    write_fake_host(environment.site)
    register = environment.site / "vlmeval_hvs" / "host" / "register.py"
    register.write_text("def on_import(name, module): print(name)")
    return environment


def test_an_unmodified_host_is_extended_in_the_main_and_in_spawned_processes(installed, tmp_path):
    assert installed.python("-c", "import vlmeval").split() == ["vlmeval.dataset", "vlmeval.config"]
    script = tmp_path / "spawn.py"
    script.write_text(
        textwrap.dedent("""
        import multiprocessing

        def child():
            import vlmeval

        if __name__ == "__main__":
            process = multiprocessing.get_context("spawn").Process(target=child)
            process.start()
            process.join()
        """)
    )
    assert installed.python(script).split() == ["vlmeval.dataset", "vlmeval.config"]
    assert installed.python("-c", "import vlmeval", VLMEVAL_HVS_AUTOLOAD="0") == ""


def test_processing_the_folder_twice_installs_one_finder(installed):
    code = f"import site; site.addsitedir({str(installed.site)!r}); site.addsitedir({str(installed.site)!r}); "
    assert installed.python("-c", code + ACTIVE).split() == ["1"]


def test_a_half_removed_plugin_breaks_neither_interpreter_nor_host(installed):
    shutil.rmtree(installed.site / "vlmeval_hvs")
    words = installed.python("-c", "import vlmeval; print('fine')")
    assert "fine\n" in words
    assert words.count("vlmeval_hvs:") == 1
    (installed.site / "_vlmeval_hvs_autoload.py").unlink()
    assert installed.python("-c", "import vlmeval; print('fine')") == "fine\n"


def test_a_plugin_without_its_dependencies_leaves_the_host_alone(environment, built):
    environment.install("pip", built["wheel"])
    write_fake_host(environment.site)
    words = environment.python("-c", "import vlmeval; print('fine')").splitlines()
    assert "fine" in words
    assert len([line for line in words if line != "fine"]) <= 1
