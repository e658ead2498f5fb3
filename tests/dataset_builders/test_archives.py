import io
import tarfile
import zipfile

import pytest

from dataset_builders.archives import open_source
from vlmeval_hvs.errors import DataError


def zipped(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return path


def tarred(path, *members, kind=tarfile.REGTYPE, link=""):
    with tarfile.open(path, "w:gz") as file:
        for name in members:
            info = tarfile.TarInfo(name)
            info.type, info.linkname, info.size = kind, link, 1 if kind == tarfile.REGTYPE else 0
            file.addfile(info, io.BytesIO(b"x"))
    return path


def test_folders_are_used_where_they_are(tmp_path):
    with open_source(tmp_path) as folder:
        assert folder == tmp_path


@pytest.mark.parametrize(
    "make", [lambda p: zipped(p / "r.zip", {"a/b.txt": "x"}), lambda p: tarred(p / "r.tgz", "a/b.txt")]
)
def test_archives_are_unpacked_and_cleaned_up(tmp_path, make):
    archive = make(tmp_path)
    with open_source(archive) as folder:
        assert (folder / "a" / "b.txt").read_text() == "x"
    assert [path.name for path in tmp_path.iterdir()] == [archive.name]


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x", "a\\..\\x", "C:/x"])
def test_members_that_leave_the_folder_are_refused(tmp_path, name):
    for archive in (zipped(tmp_path / "r.zip", {name: "x"}), tarred(tmp_path / "r.tgz", name)):
        with pytest.raises(DataError, match=f"{archive.name}.*would leave"), open_source(archive):
            pass
    assert not (tmp_path.parent / "x").exists()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_links_and_special_files_are_refused(tmp_path, kind):
    with (
        pytest.raises(DataError, match="link or special"),
        open_source(tarred(tmp_path / "r.tgz", "a", kind=kind, link="/etc")),
    ):
        pass
    info = zipfile.ZipInfo("link")
    info.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "r.zip", "w") as file:
        file.writestr(info, "/etc/passwd")
    with pytest.raises(DataError, match="link or special"), open_source(tmp_path / "r.zip"):
        pass


def test_bombs_are_refused(tmp_path):
    archive = zipped(tmp_path / "bomb.zip", {"zeros": b"\0" * (64 << 20)})
    with pytest.raises(DataError, match="far more than its own size"), open_source(archive):
        pass
    assert [path.name for path in tmp_path.iterdir()] == [archive.name]


@pytest.mark.parametrize("kind", ["gz", "bz2", "xz"])
def test_every_torn_or_flipped_archive_is_one_line(tmp_path, kind):
    whole = tmp_path / f"r.tar.{kind}"
    with tarfile.open(whole, f"w:{kind}") as file:
        info = tarfile.TarInfo("a/b.txt")
        info.size = 4000
        file.addfile(info, io.BytesIO(bytes(range(250)) * 16))
    data = whole.read_bytes()
    torn = [data[:length] for length in range(1, len(data), 7)]
    flipped = [data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :] for at in range(len(data) - 12, len(data))]
    refused = 0
    for number, content in enumerate([*torn, *flipped]):
        path = tmp_path / f"{number}.tar.{kind}"
        path.write_bytes(content)
        try:
            with open_source(path) as folder:
                assert (folder / "a" / "b.txt").read_bytes() == bytes(range(250)) * 16
        except DataError as error:
            assert len(str(error).splitlines()) == 1  # noqa: PT017  # some cuts only take padding away
            refused += 1
        path.unlink()
    assert refused > 0.8 * len(torn)
    assert [path.name for path in tmp_path.iterdir()] == [whole.name]


def test_a_flipped_bit_in_the_checksum_of_a_tar_gz_is_seen(tmp_path):
    archive = tarred(tmp_path / "r.tar.gz", "a")
    data = bytearray(archive.read_bytes())
    data[-6] ^= 1
    archive.write_bytes(data)
    with pytest.raises(DataError, match="damaged"), open_source(archive):
        pass


@pytest.mark.parametrize("name", [".", "./", "x" * 300, "a/" * 3000 + "b"])
def test_names_that_no_file_can_have_are_refused(tmp_path, name):
    with pytest.raises(DataError) as told, open_source(tarred(tmp_path / "r.tar", name)):
        pass
    assert len(str(told.value).splitlines()) == 1


def test_a_read_only_place_is_left_alone(tmp_path, lmu_data, monkeypatch):
    archive = zipped(tmp_path / "r.zip", {"a/b.txt": "x"})
    monkeypatch.setattr("os.access", lambda *_: False)  # who runs as root may write everywhere
    with open_source(archive) as folder:
        assert folder.is_relative_to(lmu_data)
        assert (folder / "a" / "b.txt").read_text() == "x"
    assert list((lmu_data / "vlmeval_hvs").iterdir()) == []


def test_what_a_killed_process_unpacked_is_swept(tmp_path):
    archive = zipped(tmp_path / "r.zip", {"a.txt": "x"})
    left = tmp_path / ".r.zip.unpacked.0123"
    left.mkdir()
    (left / "lock").touch()
    with open_source(archive):
        assert not left.exists()


def test_what_is_no_archive_is_said(tmp_path):
    with pytest.raises(DataError, match="no such file"), open_source(tmp_path / "none.zip"):
        pass
    (tmp_path / "x.zip").write_text("text")
    with pytest.raises(DataError, match="neither"), open_source(tmp_path / "x.zip"):
        pass
    whole = zipped(tmp_path / "whole.zip", {"a": b"x" * 5000, "b": bytes(range(256)) * 50})
    torn = bytearray(whole.read_bytes())
    torn[60:90] = b"\xff" * 30
    (tmp_path / "torn.zip").write_bytes(torn)
    with pytest.raises(DataError, match="damaged"), open_source(tmp_path / "torn.zip"):
        pass
