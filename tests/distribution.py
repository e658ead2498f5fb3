"""Builds the distribution from a copy of the sources, for the tests that install it."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("vlmeval_hvs", "dataset_builders", "standardizers", "run_configs")
FILES = ("*.py", "*.toml", "*.in", "*.md", "*.pth", "*.start", "LICENSE", "NOTICE", "CITATION*", "Makefile")


def call(*command: str | Path, **environment: str) -> str:
    """Run a command outside the checkout; a failure shows all that it wrote."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VLMEVAL_HVS_AUTOLOAD")}
    env |= {"PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment}
    done = subprocess.run([*map(str, command)], env=env, cwd=os.sep, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def copy_sources(folder: Path) -> Path:
    """Copy what a build needs; a build in place leaves folders behind that spoil the next one."""
    for name in FOLDERS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    for pattern in FILES:
        for path in ROOT.glob(pattern):
            shutil.copyfile(path, folder / path.name)
    return folder


def build(source: Path, folder: Path, *kinds: str) -> list[Path]:
    """Build "sdist" and/or "wheel" with this interpreter's setuptools; returns the files in the order asked for."""
    code = (
        "import os, sys; from setuptools import build_meta; source, target, *kinds = sys.argv[1:]; os.chdir(source); "
        "[getattr(build_meta, 'build_' + kind)(target) for kind in kinds]"
    )
    call(sys.executable, "-c", code, source, folder, *kinds)
    return [path for kind in kinds for path in folder.glob({"sdist": "*.tar.gz", "wheel": "*.whl"}[kind])]


class Venv:
    """A fresh virtual environment without any package."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        self.folder = folder
        self.site = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
        self.scripts = folder / ("bin" if os.name == "posix" else "Scripts")
        self.interpreter = self.scripts / ("python" if os.name == "posix" else "python.exe")

    def pip(self, installer: str, action: str, *options: str | Path, **environment: str) -> None:
        """Install or uninstall by "pip" or "uv"."""
        first = ("uv", "pip", action, "--python") if installer == "uv" else ("pip", "--python")
        last = () if installer == "uv" else (action,)
        call(sys.executable, "-m", *first, self.interpreter, *last, *options, **environment)

    def install(self, installer: str, *what: str | Path, **environment: str) -> None:
        """Install without dependencies or the index."""
        self.pip(installer, "install", "--no-deps", "--no-build-isolation", "--no-index", *what, **environment)
