"""SIGKILL while results are scored, before each rename in the folder: writes are atomic."""

import json
import logging
import os
import signal
import sys

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.results.collect import collect

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")]

DATASET = "HVSBench_Subitizing_DEMO"
RESULTS = (f"mine_{DATASET}_hvs_items.tsv", f"mine_{DATASET}_hvs_scores.json")
SCORE = ["score", f"mine_{DATASET}.tsv", "--data", DATASET, "--options", "n_resamples=10", "limit=4"]


def score_in_child(folder, before):
    """Score, killed before the rename of a number in the folder."""
    count = 0

    def audit(event, arguments):
        nonlocal count
        if event == "os.rename" and os.path.abspath(os.fsdecode(arguments[0])).startswith(str(folder)):
            count += 1
            if count == before:
                os.kill(os.getpid(), signal.SIGKILL)

    try:
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
        logging.disable()
        sys.addaudithook(audit)
        os._exit(main(SCORE))
    finally:
        os._exit(99)


def contents(folder):
    return tuple((folder / name).read_bytes() if (folder / name).is_file() else None for name in RESULTS)


def after_kills(folder, start):
    """The results after a kill before each rename, each time from the same start; the last run is not killed."""
    status, number = -signal.SIGKILL, 0
    while status == -signal.SIGKILL:
        number += 1
        for name, data in zip(RESULTS, start, strict=True):
            (folder / name).unlink(missing_ok=True) if data is None else (folder / name).write_bytes(data)
        child = os.fork() or score_in_child(folder, number)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (-signal.SIGKILL, 0, 1, 2)  # by the validity of what was scored
        yield contents(folder)
    assert number > len(RESULTS), "the renames of the command were not seen"


def test_a_killed_scoring_leaves_the_old_results_or_the_new_ones(tmp_path, demo, capsys, monkeypatch):
    demo("HVSBench_DEMO")
    monkeypatch.chdir(tmp_path)
    assert main(["prompts", DATASET, "--options", "limit=4"]) == 0
    index = [json.loads(line)["index"] for line in capsys.readouterr().out.splitlines()]
    states = []  # made here so that the children import little; the predictions of the new ones stay
    for reply in ("3", "4"):
        (tmp_path / SCORE[1]).write_text("index\tprediction\n" + "".join(f"{one}\t{reply}\n" for one in index))
        assert main(SCORE) in {0, 1, 2}
        states.append(contents(tmp_path))
    old, new = states
    assert old != new
    seen = []
    for left in after_kills(tmp_path, old):
        seen.append(left)
        if left not in (old, new):  # between the two names: each is whole, and the result is told to be stale
            assert left == (new[0], old[1])
            assert [(result.validity, result.metrics) for result in collect(tmp_path)] == [("invalid", {})]
    assert (seen[0], seen[-1]) == (old, new)
    assert sum(left not in (old, new) for left in seen) == 1
    assert set(after_kills(tmp_path, (None, None))) == {(None, None), (new[0], None), new}
