"""SIGKILL while results are scored: writes are atomic.

A forked child runs the command and is killed before one of its renames in the folder, told by the interpreter's audit
events.
"""

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
STEM = f"mine_{DATASET}"
RESULTS = (f"{STEM}_hvs_items.tsv", f"{STEM}_hvs_scores.json")
SCORE = ["score", f"{STEM}.tsv", "--data", DATASET, "--options", "n_resamples=10", "limit=4"]


def run(folder, before):
    """Score in a child, killed before its rename of a number in the folder; tell whether it was killed."""
    child = os.fork()
    if child == 0:
        try:
            in_child(folder, before)
        finally:
            os._exit(99)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.waitstatus_to_exitcode(status) in (0, 1, 2)  # by the validity of what was scored
    return False


def in_child(folder, before):
    os.chdir(folder)
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    logging.disable()
    count = 0

    def audit(event, arguments):
        nonlocal count
        if event == "os.rename" and os.path.abspath(os.fsdecode(arguments[0])).startswith(str(folder)):
            count += 1
            if count == before:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(audit)
    os._exit(main(SCORE))


@pytest.fixture
def states(tmp_path, demo, capsys, monkeypatch):
    """Results of two prediction files, made here so that the children import little; those of "3" stay."""
    demo("HVSBench_DEMO")
    monkeypatch.chdir(tmp_path)
    assert main(["prompts", DATASET, "--options", "limit=4"]) == 0
    index = [json.loads(line)["index"] for line in capsys.readouterr().out.splitlines()]
    found = {}
    for reply in ("4", "3"):
        predict(tmp_path, reply, index)
        assert main(SCORE) in {0, 1, 2}  # by the validity of what was scored
        found[reply] = contents(tmp_path, RESULTS)
    assert found["3"] != found["4"]
    return index, found


def predict(folder, reply, index):
    lines = "".join(f"{one}\t{reply}\n" for one in index)
    (folder / f"{STEM}.tsv").write_text(f"index\tprediction\n{lines}")


def contents(folder, names):
    return tuple((folder / name).read_bytes() if (folder / name).is_file() else None for name in names)


def after_kills(folder, start):
    """The results after a kill before each rename, each time from the same start; the last run is not killed."""
    for number in range(1, 999):
        for name, data in zip(RESULTS, start, strict=True):
            (folder / name).unlink(missing_ok=True) if data is None else (folder / name).write_bytes(data)
        killed = run(folder, number)
        yield contents(folder, RESULTS)
        if not killed:
            break
    assert number > len(RESULTS), "the renames of the command were not seen"


def test_a_killed_scoring_leaves_the_old_results_or_the_new_ones(tmp_path, states):
    index, found = states
    old, new = found["3"], found["4"]
    predict(tmp_path, "4", index)
    seen = []
    for left in after_kills(tmp_path, old):
        seen.append(left)
        if left not in (old, new):  # between the two names: each is whole, and the result is told to be stale
            assert left == (new[0], old[1])
            assert [(result.validity, result.metrics) for result in collect(tmp_path)] == [("invalid", {})]
    assert (seen[0], seen[-1]) == (old, new)
    assert sum(left not in (old, new) for left in seen) == 1
    assert set(after_kills(tmp_path, (None, None))) == {(None, None), (new[0], None), new}
