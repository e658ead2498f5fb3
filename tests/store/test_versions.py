"""Versions of a set beside each other."""

import hashlib
import json
import os
import shutil
import stat
from itertools import product

import pytest
from set_processes import build, ended, forked

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError, MissingDataError, StoreError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.sets import (
    SetWriter,
    damage,
    damaged_files,
    file_sizes,
    read_manifest,
    read_set,
    refuse_damaged,
    set_folder,
)
from vlmeval_hvs.store.cleaning import leftovers
from vlmeval_hvs.store.layout import hold
from vlmeval_hvs.store.locks import ABANDONED_AFTER
from vlmeval_hvs.store.provenance import Provenance, building_from, present


@pytest.fixture
def root(lmu_data):
    return data_root()


def version_of(manifest):
    return {
        row["version"] for row in read_set("Toy", manifest.folder.parents[1], manifest.digest)[0].to_dict("records")
    }


def test_a_new_version_stands_beside_the_one_that_is_read(root):
    first = build(root, 1)
    _, opened = read_set("Toy")
    second = build(root, 2)
    assert opened.folder == first.folder != second.folder == set_folder("Toy")
    assert damaged_files(opened) == damaged_files("Toy") == []
    assert (version_of(first), version_of(second)) == ({"1"}, {"2"})
    assert set_folder("Toy", digest=first.digest) == first.folder
    with pytest.raises(MissingDataError):
        read_set("Toy", digest="0" * 64)
    assert build(root, 1).folder == first.folder == set_folder("Toy"), "the same content is the same version"


def flat(root, manifest):
    """The set as versions before 0.2 laid it out."""
    for path in manifest.folder.iterdir():
        path.rename(root / "Toy" / path.name)
    manifest.folder.rmdir()
    (root / "Toy" / "current").unlink()
    path = root / "Toy" / "manifest.json"
    facts = json.loads(path.read_text())
    del facts["release"]
    path.write_text(json.dumps(facts))


def test_sets_without_versions_are_read_until_one_is_built(root):
    first = build(root, 1)
    flat(root, first)
    assert read_manifest("Toy").digest == first.digest
    assert damaged_files("Toy") == []
    assert set_folder("Toy") == root / "Toy"
    build(root, 2)
    assert read_set("Toy")[0]["version"].iloc[0] == "2"
    assert main(["clean"]) == 0
    assert sorted(path.name for path in (root / "Toy").iterdir()) == sorted(["current", set_folder("Toy").name])
    refuse_damaged("Toy")


