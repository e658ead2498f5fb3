"""The tasks for lmms-eval, run by that package with scripted models of both its kinds."""

import hashlib
import json

import pytest
from PIL import Image

pytest.importorskip("lmms_eval", reason="lmms-eval is not installed: make lmms-eval")

from lmms_eval.api.model import lmms
from lmms_eval.evaluator import simple_evaluate
from lmms_eval.tasks import TaskManager
from lmms_eval_tasks import write_task

from tests.examples.scripted import reply, run_by_the_plugin

pytestmark = pytest.mark.nightly

SETS = {
    "HVSBench_Prominence_DEMO": ("HVSBench_DEMO", {"limit": 3, "hint": "field"}),
    "ActiView_Mixed_DEMO": ("ActiView_DEMO", {"limit": 3}),
}


def pixels(picture):
    return hashlib.sha256(picture.convert("RGB").tobytes()).hexdigest()


def parts_of_turn(turn, chat):
    """Words and pictures of a turn as a model of one kind sees them: in their order, or pictures first."""
    if not chat:
        return [*(pixels(Image.open(path)) for path in turn.images), turn.text]
    items = sorted(turn, key=lambda item: item.get("role") != "system")
    return [pixels(Image.open(item["value"])) if item["type"] == "image" else item["value"] for item in items]


class Scripted(lmms):
    def __init__(self, chat):
        super().__init__()
        self.is_simple = not chat
        self.seen = []

    def loglikelihood(self, requests):
        raise NotImplementedError

    def answer(self, shown):
        self.seen.append(shown)
        return reply(shown)

    def first(self, request):
        document = self.task_dict[request.args[-2]][request.args[-1]][request.args[-3]]
        if self.is_simple:
            return document, [*map(pixels, request.args[2](document)), request.args[0]]
        return document, self.chat(request.args[1](document))

    @staticmethod
    def chat(messages):
        content = [part for message in messages for part in message["content"]]
        return [pixels(part["url"]) if part["type"] == "image" else part["text"] for part in content]

    def generate_until(self, requests):
        return [self.answer(self.first(request)[1]) for request in requests]

    def generate_until_multi_round(self, requests):
        found = []
        for request in requests:
            document, shown = self.first(request)
            replies = [self.answer(shown)]
            while True:
                more = {"round_idx": len(replies), "previous_output": replies, "previous_round_info": None}
                if self.is_simple:
                    pictures, words, done, *_ = request.args[3](document, **more)
                    shown = None if done else [*map(pixels, pictures), words]
                else:
                    messages, done, *_ = request.args[1](document, **more)
                    shown = None if done else self.chat(messages)
                if done:
                    break
                replies.append(self.answer(shown))
            found.append(tuple(replies) if self.is_simple else replies)  # as classes of lmms-eval do
        return found


@pytest.mark.parametrize("chat", [True, False], ids=["chat", "simple"])
@pytest.mark.parametrize("name", SETS)
def test_turns_and_the_headline_are_those_of_the_plugin(demo, tmp_path, monkeypatch, name, chat):
    monkeypatch.setenv("LMMS_EVAL_DATASETS_CACHE", str(tmp_path / "cache"))
    built, options = SETS[name]
    demo(built)
    task = write_task(tmp_path / "tasks", name, json.dumps(options))
    manager, model = TaskManager(include_path=str(tmp_path / "tasks"), include_defaults=False), Scripted(chat)
    found = simple_evaluate(model, tasks=[task], task_manager=manager, batch_size=1, bootstrap_iters=0)
    metrics, turns, predictions = run_by_the_plugin(name, options, lambda turn: parts_of_turn(turn, chat), tmp_path)
    assert sorted(map(json.dumps, model.seen)) == sorted(map(json.dumps, turns))
    given = {sample["Overall"]["index"]: sample["Overall"]["prediction"] for sample in found["samples"][task]}
    assert given == predictions
    overall = next(value for key, value in found["results"][task].items() if key.startswith("Overall,"))
    assert overall == pytest.approx(metrics["Overall"])
