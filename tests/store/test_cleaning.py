"""What `vlmeval-hvs clean` removes, and what it leaves."""

import os

from set_processes import build, ended, forked, names_in, versions_of

from vlmeval_hvs.cli import main
from vlmeval_hvs.sets import SetWriter, refuse_damaged
from vlmeval_hvs.store.versions import ABANDONED_AFTER, leftovers, mark_in_use, remove, try_lock


def paused(work):
    """Do ``work(wait)`` in another process until it waits; what is returned lets it end, and gives its exit status."""
    ready, done = os.pipe(), os.pipe()
    pid = forked(lambda: work(lambda: (os.write(ready[1], b"x"), os.read(done[0], 1))))
    os.read(ready[0], 1)
    return lambda: os.write(done[1], b"x") and ended(pid)


def test_clean_says_what_it_removes_and_leaves_what_is_read(root, capsys):
    assert (leftovers(root), main(["clean"])) == ([], 0), "nothing is built"
    first, second, third = (build(root, version) for version in (1, 2, 3))
    (root / "Toy" / ".building.0123").mkdir()  # a killed builder of another system, without a lock
    os.utime(root / "Toy" / ".building.0123", (1, 1))
    end_reader = paused(lambda wait: (mark_in_use(first.folder), wait()))
    before = sorted(root.rglob("*"))
    assert main(["clean", "--dry-run"]) == 0
    assert sorted(root.rglob("*")) == before
    told = capsys.readouterr().out
    assert f"would be removed: Toy/{second.folder.name} (older version" in told
    assert (f"kept: Toy/{first.folder.name}" in told, told.count(first.folder.name)) == (True, 1)
    assert main(["clean"]) == 0
    assert names_in(root / "Toy") == {"current", first.folder.name, third.folder.name}
    assert end_reader() == 0
    assert main(["clean"]) == 0
    assert not first.folder.exists()
    refuse_damaged("Toy")


def test_unfinished_work_of_a_living_process_is_never_swept(root):
    build(root, 1)

    def work(wait):
        with SetWriter("Toy", root, source="s", licence="l") as writer:
            writer.row({"index": 1, "version": 9})
            os.utime(writer.folder, (1, 1))
            wait()

    end_work = paused(work)
    assert (leftovers(root), main(["clean"]), end_work()) == ([], 0, 0)
    assert (versions_of(root), ABANDONED_AFTER > 3600) == (["9"], True)


def test_what_killed_processes_left_is_removed_link_by_link_when_it_is_old(root, tmp_path, capsys):
    folder, outside = build(root, 1).folder, tmp_path / "outside"
    outside.mkdir()
    (outside / "x").write_text("kept")
    (root / "Toy" / ".building.link").symlink_to(outside)
    for place in (root / ".a.tmp", root / "Toy" / ".old.tmp", root / "Toy" / ".new.tmp"):
        place.write_bytes(b"x" * 500_000)
    for place in (root / ".a.tmp", root / "Toy" / ".old.tmp"):
        os.utime(place, (1, 1))
    (root / "Toy" / "notes.txt").touch()
    assert [(one.path.name, one.size) for one in leftovers(root)][:2] == [(".a.tmp", 500_000), (".old.tmp", 500_000)]
    assert main(["clean"]) == 0
    assert "removed: Toy/.old.tmp (left by a killed process, 0.5 MB)" in capsys.readouterr().out
    assert names_in(root / "Toy") == {"current", folder.name, ".new.tmp", "notes.txt"}
    assert (outside / "x").read_text() == "kept"


def test_a_version_that_became_the_present_one_or_is_read_meanwhile_stays(root):
    first, second = build(root, 1), build(root, 2)
    [older] = leftovers(root)
    assert older.path == first.folder
    build(root, 1)
    remove(older)
    refuse_damaged("Toy")
    [older] = leftovers(root)
    with (older.path / "data.tsv").open("rb") as file:
        assert try_lock(file, shared=True)
        assert [one.used for one in leftovers(root)] == [True]
        remove(older)
        assert second.folder.is_dir()
    remove(older)
    assert not second.folder.exists()
    (root / "Toy" / first.folder.name / "manifest.json").unlink()
    (root / "Toy" / "current").write_text("0" * 16)
    assert leftovers(root) == [], "what may be of use in a damaged set stays"
