"""Archives: unpacked for a while, refused where they are unsafe, torn or too large."""

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


def tarred(path, name, data=b"x", kind=tarfile.REGTYPE):
    with tarfile.open(path, f"w:{path.suffix[1:] if path.suffix in ('.gz', '.bz2', '.xz') else ''}") as file:
        info = tarfile.TarInfo(name)
        info.type, info.size = kind, len(data) if kind == tarfile.REGTYPE else 0
        file.addfile(info, io.BytesIO(data))
    return path


def refused(archive):
    with pytest.raises(DataError) as error, open_source(archive):
        pass
    assert len(str(error.value).splitlines()) == 1
    return str(error.value)


def test_folders_are_used_where_they_are_and_archives_unpacked_and_cleaned_up(tmp_path, lmu_data, monkeypatch):
    with open_source(tmp_path) as folder:
        assert folder == tmp_path
    left = tmp_path / ".r.zip.unpacked.0123"  # by a killed process
    left.mkdir()
    archives = (zipped(tmp_path / "r.zip", {"a\\": "", "a\\b.txt": "x"}), tarred(tmp_path / "r.tar.gz", "a\\b.txt"))
    for archive in archives:
        with open_source(archive) as folder:
            assert (folder / "a" / "b.txt").read_text() == "x"
            assert not left.exists()
    assert sorted(set(tmp_path.iterdir()) - {lmu_data}) == sorted(archives)
    monkeypatch.setattr("os.access", lambda *_: False)  # who runs as root may write everywhere
    with open_source(archives[0]) as folder:
        assert folder.is_relative_to(lmu_data)
        assert (folder / "a" / "b.txt").read_text() == "x"
    assert list((lmu_data / "vlmeval_hvs").iterdir()) == []


def test_members_that_leave_the_folder_links_and_impossible_names_are_refused(tmp_path):
    for name in ("../x", "/x", "a/../../x", "a\\..\\x", "C:/x"):
        for archive in (zipped(tmp_path / "r.zip", {name: "x"}), tarred(tmp_path / "r.tar", name)):
            assert "would leave" in refused(archive)
    assert not (tmp_path.parent / "x").exists()
    link = zipfile.ZipInfo("link")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "link.zip", "w") as file:
        file.writestr(link, "/etc/passwd")
    kinds = (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE)
    for archive in (tmp_path / "link.zip", *(tarred(tmp_path / f"{kind}.tar", "a", kind=kind) for kind in kinds)):
        assert "link or special" in refused(archive)
    for name in (".", "./", "x" * 300, "a/" * 3000 + "b"):
        refused(tarred(tmp_path / "r.tar", name))


def test_bombs_and_torn_or_other_files_are_refused_in_one_line(tmp_path):
    archive = zipped(tmp_path / "bomb.zip", {"zeros": b"\0" * (64 << 20)})
    assert "far more than its own size" in refused(archive)
    assert [path.name for path in tmp_path.iterdir()] == [archive.name]
    assert "no such file" in refused(tmp_path / "none.zip")
    (tmp_path / "x.zip").write_text("text")
    assert "neither" in refused(tmp_path / "x.zip")
    torn = bytearray(zipped(tmp_path / "whole.zip", {"a": b"x" * 5000, "b": bytes(range(256)) * 50}).read_bytes())
    torn[60:90] = b"\xff" * 30
    (tmp_path / "torn.zip").write_bytes(torn)
    assert "damaged" in refused(tmp_path / "torn.zip")
    (folder := tmp_path / "only").mkdir()
    content = bytes(range(250)) * 16
    whole = tarred(folder / "r.tar.xz", "a/b.txt", content)
    data, lines = whole.read_bytes(), []
    torn = [data[:length] for length in range(1, len(data), 23)]
    flipped = [data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :] for at in range(len(data) - 12, len(data))]
    for damaged in (*torn, *flipped):
        whole.write_bytes(damaged)
        try:
            with open_source(whole) as unpacked:
                assert (unpacked / "a" / "b.txt").read_bytes() == content
        except DataError as error:
            lines.append(len(str(error).splitlines()))
    assert set(lines) == {1}
    assert len(lines) > 0.8 * len(torn), "some cuts only take padding away"
    assert list(folder.iterdir()) == [whole]
