"""A checkout of the host's repository: what an export writes into it, how that is undone, and the host's formatters.

An export adds a folder, and single lines to files of the host. A record of both in ``.git/vlmeval-hvs`` separates them
from other changes, so that they can be written again and undone.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically


class Checkout:
    """A checkout of VLMEvalKit.

    Raises:
        DataError: It is no git checkout of VLMEvalKit.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        if not (root / "vlmeval" / "dataset" / "__init__.py").is_file():
            raise DataError(f"{root} is no checkout of VLMEvalKit: it lacks vlmeval/dataset/__init__.py")
        self._records = Path(self.git("rev-parse", "--absolute-git-dir").strip()) / "vlmeval-hvs"

    def git(self, *arguments: str) -> str:
        """The output of a git command.

        Raises:
            DataError: It fails.
        """
        done = subprocess.run(["git", "-C", str(self.root), *arguments], capture_output=True, check=False)
        if done.returncode:
            raise DataError(f"{self.root}: git {arguments[0]}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout.decode("utf-8", "surrogateescape")

    def exported(self, name: str) -> dict[str, Any]:
        """The record of an earlier export of a benchmark; empty if there was none.

        Returns:
            ``files``: new files by path in the checkout, with their SHA-256; ``lines``: path to lines, with their line
            breaks, that were added to files of the host.
        """
        path = self._record(name)
        return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}

    def refuse_foreign_changes(self) -> None:
        """Refuse a tree with changes that no export made.

        Raises:
            DataError: The message names the files.
        """
        known: dict[str, str] = {}
        lines: dict[str, list[str]] = {}
        for record in (self.exported(path.stem) for path in sorted(self._records.glob("*.json"))):
            known |= record["files"]
            for path, added in record["lines"].items():
                lines.setdefault(path, []).extend(added)
        foreign = []
        for entry in self.git("status", "--porcelain", "--untracked-files=all", "-z").split("\0"):
            path = entry[3:]
            if not path or known.get(path) == self._digest(path):
                continue
            if path not in lines or self._without(path, lines[path]) != self.git("show", f"HEAD:{path}"):
                foreign.append(path)
        if foreign:
            shown = ", ".join(foreign[:5]) + (f" and {len(foreign) - 5} more" if len(foreign) > 5 else "")
            raise DataError(f"{self.root} has changes by others: {shown}; commit or stash them first")

    def write(self, name: str, files: Mapping[str, str]) -> None:
        """Write new files and record them."""
        for path in files:
            if (self.root / path).exists():
                raise DataError(f"{self.root / path} already exists and was not written by this command")
        for path, text in files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.root / path, text.encode())
        self.record(name, files, {})

    def record(self, name: str, files: Iterable[str], lines: Mapping[str, list[str]]) -> None:
        """Record the files of an export, as they are now, and the lines it added."""
        self._records.mkdir(exist_ok=True)
        content = {"files": {path: self._digest(path) for path in files}, "lines": lines}
        write_atomically(self._record(name), f"{json.dumps(content, indent=1)}\n".encode())

    def undo(self, name: str) -> int:
        """Undo an export, and return the number of changed files, 0 if there was none.

        Raises:
            DataError: A file has been edited since; the message names it.
        """
        known = self.exported(name)
        if not known:
            return 0
        files = [self.root / path for path in known["files"]]
        for path, digest in known["files"].items():
            if self._digest(path) not in (digest, ""):
                raise DataError(f"{self.root / path} was edited after the export and is not touched")
        for path, text in {path: self._without(path, added) for path, added in known["lines"].items()}.items():
            write_atomically(self.root / path, text.encode("utf-8", "surrogateescape"))
        for file in files:
            file.unlink(missing_ok=True)
        for folder in {file.parent for file in files}:
            for left in folder.glob("__pycache__/*.pyc"):
                left.unlink()
            for empty in (folder / "__pycache__", folder):
                if empty.is_dir() and not any(empty.iterdir()):
                    empty.rmdir()
        self._record(name).unlink()
        return len(files) + len(known["lines"])

    def text(self, path: str) -> str:
        """A file of the checkout."""
        return (self.root / path).read_bytes().decode("utf-8", "surrogateescape")

    def _record(self, name: str) -> Path:
        return self._records / f"{name}.json"

    def _digest(self, path: str) -> str:
        file = self.root / path
        return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""

    def _without(self, path: str, added: list[str]) -> str:
        """The text of a file without lines that were added to it."""
        lines = self.text(path).splitlines(keepends=True)
        for line in added:
            if line in lines:
                lines.remove(line)
        return "".join(lines)


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
