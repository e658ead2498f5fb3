"""The commands as a user runs them: in terminals of several widths, and in pipes."""

import json
import re

import pytest

from tests.results.score_file import save_scores
from vlmeval_hvs.registry import all_cards, card_of

MODELS = ["Qwen[vl]-7B", "Qwen2.5-VL-72B-Instruct-AWQ-long", "Qwen2.5-VL-72B-Instruct-AWQ-lone", "[/red]", "模型-乙"]
VALUES = [f"{0.5 + number / 100:.4f}" for number in range(len(MODELS))]
STEERING = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Score files of models with alike names on all sets of ActiView, and on one of HVSBench."""
    folder = tmp_path_factory.mktemp("results")
    for number, model in enumerate(MODELS):
        for dataset in (*card_of("ActiView").datasets, "HVSBench_Searching"):
            metrics = {"Overall": 0.5 + number / 100, f"Accuracy of {'a long name ' * 3}{dataset}": 0.25}
            save_scores(folder, model, dataset, metrics["Overall"], str(number), n=10, metrics=metrics)
    return folder


@pytest.mark.long
def test_tables_keep_to_the_width_of_a_terminal_and_nothing_is_cut(results, told, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")  # as in a terminal
    for width in (80, 200):
        monkeypatch.setenv("COLUMNS", str(width))
        for command in (["report", results], ["list"]):
            shown = STEERING.sub("", told(*command).out)
            assert [line for line in shown.splitlines() if len(line.rstrip()) > width or "…" in line] == []
            assert [value for value in VALUES if command[0] == "report" and value not in shown] == []
        names = [name for card in all_cards() for name in card.datasets if len(name) <= width // 2]
        assert [name for name in names if name not in re.split(r"\s+", shown)] == []


@pytest.mark.long
def test_json_is_alone_on_standard_output(results, told, demo, tmp_path):
    demo("HVSBench_DEMO")
    name, few = "HVSBench_Subitizing_DEMO", ["--options", "limit=4", "n_resamples=10"]
    asked = [json.loads(line)["index"] for line in told("prompts", name, *few).out.splitlines()]
    for model in ("m", "k"):
        lines = [json.dumps({"index": index, "prediction": "2"}) for index in asked]
        (tmp_path / f"{model}_{name}.jsonl").write_text("\n".join(lines))
    told("score", tmp_path / f"k_{name}.jsonl", "--data", name, *few)
    (config := tmp_path / "run.json").write_text('{"model": {}, "data": {}}')
    commands = {
        "datasets": ["list", "--json"], "models": ["list", "--models", "--json", "-"],
        "check": ["check", "HVSBench", "--demo", "--json"], "config": ["check", config, "--json"],
        "doctor": ["doctor", "--json", "--work-dir", tmp_path],
        "preview": ["preview", name, "--json"],
        "score": ["score", tmp_path / f"m_{name}.jsonl", "--data", name, *few, "--json"],
        "verify": ["verify", tmp_path, "--json", "-"], "comparison": ["compare", tmp_path, "--json"],
        "report": ["report", results, "--json"],
    }  # fmt: skip
    for kind, command in commands.items():
        out, error = told(*command, status=(0, 1, 2))
        content = json.loads(out)
        assert (content["kind"], content["schema"]) == (kind, 1)
        assert error, "what is told to people is told there"
    assert {run["model"] for run in content["runs"]} == set(MODELS)
