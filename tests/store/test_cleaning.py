"""What `vlmeval-hvs clean` removes, and what it leaves."""

import os

from set_processes import build, ended, forked, names_in, versions_of

from vlmeval_hvs.cli import main
from vlmeval_hvs.sets import SetWriter, refuse_damaged
from vlmeval_hvs.store.versions import ABANDONED_AFTER, leftovers, mark_in_use


def test_clean_says_what_it_removes_and_leaves_what_is_read(root, capsys):
    assert (leftovers(root), main(["clean"])) == ([], 0), "nothing is built"
    first, second, third = (build(root, version) for version in (1, 2, 3))
    (root / "Toy" / ".building.0123").mkdir()  # a killed builder of another system, without a lock
    os.utime(root / "Toy" / ".building.0123", (1, 1))
    ready, done = os.pipe(), os.pipe()

    def reader():
        mark_in_use(first.folder)
        os.write(ready[1], b"x")
        os.read(done[0], 1)

    pid = forked(reader)
    os.read(ready[0], 1)
    before = sorted(root.rglob("*"))
    assert main(["clean", "--dry-run"]) == 0
    assert sorted(root.rglob("*")) == before
    told = capsys.readouterr().out
    assert f"would be removed: Toy/{second.folder.name} (older version" in told
    assert f"kept: Toy/{first.folder.name}" in told
    assert main(["clean"]) == 0
    assert names_in(root / "Toy") == {"current", first.folder.name, third.folder.name}
    os.write(done[1], b"x")
    assert ended(pid) == 0
    assert main(["clean"]) == 0
    assert not first.folder.exists()
    refuse_damaged("Toy")


def test_unfinished_work_of_a_living_process_is_never_swept(root):
    build(root, 1)
    go, done = os.pipe(), os.pipe()

    def work():
        with SetWriter("Toy", root, source="s", licence="l") as writer:
            writer.row({"index": 1, "version": 9})
            os.utime(writer.folder, (1, 1))
            os.write(go[1], b"x")
            os.read(done[0], 1)

    pid = forked(work)
    os.read(go[0], 1)
    assert leftovers(root) == []
    assert main(["clean"]) == 0
    os.write(done[1], b"x")
    assert ended(pid) == 0
    assert versions_of(root) == ["9"]
    assert ABANDONED_AFTER > 3600
