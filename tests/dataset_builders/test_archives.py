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
