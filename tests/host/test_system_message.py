"""Words for the system message reach the model, as such where its class sends any, and do not stay."""

import json
import types

import pytest

from vlmeval_hvs.host.generate import hook_class
from vlmeval_hvs.host.system_message import sends_system_prompt
from vlmeval_hvs.messages import Prompt, Turn, system, text
from vlmeval_hvs.results.ledger import read_receipt
from vlmeval_hvs.results.receipt import SENT_AS


class Sending:
    """Sends its system prompt, as most API classes of the host do."""

    def __init__(self, system_prompt=None):
        self.system_prompt, self.sent = system_prompt, []

    def generate(self, message, dataset=None):
        return self.generate_inner(message)

    def generate_inner(self, message):
        head = [("system", self.system_prompt)] if self.system_prompt is not None else []
        self.sent.append(head + [(item.get("role", "user"), item["value"]) for item in message])
        return "reply"


class Deaf:
    """Knows the name, but never looks at it when it is asked."""

    def __init__(self):
        self.system_prompt, self.sent = "unused", []

    def preprocess_message_with_role(self, message):
        return self.system_prompt

    def generate(self, message, dataset=None):
        system_prompt = "local"
        self.sent.append([(item.get("role", "user"), item["value"]) for item in message])
        return system_prompt


for _cls in (Sending, Deaf):
    hook_class(_cls)


def hinted(*hints):
    return Prompt([*map(system, hints), text("question")])


def test_words_for_the_system_message_become_it_and_do_not_stay():
    model = Sending()
    for hints in (["one"], ["first", "second"], []):
        model.generate(message=hinted(*hints))
        head = [("system", "\n".join(hints))] if hints else []
        assert model.sent[-1] == [*head, ("user", "question")]
        assert model.system_prompt is None


def test_each_turn_has_its_own_or_they_are_text_in_their_place_and_the_receipt_says_which(start, tmp_path):
    def turns(traits):
        yield Turn([system("hint"), text("first")])
        answer = yield Turn([text("second")])
        return {"answer": answer}

    assert not sends_system_prompt(Deaf)
    start()
    for model, role in ((Sending(), "system"), (Deaf(), "user")):
        record = json.loads(model.generate(Prompt([text("x")], row={"index": role}, dataset="D", pipeline=turns)))
        assert record["calls"] == 2
        assert model.sent == [[(role, "hint"), ("user", "first")], [("user", "second")]]
        if role == "system":
            assert read_receipt(tmp_path, "m_D").sent[SENT_AS] == "system"
    assert model.system_prompt == "unused"


@pytest.mark.host
def test_the_hosts_gpt_class_sends_a_system_message(host, made, monkeypatch):
    import requests
    from vlmeval.api.gpt import OpenAIWrapper

    sent = []

    def post(url, data=None, **kwargs):
        sent.append(json.loads(data)["messages"])
        return types.SimpleNamespace(status_code=200, text=json.dumps({"choices": [{"message": {"content": "3"}}]}))

    monkeypatch.setattr(requests, "post", post)
    address = "http://localhost/v1/chat/completions"
    model = OpenAIWrapper(model="m", key="sk-x", api_base=address, retry=1, verbose=False)
    dataset = made("HVSBench_DEMO", hint="field")
    assert model.generate(dataset.build_prompt(0)) == "3"
    first, second = sent.pop()
    assert (first["role"], first["content"]) == ("system", dataset.build_prompt(0)[0]["value"])
    assert [part["type"] for part in second["content"]] == ["image_url", "text"]
    assert second["content"][1]["text"] == dataset.rows.iloc[0]["question"]
    assert model.system_prompt is None
