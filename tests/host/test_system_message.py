"""Words for the system message reach the model, as such where its class sends any, and do not stay."""

import json

from vlmeval_hvs.host.generate import hook_class, sends_system_prompt
from vlmeval_hvs.messages import Prompt, Turn, system, text
from vlmeval_hvs.results.ledger import read_receipts
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
            assert read_receipts(tmp_path, "m_D")[0].sent[SENT_AS] == "system"
    assert model.system_prompt == "unused"
