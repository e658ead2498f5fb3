"""Our datasets as tasks of lmms-eval, run by the package itself with scripted models of both its kinds."""

import hashlib
import json

import pytest
from PIL import Image

pytest.importorskip("lmms_eval", reason="lmms-eval is not installed: make lmms-eval")

from lmms_eval.api.model import lmms
from lmms_eval.evaluator import simple_evaluate
from lmms_eval.tasks import TaskManager

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.harness.lmms_files import write_task
from vlmeval_hvs.harness.lmms_task import process_results
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import ModelTraits
from vlmeval_hvs.option_arguments import make_dataset

REPLIES = ("A", "B", "1", "Yes", "No.", '{"part": "1,2", "reason": ""}', '{"shift": "4"}', "[[0.5, 0.5]]", "(3, 4)")
SETS = {
    "HVSBench_Prominence_DEMO": ("HVSBench_DEMO", ["hint=field"]),
    "ActiView_Mixed_DEMO": ("ActiView_DEMO", []),
    "GazeTarget_DEMO": ("GazeTarget_DEMO", []),
    "VPB_Stage2_DEMO": ("VPB_Stage2_DEMO", []),
    "VisualSearch_COCOSearch18_Interactive_DEMO": ("VisualSearch_COCOSearch18_DEMO", []),
}
ROWS = 3


def reply(shown):
    """A reply that depends on everything that was shown."""
    return REPLIES[hashlib.sha256(json.dumps(shown).encode()).digest()[0] % len(REPLIES)]


def pixels(picture):
    return hashlib.sha256(picture.convert("RGB").tobytes()).hexdigest()


def parts_of_turn(turn, chat):
    """Words and pictures of a turn as a model of one kind sees them: in their order, or pictures first."""
    items = sorted(turn, key=lambda item: item.get("role") != "system")
    found = [pixels(Image.open(item["value"])) if item["type"] == "image" else item["value"] for item in items]
    kinds = [item["type"] for item in items]
    if chat:
        return found
    pictures = [part for part, kind in zip(found, kinds, strict=True) if kind == "image"]
    return [*pictures, "\n".join(part for part, kind in zip(found, kinds, strict=True) if kind == "text")]


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


class OneRound(Scripted):
    def generate_until_multi_round(self, requests):
        raise NotImplementedError("this model asks one round")


@pytest.fixture
def evaluate(demo, tmp_path, monkeypatch):
    monkeypatch.setenv("LMMS_EVAL_DATASETS_CACHE", str(tmp_path / "cache"))

    def run(name, model, rows=ROWS):
        built, options = SETS[name]
        demo(built)
        given = [f"limit={rows}", *options]
        dataset = make_dataset(name, given)
        task = write_task(tmp_path / "tasks", dataset, given)
        manager = TaskManager(include_path=str(tmp_path / "tasks"), include_defaults=False)
        found = simple_evaluate(model, tasks=[task], task_manager=manager, batch_size=1, bootstrap_iters=0)
        return dataset, found["results"][task], found["samples"][task]

    return run


@pytest.mark.parametrize("chat", [True, False], ids=["chat", "simple"])
@pytest.mark.parametrize("name", SETS)
def test_turns_and_scores_are_those_of_the_plugin_sample_by_sample(evaluate, tmp_path, name, chat):
    model = Scripted(chat)
    dataset, metrics, samples = evaluate(name, model)
    turns, lines = [], []
    for position in range(len(dataset)):
        prompt = dataset.build_prompt(position)

        def ask(turn):
            turns.append(parts_of_turn(turn, chat))
            return reply(turns[-1])

        driven = drive(prompt, ask, ModelTraits("", True))
        lines.append({"index": int(prompt.row["index"]), "prediction": driven[0] if driven else ask(prompt)})
    file = tmp_path / f"m_{name}.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    expected = dataset.score_file(file)

    assert sorted(map(json.dumps, model.seen)) == sorted(map(json.dumps, turns))
    assert len(samples) == len(lines)
    given = {sample["Overall"]["index"]: sample["Overall"]["prediction"] for sample in samples}
    assert given == {line["index"]: line["prediction"] for line in lines}
    overall = next(value for key, value in metrics.items() if key.startswith("Overall,"))
    assert overall == pytest.approx(expected["Overall"])
    items = (tmp_path / f"m_{name}_hvs_items.tsv").read_text("utf-8").splitlines()
    columns = items[0].split("\t")
    scores = {cells["index"]: cells["score"] for cells in (dict(zip(columns, i.split("\t"))) for i in items[1:])}  # noqa: B905
    if name in ("ActiView_Mixed_DEMO", "VPB_Stage2_DEMO"):  # a row's score there does not depend on other replies
        known = {"True": 1.0, "False": 0.0}
        found = {str(sample["Overall"]["index"]): sample["row_score"] for sample in samples}
        assert found == {index: pytest.approx(known.get(cell) or float(cell)) for index, cell in scores.items()}


def test_a_model_that_asks_one_round_is_refused(evaluate):
    with pytest.raises(NotImplementedError, match="one round"):
        evaluate("ActiView_Mixed_DEMO", OneRound(True), rows=1)


def test_replies_that_end_too_early_are_an_error(demo):
    demo("ActiView_DEMO")
    dataset = make_dataset("ActiView_Mixed_DEMO", ["limit=1"])
    document = {
        "dataset": dataset.dataset_name,
        "options": '{"limit": 1}',
        "one_image": False,
        "rounds": True,
        "index": int(dataset.row(0)["index"]),
    }
    with pytest.raises(DataError, match="asks row .* in several turns, and this model gave 1 replies"):
        process_results(document, ["no JSON"])
    with pytest.raises(DataError, match="gave 1 replies"):
        process_results(document, ["('yes, show me more',)"])
