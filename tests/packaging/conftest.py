"""Builds the distribution once, and makes virtual environments to install it into."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from distribution import Venv, build, call, copy_sources


class Environment(Venv):
    """A virtual environment with the build backend at hand, for the time of an installation only."""

    def __init__(self, folder: Path, build_tools: Path) -> None:
        super().__init__(folder)
        self.build_tools = build_tools

    def python(self, *arguments: str | Path, **environment: str) -> str:
        return call(self.interpreter, *arguments, **environment)

    def install(self, installer: str, *what: str | Path, **environment: str) -> None:
        super().install(installer, *what, PYTHONPATH=str(self.build_tools), **environment)

    def uninstall(self, installer: str) -> None:
        self.pip(installer, "uninstall", *(["--yes"] if installer == "pip" else []), "vlmeval-hvs")

    @property
    def record(self) -> dict[str, str]:
        """The installed RECORD: path -> its hash."""
        (path,) = self.site.glob("vlmeval_hvs-*.dist-info/RECORD")
        return dict(line.rsplit(",", 2)[:2] for line in path.read_text().splitlines())


@pytest.fixture(scope="session")
def source(tmp_path_factory) -> Path:
    """A copy of the sources."""
    return copy_sources(tmp_path_factory.mktemp("source"))


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
    sdist, wheel = build(source, tmp_path_factory.mktemp("built"), "sdist", "wheel")
    return {"wheel": wheel, "sdist": sdist}


@pytest.fixture
def environment(tmp_path, build_tools) -> Environment:
    return Environment(tmp_path / "venv", build_tools)
