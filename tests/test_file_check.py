"""Files of a built set are read once, and again when they change."""

import io
import json
import os

import pytest
from PIL import Image

from vlmeval_hvs import file_check
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.file_check import unsound_files
from vlmeval_hvs.files import data_root
from vlmeval_hvs.sets import SetWriter, read_manifest, set_folder

SET = "Small"


def picture(shade):
    buffer = io.BytesIO()
    Image.new("RGB", (4, 4), (shade, 0, 0)).save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture
def built(lmu_data):
    """Folder of a set with five pictures."""
    with SetWriter(SET, source="drawn", licence="CC0") as writer:
        for index in range(5):
            writer.row({"index": index, "image_path": writer.image(f"images/{index}.png", picture(index))})
    return set_folder(SET)


@pytest.fixture
def read(monkeypatch):
    """Paths of the files that were read, in the order of their names."""
    paths = []
    original = file_check._digest

    def digest(file):
        paths.append(file.name)
        return original(file)

    monkeypatch.setattr(file_check, "_digest", digest)

    def taken():
        names = sorted(paths)
        paths.clear()
        return names

    return taken


def images(folder):
    return sorted(folder.glob("images/*.png"))


def test_a_set_is_read_once_and_of_another_time_again(built, read):
    assert unsound_files(built, read_manifest(SET)) == []
    assert read() == [f"{index}.png" for index in range(5)]
    touched = images(built)[0]
    os.utime(touched, ns=(1, 1))
    for names in ([touched.name], []):
        assert unsound_files(built, read_manifest(SET)) == []
        assert read() == names


def test_a_damaged_file_is_named_although_there_is_a_stamp(built, read):
    unsound_files(built, read_manifest(SET))
    victim = images(built)[3]
    original, times = victim.read_bytes(), (victim.stat().st_atime_ns, victim.stat().st_mtime_ns)
    for damage in (bytes(len(original)), original[:-1], b"", None):
        victim.unlink() if damage is None else victim.write_bytes(damage)
        read()
        for _ in range(2):  # a damaged file is never stamped
            assert unsound_files(built, read_manifest(SET)) == [victim.relative_to(built).as_posix()]
            assert set(read()) <= {victim.name}
        victim.write_bytes(original)
        os.utime(victim, ns=times)
        assert unsound_files(built, read_manifest(SET)) == []


def test_a_damaged_stamp_is_no_stamp(built, read):
    unsound_files(built, read_manifest(SET))
    everything = read()
    [stamp] = (data_root() / ".verified").glob("*.json")
    for content in (b"", b"[]", b'{"a": 1}', b"\xff", b'{"a": ["x", "y"]}'):
        stamp.write_bytes(content)
        assert unsound_files(built, read_manifest(SET)) == []
        assert read() == everything


def test_a_shortened_list_of_files_is_found(built):
    lines = (built / "files.tsv").read_text().splitlines(keepends=True)
    (built / "files.tsv").write_text("".join(lines[:2]))
    with pytest.raises(DataError, match=r"files\.tsv was changed after the set was built"):
        unsound_files(built, read_manifest(SET))
    (built / "files.tsv").unlink()
    with pytest.raises(DataError, match="list of its files cannot be read"):
        unsound_files(built, read_manifest(SET))


def test_the_stamp_of_read_only_data_is_the_users(built, read, make_read_only, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    make_read_only(data_root())
    assert unsound_files(built, read_manifest(SET)) == []
    [stamp] = (tmp_path / "cache" / "vlmeval_hvs" / "verified").glob("*.json")
    assert len(json.loads(stamp.read_bytes())) == len(read())
    assert unsound_files(built, read_manifest(SET)) == []
    assert read() == []
    assert not (data_root() / ".verified").exists()


def test_without_any_place_for_a_stamp_the_files_are_read_each_time(built, read, make_read_only, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/none")
    make_read_only(data_root())
    for _ in range(2):
        assert unsound_files(built, read_manifest(SET)) == []
        assert read()
