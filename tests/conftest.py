"""Fixtures shared by all tests."""

import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.append(str(Path(__file__).parent))  # the modules here that several folders of tests use

os.environ.setdefault("OMP_NUM_THREADS", "1")  # tiny models are 2-50 times slower with threads on busy machines
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TRANSFORMERS_OFFLINE", "1")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
# Least-squares fits differ in the last bit between the kernels of numpy's linear algebra, chosen by processor; official
# scribbles cut such values to whole pixels. Every processor with AVX-512 has this older kernel, too.
if Path("/proc/cpuinfo").is_file() and "avx512" in Path("/proc/cpuinfo").read_text(encoding="utf-8"):
    os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")

import pytest
from hypothesis import settings

# The same examples every time, so that a red run means a change; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# A shell starts jobs in the background with Ctrl-C ignored, and so would the processes be that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def lmu_data(tmp_path, monkeypatch):
    """A fresh data folder of the host, `$LMUData`."""
    (tmp_path / "LMUData").mkdir()
    monkeypatch.setenv("LMUData", str(tmp_path / "LMUData"))
    return tmp_path / "LMUData"


@pytest.fixture(scope="session")
def demo_root(tmp_path_factory):
    """Where the demo sets of this session are: each is built once, when a test first asks for it."""
    return tmp_path_factory.mktemp("demo") / "vlmeval_hvs"


@pytest.fixture
def demo(lmu_data, demo_root):
    """Puts demo sets into the fresh data folder: ``demo("HVSBench_DEMO")``; returns the folder of all sets."""
    from vlmeval_hvs.files import data_root
    from vlmeval_hvs.registry import build_set

    def place(*names):
        data_root().mkdir(parents=True, exist_ok=True)
        for name in names:
            if not (demo_root / name).is_dir():
                build_set(name, root=demo_root)
            if not (data_root() / name).exists():
                (data_root() / name).symlink_to(demo_root / name)
        return data_root()

    return place


@pytest.fixture
def real(demo):
    """Makes a set of the content of its demo set, which is not built again by itself when it is damaged."""
    from vlmeval_hvs.files import data_root
    from vlmeval_hvs.sets import SetWriter, file_sizes, read_set, set_folder

    def make(name):
        source = f"{name}_DEMO"
        demo(source)
        rows, manifest = read_set(source)
        with SetWriter(name, data_root(), source=manifest.source, licence=manifest.licence) as writer:
            for path in file_sizes(manifest):
                writer.image(path, (set_folder(source) / path).read_bytes())
            for row in rows.to_dict("records"):
                writer.row(row)
        return set_folder(name)

    return make


@pytest.fixture
def make_read_only():
    """Makes folders read-only for this process until the test ends: by rights, or by a mount where it is root."""
    undo = []

    def make(folder):
        if os.geteuid() == 0:  # root may write whatever the rights are
            for options in (["--bind", folder, folder], ["-o", "remount,ro,bind", folder]):
                if shutil.which("mount") is None or subprocess.run(["mount", *options], check=False).returncode:
                    pytest.skip("root may write everywhere, and folders cannot be mounted read-only here")
                undo.append(lambda: subprocess.run(["umount", "-l", folder], check=False, capture_output=True))
            return folder
        for path in (folder, *filter(Path.is_dir, folder.rglob("*"))):
            rights = path.stat().st_mode
            path.chmod(rights & ~0o222)
            undo.append(lambda path=path, rights=rights: path.chmod(rights))
        return folder

    yield make
    for action in reversed(undo):
        action()


@pytest.fixture
def read_only(tmp_path, make_read_only):
    """An empty folder that cannot be written."""
    (tmp_path / "read_only").mkdir()
    return make_read_only(tmp_path / "read_only")


@pytest.fixture(autouse=True, scope="session")
def score_files_fit_the_schema():
    """Every score file that the tests' own process writes is held against the schema."""
    from vlmeval_hvs import dataset
    from vlmeval_hvs.schema import schema

    def write_checked(*arguments, write=dataset.write_results):
        import jsonschema

        paths = write(*arguments)
        jsonschema.Draft202012Validator(schema()).validate(json.loads(paths[1].read_text("utf-8")))
        return paths

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dataset, "write_results", write_checked)
        yield


@pytest.fixture(scope="session")
def host(tmp_path_factory):
    """The host, imported once per session and extended by the plugin."""
    if find_spec("vlmeval") is None:
        pytest.skip("no VLMEvalKit host is installed")
    names = ("vlmeval.config", "vlmeval.dataset", "vlmeval.inference", "vlmeval.vlm", "vlmeval_hvs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(tmp_path_factory.mktemp("host")))  # else it makes a folder in the user's home
        modules = [importlib.import_module(name) for name in names]  # the last one registers the plugin
    assert modules[-1].__version__
    return importlib.import_module("vlmeval")


def pytest_itemcollected(item):
    """Keep the tests of one file on one worker, and all that share a model, a wheel, results, or the imported host."""
    path = item.path.relative_to(item.config.rootpath)
    room = next((name for name in ("integration", "packaging", "viewer") if name in path.parts), "")
    item.add_marker(pytest.mark.xdist_group(room or ("host" if item.get_closest_marker("host") else str(path))))


@pytest.fixture(scope="session")
def shared(request):
    """The folder with released data beside the checkout, where a developer keeps it; tests that need it skip."""
    folder = request.config.rootpath.parent / "shared"
    if not folder.is_dir():
        pytest.skip("no folder with released data beside the checkout")
    return folder


@pytest.fixture(scope="session")
def real_interiors(shared, tmp_path_factory):
    """Folder of all sets with the real Interiors set, built from its authors' release (5 s)."""
    from vlmeval_hvs.registry import build_set

    release = shared / "data" / "interiors_release"
    if not release.is_dir():
        pytest.skip("no Interiors release beside the checkout")
    root = tmp_path_factory.mktemp("interiors")
    build_set("VisualSearch_Interiors", release, root)
    return root


@pytest.fixture(scope="session")
def response_table(request):
    """The module that makes up tables in the layout of the gaze study's responses."""
    from importlib.util import module_from_spec, spec_from_file_location

    path = request.config.rootpath / "tests" / "benchmarks" / "gaze" / "response_table.py"
    spec = spec_from_file_location(path.stem, path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
