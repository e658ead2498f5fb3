"""Classes of the host answer our prompts: pipelines, words for the system message, and why each reply ended."""

import json
import threading
import types
from concurrent.futures import ThreadPoolExecutor

import pytest

from vlmeval_hvs.host.finish import Ending, ending_of, take
from vlmeval_hvs.host.generate import hook_class, hook_subclasses
from vlmeval_hvs.host.run import Run, close_run, open_run
from vlmeval_hvs.host.system_message import sends_system_prompt
from vlmeval_hvs.messages import EXPLAIN, Prompt, Turn, system, text
from vlmeval_hvs.results.ledger import Ledger, iter_calls, read_answers, read_receipt
from vlmeval_hvs.results.receipt import SENT_AS, Receipt


def two_turns(traits):
    first = yield Turn([text("one")], step="one")
    second = yield Turn([text(f"two after {first}")])
    return {"answer": second, "interleave": traits.interleave}


def prompt(pipeline=two_turns):
    return Prompt([text("x")], row={"index": "1"}, pipeline=pipeline)


def make_base():
    class Base:
        INTERLEAVE = False

        def __init__(self):
            self.seen = []

        def generate(self, message, dataset=None):
            self.seen.append((message[0]["value"] if isinstance(message, list) else message, dataset))
            return f"r{len(self.seen)}"

        def use_custom_prompt(self, dataset):
            return True

    return Base


def test_pipelines_are_driven_and_other_messages_pass_through():
    base = make_base()
    hook_subclasses(base)
    model = base()
    assert model.generate("hello", dataset="other") == "r1"
    record = json.loads(model.generate(message=prompt(), dataset="D"))
    assert record == {"answer": "r3", "interleave": False, "calls": 2}
    assert model.seen == [("hello", "other"), ("one", "D"), ("two after r2", "D")]
    assert model.generate(Prompt([text("single")]), "D") == "r4"


def test_subclasses_old_and_new_that_override_generate_are_asked_once_per_turn():
    base = make_base()

    class Old(base):
        def generate(self, message, dataset=None):
            return "old " + super().generate(message, dataset)

    hook_subclasses(base)
    hook_subclasses(base)

    class Middle(Old):
        INTERLEAVE = True

        def __init_subclass__(cls, tag="", **kwargs):
            super().__init_subclass__(**kwargs)
            cls.tag = tag

    class New(Middle, tag="t"):
        def generate(self, message, dataset=None):
            return "new " + super().generate(message, dataset)

    assert New.tag == "t"
    for cls, start in ((Old, "old"), (New, "new old")):
        model = cls()
        record = json.loads(model.generate(prompt(), "D"))
        assert (record["answer"], record["interleave"]) == (f"{start} r2", cls is New)
        assert len(model.seen) == 2
        assert cls().generate(prompt(lambda traits: None), "D") == f"{start} r1"


def test_a_class_without_a_common_base_is_wrapped_once():
    class Alone:
        def generate(self, message, dataset=None):
            return "alone"

    hook_class(Alone)
    wrapped = Alone.generate
    hook_class(Alone)
    assert Alone.generate is wrapped
    assert json.loads(Alone().generate(prompt()))["answer"] == "alone"


def test_a_message_keeps_the_parameter_it_came_in():
    class Named:
        def generate(self, msgs=None, message=None, dataset=None):
            return next(name for name, value in (("msgs", msgs), ("message", message)) if value is not None)

    hook_class(Named)
    for name in ("msgs", "message"):
        assert Named().generate(**{name: ["x"]}, dataset="D") == name
        assert json.loads(Named().generate(**{name: prompt()}))["answer"] == name


def test_models_do_not_replace_our_prompts_and_keep_theirs_however_they_declare_it():
    class Custom:
        def generate(self, message):
            return message

        def use_custom_prompt(self, name="nothing", *more, **others):
            return name, more, others

    plain = Custom()
    before = [plain.use_custom_prompt(), plain.use_custom_prompt("MMBench", 1), plain.use_custom_prompt(other=2)]
    hook_class(Custom)
    hooked = Custom()
    after = [hooked.use_custom_prompt(), hooked.use_custom_prompt("MMBench", 1), hooked.use_custom_prompt(other=2)]
    assert after == before
    for name in ("HVSBench", "HVSBench_DEMO@variant", "VPB_Stage2_DEMO"):
        assert hooked.use_custom_prompt(name) is hooked.use_custom_prompt(dataset=name) is False


