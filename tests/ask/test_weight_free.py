"""Our own models without the host: the same results as through it, continued after a kill, and what is refused."""

import json
from collections import Counter

import pytest

from vlmeval_hvs.ask.run import run_models
from vlmeval_hvs.cli import main
from vlmeval_hvs.host import runner
from vlmeval_hvs.registry import set_of
from vlmeval_hvs.responders import HVSBaseline
from vlmeval_hvs.results.collect import collect

# In one turn and in several, with words for the system message, of people, and of a searcher.
RUNS = [
    ("HVSBench_Prominence_DEMO", "hvs-random", {"limit": 5, "hint": "field"}),
    ("ActiView_Mixed_DEMO", "hvs-random", {"limit": 3}),
    ("VisualSearch_COCOSearch18_DEMO", "hvs-human", {"limit": 3}),
    pytest.param("GazeTarget_DEMO", "hvs-gaze-human", {"limit": 40}, marks=pytest.mark.nightly),
    pytest.param("VisualSearch_COCOSearch18_Interactive_DEMO", "hvs-ELM-flat", {"limit": 3}, marks=pytest.mark.nightly),
]


@pytest.fixture
def asked(monkeypatch):
    """The questions that our models are asked, by dataset."""
    counted, original = Counter(), HVSBaseline.generate_inner

    def counting(self, message, dataset=None):
        counted[dataset] += 1
        return original(self, message, dataset)

    monkeypatch.setattr(HVSBaseline, "generate_inner", counting)
    return counted


@pytest.mark.host
@pytest.mark.parametrize(("name", "model", "options"), RUNS)
def test_results_are_those_of_the_host_and_its_replies_are_known(
    host, demo, tmp_path, monkeypatch, asked, plain, found, name, model, options
):
    from vlmeval.config import supported_VLM
    from vlmeval.dataset import build_dataset
    from vlmeval.inference import infer_data_job

    demo(set_of(name))
    monkeypatch.setenv("VLMEVAL_HVS_PREFLIGHT", "0")
    monkeypatch.setenv("PRED_FORMAT", "tsv")
    theirs, stem = tmp_path / "both" / model, f"{model}_{name}"
    theirs.mkdir(parents=True)
    dataset = build_dataset(name, **options)
    infer_data_job(supported_VLM[model](), work_dir=str(theirs), model_name=model, dataset=dataset)
    dataset.evaluate(str(theirs / f"{stem}.tsv"))
    (alone,) = run_models([model], [plain(name, **options)], tmp_path / "alone")
    assert alone.validity == "valid"
    who, one = found(theirs, stem)
    other_who, other = found(alone.path.parent, stem)
    assert one == other
    assert other_who == "vlmeval-hvs run" != who
    asked.clear()
    (again,) = run_models([model], [plain(name, **options)], tmp_path / "both")
    assert not asked, "what the host had asked was asked again"
    assert found(again.path.parent, stem)[1][1:] == one[1:]
    assert (theirs / f"{stem}.tsv").is_file()


@pytest.fixture
def no_host(demo, tmp_path, monkeypatch):
    demo("HVSBench_DEMO")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(runner.importlib.util, "find_spec", lambda name: None)


@pytest.mark.long
def test_the_command_runs_by_itself_where_no_host_is(no_host, tmp_path, monkeypatch, capsys):
    entry = {"class": "HVSBenchDataset", "dataset": "HVSBench_Prominence_DEMO", "hint": "field", "limit": 8}
    config = {"model": {"hvs-human": {}}, "data": {"HVSBench_Prominence_DEMO": entry}}
    (tmp_path / "c.json").write_text(json.dumps(config))
    assert main(["run", "--data", "HVSBench_Subitizing_DEMO", "--model", "hvs-random", "--work-dir", "out"]) == 0
    assert main(["run", "--config", "c.json", "--work-dir", "out"]) == 0
    results = {(one.model, one.dataset): one for one in collect(tmp_path / "out")}
    assert list(results) == [("hvs-human", "HVSBench_Prominence_DEMO"), ("hvs-random", "HVSBench_Subitizing_DEMO")]
    assert results["hvs-human", "HVSBench_Prominence_DEMO"].scores["settings"]["hint"] == "field"
    assert (tmp_path / "out" / "hvs-random" / "hvs-random_HVSBench_Subitizing_DEMO_hvs_scores.json").is_file()
    capsys.readouterr()
    assert main(["report", "out", "--brief"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [tuple(line.split()[:2]) for line in lines[2:4]] == [(dataset, model) for model, dataset in results]
    assert main(["verify", "out"]) == 0
    monkeypatch.setenv("VLMEVAL_HVS_MAX_FAILURES", "3")
    bad = ["--no-preflight", "--model", "hvs-first", "--work-dir", "bad"]
    assert main(["run", "--data", "HVSBench_Subitizing_DEMO", *bad]) == 1
    assert "hvs-first does not answer HVSBench" in capsys.readouterr().err


def test_what_needs_the_host_says_so_in_one_line(no_host, tmp_path, capsys):
    (tmp_path / "c.json").write_text('{"model": {"hvs-random": {"class": "HVSBaseline", "seed": 3}}, "data": {}}')
    ours = ["--data", "HVSBench_DEMO", "--model", "hvs-random"]
    cases = [
        (["--data", "HVSBench_DEMO", "--model", "InternVL3-8B"], "InternVL3-8B needs VLMEvalKit"),
        (["--data", "MMBench", "--model", "hvs-random"], "MMBench needs VLMEvalKit"),
        ([*ours, "--api-mode"], "--api-mode needs VLMEvalKit"),
        ([*ours, "--config", "c.json"], "hvs-random needs VLMEvalKit"),
        (["--work-dir", "out"], "without --data and --model needs VLMEvalKit"),
        (["--data", "HVSBench_DEMO", "--model", "hvs-rndom"], "no model hvs-rndom, did you mean hvs-random?"),
        (["--data", "HVSBunch_DEMO", "--model", "hvs-random"], "did you mean HVSBench_DEMO?"),
    ]
    for arguments, words in cases:
        assert main(["run", *arguments, "--work-dir", "out"]) == 1, arguments
        error = capsys.readouterr().err
        assert words in error, arguments
        assert error.count("\n") <= 1 or "needs VLMEvalKit" not in error, arguments
        assert ("pip install '.[host]'" in error) == ("needs VLMEvalKit" in error), arguments
    assert not (tmp_path / "out").exists()
    assert main(["run", "--help"]) == 0
    assert "--without-host" in capsys.readouterr().out
