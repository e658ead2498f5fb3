"""A checkout of the host's repository: what an export writes into it, and how that is taken back.

An export adds a folder and single lines to files of the host. What it wrote is remembered beside the repository's own
data (``.git/vlmeval-hvs``), so that it can be told from anybody's other work, written again, and undone.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterable, Mapping
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
            raise DataError(f"{root} is no checkout of VLMEvalKit: it has no vlmeval/dataset/__init__.py")
        self._records = Path(self.git("rev-parse", "--absolute-git-dir").strip()) / "vlmeval-hvs"

    def git(self, *arguments: str) -> str:
        """What a git command prints.

        Raises:
            DataError: It fails.
        """
        done = subprocess.run(["git", "-C", str(self.root), *arguments], capture_output=True, check=False)
        if done.returncode:
            raise DataError(f"{self.root}: git {arguments[0]}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout.decode("utf-8", "surrogateescape")

    def exported(self, name: str) -> dict[str, Any]:
        """What an earlier export of a benchmark wrote; empty where there was none.

        Returns:
            ``files``: new files by path in the checkout, with their SHA-256; ``lines``: path to lines, with their line
            breaks, that were added to files of the host.
        """
        path = self._record(name)
        return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}

    def refuse_foreign_changes(self) -> None:
        """Refuse a tree with changes that no export made.

        Raises:
            DataError: There are such changes; the message names files.
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
            raise DataError(f"{self.root} has changes that are not from here: {shown}; commit or stash them first")

    def write(self, name: str, files: Mapping[str, str]) -> None:
        """Write new files, and remember them at once."""
        for path in files:
            if (self.root / path).exists():
                raise DataError(f"{self.root / path} is there already, and is not from here")
        for path, text in files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.root / path, text.encode())
        self.remember(name, files, {})

    def remember(self, name: str, files: Iterable[str], lines: Mapping[str, list[str]]) -> None:
        """Keep which files an export wrote, as they are now, and which lines it added."""
        self._records.mkdir(exist_ok=True)
        content = {"files": {path: self._digest(path) for path in files}, "lines": lines}
        write_atomically(self._record(name), f"{json.dumps(content, indent=1)}\n".encode())

    def undo(self, name: str) -> int:
        """Take an export back; the number of files that were touched, 0 where there was none.

        Raises:
            DataError: A file has been edited since; the message names it.
        """
        known = self.exported(name)
        if not known:
            return 0
        files = [self.root / path for path in known["files"]]
        for path, digest in known["files"].items():
            if self._digest(path) not in (digest, ""):
                raise DataError(f"{self.root / path} was edited after the export; it is left as it is")
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
        """A file without lines that were added to it; a line that is gone already is none."""
        lines = self.text(path).splitlines(keepends=True)
        for line in added:
            if line in lines:
                lines.remove(line)
        return "".join(lines)