def openai(reason):
    return {"choices": [{"message": {"content": "B"}, "finish_reason": reason}]}


def test_why_a_reply_ended_and_how_many_tokens_it_took():
    """Reasons are the documented ones of the servers."""
    both = {"prompt": 7, "completion": 2}
    for answer, finish, tokens in (
        (openai("stop"), "stop", None),
        (json.dumps(openai("length")), "length", None),
        (types.SimpleNamespace(text=json.dumps(openai("length"))), "length", None),
        (types.SimpleNamespace(model_dump=lambda: openai("stop")), "stop", None),
        ({"stop_reason": "max_tokens", "content": []}, "length", None),
        ({"stop_reason": "end_turn"}, "stop", None),
        ({"candidates": [{"finishReason": "MAX_TOKENS"}]}, "length", None),
        ({"candidates": [{"finishReason": "FinishReason.STOP"}]}, "stop", None),
        (openai(None), None, None),
        (openai("content_filter"), "content_filter", None),
        ("Failed to obtain answer via API", None, None),
        ("{broken", None, None),
        ({"choices": []}, None, None),
        (None, None, None),
        (types.SimpleNamespace(text=b"{}"), None, None),
        ({"usage": {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9}}, None, both),
        ({"usage": {"input_tokens": 7, "output_tokens": 2}}, None, both),
        ({"usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 2}}, None, both),
        ({"usage": {"completion_tokens": 2}}, None, {"completion": 2}),
        ({"usage": {"prompt_tokens": None}}, None, None),
    ):
        assert (ending_of(answer).finish, ending_of(answer).tokens) == (finish, tokens), answer


@pytest.fixture
def ledger(tmp_path):
    """The folder of an open run of the dataset D by the model m."""
    ledger = Ledger(tmp_path, "m_D")
    ledger.begin(Receipt("D", "d", {}, "1"))
    open_run("D", Run("m_D", ledger))
    yield tmp_path
    close_run("D")


def test_how_replies_end_and_the_number_of_each_turn_are_kept(ledger):
    class Api:
        def generate(self, message, dataset=None):
            return self.generate_inner(message)[1]

        def generate_inner(self, message):
            return self.answers.pop(0)

    def explained(traits):
        answer = yield Turn([text("one")], step="one")
        yield Turn([text("why?")], step=EXPLAIN)
        return {"answer": answer}

    hook_subclasses(Api)
    model, used = Api(), {"usage": {"prompt_tokens": 7, "completion_tokens": 2}}
    model.answers = [(0, "cut off in the", openai("length")), (0, "B", {**openai("stop"), **used})]
    model.answers += [(0, "part 1", openai("stop")), (0, "because", openai("length"))] * 2
    for index, pipeline in (("4", None), ("5", None), ("6", two_turns), ("7", explained)):
        given = model.generate(Prompt([text("x")], row={"index": index}, dataset="D", pipeline=pipeline), "D")
        assert pipeline is None or json.loads(given).get("finished") is (False if index == "6" else None)
    calls = [(call.index, call.turn, call.finish, call.tokens) for call in iter_calls(ledger, "m_D")]
    assert calls == [
        ("4", 0, "length", None),
        ("5", 0, "stop", {"prompt": 7, "completion": 2}),
        *(("6", 0, "stop", None), ("6", 1, "length", None), ("7", 0, "stop", None), ("7", 1, "length", None)),
    ]
    assert read_answers(ledger, "m_D").finished == {"4": False, "5": True, "6": False, "7": True}
    assert take() == Ending()


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


def hinted(*hints, **facts):
    return Prompt([*map(system, hints or ["the hint"]), text("the question")], **facts)


def test_words_for_the_system_message_become_it_and_do_not_stay():
    for cls in (Sending, Nested):
        assert sends_system_prompt(cls)
        model = cls()
        for hint in ("one", "two", "one"):
            model.generate(hinted(hint))
            assert model.sent[-1] == [("system", hint), ("user", "the question")]
            assert model.system_prompt is None
        model.generate(message=hinted("first", "second"))
        assert model.sent[-1] == [("system", "first\nsecond"), ("user", "the question")]
        model.generate(Prompt([text("no hint")]))
        assert model.sent[-1] == [("user", "no hint")]
    own = Sending("You are helpful. ")
    own.generate(hinted())
    assert own.sent == [[("system", "You are helpful.\nthe hint "), ("user", "the question")]]
    assert own.system_prompt == "You are helpful. "


def test_a_model_without_a_system_message_gets_them_as_text_in_their_place():
    model = Deaf()
    assert not sends_system_prompt(Deaf)
    model.generate(hinted())
    assert model.sent == [[("user", "the hint"), ("user", "the question")]]
    assert model.system_prompt == "unused"


def test_turns_of_a_pipeline_may_have_them_and_the_receipt_says_how_they_were_sent(ledger):
    def turns(traits):
        yield Turn([system("hint"), text("first")])
        answer = yield Turn([text("second")])
        return {"answer": answer}

    for model, how in ((Sending(), "system"), (Deaf(), "text")):
        record = json.loads(model.generate(Prompt([text("x")], row={"index": how}, dataset="D", pipeline=turns)))
        assert record["calls"] == 2
        assert model.sent == [
            [("system" if how == "system" else "user", "hint"), ("user", "first")],
            [("user", "second")],
        ]
        if how == "system":
            assert read_receipt(ledger, "m_D").sent[SENT_AS] == "system"


def test_threads_do_not_see_each_others_words():
    together = threading.Barrier(4)

    class Slow(Sending):
        def generate_inner(self, message):
            together.wait()
            return f"{self.system_prompt} / {message[0]['value']}"

    hook_class(Slow)
    model = Slow()
    with ThreadPoolExecutor(4) as pool:
        asked = [Prompt([system(f"hint {k}"), text(f"question {k}")]) for k in range(4)]
        assert list(pool.map(model.generate, asked)) == [f"hint {k} / question {k}" for k in range(4)]


def test_what_a_class_hands_on_to_its_network_is_put_back():
    class HandsOn(Sending):
        def __init__(self):
            super().__init__()
            self.model = types.SimpleNamespace(system_message="of the network")

        def generate_inner(self, message):
            self.model.system_message = self.system_prompt
            return self.model.system_message

    hook_class(HandsOn)
    model = HandsOn()
    assert model.generate(hinted()) == "the hint"
    assert model.model.system_message == "of the network"


@pytest.mark.host
def test_the_hosts_gpt_class_sends_a_system_message(host, demo, monkeypatch):
    import requests
    from vlmeval.api.gpt import OpenAIWrapper

    from vlmeval_hvs.benchmarks.hvsbench.dataset import HVSBenchDataset

    sent = []

    def post(url, data=None, **kwargs):
        sent.append(json.loads(data)["messages"])
        return types.SimpleNamespace(status_code=200, text=json.dumps({"choices": [{"message": {"content": "3"}}]}))

    monkeypatch.setattr(requests, "post", post)
    address = "http://localhost/v1/chat/completions"
    model = OpenAIWrapper(model="m", key="sk-x", api_base=address, retry=1, verbose=False)
    demo("HVSBench_DEMO")
    dataset = HVSBenchDataset(dataset="HVSBench_DEMO", hint="field")
    for position in (0, 25, 240):
        assert model.generate(dataset.build_prompt(position)) == "3"
        first, second = sent.pop()
        assert (first["role"], first["content"]) == ("system", dataset.build_prompt(position)[0]["value"])
        assert [part["type"] for part in second["content"]] == ["image_url", "text"]
        assert second["content"][1]["text"] == dataset.rows.iloc[position]["question"]
    assert model.system_prompt is None
