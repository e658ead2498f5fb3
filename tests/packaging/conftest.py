"""Builds the distribution once, and makes virtual environments to install it into."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("vlmeval_hvs", "dataset_builders", "standardizers", "run_configs")
PATTERNS = ("*.py", "*.toml", "*.in", "*.md", "*.pth", "*.start", "LICENSE", "CITATION*", "Makefile")


def call(*command: str | Path, **environment: str) -> str:
    """Run a command outside the checkout; a failure shows all that it wrote."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VLMEVAL_HVS_AUTOLOAD")}
    done = subprocess.run(
        [str(part) for part in command],
        env={**env, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment},
        cwd=os.sep,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


class Environment:
    """A virtual environment with nothing in it, and the ways of installing into it."""

    def __init__(self, folder: Path, build_tools: Path) -> None:
        self.folder = folder
        self.build_tools = build_tools
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=120)
        scheme = {"base": str(folder), "platbase": str(folder)}
        self.site = Path(
            sysconfig.get_path(
                "purelib", scheme="venv" if "venv" in sysconfig.get_scheme_names() else None, vars=scheme
            )
        )
        self.scripts = self.site.parents[2] / "bin" if os.name == "posix" else folder / "Scripts"
        self.interpreter = self.scripts / ("python" if os.name == "posix" else "python.exe")

    def python(self, *arguments: str | Path, **environment: str) -> str:
        return call(self.interpreter, *arguments, **environment)

    def install(self, installer: str, *what: str | Path) -> None:
        options = ["--no-deps", "--no-build-isolation", "--no-index", *what]
        tools = {"PYTHONPATH": str(self.build_tools)}  # the build backend, for the time of the installation only
        if installer == "uv":
            call(sys.executable, "-m", "uv", "pip", "install", "--python", self.interpreter, *options, **tools)
        else:
            call(sys.executable, "-m", "pip", "--python", self.interpreter, "install", *options, **tools)

    def uninstall(self, installer: str) -> None:
        if installer == "uv":
            call(sys.executable, "-m", "uv", "pip", "uninstall", "--python", self.interpreter, "vlmeval-hvs")
        else:
            call(sys.executable, "-m", "pip", "--python", self.interpreter, "uninstall", "--yes", "vlmeval-hvs")

    @property
    def record(self) -> dict[str, str]:
        """The installed RECORD: path -> its hash."""
        (path,) = self.site.glob("vlmeval_hvs-*.dist-info/RECORD")
        lines = (line.rsplit(",", 2) for line in path.read_text().splitlines())
        return {name: digest for name, digest, _ in lines}


@pytest.fixture(scope="session")
def source(tmp_path_factory) -> Path:
    """A copy of the sources, because a build leaves folders behind that spoil the next one."""
    folder = tmp_path_factory.mktemp("source")
    for name in SOURCES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    for pattern in PATTERNS:
        for path in ROOT.glob(pattern):
            shutil.copyfile(path, folder / path.name)
    return folder


@pytest.fixture(scope="session")
def build_tools(tmp_path_factory) -> Path:
    """A folder with this interpreter's setuptools and nothing else of its site-packages."""
    folder = tmp_path_factory.mktemp("tools")
    package = Path(find_spec("setuptools").origin).parent
    for path in (package, *package.parent.glob("setuptools-*.dist-info"), package.parent / "_distutils_hack"):
        if path.exists():
            (folder / path.name).symlink_to(path, target_is_directory=True)
    return folder


@pytest.fixture(scope="session")
def built(source, tmp_path_factory) -> dict[str, Path]:
    """What users install: {"wheel": path, "sdist": path}."""
    folder = tmp_path_factory.mktemp("built")
    code = (
        "import os, sys; from setuptools import build_meta; source, target = sys.argv[1:]; os.chdir(source); "
        "build_meta.build_sdist(target); build_meta.build_wheel(target)"
    )
    call(sys.executable, "-c", code, source, folder)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return {"wheel": wheel, "sdist": sdist}


@pytest.fixture
def environment(tmp_path, build_tools) -> Environment:
    return Environment(tmp_path / "venv", build_tools)
