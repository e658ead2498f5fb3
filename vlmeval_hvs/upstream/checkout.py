"""A checkout of the host's repository: an export is one commit in it, formatted and checked by the host's own tools."""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from vlmeval_hvs.errors import DataError, first_ten

TOOLS = ("isort", "yapf", "flake8")
_ROUNDS = 5


class Checkout:
    """A checkout of VLMEvalKit; a `DataError` if it is none.

    ``python`` is an interpreter with isort, yapf and flake8 in the versions that the checkout's configuration names.
    """

    def __init__(self, root: Path, python: str = sys.executable) -> None:
        self.root, self._python = root, python
        if not (root / "vlmeval" / "dataset" / "__init__.py").is_file():
            raise DataError(f"{root} is no checkout of VLMEvalKit: it lacks vlmeval/dataset/__init__.py")
        self.git("rev-parse", "--git-dir")

    def git(self, *arguments: str) -> str:
        """The output of a git command; a `DataError` where it fails."""
        return self._run(f"{self.root}: git {arguments[0]}", "git", *arguments)

    def _run(self, what: str, *command: str) -> str:
        done = subprocess.run(command, cwd=self.root, capture_output=True, check=False)
        if done.returncode:
            raise DataError(f"{what}: {(done.stdout + done.stderr).decode(errors='replace').strip()[:2000]}")
        return done.stdout.decode("utf-8", "surrogateescape")

    @contextmanager
    def commit(self, subject: str, folder: str) -> Iterator[None]:
        """Commit what is written meanwhile, a new folder included; after an error everything is as before.

        Raises:
            DataError: There are uncommitted changes, or the folder exists; the message names them.
        """
        if changed := [entry[3:] for entry in self.git("status", "--porcelain", "-z").split("\0") if entry]:
            raise DataError(f"{self.root} has uncommitted changes: {first_ten(changed)}; commit or stash them first")
        if (self.root / folder).exists():
            raise DataError(f"{self.root / folder} exists; drop the commit that added it, or remove it, first")
        try:
            yield
            self.git("add", "--all")
            self.git("commit", "--quiet", "--no-verify", "--message", subject)
        except Exception:
            self.git("reset", "--hard", "--quiet")
            self.git("clean", "-fdxq", folder)
            raise

    def write(self, files: Mapping[str, str]) -> None:
        """Write files, given by their path in the checkout."""
        for path, text in files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_bytes(text.encode("utf-8", "surrogateescape"))

    def text(self, path: str) -> str:
        """A file of the checkout."""
        return (self.root / path).read_bytes().decode("utf-8", "surrogateescape")

    def format(self, files: Sequence[str]) -> None:
        """Format the code and sort imports, until a round of both changes nothing; a `DataError` if that fails.

        isort is last: the two disagree on some imports, and of the hooks only isort's writes files.
        """
        for _ in range(_ROUNDS):
            before = [self.text(file) for file in files]
            self._tool("yapf", "-i", *files)
            self._tool("isort", "-q", *files)
            if [self.text(file) for file in files] == before:
                return
        raise DataError("the host's formatters undo each other's changes")

    def check(self, files: Sequence[str]) -> None:
        """Run the linter; a `DataError` quotes what it finds."""
        self._tool("flake8", *files)

    def _tool(self, tool: str, *arguments: str) -> None:
        """Run a tool in the version and with the arguments of the checkout's configuration."""
        wanted, options = configured(self.root)[tool]
        version = f"import importlib.metadata as found; print(found.version({tool!r}))"
        done = subprocess.run([self._python, "-c", version], capture_output=True, text=True, check=False)
        if (there := done.stdout.strip() or "none") != wanted:
            raise DataError(f"{self._python} has {tool} {there}; the host's checks need: pip install {tool}=={wanted}")
        self._run(tool, self._python, "-m", tool, *options, *arguments)


def configured(root: Path) -> dict[str, tuple[str, list[str]]]:
    """Version and arguments of each of `TOOLS` in a checkout's ``.pre-commit-config.yaml``, or a `DataError`."""
    config, found = root / ".pre-commit-config.yaml", {}
    blocks = re.split(r"^\s*- repo:", config.read_text("utf-8") if config.is_file() else "", flags=re.MULTILINE)
    for tool in TOOLS:
        block = next((block for block in blocks if re.search(rf"- id: {tool}\b", block)), "")
        version = re.search(r"^\s*rev:\s*v?(\S+)", block, re.MULTILINE)
        if version is None:
            raise DataError(f"{config} has no {tool}")
        given = re.search(r"^\s*args:\s*\[(.*?)\]", block, re.MULTILINE | re.DOTALL)
        found[tool] = version[1], re.findall(r"""["'](.*?)["']""", given[1]) if given else []
    return found
