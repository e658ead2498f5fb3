"""The start-up hook in fresh interpreters, with a make-believe host on the path."""

import os
import subprocess
import sys
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


def write_host(folder: Path, **changes: str) -> Path:
    for name, text in {**HOST, **changes}.items():
        path = folder / "vlmeval" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def run(code: str, *path: Path, status: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name != "VLMEVAL_HVS_AUTOLOAD"} | environment
    env["PYTHONPATH"] = os.pathsep.join(str(entry) for entry in (*path, ROOT))
    command = [sys.executable, "-S", "-c", code]  # without site-packages: the plugin may be installed there
    # `-c` puts the current directory on the path.
    done = subprocess.run(command, env=env, cwd=os.sep, capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    return done


@pytest.fixture
def fake_host(tmp_path):
    return write_host(tmp_path / "host")


EVERY = str(sorted(ORDER))
START = "import _vlmeval_hvs_autoload as hook\nhook.start()\n"


COMPLETE = """
import importlib.machinery, inspect
register.on_import = lambda name, module: told.append((name, name[-7:] != "dataset" or module.build_dataset("x")))
import vlmeval
print(names())
assert all(complete for _, complete in told)
assert type(vlmeval.dataset.__loader__) is importlib.machinery.SourceFileLoader
assert vlmeval.dataset.__spec__.loader is vlmeval.dataset.__loader__
assert "DATASET_CLASSES" in inspect.getsource(vlmeval.dataset)
"""


def test_every_host_module_is_reported_once_complete_and_with_its_own_loader(fake_host):
    done = run(RECORDER + START + COMPLETE, fake_host)
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


@pytest.mark.parametrize(("code", "switch", "dataset", "told"), [
    ("import vlmeval_hvs, vlmeval\nprint(sorted(names()))", "", "{}", EVERY),
    ("import vlmeval, vlmeval_hvs\nprint(sorted(names()))", "0", "{}", EVERY),
    (START + "import vlmeval\nprint(names())", "0", "{}", "[]"), (START + TWICE, "", "{}", f"1 {len(ORDER)}"),
    (RELOADED, "", "{}", "['vlmeval.dataset']"), (HALFWAY, "", SLOW + "{}", EVERY), (OTHER_HOOKS, "", "{}", EVERY),
    ("import vlmeval\nprint(sorted(names()))", "0", "{}\nimport vlmeval_hvs", EVERY),
])  # fmt: skip
def test_registration_whatever_is_imported_first(tmp_path, code, switch, dataset, told):
    host = write_host(tmp_path / "host", **{"dataset/__init__": dataset.format(HOST["dataset/__init__"])})
    assert run(RECORDER + code, host, VLMEVAL_HVS_AUTOLOAD=switch).stdout.strip() == told


RAISE = "def refuse(name, module): raise {}\nregister.on_import = refuse"
UNFIT = "class HostUnfit(Exception): pass\n" + RAISE.format("HostUnfit('ms-vlmeval 0.0.2 is left as it is')")


def test_a_broken_plugin_leaves_the_host_alone_and_says_so_once(fake_host):
    for breakage, said in (
        (RAISE.format("RuntimeError('no')"), ""), ("sys.modules['vlmeval_hvs'] = None", ""),
        ("del register.on_import", ""), (UNFIT, "ms-vlmeval 0.0.2 is left as it is\n"),
    ):  # fmt: skip
        done = run(f"{RECORDER}\n{breakage}\n{START}import vlmeval\nprint('fine')", fake_host)
        assert (done.stdout.strip(), done.stderr.count("\n")) == ("fine", 1)
        assert done.stderr.startswith(f"vlmeval_hvs: {said or 'the benchmarks are not available'}")
    into_closed = "del register.on_import\nimport vlmeval_hvs\nsys.stderr.close()\nimport vlmeval\nprint('fine')"
    assert run(RECORDER + into_closed, fake_host).stdout.strip() == "fine"


def test_an_error_of_the_host_is_its_own_with_no_frame_of_ours_in_its_traceback(tmp_path):
    host = write_host(tmp_path / "host", **{"vlm/base": "import missing_package\nclass BaseModel: pass"})
    code = RECORDER + START + "from vlmeval.config import supported_VLM"
    done = [run(code, host, status=1, VLMEVAL_HVS_AUTOLOAD=switch) for switch in ("1", "0")]
    assert done[0].stderr == done[1].stderr, "the same words as without the plugin"
    assert "vlm/base.py" in done[0].stderr
    assert "vlmeval_hvs" not in done[0].stderr


def test_start_up_adds_one_module_and_the_pth_line_survives_a_missing_or_broken_hook_even_when_run_twice(tmp_path):
    loaded = "import os, sys; print(*sorted(sys.modules))"  # every ordinary start-up imports os
    before = set(run(loaded).stdout.split())
    module, _, function = (ROOT / "vlmeval_hvs.start").read_text().strip().partition(":")
    after = set(run(f"import {module}; {module}.{function}(); {loaded}").stdout.split())
    assert after - before == {"_vlmeval_hvs_autoload"}
    assert set(run("import vlmeval_hvs; " + loaded).stdout.split()) - before == {"_vlmeval_hvs_autoload", "vlmeval_hvs"}
    line = (ROOT / "vlmeval_hvs.pth").read_text()
    assert (line[:7], line.count("\n")) == ("import ", 1)
    code = f"import sys; sys.path = [p for p in sys.path if p != {str(ROOT)!r}]\n" + line + line + "print('fine')"
    for hook, said in (
        (None, 0),
        ("import nonsense_that_is_missing", 0),
        ("raise RuntimeError('no')", 1),
        ("def b(", 1),
    ):
        if hook is not None:
            (tmp_path / "_vlmeval_hvs_autoload.py").write_text(hook)
        done = run(code, tmp_path)
        assert (done.stdout.strip(), done.stderr.count("\n")) == ("fine", said), hook
