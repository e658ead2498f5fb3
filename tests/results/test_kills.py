"""SIGKILL while results are scored and reported: files are the old ones or the new ones, never a part of one.

A forked child runs the command and is killed: once before each of its operations on the folder (every open, rename,
removal and flush to the disk, told by the interpreter's audit events), and at moments drawn at random.
"""

from __future__ import annotations

import json
import logging
import os
import random
import signal
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.results.collect import collect

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")

DATASET = "HVSBench_Subitizing_DEMO"
STEM = f"mine_{DATASET}"
RESULTS = (f"{STEM}_hvs_items.tsv", f"{STEM}_hvs_scores.json")
PAGES = ("page.html", "page.csv", "page.md")
SCORE = ["score", f"{STEM}.tsv", "--data", DATASET, "--options", "n_resamples=10"]
REPORT = ["report", ".", "--html", PAGES[0], "--csv", PAGES[1], "--markdown", PAGES[2]]
OPERATIONS = {"open", "os.rename", "os.remove", "os.chmod", "os.mkdir", "os.link", "os.truncate"}
AT_RANDOM = 12
"""Kills at random moments of one command; the exhaustive ones come on top."""


class Killed:
    """Runs a command in a child that is killed at a chosen point."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, command: list[str], before: int = 0, after: float | None = None) -> bool:
        """Run a command in the folder.

        Args:
            command: Arguments of ``vlmeval-hvs``.
            before: Kill the child before its operation of this number on the folder; 0 never.
            after: Kill it after so many seconds; None never.

        Returns:
            Whether it was killed.
        """
        child = os.fork()
        if child == 0:
            try:
                self._child(command, before)
            finally:
                os._exit(99)
        if after is not None:
            time.sleep(after)
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            assert os.WTERMSIG(status) == signal.SIGKILL
            return True
        assert os.waitstatus_to_exitcode(status) in (0, 1, 2)  # by the validity of what was scored
        return False

    def _child(self, command: list[str], before: int) -> None:
        os.chdir(self.folder)
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
        logging.disable()
        place, count, flush = str(self.folder), 0, os.fsync

        def step() -> None:
            nonlocal count
            count += 1
            if count == before:
                os.kill(os.getpid(), signal.SIGKILL)

        def audit(event: str, arguments: tuple[object, ...]) -> None:
            named = event in OPERATIONS and isinstance(arguments[0], str | bytes | os.PathLike)
            if named and os.path.abspath(os.fsdecode(arguments[0])).startswith(place):
                step()

        def fsync(file: int) -> None:
            step()
            flush(file)
            step()

        if before:
            os.fsync = fsync
            sys.addaudithook(audit)
        os._exit(main(command))

    def contents(self, names: tuple[str, ...]) -> tuple[bytes, ...]:
        return tuple((self.folder / name).read_bytes() for name in names)


@pytest.fixture
def killed(tmp_path, demo) -> Killed:
    demo("HVSBench_DEMO")
    folder = tmp_path / "run"
    folder.mkdir()
    return Killed(folder)


def predict(folder: Path, reply: str) -> None:
    rows = [json.loads(line)["index"] for line in (folder / "prompts.jsonl").read_text().splitlines()]
    pd.DataFrame({"index": rows, "prediction": reply}).to_csv(folder / f"{STEM}.tsv", sep="\t", index=False)


@pytest.fixture
def states(killed, capsys) -> dict[str, tuple[bytes, ...]]:
    """Results and pages of two prediction files, and how long the commands take; the folder is left in the first."""
    assert main(["prompts", DATASET]) == 0
    (killed.folder / "prompts.jsonl").write_text(capsys.readouterr().out)
    found = {}
    for reply in ("4", "3"):
        predict(killed.folder, reply)
        began = time.monotonic()
        assert not killed.run(SCORE)
        found["seconds", "score"] = time.monotonic() - began
        assert not killed.run(REPORT)
        found["seconds", "report"] = time.monotonic() - began - found["seconds", "score"]
        found["score", reply] = killed.contents(RESULTS)
        found["report", reply] = killed.contents(PAGES)
    assert found["score", "3"] != found["score", "4"]
    assert found["report", "3"] != found["report", "4"]
    return found


def moments(seconds: float):
    """Every operation until the command comes to its end, then random times."""
    drawn = random.Random(0)
    number = 1
    while True:
        killed = yield {"before": number}
        if not killed:
            break
        number += 1
    assert number > 8, "the operations of the command were not seen"
    for _ in range(AT_RANDOM):
        yield {"after": drawn.uniform(0, seconds)}


def all_moments(killed: Killed, command: list[str], seconds: float, reset):
    """Kill a command at all moments, each time from the state that ``reset`` makes; yields after each."""
    chosen = moments(seconds)
    moment = next(chosen)
    while True:
        reset()
        was_killed = killed.run(command, **moment)
        yield was_killed
        try:
            moment = chosen.send(was_killed)
        except StopIteration:
            return


@pytest.mark.slow
def test_a_killed_scoring_leaves_the_old_results_or_the_new_ones(killed, states):
    old, new = states["score", "3"], states["score", "4"]
    predict(killed.folder, "4")

    def reset() -> None:
        for name, content in zip(RESULTS, old, strict=True):
            (killed.folder / name).write_bytes(content)

    seen = {"old": 0, "new": 0, "between": 0}
    for _ in all_moments(killed, SCORE, states["seconds", "score"], reset):
        found = killed.contents(RESULTS)
        if found in (old, new):
            seen["old" if found == old else "new"] += 1
        else:  # between the two names: each is whole, and the result is told to be stale, not shown
            assert found == (new[0], old[1])
            assert [(result.validity, result.metrics) for result in collect(killed.folder)] == [("invalid", {})]
            seen["between"] += 1
    assert seen["old"] > 5
    assert seen["new"] > 0
    assert seen["between"] <= 1  # the one kill that was put there
    assert not killed.run(SCORE)
    assert killed.contents(RESULTS) == new


@pytest.mark.slow
def test_a_first_scoring_that_is_killed_leaves_no_result_or_a_whole_one(killed, states):
    new = states["score", "3"]

    def reset() -> None:
        for name in RESULTS:
            (killed.folder / name).unlink(missing_ok=True)

    for _ in all_moments(killed, SCORE, states["seconds", "score"], reset):
        for name, content in zip(RESULTS, new, strict=True):
            path = killed.folder / name
            assert not path.exists() or path.read_bytes() == content
        assert not (killed.folder / RESULTS[1]).exists() or (killed.folder / RESULTS[0]).exists()


@pytest.mark.slow
def test_a_killed_report_leaves_every_page_old_or_new(killed, states):
    old, new = states["report", "4"], states["report", "3"]

    def reset() -> None:
        for name, content in zip(PAGES, old, strict=True):
            (killed.folder / name).write_bytes(content)

    seen = set()
    for _ in all_moments(killed, REPORT, states["seconds", "report"], reset):
        found = killed.contents(PAGES)
        for content, before, after in zip(found, old, new, strict=True):
            assert content in (before, after)
        seen.add(found)
    assert {old, new} <= seen
    assert not killed.run(REPORT)
    assert killed.contents(PAGES) == new
