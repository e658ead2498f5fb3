"""The contract of archives: whatever they hold and wherever they are damaged, nothing leaves its folder."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import tarfile
import tempfile
import warnings
import zipfile
from pathlib import Path

from dataset_builders.archives import unpack
from tests.fuzz.builders import FAST, seeds
from tests.fuzz.cuts import Cut
from vlmeval_hvs.errors import HVSError

__all__ = ["archive", "seeds"]


def archive(target: str, data: bytes, again: bool = False) -> int:
    """Unpack an archive whose bytes are changed, or whose members have odd names; nothing may leave its folder."""
    cut = Cut(data)
    place = Path(tempfile.mkdtemp(prefix="hvs_fuzz_", dir=FAST if os.path.isdir(FAST) else None))
    try:
        path, folder = place / "a" / "release.zip", place / "a" / "out"
        folder.mkdir(parents=True)
        path.write_bytes(_archive(cut))
        with contextlib.suppress(HVSError):
            unpack(path, folder)
        own = {path, folder, path.parent, *folder.rglob("*")}
        outside = [one for one in place.rglob("*") if one not in own]
        assert not outside, outside
        return 1
    finally:
        shutil.rmtree(place, ignore_errors=True)


NAMES = (
    "a.txt",
    "b/c.txt",
    "../x",
    "/x",
    "",
    ".",
    "./a",
    "a/",
    "a\\b",
    "C:\\x",
    "a" * 300,
    "\udcff",
    "a\x00b",
    "é",
    "..",
)


def _archive(cut: Cut) -> bytes:
    kinds = (*[tarfile.REGTYPE] * 4, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE)
    buffer, kind = io.BytesIO(), cut.byte() % 5
    names = [cut.one_of(NAMES) for _ in range(1 + cut.byte() % 3)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if kind == 0:
            with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
                for name in names:
                    file.writestr(zipfile.ZipInfo(name.encode("utf-8", "replace").decode() or "x"), b"content " * 50)
        else:
            with tarfile.open(fileobj=buffer, mode=("w:gz", "w:bz2", "w:xz", "w:")[kind - 1], errors="replace") as tar:
                for name in names:
                    member = tarfile.TarInfo(name)
                    member.type = cut.one_of(kinds)
                    member.linkname = "../../../x"
                    member.size = 400 if member.type == tarfile.REGTYPE else 0
                    tar.addfile(member, io.BytesIO(b"content " * 50))
    data = buffer.getvalue()
    for _ in range(cut.byte() % 4):
        where = (cut.byte() * 256 + cut.byte()) * len(data) // 65536
        data = data[:where] if cut.byte() % 8 == 0 else data[:where] + bytes([cut.byte()]) + data[where + 1 :]
    return data
