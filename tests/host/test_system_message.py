"""Words for the system message: where they go, that nothing stays behind, and what the receipt says."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from vlmeval_hvs.benchmarks.hvsbench.dataset import HVSBenchDataset
from vlmeval_hvs.host.generate import hook_class
from vlmeval_hvs.host.recording import recording
from vlmeval_hvs.host.system_message import sends_system_prompt
from vlmeval_hvs.messages import Prompt, Turn, system, text
from vlmeval_hvs.results.ledger import read_receipt
from vlmeval_hvs.results.receipt import SENT_AS


class Sending:
    """Sends its system prompt, as most API classes of the host do."""

    def __init__(self, system_prompt=None):
        self.system_prompt = system_prompt
        self.sent = []

    def generate(self, message, dataset=None):
        return self.generate_inner(message)

    def generate_inner(self, message):
        head = [("system", self.system_prompt)] if self.system_prompt is not None else []
        self.sent.append(head + [(item.get("role", "user"), item["value"]) for item in message])
        return "reply"


class Deaf:
    """Knows the name, but never looks at it when it is asked."""

    def __init__(self):
        self.system_prompt = "unused"
        self.sent = []

    def preprocess_message_with_role(self, message):
        return self.system_prompt

    def generate(self, message, dataset=None):
        system_prompt = "local"
        self.sent.append([(item.get("role", "user"), item["value"]) for item in message])
        return system_prompt


class Nested(Sending):
    """Looks at it inside a function of a function, in a subclass that overrides `generate` once more."""

    def generate(self, message, dataset=None):
        return super().generate(message, dataset)

    def generate_inner(self, message):
        def head():
            return [("system", part) for part in [self.system_prompt] if part]

        self.sent.append(head() + [("user", item["value"]) for item in message])
        return "reply"


for _cls in (Sending, Deaf, Nested):
    hook_class(_cls)


def prompt(*hints: str, **facts: object) -> Prompt:
    return Prompt([*map(system, hints or ["the hint"]), text("the question")], **facts)


@pytest.mark.parametrize("cls", [Sending, Nested])
def test_they_become_the_system_message_and_do_not_stay(cls) -> None:
    model = cls()
    for hint in ("one", "two", "one"):
        model.generate(prompt(hint))
        assert model.sent[-1] == [("system", hint), ("user", "the question")]
        assert model.system_prompt is None
    model.generate(message=prompt("first", "second"))
    assert model.sent[-1] == [("system", "first\nsecond"), ("user", "the question")]
    model.generate(Prompt([text("no hint")]))
    assert model.sent[-1] == [("user", "no hint")]


def test_the_models_own_system_prompt_stands_before_them() -> None:
    model = Sending("You are helpful. ")
    model.generate(prompt())
    assert model.sent == [[("system", "You are helpful.\nthe hint "), ("user", "the question")]]
    assert model.system_prompt == "You are helpful. "


def test_a_model_without_a_system_message_gets_them_as_text_in_their_place() -> None:
    model = Deaf()
    model.generate(prompt())
    assert model.sent == [[("user", "the hint"), ("user", "the question")]]
    assert model.system_prompt == "unused"


def test_which_classes_send_is_read_from_their_code() -> None:
    assert sends_system_prompt(Sending)
    assert sends_system_prompt(Nested)
    assert not sends_system_prompt(Deaf)


def test_threads_do_not_see_each_others_words() -> None:
    together = threading.Barrier(4, timeout=30)

    class Slow(Sending):
        def generate_inner(self, message):
            together.wait()
            return f"{self.system_prompt} / {message[0]['value']}"

    hook_class(Slow)
    model = Slow()
    with ThreadPoolExecutor(4) as pool:
        asked = [Prompt([system(f"hint {k}"), text(f"question {k}")]) for k in range(4)]
        assert list(pool.map(model.generate, asked)) == [f"hint {k} / question {k}" for k in range(4)]


def test_turns_of_a_pipeline_may_have_them_too() -> None:
    def turns(traits):
        yield Turn([system("hint"), text("first")])
        answer = yield Turn([text("second")])
        return {"answer": answer}

    model = Sending()
    record = json.loads(model.generate(Prompt([text("x")], row={"index": "1"}, pipeline=turns)))
    assert record == {"answer": "reply", "calls": 2}
    assert model.sent == [[("system", "hint"), ("user", "first")], [("user", "second")]]


def test_what_a_class_hands_on_to_its_network_is_put_back() -> None:
    class HandsOn(Sending):
        def __init__(self):
            super().__init__()
            self.model = SimpleNamespace(system_message="of the network")

        def generate_inner(self, message):
            self.model.system_message = self.system_prompt
            return self.model.system_message

    hook_class(HandsOn)
    model = HandsOn()
    assert model.generate(prompt()) == "the hint"
    assert model.model.system_message == "of the network"


@pytest.mark.host
@pytest.mark.parametrize(("model", "how"), [(Sending(), "system"), (Deaf(), "text")])
def test_the_receipt_and_the_scores_say_how_they_were_sent(host, demo, tmp_path, model, how: str) -> None:
    demo("HVSBench_DEMO")
    dataset = HVSBenchDataset(dataset="HVSBench_Subitizing_DEMO", hint="field")

    def infer(model, model_name, work_dir, dataset):
        replies = [model.generate(dataset.build_prompt(k), dataset.dataset_name) for k in range(len(dataset))]
        lines = [f"{row['index']}\t{reply}" for row, reply in zip(dataset._records, replies, strict=True)]
        (tmp_path / "M_HVSBench_Subitizing_DEMO.tsv").write_text("\n".join(["index\tprediction", *lines]))

    recording(infer)(model, "M", str(tmp_path), dataset)
    assert {part for part, _ in model.sent[0]} == ({"system", "user"} if how == "system" else {"user"})
    assert len({value for part, value in (message[0] for message in model.sent)}) == 1  # it does not grow
    assert read_receipt(tmp_path, "M_HVSBench_Subitizing_DEMO").sent == {SENT_AS: how}
    dataset.score_file(tmp_path / "M_HVSBench_Subitizing_DEMO.tsv")
    scores = json.loads((tmp_path / "M_HVSBench_Subitizing_DEMO_hvs_scores.json").read_text())
    assert (scores["settings"]["hint_position"], scores["settings"]["hint_sent_as"]) == ("system", how)


@pytest.mark.host
def test_the_hosts_gpt_class_sends_a_system_message(host, demo, monkeypatch) -> None:
    import requests
    from vlmeval.api.gpt import OpenAIWrapper

    sent = []

    def post(url, data=None, **kwargs):
        sent.append(json.loads(data)["messages"])
        return SimpleNamespace(status_code=200, text=json.dumps({"choices": [{"message": {"content": "3"}}]}))

    monkeypatch.setattr(requests, "post", post)
    model = OpenAIWrapper(
        model="m", key="sk-x", api_base="http://localhost/v1/chat/completions", retry=1, verbose=False
    )
    demo("HVSBench_DEMO")
    dataset = HVSBenchDataset(dataset="HVSBench_DEMO", hint="field")
    positions = [0, 25, 240]
    for position in positions:
        assert model.generate(dataset.build_prompt(position)) == "3"
    assert [[message["role"] for message in messages] for messages in sent] == [["system", "user"]] * 3
    for position, messages in zip(positions, sent, strict=True):
        row = dataset.rows.iloc[position]
        hint = dataset.build_prompt(position)[0]["value"]
        assert messages[0]["content"] == hint
        assert [part["type"] for part in messages[1]["content"]] == ["image_url", "text"]
        assert messages[1]["content"][1]["text"] == row["question"]
    assert len({messages[0]["content"] for messages in sent}) > 1
    assert model.system_prompt is None
