"""The mark of a verified run: a small file beside it, which holds as long as the files that it vouches for stay."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.results.files import SCORES, changed_files, file_digests

VERIFIED = "_hvs_verified.json"
REPRODUCED = "reproduced bit for bit"


@dataclass(frozen=True)
class Mark:
    """What a verification found.

    Attributes:
        verdict: `REPRODUCED`, or the first difference.
        version: Version of the package that verified.
        rows: Number of rows.
        prompts: Number of prompts that were built again and compared by digest.
        data_files: Number of files of the data that were compared by hash.
        files: SHA-256 of the run's files, by name.
    """

    verdict: str
    version: str
    rows: int
    prompts: int
    data_files: int
    files: dict[str, str]


def mark_path(scores: Path) -> Path:
    """Where the mark of a run is, from its score file."""
    return scores.with_name(scores.name.removesuffix(SCORES) + VERIFIED)


def write_mark(scores: Path, mark: Mark) -> None:
    """Write the mark beside a score file."""
    write_atomically(mark_path(scores), json.dumps(asdict(mark), ensure_ascii=True, indent=1).encode())


def remove_mark(scores: Path) -> None:
    """Remove the mark of a run that is not reproduced any more."""
    mark_path(scores).unlink(missing_ok=True)


def digests_of(paths: Iterable[Path]) -> dict[str, str]:
    """SHA-256 of the files that a mark vouches for."""
    return file_digests(paths)


def is_verified(scores: Path) -> bool:
    """Whether a run was reproduced, and all files that were then compared are still there and the same."""
    try:
        mark = json.loads(mark_path(scores).read_text(encoding="utf-8"))
        files = dict(mark["files"])
        whole = mark["verdict"] == REPRODUCED and scores.name in files
    except (OSError, ValueError, KeyError, TypeError):
        return False
    there = all((scores.parent / name).is_file() for name in files)
    return whole and there and not changed_files(scores.parent, files)
