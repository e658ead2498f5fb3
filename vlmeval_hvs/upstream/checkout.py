"""A checkout of the host's repository: what an export writes into it, and how that is taken back.

An export adds a folder and single lines to files of the host. What it wrote is remembered beside the repository's own
data (``.git/vlmeval-hvs``), so that it can be told from anybody's other work, written again, and undone.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically


@dataclass(frozen=True)
class Exported:
    """What one export wrote.

    Attributes:
        files: New files by path in the checkout: their SHA-256.
        lines: Lines that were added to files of the host, with their line breaks: path to lines, in their order.
    """

    files: Mapping[str, str]
    lines: Mapping[str, list[str]]


class Checkout:
    """A checkout of VLMEvalKit.

    Args:
        root: Its folder.

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

    def exported(self, name: str) -> Exported | None:
        """What an earlier export of a benchmark wrote; None where there was none."""
        path = self._records / f"{name}.json"
        if not path.is_file():
            return None
        raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return Exported(raw["files"], raw["lines"])

    def refuse_foreign_changes(self) -> None:
        """Refuse a tree with changes that no export made.

        Raises:
            DataError: There are such changes; the message names files.
        """
        records = [found for path in sorted(self._records.glob("*.json")) if (found := self.exported(path.stem))]
        known = {path: digest for record in records for path, digest in record.files.items()}
        lines: dict[str, list[str]] = {}
        for record in records:
            for path, added in record.lines.items():
                lines.setdefault(path, []).extend(added)
        foreign = []
        for entry in self.git("status", "--porcelain", "--untracked-files=all", "-z").split("\0"):
            path = entry[3:]
            if not path or known.get(path) == self._digest(path):
                continue
            if path in lines and self._without(path, lines[path]) == self.git("show", f"HEAD:{path}"):
                continue
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
        self.remember(name, Exported({path: self._digest(path) for path in files}, {}))

    def remember(self, name: str, exported: Exported) -> None:
        """Keep what an export wrote."""
        self._records.mkdir(exist_ok=True)
        content = {"files": dict(exported.files), "lines": dict(exported.lines)}
        write_atomically(self._records / f"{name}.json", f"{json.dumps(content, indent=1)}\n".encode())

    def present(self, name: str, lines: Mapping[str, list[str]]) -> None:
        """Remember the files of an export as they are now, and the lines that it added."""
        known = self.exported(name)
        self.remember(name, Exported({path: self._digest(path) for path in (known.files if known else {})}, lines))

    def undo(self, name: str) -> int:
        """Take an export back; the number of files that were touched, 0 where there was none.

        Raises:
            DataError: A file has been edited since; the message names it.
        """
        known = self.exported(name)
        if known is None:
            return 0
        changed = [path for path, digest in known.files.items() if self._digest(path) not in (digest, "")]
        if changed:
            raise DataError(f"{self.root / changed[0]} was edited after the export; it is left as it is")
        texts = {path: self._without(path, added) for path, added in known.lines.items()}
        for path, text in texts.items():
            write_atomically(self.root / path, text.encode("utf-8", "surrogateescape"))
        for path in known.files:
            (self.root / path).unlink(missing_ok=True)
        for folder in sorted({(self.root / path).parent for path in known.files}, reverse=True):
            for left in folder.glob("__pycache__/*.pyc"):
                left.unlink()
            for empty in (folder / "__pycache__", folder):
                if empty.is_dir() and not any(empty.iterdir()):
                    empty.rmdir()
        (self._records / f"{name}.json").unlink()
        return len(known.files) + len(texts)

    def text(self, path: str) -> str:
        """A file of the checkout."""
        return (self.root / path).read_bytes().decode("utf-8", "surrogateescape")

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
