"""Builders that are killed at every step, run out of disk, or are many at once."""

import logging
import os
import resource
import shutil
import signal
from contextlib import suppress

import pytest
from set_processes import build, ended, forked, killed_at

from vlmeval_hvs import registry
from vlmeval_hvs.errors import MissingDataError, StoreError
from vlmeval_hvs.registry import build_set, load_set
from vlmeval_hvs.sets import read_set, refuse_damaged


def present(root):
    """What a reader finds: a whole version or none."""
    try:
        return read_set("Toy", refuse_damaged("Toy", root).folder.parents[1])[0]["version"].iloc[0]
    except MissingDataError:
        return None


def kills(step, root, prepare, work):
    """Steps at which a process that works is killed, every `step`-th of them, and what is there before it works."""
    at = 1
    while True:
        there = root / str(at)
        prepare(there)
        if not killed_at(at, lambda there=there: work(there)):
            assert at > 20
            return
        yield there
        shutil.rmtree(there)
        at += step


@pytest.mark.parametrize(("before", "after"), [(None, 1), (1, 2), pytest.param(1, 1, marks=pytest.mark.nightly)])
def test_a_builder_that_is_killed_at_any_step_leaves_a_whole_set_or_the_older_one(tmp_path, before, after):
    found = []
    for root in kills(
        1, tmp_path, lambda root: before and build(root, before, images=1), lambda root: build(root, after, images=1)
    ):
        found.append(present(root))
        build(root, 3, images=1)
        assert present(root) == "3"
        hidden = [path for path in root.rglob(".*") if path.is_dir() and not path.name.endswith(".new")]
        assert hidden == [], "the next builder removes what the killed one left"
    older = None if before is None else str(before)
    changes = [number for number in range(1, len(found)) if found[number] != found[number - 1]]
    assert (found[0], found[-1]) == (older, str(after))
    assert len(changes) == (before != after), "one step makes the new version the present one"


def damaged(root):
    folder = build(root, 1, images=2).folder
    for path in (folder / "images").iterdir():
        path.write_bytes(b"")
    (folder / "files.tsv").unlink()


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.nightly)])
def test_a_mending_that_is_killed_at_any_step_can_be_repeated(tmp_path, step):
    for root in kills(step, tmp_path, damaged, lambda root: build(root, 1, images=2)):
        build(root, 1, images=2)
        assert present(root) == "1"


@pytest.mark.nightly
def test_a_demo_builder_that_is_killed_at_any_moment_can_be_repeated(tmp_path):
    name = "VPB_Stage2_DEMO"
    whole = build_set(name, root=tmp_path / "whole")
    for root in kills(97, tmp_path, lambda root: None, lambda root: build_set(name, root=root)):
        with suppress(MissingDataError):
            assert refuse_damaged(name, root).digest == whole.digest
        assert build_set(name, root=root).digest == refuse_damaged(name, root).digest == whole.digest
        assert not list((root / name).glob(".building.*"))


def test_many_builders_at_once(tmp_path):
    builders = 6
    for number in range(3):
        start = os.pipe()

        def work(version, start=start):
            os.read(start[0], 1)
            build(tmp_path, version, images=1)

        # In even rounds all build the same version.
        pids = [forked(lambda one=one, number=number: work(one if number % 2 else number)) for one in range(builders)]
        os.write(start[1], b"x" * builders)
        for _ in range(10):
            present(tmp_path)
        assert [ended(pid) for pid in pids] == [0] * builders
        assert present(tmp_path) is not None
        for handle in start:
            os.close(handle)
    assert [path.name for path in (tmp_path / "Toy").iterdir() if path.name.startswith(".")] == []
    assert [path.name for path in tmp_path.iterdir()] == ["Toy"]


def test_of_many_processes_that_miss_a_demo_set_one_builds_it(tmp_path, monkeypatch):
    """It builds when the others wait for it, which they log."""
    said, go, root = os.pipe(), os.pipe(), tmp_path / "sets"
    waits = logging.Handler()
    waits.emit = lambda record: os.write(said[1], b"w")
    monkeypatch.setattr(logging.getLogger("vlmeval_hvs"), "handlers", [waits])

    def slowly(name, source, root):
        os.write(said[1], b"b")
        os.read(go[0], 1)
        build(root, 1, name=name, images=1)

    monkeypatch.setattr("dataset_builders.vpb.demo.build_stage2", slowly)
    card = registry.card_of("VPB_Stage2")
    info = registry.replace(card.sets["VPB_Stage2"], demo_builder="dataset_builders.vpb.demo:build_stage2")
    monkeypatch.setitem(card.sets, "VPB_Stage2", info)
    pids = [forked(lambda: load_set("VPB_Stage2_DEMO", root)) for _ in range(4)]
    told = b""
    while len(told) < 4:
        told += os.read(said[0], 4 - len(told))
    os.write(go[1], b"xxxx")
    assert [ended(pid) for pid in pids] == [0] * 4
    os.close(said[1])
    assert sorted(told + os.read(said[0], 9)) == sorted(b"bwww"), "and no other when they have waited"


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
        assert [path.name for path in (tmp_path / "Toy").iterdir() if path.name.startswith(".")] == []
