"""What a run was asked for, and what became of it by its own score files."""

import json
import os

import pytest

from vlmeval_hvs.host.combinations import asked_datasets, asked_models, judged, score_marks
from vlmeval_hvs.host.runner import Outcome

DATA = "VPB_Stage1_DEMO"


@pytest.fixture
def run(tmp_path):
    arguments = ["--data", DATA, "MMBench", "--model", "org/m", "--work-dir", str(tmp_path)]

    def scored(name, **scores):
        folder = tmp_path / "org--m" / "T1"
        folder.mkdir(parents=True, exist_ok=True)
        content = {"model": "org--m", "dataset": DATA, **scores}
        (folder / f"{name}_hvs_scores.json").write_text(json.dumps(content))

    return arguments, scored


def test_ours_are_found_by_name_and_in_configs(tmp_path):
    path = tmp_path / "c.json"
    entry = {"class": "VPBDataset", "dataset": DATA, "profile": "paper"}
    path.write_text(json.dumps({"model": {"a": {}, "b": {}}, "data": {DATA: entry, "MMBench": {"class": "X"}}}))
    [asked] = asked_datasets(["--config", str(path)])
    assert (asked.dataset, asked.options) == (DATA, {"profile": "paper"})
    assert asked_models([f"--config={path}"]) == ["a", "b"]
    [asked] = asked_datasets(["--data", "MMBench", DATA, "--model", "m", "--limit", "7"])
    assert (asked.dataset, asked.options) == (DATA, {"limit": 7})
    one = json.dumps({DATA: entry})
    [asked] = asked_datasets(["--data", DATA, "--data-config", one])
    assert asked.options == {"profile": "paper"}


@pytest.mark.parametrize(
    ("scores", "problem", "partial"),
    [
        ({"validity": "valid"}, "", False),
        ({"validity": "partial", "validity_reason": "1 of 99 rows failed"}, "partial: 1 of 99 rows failed", True),
        ({"validity": "invalid", "validity_reason": "all rows failed"}, "invalid: all rows failed", False),
        ({"validity": "invalid"}, "the result is invalid", False),
    ],
)
def test_the_validity_of_the_runs_own_score_file_counts(run, scores, problem, partial):
    arguments, scored = run
    scored("org--m_x", **scores)
    [outcome] = judged(arguments, [Outcome("org/m", DATA, "")], {})
    assert problem in outcome.problem
    assert bool(outcome.problem) == bool(problem)
    assert outcome.partial == partial


def test_a_model_in_a_folder_is_known_by_its_name(run):
    arguments, scored = run
    scored("m_x", model="m", validity="valid")
    assert [outcome.problem for outcome in judged(arguments, [], {})] == [""]


def test_a_score_file_that_never_came_is_a_failure_whatever_the_host_says(run):
    arguments, scored = run
    scored("old", validity="valid")
    before = score_marks(arguments)
    for reported in ([], [Outcome("org/m", DATA, "")]):
        [outcome] = judged(arguments, reported, before)
        assert (outcome.problem, outcome.partial) == ("no score file was written", False)
    [path] = before
    path.write_text("{")
    assert judged(arguments, [], before)[0].problem == "no score file was written"
    assert judged([*arguments, "--mode", "infer"], [], before) == []


def test_the_same_score_written_again_counts(run):
    arguments, scored = run
    scored("same", validity="valid")
    before = score_marks(arguments)
    [path] = before
    os.utime(path, ns=(5, 5))
    assert judged(arguments, [], before)[0].problem == ""


def test_a_problem_of_the_host_stays(run):
    arguments, scored = run
    scored("s", validity="valid")
    failed = Outcome("org/m", DATA, "CUDA out of memory")
    other = Outcome("org/m", "MMBench", "")
    assert judged(arguments, [failed, other], {}) == [failed, other]


def test_what_an_earlier_run_was_asked_for_is_no_failure_of_this_one(run):
    arguments, scored = run
    scored("new", validity="valid")
    reported = [Outcome("org/m", "VPB_Stag1_DEMO", "invalid_dataset"), Outcome("org/m", "MMBench", "it broke")]
    problems = {outcome.dataset: outcome.problem for outcome in judged(arguments, reported, {})}
    assert problems == {"MMBench": "it broke", DATA: ""}
