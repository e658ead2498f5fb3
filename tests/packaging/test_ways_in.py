"""``vlmeval-hvs run`` where no start-up hook is read: the host has the benchmarks all the same."""

import os
import subprocess
import sysconfig
import textwrap
import zipfile

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
    "run": RUN, "vlmeval/__init__": "", "vlmeval/dataset/image_base": "class ImageBaseDataset: pass",
    "vlmeval/dataset/__init__": """
        DATASET_CLASSES, SUPPORTED_DATASETS = [], []
        def build_dataset(name):
            return [cls for cls in DATASET_CLASSES if name in cls.supported_datasets()]
        def tell(place):
            import vlmeval_hvs
            open(place, "w").write(str(len(SUPPORTED_DATASETS) > 50))
    """,
}  # fmt: skip


def test_a_run_has_the_benchmarks(built, tmp_path):
    venv, work = Venv(tmp_path / "venv"), tmp_path / "work"
    below = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    (venv.site / "below.pth").write_text("".join(f"{path}\n" for path in below))  # hooks that lie there are not read
    with zipfile.ZipFile(built["wheel"]) as wheel:  # what `pip install --target` does
        wheel.extractall(tmp_path / "target")
    for name, text in HOST.items():
        path = work / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
    asked = ["--data", "HVSBench_DEMO", "--model", "m", "--work-dir", "out", "--mode", "infer"]
    command = [venv.interpreter, "-m", "vlmeval_hvs.cli", "run", *asked, "--no-preflight"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "target")}
    done = subprocess.run(command, env=environment, cwd=work, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (work / "out" / "here.json").read_text() == f"[true, {str(asked).replace(chr(39), chr(34))}]"
    assert (work / "out" / "spawned").read_text() == "True"
    assert "vlmeval_hvs:" not in done.stderr
