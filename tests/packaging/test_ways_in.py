"""``vlmeval-hvs run`` where no start-up hook is read: the host has the benchmarks all the same."""

from __future__ import annotations

import os
import subprocess
import sysconfig
import textwrap
import zipfile
from pathlib import Path

import pytest
from distribution import Venv

pytestmark = pytest.mark.slow

# A make-believe host. Its runner tells what it sees, in this process and in one that it spawns.
RUN = """
import json, multiprocessing, sys
from pathlib import Path

import vlmeval.dataset

def seen(place):
    Path(place).write_text(json.dumps([len(vlmeval.dataset.SUPPORTED_DATASETS) > 50, sys.argv[1:]]))

def main():
    work = Path(sys.argv[sys.argv.index("--work-dir") + 1])
    (work / "m").mkdir(parents=True)
    seen(work / "here.json")
    child = multiprocessing.get_context("spawn").Process(target=vlmeval.dataset.tell, args=(str(work / "spawned"),))
    child.start()
    child.join()
    done = {"status": "done", "skip_reason": "mode_infer"}
    (work / "m" / "status.json").write_text(json.dumps({"model_name": "m", "datasets": {"HVSBench_DEMO": done}}))

if __name__ == "__main__":
    main()
"""
HOST = {
    "__init__": "",
    "__main__": "from vlmeval import run\nrun.main()",
    "dataset/__init__": """
        DATASET_CLASSES, SUPPORTED_DATASETS = [], []
        def build_dataset(name):
            return [cls for cls in DATASET_CLASSES if name in cls.supported_datasets()]
        def tell(place):
            import vlmeval_hvs
            open(place, "w").write(str(len(SUPPORTED_DATASETS) > 50))
    """,
    "dataset/image_base": "class ImageBaseDataset: pass",
}


@pytest.fixture(scope="module")
def bare(tmp_path_factory) -> Venv:
    """An environment with everything that the plugin needs, and neither the plugin nor its hook."""
    venv = Venv(tmp_path_factory.mktemp("bare") / "venv")
    below = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    (venv.site / "below.pth").write_text("".join(f"{path}\n" for path in below))  # hooks that lie there are not read
    return venv


@pytest.fixture
def place(built, tmp_path, make_read_only):
    """Where the plugin is, for each way."""

    def at(way: str) -> Path:
        if way == "checkout":
            return Path(__file__).parents[2]
        if way == "zip":
            return built["wheel"]  # a wheel is a zip file
        with zipfile.ZipFile(built["wheel"]) as wheel:  # what `pip install --target` does
            wheel.extractall(tmp_path / "target")
        return make_read_only(tmp_path / "target") if way == "read-only" else tmp_path / "target"

    return at


@pytest.mark.parametrize(
    ("way", "runner"),
    [
        ("target", "run.py"),
        *(pytest.param(way, "-m", marks=pytest.mark.nightly) for way in ("zip", "read-only", "checkout")),
    ],
)
def test_a_run_has_the_benchmarks(bare, place, tmp_path, way, runner):
    work = tmp_path / "work"
    home = work if runner == "run.py" else tmp_path / "host"  # as in a checkout, the host lies beside its runner
    for name, text in {**HOST, "../run" if home == work else "run": RUN}.items():
        path = home / "vlmeval" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
    work.mkdir(exist_ok=True)
    asked = ["--data", "HVSBench_DEMO", "--model", "m", "--work-dir", "out", "--mode", "infer"]
    done = subprocess.run(
        [bare.interpreter, "-m", "vlmeval_hvs.cli", "run", *asked, "--no-preflight"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [place(way), *([] if home == work else [home])]))},
        cwd=work,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert (work / "out" / "here.json").read_text() == f"[true, {str(asked).replace(chr(39), chr(34))}]"
    assert (work / "out" / "spawned").read_text() == "True"
    assert "vlmeval_hvs:" not in done.stderr
