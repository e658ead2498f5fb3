"""The host's own formatters and checks, exactly as its ``.pre-commit-config.yaml`` configures them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from vlmeval_hvs.errors import DataError

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


def pins(root: Path) -> dict[str, str]:
    """The versions of `TOOLS` that a checkout's ``.pre-commit-config.yaml`` names.

    Raises:
        DataError: It does not name one of them.
    """
    return {tool: revision for tool, (revision, _) in _configured(root).items()}


def _configured(root: Path) -> dict[str, tuple[str, list[str]]]:
    """Version and arguments of each tool."""
    config = root / ".pre-commit-config.yaml"
    blocks = _REPOSITORY.split(config.read_text(encoding="utf-8")) if config.is_file() else []
    found = {}
    for tool in TOOLS:
        block = next((block for block in blocks if re.search(rf"- id: {tool}\b", block)), "")
        revision = _REVISION.search(block)
        if revision is None:
            raise DataError(f"{config} names no {tool}")
        arguments = _ARGUMENTS.search(block)
        found[tool] = revision[1], [text for _, text in _QUOTED.findall(arguments[1])] if arguments else []
    return found


class HostStyle:
    """The formatters and the linter of a checkout, in an interpreter that has them.

    Raises:
        DataError: The checkout does not name them, or the interpreter has other versions.
    """

    def __init__(self, root: Path, python: str = sys.executable) -> None:
        self._root, self._python = root, python
        self._arguments = {tool: arguments for tool, (_, arguments) in _configured(root).items()}
        wanted = pins(root)
        done = subprocess.run([python, "-c", _VERSIONS, *wanted], capture_output=True, text=True, check=False)
        found = dict(zip(wanted, done.stdout.split(), strict=False))
        other = [f"{tool} {found.get(tool, 'none')}" for tool, version in wanted.items() if found.get(tool) != version]
        if other:
            install = " ".join(f"{tool}=={version}" for tool, version in wanted.items())
            raise DataError(f"{python} has {', '.join(other)}; the host's checks need: pip install {install}")

    def format(self, files: Sequence[str]) -> None:
        """Lay out the code and sort imports, until a round of both changes nothing.

        isort has the last word: the two want some imports differently, and of the hooks only isort's writes files.

        Raises:
            DataError: A tool fails, or they do not come to an end.
        """
        for _ in range(_ROUNDS):
            before = [(self._root / file).read_bytes() for file in files]
            self._call("yapf", "-i", *files)
            self._call("isort", "-q", *files)
            if [(self._root / file).read_bytes() for file in files] == before:
                return
        raise DataError("the host's formatters undo each other's work")

    def check(self, files: Sequence[str]) -> None:
        """Run the linter.

        Raises:
            DataError: It finds something; the message has its words.
        """
        self._call("flake8", *files)

    def _call(self, tool: str, *arguments: str) -> None:
        command = [self._python, "-m", tool, *self._arguments[tool], *arguments]
        done = subprocess.run(command, cwd=self._root, capture_output=True, text=True, check=False)
        if done.returncode:
            raise DataError(f"{tool}: {(done.stdout + done.stderr).strip()[:2000]}")
