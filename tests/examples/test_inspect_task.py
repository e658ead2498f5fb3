"""The task for Inspect, run by that package with a scripted model."""

import base64
import hashlib
import json
from pathlib import Path

import pytest

inspect_ai = pytest.importorskip("inspect_ai", reason="inspect_ai is not installed: make inspect")

from inspect_ai.model import ModelOutput, ModelUsage, get_model  # noqa: E402
from inspect_task import hvs  # noqa: E402

from vlmeval_hvs.configs import make_dataset  # noqa: E402
from vlmeval_hvs.host.generate import drive  # noqa: E402
from vlmeval_hvs.messages import ModelTraits  # noqa: E402

pytestmark = pytest.mark.nightly

REPLIES = ("A", "B", "1", "2", "Yes", "No.", '{"part": "1,2", "reason": ""}', '{"shift": "4"}', "[[0.5, 0.5]]")
SETS = {
    "HVSBench_Prominence_DEMO": ("HVSBench_DEMO", {"hint": "field", "explain": True}),
    "ActiView_Mixed_DEMO": ("ActiView_DEMO", {}),
    "VisualSearch_COCOSearch18_Interactive_DEMO": ("VisualSearch_COCOSearch18_DEMO", {}),
}


def reply(parts):
    """A reply that depends on everything that was shown."""
    return REPLIES[hashlib.sha256(json.dumps(parts).encode()).digest()[0] % len(REPLIES)]


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


def run(name, options, folder, finish="stop"):
    seen = []

    def output(messages, tools, choice, config):
        seen.append(shown_to_inspect(messages))
        made = ModelOutput.from_content("mockllm", reply(seen[-1]), stop_reason=finish)
        made.usage = ModelUsage(input_tokens=5, output_tokens=1, total_tokens=6)  # else it downloads a tokenizer
        return made

    model = get_model("mockllm/model", custom_outputs=output, memoize=False)
    (log,) = inspect_ai.eval(hvs(name, **options), model=model, log_dir=str(folder), display="none")
    assert log.status == "success", log.error
    return log, seen


@pytest.mark.parametrize("name", SETS)
def test_metrics_are_those_of_score_and_turns_those_of_the_pipeline(demo, tmp_path, name):
    built, more = SETS[name]
    demo(built)
    options = {"limit": 5, **more}
    log, seen = run(name, options, tmp_path / "logs")
    dataset = make_dataset(name, [json.dumps(options)])
    turns, lines = [], []
    for position in range(len(dataset)):
        prompt = dataset.build_prompt(position)

        def ask(turn):
            turns.append(shown(turn))
            return reply(turns[-1])

        driven = drive(prompt, ask, ModelTraits("", True), lambda: True)
        lines.append({"index": int(prompt.row["index"]), "prediction": driven[0] if driven else ask(prompt)})
    file = tmp_path / f"m_{name}.jsonl"
    file.write_text("".join(f"{json.dumps({**line, 'finished': True})}\n" for line in lines), "utf-8")
    found = {key: value.value for key, value in log.results.scores[0].metrics.items()}
    assert found == pytest.approx(dataset.score_file(file))
    assert "Overall" in found
    assert sorted(map(json.dumps, seen)) == sorted(map(json.dumps, turns))
