"""The start-up hook in fresh interpreters, with a make-believe host on the path."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

HOST = {
    "__init__": "from . import api, vlm, dataset, config, inference, inference_api",
    "vlm/__init__": "from .base import BaseModel", "vlm/base": "class BaseModel: pass",
    "api/__init__": "from .base import BaseAPI", "api/base": "class BaseAPI: pass",
    "dataset/__init__": "DATASET_CLASSES = []\ndef build_dataset(name): return name", "config": "supported_VLM = {}",
    "inference": "def infer_data_job(): pass", "inference_api": "class APIEvalPipeline: pass",
}  # fmt: skip
ORDER = [f"vlmeval.{name}" for name in ("api.base", "api", "vlm.base", "vlm", "dataset", "config", "inference")]
ORDER.append("vlmeval.inference_api")

# A stand-in for the registration, which prints the module names it is told about.
RECORDER = """
import sys, types
register = types.ModuleType("vlmeval_hvs.host.register")
told = []
register.on_import = lambda name, module: told.append((name, module))
sys.modules["vlmeval_hvs.host.register"] = register
names = lambda: [name for name, _ in told]
"""

NOT_AVAILABLE = "vlmeval_hvs: the benchmarks are not available"


def write_host(folder: Path, **changes: str) -> Path:
    for name, text in {**HOST, **changes}.items():
        path = folder / "vlmeval" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def run(code: str, *path: Path, ok: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name != "VLMEVAL_HVS_AUTOLOAD"}
    env["PYTHONPATH"] = os.pathsep.join(str(entry) for entry in (*path, ROOT))
    done = subprocess.run(
        [sys.executable, "-S", "-c", textwrap.dedent(code)],  # without site-packages: the plugin may be installed there
        env={**env, **environment},
        cwd=os.sep,  # `-c` puts the current directory on the path
        capture_output=True,
        text=True,
    )
    if ok:
        assert done.returncode == 0, done.stderr
    return done


@pytest.fixture
def fake_host(tmp_path):
    return write_host(tmp_path / "host")


EVERY = str(sorted(ORDER))
START = "import _vlmeval_hvs_autoload as hook\nhook.start()\n"


def test_every_host_module_is_reported_once_complete_and_with_its_own_loader(fake_host):
    code = """
    import importlib.machinery, inspect
    register.on_import = lambda name, module: told.append((name, name[-7:] != "dataset" or module.build_dataset("x")))
    import vlmeval
    print(names())
    assert all(complete for _, complete in told)
    assert type(vlmeval.dataset.__loader__) is importlib.machinery.SourceFileLoader
    assert vlmeval.dataset.__spec__.loader is vlmeval.dataset.__loader__
    assert "DATASET_CLASSES" in inspect.getsource(vlmeval.dataset)
    """
    done = run(RECORDER + START + textwrap.dedent(code), fake_host)
    assert (done.stdout.strip(), done.stderr) == (str(ORDER), "")


HALFWAY = """
import importlib, threading
sys.executing, sys.go_on = threading.Event(), threading.Event()
thread = threading.Thread(target=importlib.import_module, args=("vlmeval",))
thread.start()
assert sys.executing.wait()
import vlmeval_hvs
thread.join()
print(sorted(names()))
"""
OTHER_HOOKS = """
import importlib.util
class Again:
    busy = False
    def find_spec(self, name, path=None, target=None):
        if self.busy or not name.startswith("vlmeval."):
            return None
        self.busy = True
        try:
            return importlib.util.find_spec(name)
        finally:
            self.busy = False
