"""Builders that are killed at every step, run out of disk, or are many at once."""

import os
import resource
import signal

import pytest
from set_processes import build, ended, forked, killed_at, names_in, versions_of

from vlmeval_hvs.errors import DataError, MissingDataError, StoreError
from vlmeval_hvs.sets import refuse_damaged


def present(root):
    """What a reader finds: the number of a whole version, no set, or a damaged one."""
    try:
        refuse_damaged("Toy", root)
        return versions_of(root)[0]
    except (MissingDataError, DataError) as error:
        return type(error).__name__


def older(root):
    build(root, 1, images=1)


def damaged(root):
    folder = build(root, 2, images=1).folder
    (folder / "images" / "0.png").write_bytes(b"")
    (folder / "files.tsv").unlink()


FOUND = [(lambda root: None, "MissingDataError"), (older, "1"), (damaged, "DataError")]


@pytest.mark.long
@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize(("prepare", "before"), FOUND)
def test_a_builder_that_is_killed_at_any_step_leaves_a_whole_set_or_what_was_there(tmp_path, every, prepare, before):
    found, step, killed = [], 1, True
    while killed:
        root = tmp_path / str(step)
        prepare(root)
        killed = killed_at(step, lambda root=root: build(root, 2, images=1))
        found.append(present(root))
        build(root, 3, images=1)
        assert present(root) == "3"
        hidden = [path for path in root.rglob(".*") if path.is_dir() and not path.name.endswith(".new")]
        assert hidden == [], "the next builder removes what the killed one left"
        step += every
    assert step > 20
    assert found == [before] * found.count(before) + ["2"] * found.count("2"), "one step makes the new version present"
    assert found[0] == before


@pytest.mark.long
def test_many_builders_at_once(tmp_path):
    versions, start = (1, 1, 1, 2, 3, 4), os.pipe()

    def work(version):
        os.read(start[0], 1)
        build(tmp_path, version, images=1)

    pids = [forked(lambda version=version: work(version)) for version in versions]
    os.write(start[1], b"x" * len(versions))
    for _ in range(10):
        present(tmp_path)
    assert [ended(pid) for pid in pids] == [0] * len(versions)
    assert present(tmp_path).isdigit()
    assert not any(name.startswith(".") for name in names_in(tmp_path / "Toy"))
    assert names_in(tmp_path) == {"Toy"}


@pytest.mark.long
def test_a_disk_that_takes_no_more_leaves_nothing_and_keeps_the_older_version(tmp_path):
    """Disks are full at some file; here a limit of the process says so."""
    build(tmp_path, 1)
    for most in (10, 120, 300, 700):

        def work(most=most):
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            with pytest.raises(StoreError, match="File too large") as error:
                build(tmp_path, 2, images=50)
            assert len(str(error.value).splitlines()) == 1

        assert ended(forked(work)) == 0, most
        assert present(tmp_path) == "1"
        assert not any(name.startswith(".") for name in names_in(tmp_path / "Toy"))
