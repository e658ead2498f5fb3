"""Contracts of the builders' readers: an odd release gives a set, or an error of ours that says what is odd."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.fuzz.formats import file_bytes
from tests.fuzz.mutate import Cut, mutated, spoilt
from tests.fuzz.releases import RELEASES, Files
from vlmeval_hvs.errors import HVSError
from vlmeval_hvs.sets import read_set

FAST = "/dev/shm" if os.path.isdir("/dev/shm") else None
"""A file system in memory, where there is one: a build writes a hundred small files."""

_release = cache(lambda target: RELEASES[target]())


def build(target: str, data: bytes) -> None:
    """Build from one odd release.

    Raises:
        Exception: Anything but an error of this package: a defect of the builder.
    """
    release, cut = _release(target), Cut(data)
    with tempfile.TemporaryDirectory(prefix="hvs_fuzz_", dir=FAST, ignore_cleanup_errors=True) as folder:
        source, root = Path(folder) / "release", Path(folder) / "sets"
        if not write(source, odd(release.files, cut), cut):
            return
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                rows, manifest = read_set(release.build(source, root), root)
        except HVSError as error:
            said = str(error)
        else:
            assert len(rows) == manifest.rows
            return
        assert said, "an error without a word"
        assert not root.is_dir() or not list(root.iterdir()), "an error left a set, or a part of one"


def odd(files: Files, cut: Cut) -> Files:
    """The release with one of its files changed, or with one missing or empty."""
    changed = dict(files)
    photos = [name for name, content in files.items() if isinstance(content, bytes)]
    way = cut.byte() % 16
    if way == 0:
        del changed[cut.one_of(list(files))]
    elif way == 1:
        changed[cut.one_of(list(files))] = cut.one_of((b"", b"\x00", b"{}", b"[]", b"null", b"\xff\xfe", b"a,b\n1,2\n"))
    elif way == 2 and photos:
        name = cut.one_of(photos)
        changed[name] = spoilt(files[name], cut)
    else:
        name = cut.one_of([name for name in files if name not in photos])
        changed[name] = mutated(files[name], cut)
    return changed


def write(folder: Path, files: Files, cut: Cut) -> bool:
    """Write a release, seldom with one of its files spoilt; False where a format cannot hold it."""
    made = {name: file_bytes(Path(name).suffix, content) for name, content in files.items()}
    if cut.byte() % 64 == 1 and files:  # bytes of a file that is no longer of its format
        name = cut.one_of(list(files))
        made[name] = spoilt(made[name] or b"", cut)
    folder.mkdir()
    for name, data in made.items():
        if data is None:
            return False
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return True


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to begin with."""
    for number in range(64):
        yield bytes((number * 37 + 11 * place) % 256 for place in range(12))