def test_every_damage_is_seen_and_mended_by_building_again(root):
    manifest = build(root, 1)
    kept = manifest.folder / "images" / "0.png"
    os.utime(kept, (1, 1))
    for name, harm in product(
        ("manifest.json", "files.tsv", "data.tsv", "images/1.png"), ("gone", "empty", "cut", "zeros", "other", "folder")
    ):
        path = manifest.folder / name
        whole = path.read_bytes()
        path.unlink()
        other = {"empty": b"", "cut": whole[: len(whole) // 2], "zeros": bytes(len(whole)), "other": b"[]"}
        if harm == "folder":
            path.mkdir()
        elif harm != "gone":
            path.write_bytes(other[harm])
        if name == "manifest.json" and harm in ("gone", "folder"):
            with pytest.raises(DataError, match="build it again"):
                read_set("Toy")
        assert damage("Toy"), (name, harm)
        build(root, 1)
        assert damage("Toy") == "", (name, harm)
        assert path.read_bytes() == whole
        assert kept.stat().st_mtime == 1, "what is whole stays as it is"


def test_lost_folders_damaged_pointers_and_odd_manifests_are_mended_by_building_again(root):
    manifest = build(root, 1)
    shutil.rmtree(manifest.folder / "images")
    assert damage("Toy")
    build(root, 1)
    assert damage("Toy") == ""
    for text in ("", "../..", "0" * 16, "\xff"):
        (root / "Toy" / "current").write_text(text, encoding="latin-1")
        with pytest.raises(DataError, match="build it again"):
            read_set("Toy")
        build(root, 1)
        refuse_damaged("Toy")
    path = manifest.folder / "manifest.json"
    whole = json.loads(path.read_text())
    for facts in ([], {}, whole | {"rows": "x"}, whole | {"notes": None}, whole | {"unknown": 1}, "x" * 5, None):
        path.write_text(json.dumps(facts))
        with pytest.raises(DataError, match="build it again"):
            file_sizes("Toy")


def test_demo_sets_mend_themselves(lmu_data, capsys):
    from vlmeval_hvs.registry import load_set

    whole = load_set("VPB_Stage2_DEMO")[1]
    image = next((whole.folder / "images").iterdir())
    bytes_ = image.read_bytes()
    image.write_bytes(bytes(len(bytes_)))
    (whole.folder / "manifest.json").write_text("[]")
    assert main(["list", "VPB"]) == 0
    assert "demo damaged" in capsys.readouterr().out
    assert main(["check", "VPB_Stage2_DEMO"]) == 1
    assert "damaged" in capsys.readouterr().out
    assert load_set("VPB_Stage2_DEMO")[1] == whole
    assert image.read_bytes() == bytes_
    (whole.folder / "files.tsv").write_text("")
    assert main(["build", "VPB_Stage2_DEMO"]) == 0
    assert "built again, as it was damaged" in capsys.readouterr().out
    assert main(["check", "VPB_Stage2_DEMO"]) == 0


def test_clean_says_what_it_removes_and_leaves_what_is_read(root, capsys):
    first, second = build(root, 1), build(root, 2)
    third = build(root, 3)
    (root / "Toy" / ".building.0123").mkdir()  # a killed builder of another system, without a lock
    os.utime(root / "Toy" / ".building.0123", (1, 1))
    ready, done = os.pipe(), os.pipe()

    def reader():
        hold(first.folder)
        os.write(ready[1], b"x")
        os.read(done[0], 1)

    pid = forked(reader)
    os.read(ready[0], 1)
    before = sorted(root.rglob("*"))
    assert main(["clean", "--dry-run"]) == 0
    assert sorted(root.rglob("*")) == before
    told = capsys.readouterr().out
    assert f"would be removed: Toy/{second.folder.name} (older version" in told
    assert f"stays: Toy/{first.folder.name}" in told
    assert main(["clean"]) == 0
    assert sorted(path.name for path in (root / "Toy").iterdir()) == sorted(
        ["current", first.folder.name, third.folder.name]
    )
    os.write(done[1], b"x")
    assert ended(pid) == 0
    assert main(["clean"]) == 0
    assert not first.folder.exists()
    refuse_damaged("Toy")


def test_clean_leaves_damaged_and_strange_folders_alone(root):
    first, _ = build(root, 1), build(root, 2)
    (root / ".rendered").mkdir()
    (root / "notes.txt").write_text("mine")
    (root / "Toy" / "notes.txt").write_text("mine")
    (root / "Toy" / "mine").mkdir()
    (one,) = leftovers(root)
    assert (one.path, one.what, one.used, one.home) == (first.folder, "older version", False, root / "Toy")
    assert one.size == sum(path.stat().st_size for path in first.folder.rglob("*") if path.is_file())
    (root / "Toy" / "current").write_text("0" * 16)
    before = sorted(root.rglob("*"))
    assert leftovers(root) == []
    assert main(["clean"]) == 0
    assert sorted(root.rglob("*")) == before
    build(root, 2)
    (root / "Toy" / "data.tsv").write_text("")  # as sets without versions had
    (root / "Toy" / ".hidden").write_text("")
    assert {rest.home for rest in leftovers(root)} == {root / "Toy"}
    sizes = {rest.path.name: rest.size for rest in leftovers(root)}
    assert sizes == {first.folder.name: one.size, "data.tsv": 0, "mine": 0, "notes.txt": 4}


def test_where_a_set_comes_from_is_told_by_its_source(tmp_path):
    source = tmp_path / "release"
    (source / "pictures").mkdir(parents=True)
    for name, content in (("table.csv", b"1"), ("pictures/a.JPG", b"2"), (".git", b"3")):
        (source / name).write_bytes(content)
    one = hashlib.sha256(b"1").hexdigest()
    folder, archive = Provenance(source=source), Provenance(source=source / "table.csv")
    assert folder.facts == archive.facts == {"files": {"table.csv": one}}
    assert archive.source_sha256 == one
    pictured = folder.source_sha256
    (source / "pictures" / "a.JPG").write_bytes(b"4")
    assert len({pictured, Provenance(source=source).source_sha256, one}) == 3
    none = Provenance(release={"commit": "c"})
    assert (none.source_sha256, none.facts) == ("", {"commit": "c"})
    with building_from(none):
        assert present() is none
    assert present() == Provenance()


def test_the_rights_are_those_that_the_user_asks_for(root):
    for umask in (0o077, 0o002):
        home = root / str(umask)

        def work(home=home, umask=umask):
            os.umask(umask)
            build(home, 1)

        assert ended(forked(work)) == 0
        for path in home.rglob("*"):
            assert stat.S_IMODE(path.stat().st_mode) == (0o777 if path.is_dir() else 0o666) & ~umask, path


def test_everything_is_on_the_disk_before_it_is_pointed_to(root, monkeypatch):
    done, fsync, replace = [], os.fsync, os.replace
    where = "/proc/self/fd/{}"
    if not os.path.exists("/proc/self/fd"):
        pytest.skip("this system does not tell which file a handle is of")
    monkeypatch.setattr(os, "fsync", lambda handle: (done.append(os.readlink(where.format(handle))), fsync(handle)))
    monkeypatch.setattr(os, "replace", lambda old, new: (done.append(f"-> {new}"), replace(old, new)))
    folder = build(root, 1).folder
    pointed = done.index(f"-> {root / 'Toy' / 'current'}")
    synced = {name.split("/set", 1)[-1] for name in done[:pointed] if "/.building." in name}
    assert synced >= {"", "/data.tsv", "/files.tsv", "/manifest.json", "/images", "/images/0.png", "/images/2.png"}
    assert str(folder.parent) in done[:pointed], "the name of the version"
    assert str(folder.parent) in done[pointed:], "the pointer's name"


def test_odd_names_of_files_are_odd_data(root):
    never = ("x" * 256, "ü" * 128, "a\nb", "a\tb", "a\u2028b", "a\ud800b")
    for first, second, message in (
        ("a", "a/b.txt", "two different files"), ("a/b", "a", "two different files"),
        *(("first", f"images/{name}", "path") for name in never),
    ):  # fmt: skip
        with pytest.raises(DataError, match=message), SetWriter("Toy", root, source="s", licence="l") as writer:
            writer.file(first, b"1")
            writer.file(second, b"2")
    with SetWriter("Toy", root, source="s\ud800", licence="l") as writer:  # a skipped row may hold any text
        writer.row({"index": 1})
        writer.skip("\udc80\n", "\ud800")
    assert read_manifest("Toy").skipped == [{"row": "\udc80\n", "reason": "\ud800"}]


def test_a_data_folder_that_is_a_file_is_one_line(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("LMUData", str(tmp_path / "file"))
    with pytest.raises(StoreError, match="cannot be written"):
        build(data_root(), 1)
    for arguments in (["build", "VPB_Stage2", "--demo"], ["list"], ["clean"], ["check", "VPB_Stage2_DEMO"]):
        main(arguments)
        err = capsys.readouterr().err
        assert len(err.splitlines()) <= 1, err


def test_the_home_of_the_user_is_meant_by_a_tilde(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LMUData", "~/mine")
    assert data_root() == tmp_path / "mine" / "vlmeval_hvs"


def test_unfinished_work_of_a_living_process_is_never_swept(root):
    go, done = os.pipe(), os.pipe()

    def work():
        with SetWriter("Toy", root, source="s", licence="l") as writer:
            writer.row({"index": 1, "version": 9})
            os.utime(writer.folder.parent, (1, 1))
            os.write(go[1], b"x")
            os.read(done[0], 1)

    pid = forked(work)
    os.read(go[0], 1)
    build(root, 1)
    assert main(["clean"]) == 0
    os.write(done[1], b"x")
    assert ended(pid) == 0
    assert read_set("Toy")[0]["version"].tolist() == ["9"]
    assert ABANDONED_AFTER > 3600
