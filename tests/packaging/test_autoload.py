"""The start-up hook in fresh interpreters, with a make-believe host on the path."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

HOST = {
    "__init__": "from . import api, vlm, dataset, config, inference, inference_api",
    "vlm/__init__": "from .base import BaseModel",
    "vlm/base": "class BaseModel: pass",
    "api/__init__": "from .base import BaseAPI",
    "api/base": "class BaseAPI: pass",
    "dataset/__init__": "DATASET_CLASSES = []\ndef build_dataset(name): return name",
    "config": "supported_VLM = {}",
    "inference": "def infer_data_job(): pass",
    "inference_api": "class APIEvalPipeline: pass",
}
ORDER = [
    "vlmeval.api.base",
    "vlmeval.api",
    "vlmeval.vlm.base",
    "vlmeval.vlm",
    "vlmeval.dataset",
    "vlmeval.config",
    "vlmeval.inference",
    "vlmeval.inference_api",
]

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


def run(code: str, *path: Path, ok: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name != "VLMEVAL_HVS_AUTOLOAD"}
    env["PYTHONPATH"] = os.pathsep.join(str(entry) for entry in (*path, ROOT))
    done = subprocess.run(
        [sys.executable, "-S", "-c", textwrap.dedent(code)],  # without site-packages: the plugin may be installed there
        env={**env, **environment},
        cwd=os.sep,  # `-c` puts the current directory on the path
        capture_output=True,
        text=True,
        timeout=60,
    )
    if ok:
        assert done.returncode == 0, done.stderr
    return done


@pytest.fixture
def fake_host(tmp_path):
    return write_host(tmp_path / "host")


def test_every_host_module_is_reported_once_in_the_order_of_execution(fake_host):
    code = RECORDER + "import _vlmeval_hvs_autoload as hook\nhook.start()\nimport vlmeval\nprint(names())"
    done = run(code, fake_host)
    assert done.stdout.strip() == str(ORDER)
    assert done.stderr == ""


def test_a_module_is_complete_when_it_is_reported_and_keeps_its_own_loader(fake_host):
    code = """
    import importlib.machinery, inspect
    import _vlmeval_hvs_autoload as hook
    register.on_import = lambda name, module: told.append((name, hasattr(module, "build_dataset")))
    hook.start()
    import vlmeval.dataset
    print(told[-1])
    assert type(vlmeval.dataset.__loader__) is importlib.machinery.SourceFileLoader
    assert vlmeval.dataset.__spec__.loader is vlmeval.dataset.__loader__
    assert "DATASET_CLASSES" in inspect.getsource(vlmeval.dataset)
    """
    host = write_host(fake_host, __init__="")
    assert run(RECORDER + textwrap.dedent(code), host).stdout.strip() == "('vlmeval.dataset', True)"


@pytest.mark.parametrize("order", ["import vlmeval_hvs, vlmeval", "import vlmeval, vlmeval_hvs"])
@pytest.mark.parametrize("switch", ["", "0"])
def test_importing_the_plugin_registers_before_or_after_the_host(fake_host, order, switch):
    done = run(RECORDER + f"{order}\nprint(sorted(names()))", fake_host, VLMEVAL_HVS_AUTOLOAD=switch)
    assert done.stdout.strip() == str(sorted(ORDER))


def test_the_switch_turns_the_start_up_hook_off(fake_host):
    code = RECORDER + "import sys, _vlmeval_hvs_autoload as hook\nhook.start()\nimport vlmeval\nprint(names())"
    assert run(code, fake_host, VLMEVAL_HVS_AUTOLOAD="0").stdout.strip() == "[]"


def test_installing_again_or_reloading_the_hook_adds_no_second_finder(fake_host):
    code = """
    import importlib, sys
    import _vlmeval_hvs_autoload as hook
    hook.start(); hook.start(); importlib.reload(hook).start()
    import vlmeval_hvs, vlmeval
    hook.install()
    print(sum(hasattr(finder, "vlmeval_hvs") for finder in sys.meta_path), len(names()))
    """
    assert run(RECORDER + textwrap.dedent(code), fake_host).stdout.split() == ["1", str(len(ORDER))]


def test_a_fork_may_import_the_plugin_in_the_last_line_of_its_dataset_module(tmp_path):
    tail = HOST["dataset/__init__"] + "\nimport vlmeval_hvs"
    host = write_host(tmp_path / "host", **{"dataset/__init__": tail})
    done = run(RECORDER + "import vlmeval\nprint(sorted(names()))", host, VLMEVAL_HVS_AUTOLOAD="0")
    assert done.stdout.strip() == str(sorted(ORDER))


def test_a_reloaded_host_module_is_reported_again(fake_host):
    code = """
    import importlib, vlmeval_hvs, vlmeval
    importlib.reload(vlmeval.dataset)
    print(names()[len(set(names())):])
    """
    assert run(RECORDER + textwrap.dedent(code), fake_host).stdout.strip() == "['vlmeval.dataset']"


def test_threads_that_import_the_host_and_the_plugin_at_once_see_every_module(fake_host):
    code = """
    import importlib, threading
    import _vlmeval_hvs_autoload as hook
    hook.start()
    start = threading.Barrier(12)
    def load(name):
        start.wait()
        importlib.import_module(name)
    modules = ["vlmeval", "vlmeval_hvs", "vlmeval.dataset", "vlmeval.vlm.base"] * 3
    threads = [threading.Thread(target=load, args=(name,)) for name in modules]
    [thread.start() for thread in threads]
    [thread.join(20) for thread in threads]
    assert not any(thread.is_alive() for thread in threads)
    print(sorted(set(names())))
    """
    assert run(RECORDER + textwrap.dedent(code), fake_host).stdout.strip() == str(sorted(ORDER))


def test_a_module_that_another_thread_was_executing_is_reported_when_the_host_goes_on(tmp_path):
    slow = "import sys, time\nsys.executing.set()\ntime.sleep(0.3)\n"
    host = write_host(tmp_path / "host", **{"dataset/__init__": slow + HOST["dataset/__init__"]})
    code = """
    import importlib, threading
    sys.executing = threading.Event()
    thread = threading.Thread(target=importlib.import_module, args=("vlmeval",))
    thread.start()
    assert sys.executing.wait(20)
    import vlmeval_hvs
    thread.join(20)
    print(sorted(names()))
    """
    assert run(RECORDER + textwrap.dedent(code), host).stdout.strip() == str(sorted(ORDER))


def test_other_import_hooks_that_ask_the_path_again_are_tolerated(fake_host):
    code = """
    import importlib.util, sys
    import _vlmeval_hvs_autoload as hook
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
    hook.start()
    sys.meta_path.insert(0, Again())
    import vlmeval
    print(sorted(names()))
    """
    assert run(RECORDER + textwrap.dedent(code), fake_host).stdout.strip() == str(sorted(ORDER))


@pytest.mark.parametrize(
    "breakage",
    [
        "def broken(name, module): raise RuntimeError('no')\nregister.on_import = broken",
        "del register.on_import",
        "sys.modules['vlmeval_hvs'] = None",
        "sys.modules['vlmeval_hvs.host'] = None",
        "sys.modules['vlmeval_hvs.host.register'] = None",
    ],
    ids=["raises", "no function", "no package", "no subpackage", "no module"],
)
def test_a_broken_plugin_leaves_the_host_alone_and_says_so_once(fake_host, breakage):
    code = f"{RECORDER}\n{breakage}\nimport _vlmeval_hvs_autoload as hook\nhook.start()\nimport vlmeval\nprint('fine')"
    done = run(code, fake_host)
    assert done.stdout.strip() == "fine"
    assert done.stderr.startswith("vlmeval_hvs: the benchmarks are not available")
    assert done.stderr.count("\n") == 1


def test_a_warning_into_a_closed_stream_is_swallowed(fake_host):
    code = RECORDER + "del register.on_import\nimport vlmeval_hvs\nsys.stderr.close()\nimport vlmeval\nprint('fine')"
    assert run(code, fake_host).stdout.strip() == "fine"


def test_an_error_of_the_host_itself_is_its_own(tmp_path):
    host = write_host(tmp_path / "host", config="raise OSError('the host is broken')")
    done = run(RECORDER + "import vlmeval_hvs\nimport vlmeval", host, ok=False)
    assert done.returncode == 1
    assert "OSError: the host is broken" in done.stderr
    assert "vlmeval_hvs:" not in done.stderr


@pytest.mark.parametrize("error", ["import missing_package", "from nowhere import x", "raise OSError('no')", "1 / 0"])
@pytest.mark.parametrize("how", ["import vlmeval", "from vlmeval.config import supported_VLM"])
def test_no_frame_of_ours_stands_in_the_traceback_of_an_error_of_the_host(tmp_path, error, how):
    host = write_host(tmp_path / "host", **{"vlm/base": error + "\nclass BaseModel: pass"})
    traces = {}
    for switch in ("1", "0"):
        code = f"import _vlmeval_hvs_autoload as hook\nhook.start()\n{how}"
        done = run(RECORDER + code, host, ok=False, VLMEVAL_HVS_AUTOLOAD=switch)
        assert done.returncode == 1
        traces[switch] = done.stderr
    assert traces["1"] == traces["0"], "the same words as without the plugin"
    assert "vlm/base.py" in traces["1"]
    assert "vlmeval_hvs" not in traces["1"]


def test_a_host_that_is_unfit_is_told_of_once_and_in_one_line(fake_host):
    code = """
    class HostUnfit(Exception): pass
    def refuse(name, module): raise HostUnfit("ms-vlmeval 0.0.2 is left as it is")
    register.on_import = refuse
    import vlmeval_hvs, vlmeval
    """
    done = run(RECORDER + textwrap.dedent(code), fake_host)
    assert done.stderr == "vlmeval_hvs: ms-vlmeval 0.0.2 is left as it is\n"


def test_start_up_adds_one_module_and_nothing_else():
    loaded = "import os, sys; print(*sorted(sys.modules))"  # every ordinary start-up imports os
    before = set(run(loaded).stdout.split())
    after = set(run("import _vlmeval_hvs_autoload as hook; hook.start(); " + loaded).stdout.split())
    assert after - before == {"_vlmeval_hvs_autoload"}
    light = set(run("import vlmeval_hvs; " + loaded).stdout.split())
    assert light - before == {"_vlmeval_hvs_autoload", "vlmeval_hvs"}


def test_the_start_file_names_a_callable():
    module, _, function = (ROOT / "vlmeval_hvs.start").read_text().strip().partition(":")
    assert run(f"import {module}; {module}.{function}()").stderr == ""


@pytest.mark.parametrize("hook", [None, "import nonsense_that_is_missing", "raise RuntimeError('no')", "def broken("])
def test_the_pth_line_survives_a_missing_or_broken_hook_even_when_run_twice(tmp_path, hook):
    line = (ROOT / "vlmeval_hvs.pth").read_text()
    assert line.startswith("import ")
    assert line.count("\n") == 1
    if hook is not None:
        (tmp_path / "_vlmeval_hvs_autoload.py").write_text(hook)
    code = f"import sys; sys.path = [p for p in sys.path if p != {str(ROOT)!r}]\n" + line + line + "print('fine')"
    done = run(code, tmp_path)
    assert done.stdout.strip() == "fine"
    assert done.stderr.count("\n") == (hook is not None and "import" not in hook)
