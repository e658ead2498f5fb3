"""The task for Inspect, run by that package with a scripted model."""

import base64
import hashlib
import json
from pathlib import Path

import pytest

inspect_ai = pytest.importorskip("inspect_ai", reason="inspect_ai is not installed: make inspect")

from inspect_ai.model import ModelOutput, ModelUsage, get_model  # noqa: E402
from inspect_task import hvs  # noqa: E402

from tests.examples.scripted import reply, run_by_the_plugin  # noqa: E402

pytestmark = pytest.mark.nightly

SETS = {
    "HVSBench_Prominence_DEMO": ("HVSBench_DEMO", {"hint": "field", "explain": True}),
    "ActiView_Mixed_DEMO": ("ActiView_DEMO", {}),
    "VisualSearch_COCOSearch18_Interactive_DEMO": ("VisualSearch_COCOSearch18_DEMO", {}),
}


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
    found = []
    for item in sorted(turn, key=lambda item: item.get("role") != "system"):
        said = [item.get("role") or "user", item["value"]]
        found.append(["image", digest(Path(said[1]).read_bytes())] if item["type"] == "image" else said)
    return found


def run(name, options, folder):
    seen = []

    def output(messages, tools, choice, config):
        seen.append(shown_to_inspect(messages))
        made = ModelOutput.from_content("mockllm", reply(seen[-1]))
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
    metrics, turns, _ = run_by_the_plugin(name, options, shown, tmp_path)
    found = {key: value.value for key, value in log.results.scores[0].metrics.items()}
    assert found == pytest.approx(metrics)
    assert "Overall" in found
    assert sorted(map(json.dumps, seen)) == sorted(map(json.dumps, turns))
