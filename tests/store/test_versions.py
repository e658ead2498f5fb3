"""Versions of a set beside each other, whole or mended."""

import hashlib
import json
import os
from itertools import product

import pytest
from set_processes import build, versions_of

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError, MissingDataError, StoreError
from vlmeval_hvs.sets import damaged_files, read_manifest, read_set, refuse_damaged, set_folder
from vlmeval_hvs.store.versions import set_folders
from vlmeval_hvs.store.writer import Provenance


def test_a_new_version_stands_beside_the_one_that_is_read(root):
    first = build(root, 1)
    _, opened = read_set("Toy")
    second = build(root, 2)
    assert opened.folder == first.folder != second.folder == set_folder("Toy")
    assert damaged_files(opened) == damaged_files(read_manifest("Toy")) == []
    assert versions_of(root, first.digest) == ["1"] * 3
    assert versions_of(root, second.digest) == versions_of(root) == ["2"] * 3
    assert set_folder("Toy", digest=first.digest) == first.folder
    (root / "Toy=empty").mkdir()
    assert [home.name for home in set_folders(root, "Toy*")] == ["Toy"]
    with pytest.raises(MissingDataError):
        read_set("Toy", digest="0" * 64)
    assert build(root, 1).folder == first.folder == set_folder("Toy"), "the same content is the same version"


@pytest.mark.long
def test_every_damage_is_seen_and_mended_by_building_again(root):
    manifest = build(root, 1)
    kept = manifest.folder / "images" / "0.png"
    os.utime(kept, (1, 1))
    names, harms = ("manifest.json", "files.tsv", "data.tsv", "images/1.png"), (None, b"", b"[]", b"\0" * 99, "folder")
    for name, harm in product(names, harms):
        path = manifest.folder / name
        whole = path.read_bytes()
        path.unlink()
        if harm == "folder":
            path.mkdir()
        elif harm is not None:
            path.write_bytes(harm)
        with pytest.raises(DataError):
            pytest.fail(f"{name}, {harm}: {refuse_damaged('Toy')}")
        build(root, 1)
        refuse_damaged("Toy")
        assert path.read_bytes() == whole
        assert kept.stat().st_mtime == 1, "what is whole stays as it is"


def test_damaged_pointers_and_odd_manifests_say_that_the_set_is_to_be_built_again(root):
    path = build(root, 1).folder / "manifest.json"
    whole = json.loads(path.read_text())
    for facts in ([], {}, whole | {"rows": "x"}):
        path.write_text(json.dumps(facts))
        with pytest.raises(DataError, match="build it again"):
            read_manifest("Toy")
    for text in ("", "../..", "0" * 16, "\xff"):
        (root / "Toy" / "current").write_text(text, encoding="latin-1")
        with pytest.raises(DataError, match="build it again"):
            read_set("Toy")
    build(root, 1)
    refuse_damaged("Toy")


def test_demo_sets_mend_themselves(root, toy_demo, capsys):
    from vlmeval_hvs.registry import load_set

    name = toy_demo(lambda name, source, root: build(root, 1, name=name))
    whole = load_set(name)[1]
    image = whole.folder / "images" / "1.png"
    content = image.read_bytes()
    image.write_bytes(bytes(len(content)))
    (whole.folder / "manifest.json").write_text("[]")
    for command, status in ((["list", "VPB"], 0), (["check", name], 1)):
        assert main(command) == status
        assert "damaged" in capsys.readouterr().out
    assert load_set(name)[1] == whole
    assert image.read_bytes() == content
    (whole.folder / "files.tsv").write_text("")
    assert main(["build", name]) == 0
    assert "built again, as it was damaged" in capsys.readouterr().out


def test_where_a_set_comes_from_is_told_by_its_source(tmp_path):
    source = tmp_path / "release"
    (source / "pictures").mkdir(parents=True)
    for name, content in (("table.csv", b"1"), ("pictures/a.JPG", b"2"), (".git", b"3")):
        (source / name).write_bytes(content)
    one = hashlib.sha256(b"1").hexdigest()
    folder, archive = Provenance(source=source), Provenance(source=source / "table.csv")
    assert archive.source_sha256 == one
    pictured = folder.source_sha256
    (source / ".git").write_bytes(b"5")
    assert Provenance(source=source).source_sha256 == pictured
    (source / "pictures" / "a.JPG").write_bytes(b"4")
    assert Provenance(source=source).source_sha256 not in (pictured, one)


def test_a_version_that_cannot_be_moved_to_its_place_is_an_error_and_the_older_one_stays(root, monkeypatch):
    def refused(*paths):
        raise OSError(18, "another disk")

    build(root, 1)
    monkeypatch.setattr(os, "rename", refused)
    with pytest.raises(StoreError, match=r"Toy: cannot be written \(another disk\)$"):
        build(root, 2)
    assert versions_of(root) == ["1"] * 3
    assert [path.name for path in (root / "Toy").iterdir() if path.name.startswith(".")] == []


def test_everything_is_on_the_disk_before_it_is_pointed_to(root, monkeypatch):
    done, fsync, replace, handles = [], os.fsync, os.replace, "/proc/self/fd"
    if not os.path.exists(handles):
        pytest.skip("this system does not tell which file a handle is of")
    monkeypatch.setattr(os, "fsync", lambda handle: (done.append(os.readlink(f"{handles}/{handle}")), fsync(handle)))
    monkeypatch.setattr(os, "replace", lambda old, new: (done.append(f"-> {new}"), replace(old, new)))
    folder = build(root, 1).folder
    pointed = done.index(f"-> {root / 'Toy' / 'current'}")
    synced = {name.partition("/.building.")[2][12:] for name in done[:pointed] if "/.building." in name}
    assert synced >= {"", "/data.tsv", "/files.tsv", "/manifest.json", "/images", "/images/0.png", "/images/2.png"}
    assert str(folder.parent) in done[:pointed], "the name of the version"
    assert str(folder.parent) in done[pointed:], "the pointer's name"
