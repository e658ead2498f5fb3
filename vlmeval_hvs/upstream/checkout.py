"""A checkout of the host's repository: an export is one commit in it; and the host's formatters."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from vlmeval_hvs.errors import DataError


class Checkout:
    """A checkout of VLMEvalKit.

    Raises:
        DataError: It is no git checkout of VLMEvalKit.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        if not (root / "vlmeval" / "dataset" / "__init__.py").is_file():
            raise DataError(f"{root} is no checkout of VLMEvalKit: it lacks vlmeval/dataset/__init__.py")
        self.git("rev-parse", "--git-dir")

    def git(self, *arguments: str) -> str:
        """The output of a git command.

        Raises:
            DataError: It fails.
        """
        done = subprocess.run(["git", "-C", str(self.root), *arguments], capture_output=True, check=False)
        if done.returncode:
            raise DataError(f"{self.root}: git {arguments[0]}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout.decode("utf-8", "surrogateescape")

    @contextmanager
    def commit(self, subject: str, folder: str) -> Iterator[None]:
        """Commit what is written meanwhile, a new folder included; after an error everything is as before.

        Raises:
            DataError: There are uncommitted changes, or the folder exists; the message names them.
        """
        changed = [entry[3:] for entry in self.git("status", "--porcelain", "-z").split("\0") if entry]
        if changed:
            shown = ", ".join(changed[:5]) + (f" and {len(changed) - 5} more" if len(changed) > 5 else "")
            raise DataError(f"{self.root} has uncommitted changes: {shown}; commit or stash them first")
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


TOOLS = ("isort", "yapf", "flake8")
_REPOSITORY = re.compile(r"^\s*- repo:", re.MULTILINE)
_REVISION = re.compile(r"^\s*rev:\s*v?(\S+)", re.MULTILINE)
_ARGUMENTS = re.compile(r"^\s*args:\s*\[(.*?)\]", re.MULTILINE | re.DOTALL)
_QUOTED = re.compile(r"""(["'])(.*?)\1""")
_ROUNDS = 5
_VERSIONS = """
import importlib.metadata, sys
for name in sys.argv[1:]:
    try:
        print(importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        print("none")
"""


def configured(root: Path) -> dict[str, tuple[str, list[str]]]:
    """Version and arguments of each of `TOOLS` in a checkout's ``.pre-commit-config.yaml``.

    Raises:
        DataError: The file lacks one of them.
    """
    config = root / ".pre-commit-config.yaml"
    blocks = _REPOSITORY.split(config.read_text(encoding="utf-8")) if config.is_file() else []
    found = {}
    for tool in TOOLS:
        block = next((block for block in blocks if re.search(rf"- id: {tool}\b", block)), "")
        revision, arguments = _REVISION.search(block), _ARGUMENTS.search(block)
        if revision is None:
            raise DataError(f"{config} has no {tool}")
        found[tool] = revision[1], [text for _, text in _QUOTED.findall(arguments[1])] if arguments else []
    return found


class HostStyle:
    """The host's formatters and linter, as the checkout's ``.pre-commit-config.yaml`` configures them.

    Raises:
        DataError: The file lacks a tool, or the interpreter has another version of one.
    """

    def __init__(self, root: Path, python: str = sys.executable) -> None:
        self._root, self._python, self._tools = root, python, configured(root)
        wanted = {tool: version for tool, (version, _) in self._tools.items()}
        done = subprocess.run([python, "-c", _VERSIONS, *wanted], capture_output=True, text=True, check=False)
        found = dict(zip(wanted, done.stdout.split(), strict=False))
        other = [f"{tool} {found.get(tool, 'none')}" for tool, version in wanted.items() if found.get(tool) != version]
        if other:
            install = " ".join(f"{tool}=={version}" for tool, version in wanted.items())
            raise DataError(f"{python} has {', '.join(other)}; the host's checks need: pip install {install}")

    def format(self, files: Sequence[str]) -> None:
        """Format the code and sort imports, until a round of both changes nothing.

        isort is last: the two disagree on some imports, and of the hooks only isort's writes files.

        Raises:
            DataError: A tool fails, or the rounds do not end.
        """
        for _ in range(_ROUNDS):
            before = [(self._root / file).read_bytes() for file in files]
            self._call("yapf", "-i", *files)
            self._call("isort", "-q", *files)
            if [(self._root / file).read_bytes() for file in files] == before:
                return
        raise DataError("the host's formatters undo each other's changes")

    def check(self, files: Sequence[str]) -> None:
        """Run the linter.

        Raises:
            DataError: It finds something; the message quotes it.
        """
        self._call("flake8", *files)

    def _call(self, tool: str, *arguments: str) -> None:
        command = [self._python, "-m", tool, *self._tools[tool][1], *arguments]
        done = subprocess.run(command, cwd=self._root, capture_output=True, text=True, check=False)
        if done.returncode:
            raise DataError(f"{tool}: {(done.stdout + done.stderr).strip()[:2000]}")
