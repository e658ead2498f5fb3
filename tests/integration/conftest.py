"""One environment with the installed plugin, for all tests of this folder."""

import os
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]


@pytest.fixture(scope="session")
def python_with_plugin(tmp_path_factory):
    """Runs Python where the plugin is installed from its wheel, beside the tests' benchmark; the host is unmodified.

    That is a virtual environment above the packages of the running interpreter. A failing run raises with its output.
    """
    if find_spec("vlmeval") is None:
        pytest.skip("no VLMEvalKit host is installed")
    import colour_sets
    import distribution

    lmu_data = tmp_path_factory.mktemp("LMUData")
    colour_sets.build_two_turns(lmu_data / "vlmeval_hvs")
    source = distribution.copy_sources(tmp_path_factory.mktemp("source"))
    (wheel,) = distribution.build(source, tmp_path_factory.mktemp("built"), "wheel")
    venv = distribution.Venv(tmp_path_factory.mktemp("environment") / "venv")
    venv.install("pip", wheel)
    paths = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    (venv.site / "packages_of_the_tests.pth").write_text("".join(f"{path}\n" for path in paths))
    colour_sets.install_two_turns(venv.site)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONPATH", "VLMEVAL_HVS"))}
    kept |= {"LMUData": str(lmu_data), "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1"}
    kept |= {"TRANSFORMERS_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false", "PRED_FORMAT": "tsv"}
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "errors": "replace"}

    def run(*arguments: str | Path, cwd: Path) -> None:
        done = subprocess.run([venv.interpreter, *arguments], cwd=cwd, env=kept, check=False, **how)
        assert done.returncode == 0, done.stdout[-6000:]

    return run
