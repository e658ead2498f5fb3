"""Builders that are killed at every step, run out of disk, or are many at once."""

import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

import pytest
from set_processes import build, ended, forked, killed_at

from vlmeval_hvs.errors import MissingDataError, StoreError
from vlmeval_hvs.registry import build_set, load_set
from vlmeval_hvs.sets import read_set, refuse_damaged


def present(root):
    """What a reader finds: a whole version or none."""
    try:
        return read_set("Toy", refuse_damaged("Toy", root).folder.parents[1])[0]["version"].iloc[0]
    except MissingDataError:
        return None


@pytest.mark.parametrize(("before", "after"), [(None, 1), (1, 2), (1, 1)])
def test_a_builder_that_is_killed_at_any_step_leaves_a_whole_set_or_the_older_one(tmp_path, before, after):
    found, step = [], 0
    while True:
        step += 1
        root = tmp_path / str(step)
        if before:
            build(root, before, images=2)
        if not killed_at(step, lambda root=root: build(root, after, images=2)):
            break
        found.append(present(root))
        build(root, 3, images=1)
        assert present(root) == "3"
        hidden = [path for path in root.rglob(".*") if path.is_dir() and not path.name.endswith(".new")]
        assert hidden == [], "the next builder removes what the killed one left"
        shutil.rmtree(root)
    older = None if before is None else str(before)
    changes = [number for number in range(1, len(found)) if found[number] != found[number - 1]]
    assert found[0] == older
    assert found[-1] == str(after)
    assert len(changes) == (before != after), "one step makes the new version the present one"
    assert step > 20


def test_a_mending_that_is_killed_at_any_step_can_be_repeated(tmp_path):
    step = 0
    while True:
        step += 1
        root = tmp_path / str(step)
        folder = build(root, 1, images=2).folder
        for path in (folder / "images").iterdir():
            path.write_bytes(b"")
        (folder / "files.tsv").unlink()
        if not killed_at(step, lambda root=root: build(root, 1, images=2)):
            break
        build(root, 1, images=2)
        assert present(root) == "1"
        shutil.rmtree(root)
    assert step > 20


def test_many_builders_at_once(tmp_path):
    rounds, builders = 15, 8
    for number in range(rounds):
        start = os.pipe()

        def work(version, start=start):
            os.read(start[0], 1)
            build(tmp_path, version)

        # In even rounds all build the same version.
        pids = [forked(lambda one=one, number=number: work(one if number % 2 else number)) for one in range(builders)]
        os.write(start[1], b"x" * builders)
        for _ in range(20):
            present(tmp_path)
        assert [ended(pid) for pid in pids] == [0] * builders
        assert present(tmp_path) is not None
        for handle in start:
            os.close(handle)
    assert [path.name for path in (tmp_path / "Toy").iterdir() if path.name.startswith(".")] == []
    assert [path.name for path in tmp_path.iterdir()] == ["Toy"]


def test_of_many_processes_that_miss_a_demo_set_one_builds_it(tmp_path, monkeypatch):
    log = tmp_path / "built"
    monkeypatch.setattr(
        "dataset_builders.vpb.demo.build_stage2",
        lambda name, source, root: (log.open("a").write("x"), time.sleep(0.3), build(root, 1, name=name))[-1],
        raising=False,
    )
    from vlmeval_hvs import registry

    card = registry.card_of("VPB_Stage2")
    info = card.sets["VPB_Stage2"]
    monkeypatch.setitem(
        card.sets, "VPB_Stage2", registry.replace(info, demo_builder="dataset_builders.vpb.demo:build_stage2")
    )
    root = tmp_path / "sets"
    pids = [forked(lambda: load_set("VPB_Stage2_DEMO", root)) for _ in range(4)]
    assert [ended(pid) for pid in pids] == [0] * 4
    assert log.read_text() == "x"


def full_disk(tmp_path, size):
    folder = tmp_path / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    return folder


def test_a_full_disk_leaves_nothing_and_keeps_the_older_version(tmp_path):
    disk = full_disk(tmp_path, "512k")
    try:
        build(disk, 1)
        filler = disk / "filler"
        free = shutil.disk_usage(disk).free
        for left in range(0, 64 * 1024, 4096):
            filler.write_bytes(bytes(max(0, free - left)))
            try:
                build(disk, 2)
            except StoreError as error:
                told = str(error)
            else:
                break
            assert re.search(r"No space left.*$", told)
            assert len(told.splitlines()) == 1
            assert present(disk) == "1"
            assert not [path for path in disk.rglob(".*") if path.name.startswith(".")]
        else:
            pytest.fail("the set never fits")
        assert left > 0
        assert present(disk) == "2"
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_file_that_grows_too_large_leaves_nothing(tmp_path):
    """The same with a limit of the process, where nothing can be mounted."""
    build(tmp_path, 1)

    def work():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
        with pytest.raises(StoreError, match="File too large"):
            build(tmp_path, 2, images=50)

    assert ended(forked(work)) == 0
    assert present(tmp_path) == "1"
    assert [path.name for path in (tmp_path / "Toy").iterdir() if path.name.startswith(".")] == []


@pytest.mark.slow
def test_demo_builders_that_are_killed_at_random_moments(tmp_path):
    """Real builders, by pid: what is there afterwards is whole, and building again gives the same."""
    name, moments = "VPB_Stage2_DEMO", random.Random(0)
    root = tmp_path / "vlmeval_hvs"
    whole = build_set(name, root=root)
    code = f"from vlmeval_hvs.registry import build_set; print('x', flush=True); build_set({name!r})"
    killed = 0
    for turn in range(6):
        if turn % 2:
            shutil.rmtree(root)
        started = time.monotonic()
        child = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, env={**os.environ, "LMUData": str(tmp_path)}
        )
        child.stdout.readline()
        if turn == 0:  # how long it takes, here and today
            assert child.wait() == 0
            lasts = time.monotonic() - started
            continue
        time.sleep(moments.uniform(0, lasts))
        child.kill()
        killed += child.wait() == -signal.SIGKILL
        try:
            assert refuse_damaged(name, root).digest == whole.digest
        except MissingDataError:
            assert turn % 2
        build_set(name, root=root)
        assert refuse_damaged(name, root).digest == whole.digest
        assert not list((root / name).glob(".building.*"))
    assert killed
