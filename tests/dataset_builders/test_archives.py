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


def test_folders_are_used_where_they_are_and_archives_unpacked_and_cleaned_up(tmp_path):
    with open_source(tmp_path) as folder:
        assert folder == tmp_path
    left = tmp_path / ".r.zip.unpacked.0123"  # by a killed process
    left.mkdir()
    (left / "lock").touch()
    archives = (zipped(tmp_path / "r.zip", {"a/b.txt": "x"}), tarred(tmp_path / "r.tgz", "a/b.txt"))
    for archive in archives:
        with open_source(archive) as folder:
            assert (folder / "a" / "b.txt").read_text() == "x"
            assert not left.exists()
    assert sorted(tmp_path.iterdir()) == sorted(archives)


def test_backslashes_between_folders_are_read(tmp_path):
    for archive in (zipped(tmp_path / "r.zip", {"a\\": "", "a\\b.txt": "x"}), tarred(tmp_path / "r.tgz", "a\\b.txt")):
        with open_source(archive) as folder:
            assert (folder / "a" / "b.txt").is_file()


def test_members_that_leave_the_folder_links_and_impossible_names_are_refused(tmp_path):
    for name in ("../x", "/x", "a/../../x", "a\\..\\x", "C:/x"):
        for archive in (zipped(tmp_path / "r.zip", {name: "x"}), tarred(tmp_path / "r.tgz", name)):
            with pytest.raises(DataError, match=f"{archive.name}.*would leave"), open_source(archive):
                pass
    assert not (tmp_path.parent / "x").exists()
    link = zipfile.ZipInfo("link")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "r.zip", "w") as file:
        file.writestr(link, "/etc/passwd")
    kinds = (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE)
    tars = (tarred(tmp_path / f"{kind}.tgz", "a", kind=kind, link="/etc") for kind in kinds)
    for archive in (tmp_path / "r.zip", *tars):
        with pytest.raises(DataError, match="link or special"), open_source(archive):
            pass
    for name in (".", "./", "x" * 300, "a/" * 3000 + "b"):
        with pytest.raises(DataError) as told, open_source(tarred(tmp_path / "r.tar", name)):
            pass
        assert len(str(told.value).splitlines()) == 1


@pytest.mark.long
def test_bombs_are_refused(tmp_path):
    archive = zipped(tmp_path / "bomb.zip", {"zeros": b"\0" * (64 << 20)})
    with pytest.raises(DataError, match="far more than its own size"), open_source(archive):
        pass
    assert [path.name for path in tmp_path.iterdir()] == [archive.name]


@pytest.mark.long
def test_torn_and_flipped_archives_are_told_in_one_line(tmp_path):
    content = bytes(range(250)) * 16
    for kind in ("gz", "bz2", "xz"):
        whole = tmp_path / f"r.tar.{kind}"
        with tarfile.open(whole, f"w:{kind}") as file:
            info = tarfile.TarInfo("a/b.txt")
            info.size = len(content)
            file.addfile(info, io.BytesIO(content))
        data, refused = whole.read_bytes(), 0
        torn = [data[:length] for length in range(1, len(data), 23)]
        flipped = [data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :] for at in range(len(data) - 12, len(data))]
        for damaged in (*torn, *flipped):
            whole.write_bytes(damaged)
            try:
                with open_source(whole) as folder:
                    assert (folder / "a" / "b.txt").read_bytes() == content
            except DataError as error:
                assert len(str(error).splitlines()) == 1  # noqa: PT017  # some cuts only take padding away
                refused += 1
        assert refused > 0.8 * len(torn)
        whole.unlink()
    assert list(tmp_path.iterdir()) == []


def test_a_read_only_place_is_left_alone(tmp_path, lmu_data, monkeypatch):
    archive = zipped(tmp_path / "r.zip", {"a/b.txt": "x"})
    monkeypatch.setattr("os.access", lambda *_: False)  # who runs as root may write everywhere
    with open_source(archive) as folder:
        assert folder.is_relative_to(lmu_data)
        assert (folder / "a" / "b.txt").read_text() == "x"
    assert list((lmu_data / "vlmeval_hvs").iterdir()) == []


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