sys.meta_path.insert(0, Again())
import _vlmeval_hvs_autoload as hook
hook.start()
sys.meta_path.insert(0, Again())
import vlmeval
print(sorted(names()))
"""
TWICE = """
import importlib
hook.start()
importlib.reload(hook).start()
import vlmeval_hvs, vlmeval
hook.install()
print(sum(hasattr(finder, "vlmeval_hvs") for finder in sys.meta_path), len(names()))
"""
RELOADED = """
import importlib, vlmeval_hvs, vlmeval
importlib.reload(vlmeval.dataset)
print(names()[len(set(names())):])
"""
SLOW = "import sys\nsys.executing.set()\nsys.go_on.wait(0.3)\n"


@pytest.mark.parametrize(
    ("code", "switch", "dataset", "told"),
    [
        ("import vlmeval_hvs, vlmeval\nprint(sorted(names()))", "", "{}", EVERY),
        ("import vlmeval, vlmeval_hvs\nprint(sorted(names()))", "0", "{}", EVERY),
        (START + "import vlmeval\nprint(names())", "0", "{}", "[]"),
        (START + TWICE, "", "{}", f"1 {len(ORDER)}"),
        (RELOADED, "", "{}", "['vlmeval.dataset']"),
        ("import vlmeval\nprint(sorted(names()))", "0", "{}\nimport vlmeval_hvs", EVERY),
        (HALFWAY, "", SLOW + "{}", EVERY),
        (OTHER_HOOKS, "", "{}", EVERY),
    ],
)
def test_registration_whatever_is_imported_first(tmp_path, code, switch, dataset, told):
    host = write_host(tmp_path / "host", **{"dataset/__init__": dataset.format(HOST["dataset/__init__"])})
    assert run(RECORDER + code, host, VLMEVAL_HVS_AUTOLOAD=switch).stdout.strip() == told


@pytest.mark.parametrize(
    ("breakage", "said"),
    [
        ("def broken(name, module): raise RuntimeError('no')\nregister.on_import = broken", NOT_AVAILABLE),
        ("del register.on_import", NOT_AVAILABLE),
        ("sys.modules['vlmeval_hvs'] = None", NOT_AVAILABLE),
        (
            "class HostUnfit(Exception): pass\n"
            "def refuse(name, module): raise HostUnfit('ms-vlmeval 0.0.2 is left as it is')\n"
            "register.on_import = refuse",
            "vlmeval_hvs: ms-vlmeval 0.0.2 is left as it is\n",
        ),
    ],
)
def test_a_broken_plugin_leaves_the_host_alone_and_says_so_once(fake_host, breakage, said):
    done = run(f"{RECORDER}\n{breakage}\n{START}import vlmeval\nprint('fine')", fake_host)
    assert done.stdout.strip() == "fine"
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1


def test_a_warning_into_a_closed_stream_is_swallowed(fake_host):
    code = RECORDER + "del register.on_import\nimport vlmeval_hvs\nsys.stderr.close()\nimport vlmeval\nprint('fine')"
    assert run(code, fake_host).stdout.strip() == "fine"


def test_an_error_of_the_host_is_its_own_with_no_frame_of_ours_in_its_traceback(tmp_path):
    host = write_host(tmp_path / "host", **{"vlm/base": "import missing_package\nclass BaseModel: pass"})
    code = RECORDER + START + "from vlmeval.config import supported_VLM"
    done = [run(code, host, ok=False, VLMEVAL_HVS_AUTOLOAD=switch) for switch in ("1", "0")]
    assert [one.returncode for one in done] == [1, 1]
    assert done[0].stderr == done[1].stderr, "the same words as without the plugin"
    assert "vlm/base.py" in done[0].stderr
    assert "vlmeval_hvs" not in done[0].stderr


def test_start_up_adds_one_module_and_nothing_else():
    loaded = "import os, sys; print(*sorted(sys.modules))"  # every ordinary start-up imports os
    before = set(run(loaded).stdout.split())
    module, _, function = (ROOT / "vlmeval_hvs.start").read_text().strip().partition(":")
    after = set(run(f"import {module}; {module}.{function}(); {loaded}").stdout.split())
    assert after - before == {"_vlmeval_hvs_autoload"}
    assert set(run("import vlmeval_hvs; " + loaded).stdout.split()) - before == {"_vlmeval_hvs_autoload", "vlmeval_hvs"}


def test_the_pth_line_survives_a_missing_or_broken_hook_even_when_run_twice(tmp_path):
    line = (ROOT / "vlmeval_hvs.pth").read_text()
    assert line.startswith("import ")
    assert line.count("\n") == 1
    hooks = (None, "import nonsense_that_is_missing", "raise RuntimeError('no')", "def b(")
    for hook, said in zip(hooks, (0, 0, 1, 1), strict=True):
        if hook is not None:
            (tmp_path / "_vlmeval_hvs_autoload.py").write_text(hook)
        code = f"import sys; sys.path = [p for p in sys.path if p != {str(ROOT)!r}]\n" + line + line + "print('fine')"
        done = run(code, tmp_path)
        assert done.stdout.strip() == "fine", hook
        assert done.stderr.count("\n") == said, hook
