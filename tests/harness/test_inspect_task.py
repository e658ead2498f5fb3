"""Our datasets as tasks of Inspect, run by the package itself."""

import base64
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

inspect_ai = pytest.importorskip("inspect_ai", reason="inspect_ai is not installed: pip install '.[inspect]'")

from inspect_ai.model import ModelOutput, ModelUsage, get_model  # noqa: E402

from vlmeval_hvs.harness.inspect_task import hvs_task  # noqa: E402
from vlmeval_hvs.host.generate import drive  # noqa: E402
from vlmeval_hvs.messages import ModelTraits  # noqa: E402
from vlmeval_hvs.option_arguments import make_dataset  # noqa: E402

REPLIES = (
    "A", "B", "1", "2", "Yes", "No.", '{"part": "1,2", "reason": ""}', '{"shift": "4"}', "[[0.5, 0.5]]", "(3, 4)",
    "CROP: 0.00,0.00,0.80,0.90",
)  # fmt: skip
SETS = {
    "HVSBench_Searching_DEMO": "HVSBench_DEMO",
    "HVSBench_Prominence_DEMO": "HVSBench_DEMO",
    "HVSBench_Enhancement_DEMO": "HVSBench_DEMO",
    "ActiView_Mixed_DEMO": "ActiView_DEMO",
    "GazeTarget_DEMO": "GazeTarget_DEMO",
    "VPB_Stage2_DEMO": "VPB_Stage2_DEMO",
    "VisualSearch_COCOSearch18_Interactive_DEMO": "VisualSearch_COCOSearch18_DEMO",
}


def reply(parts):
    """A reply that depends on everything that was shown."""
    digest = hashlib.sha256(json.dumps(parts).encode()).digest()
    return REPLIES[digest[0] % len(REPLIES)]


def digest(data):
    return hashlib.sha256(data).hexdigest()


def shown_to_inspect(messages):
    """Roles, words and image digests of what Inspect gives to its model."""
    found = []
    for message in messages:
        content = message.content if isinstance(message.content, list) else [message.content]
        for part in content:
            if getattr(part, "type", "text") == "image":
                found.append(["image", digest(base64.b64decode(part.image.partition(",")[2]))])
            else:
                found.append([message.role, getattr(part, "text", part)])
    return found


def shown(turn):
    """The same of a turn, as it was before any package saw it; words for the system come first."""
    items = sorted(turn, key=lambda item: item.get("role") != "system")
    return [
        ["image", digest(Path(item["value"]).read_bytes())]
        if item["type"] == "image"
        else [item.get("role") or "user", item["value"]]
        for item in items
    ]


def mock(answer, finish="stop", seen=None):
    def output(messages, tools, choice, config):
        parts = shown_to_inspect(messages)
        if seen is not None:
            seen.append(parts)
        made = ModelOutput.from_content("mockllm", answer(parts), stop_reason=finish)
        made.usage = ModelUsage(input_tokens=5, output_tokens=1, total_tokens=6)  # else it downloads a tokenizer
        return made

    return get_model("mockllm/model", custom_outputs=output, memoize=False)


def run(task, model, folder):
    (log,) = inspect_ai.eval(task, model=model, log_dir=str(folder), display="none")
    return log


@pytest.mark.parametrize("name", SETS)
def test_metrics_are_those_of_score_and_turns_those_of_the_pipeline(demo, tmp_path, name):
    demo(SETS[name])
    more = ["hint=field"] if "Prominence" in name else []
    dataset = make_dataset(name, ["limit=5", *more])
    options = dict(pair.split("=") for pair in more)
    seen, turns, lines = [], [], []
    log = run(hvs_task(name, limit=5, **options), mock(reply, seen=seen), tmp_path / "logs")
    assert log.status == "success", log.error
    for position in range(len(dataset)):
        prompt = dataset.build_prompt(position)

        def ask(turn):
            turns.append(shown(turn))
            return reply(turns[-1])

        driven = drive(prompt, ask, ModelTraits("", True), lambda: True)
        lines.append({"index": int(prompt.row["index"]), "prediction": driven[0] if driven else ask(prompt)})
    file = tmp_path / f"m_{name}.jsonl"
    file.write_text("".join(f"{json.dumps({**line, 'finished': True})}\n" for line in lines), "utf-8")
    expected = dataset.score_file(file)
    found = {key: value.value for key, value in log.results.scores[0].metrics.items()}
    assert found == pytest.approx(expected)
    assert "Overall" in found
    assert sorted(map(json.dumps, seen)) == sorted(map(json.dumps, turns))


def test_the_output_of_an_explained_answer_is_the_answer(demo, tmp_path):
    demo("HVSBench_DEMO")
    name = "HVSBench_Prominence_DEMO"

    def answer(parts):
        return "Because it is large." if "Explain in a few sentences" in json.dumps(parts) else reply(parts)

    plain, told = (
        run(hvs_task(name, limit=4, **more), mock(answer), tmp_path / str(len(more)))
        for more in ({}, {"explain": True})
    )
    metrics = [{key: one.value for key, one in log.results.scores[0].metrics.items()} for log in (plain, told)]
    assert metrics[0] == metrics[1]
    for without, explained in zip(plain.samples, told.samples, strict=True):
        assert explained.output.completion == without.output.completion
        assert explained.messages[-1].text == "Because it is large."
        assert len(explained.messages) == 2 * len(without.messages)


def test_a_reply_that_was_cut_is_known_as_cut_and_a_fault_of_the_model_is_inspects_business(demo, tmp_path):
    demo("ActiView_DEMO")

    def broken(parts):
        raise RuntimeError("no such model")

    log = run(hvs_task("ActiView_Mixed_DEMO", limit=2), mock(reply, "max_tokens"), tmp_path / "cut")
    assert {sample.metadata["hvs_prediction"]["finished"] for sample in log.samples} == {False}
    log = run(hvs_task("ActiView_Mixed_DEMO", limit=2), mock(broken), tmp_path / "broken")
    assert log.status == "error"
    assert "no such model" in log.error.message
    assert log.results is None


BY_NAME = """
import inspect_ai
from inspect_ai.model import ModelOutput, ModelUsage, get_model

def output(messages, tools, choice, config):
    made = ModelOutput.from_content("mockllm", "A")
    made.usage = ModelUsage()
    return made

model = get_model("mockllm/model", custom_outputs=output)
(log,) = inspect_ai.eval(
    "vlmeval_hvs/HVSBench_Searching_DEMO", model=model, task_args={"limit": 3}, log_dir="logs", display="none"
)
print(log.status, len(log.samples), log.eval.task, "Overall" in log.results.scores[0].metrics)
"""


def test_tasks_are_found_by_their_names(demo, tmp_path):
    """In a process elsewhere: beside the sources, Inspect takes the package for a local one."""
    demo("HVSBench_DEMO")
    done = subprocess.run([sys.executable, "-c", BY_NAME], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["success", "3", "vlmeval_hvs/HVSBench_Searching_DEMO", "True"], done.stderr[-2000:]
