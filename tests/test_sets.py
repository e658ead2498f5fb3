"""Sets: read again when they change."""

import json
import os

import numpy as np
import pytest

from vlmeval_hvs import sets
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.sets import SetWriter, read_manifest, read_set, set_folder


@pytest.fixture
def built(lmu_data):
    """Folder of a set with five pictures."""
    with SetWriter("Small", source="a test", licence="none") as w:
        for index in range(5):
            w.row({"index": index, "image_path": w.array(f"images/{index}.png", np.full((4, 4), index, np.uint8))})
    return set_folder("Small")


@pytest.fixture
def checked(monkeypatch):
    """Checks the set; gives the unsound files, and the names of those that were read."""
    names, digest = [], sets._digest
    monkeypatch.setattr(sets, "_digest", lambda file: names.append(file.name) or digest(file))

    def check():
        names.clear()
        return sets.unsound_files(read_manifest("Small")), sorted(names)

    return check


def test_a_set_is_read_once_and_of_another_time_again(built, checked):
    digest = read_manifest("Small").digest
    assert set_folder("Small", digest=digest) == set_folder("Small", digest="0" * 64) == built
    assert len(read_set("Small", digest=digest)[0]) == 5
    with pytest.raises(MissingDataError, match="the set Small is not at .* as the version 0000000000000000"):
        read_manifest("Small", digest="0" * 64)
    with pytest.raises(MissingDataError, match="the set Smaller is not at .*Smaller"):
        read_manifest("Smaller")
    every = [f"{index}.png" for index in range(5)]
    assert [checked(), checked()] == [([], every), ([], [])]
    os.utime(built / "images" / "0.png", ns=(1, 1))
    assert [checked(), checked()] == [([], ["0.png"]), ([], [])]
    [stamp] = (data_root() / ".verified").glob("*.json")
    for content in (b"", b"\xff", b'{"a": ["x", "y"]}'):  # a damaged stamp is none
        stamp.write_bytes(content)
        assert checked() == ([], every)


def test_damage_is_named_although_there_is_a_stamp(built, checked):
    checked()
    victim = built / "images" / "3.png"
    original, times = victim.read_bytes(), (victim.stat().st_atime_ns, victim.stat().st_mtime_ns)
    for damage in (bytes(len(original)), original[:-1], None):
        victim.unlink() if damage is None else victim.write_bytes(damage)
        for _ in range(2):  # a damaged file is never stamped
            assert checked()[0] == sets.damaged_files(read_manifest("Small")) == ["images/3.png"]
        with pytest.raises(DataError, match="1 files are damaged or missing: images/3.png; build it again"):
            sets.refuse_damaged("Small")
        victim.write_bytes(original)
        os.utime(victim, ns=times)
        assert checked()[0] == []
    lines = (built / "files.tsv").read_text().splitlines(keepends=True)
    (built / "files.tsv").write_text("".join(lines[:2]))
    with pytest.raises(DataError, match=r"files\.tsv was changed after it was built"):
        checked()


def test_the_stamp_of_read_only_data_is_the_users(built, checked, make_read_only, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    make_read_only(data_root())
    assert (len(checked()[1]), checked()) == (5, ([], []))
    [stamp] = (tmp_path / "cache" / "vlmeval_hvs" / "verified").glob("*.json")
    assert len(json.loads(stamp.read_bytes())) == 5
