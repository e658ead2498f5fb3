"""One look at a server before it is asked."""

import json
from contextlib import closing

import pytest

from vlmeval_hvs import cli
from vlmeval_hvs.ask.request import Served
from vlmeval_hvs.ask.served import ServedModel, look, tokens_within
from vlmeval_hvs.ask.wire import Wire
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.messages import read_record

KEY = "MY_KEY"


def listed(*names, **more):
    return [{"id": name, **more} for name in names]


@pytest.mark.long
def test_what_a_server_tells_is_understood(serving):
    server = serving()
    for models, name, context in (
        (None, "m", None), ([], "m", None), ((500, {}, b"broken"), "m", None), ((200, {}, b"<html>"), "m", None),
        (listed("m", max_model_len=8192), "m", 8192), (listed("m", context_length=100), "m", 100),
        (listed("m", max_model_len="8192"), "m", None), (listed("models/M"), "m", None),
    ):  # fmt: skip
        server.models = models
        assert look(Served(server.url, name, key="k"), KEY) == context, models
    assert server.bodies == []


def test_what_cannot_work_is_told_in_one_line(serving):
    server = serving()
    url, few = server.url, listed("a", "b")
    for served, models, words in (
        (Served(url, "c"), few, f"{url}: no model c; served there: a, b"),
        (Served(url, "mm-2"), listed("mm-1", *(f"z{n}" for n in range(20))), "served there: mm-1 and 20 more"),
        (Served(url.removesuffix("/v1"), "a"), few, f"the models are listed at {url}; give that address"),
        (Served(url, "m"), (401, {}, b"wanted"), f"wants a key; set the environment variable {KEY} (HTTP 401: wan"),
        (Served(url, "m", key="sk-1"), (401, {}, b"bad sk-1"), f"refuses the key in {KEY} (HTTP 401: bad [key])"),
        (Served("http://127.0.0.1:9/v1", "m"), None, "http://127.0.0.1:9/v1: no server answers there"),
    ):  # fmt: skip
        server.models = models
        with pytest.raises(UsageError) as caught:
            look(served, KEY)
        assert (words in str(caught.value), "\n" in str(caught.value)) == (True, False)


def test_the_longest_reply_leaves_room_for_the_question():
    found = {context: tokens_within(context) for context in (None, 1, 4096, 16384, 32768, 40960, 10**6)}
    assert found == {None: 32768, 1: 1, 4096: 2048, 16384: 8192, 32768: 24576, 40960: 32768, 10**6: 32768}


@pytest.mark.long
def test_a_row_is_asked_turn_by_turn_each_in_its_form(serving, plain, demo):
    demo("ActiView_DEMO")
    server, dataset = serving(lambda body: '{"views": [1, 3]}'), plain("ActiView_Zooming_DEMO", limit=1)
    for settings in ({}, {"structured": True}, {"several_images": False}):
        served = Served(server.url, "m", **settings)
        server.bodies = []
        with closing(Wire(served)) as wire:
            reply = ServedModel(served, wire, {dataset.dataset_name: dataset}).answer(dataset.build_prompt(0))
        record = read_record(reply)
        assert (record["views_final"], record["calls"]) == ([1, 3], len(server.bodies))
        shown = [sum(part["type"] == "image_url" for part in one["messages"][-1]["content"]) for one in server.bodies]
        assert shown == ([1, 1, 1] if "several_images" in settings else [1, 3])
        forms = [one.get("response_format", {}).get("json_schema", {}).get("name") for one in server.bodies]
        assert forms == (["views", "option"] if "structured" in settings else [None] * len(forms))


@pytest.fixture
def no_host(monkeypatch):
    monkeypatch.setattr("vlmeval_hvs.host.source.host_folder", lambda: None)


@pytest.mark.long
def test_a_served_model_is_probed(serving, no_host, tmp_path, capsys):
    server = serving(lambda body: "A", models=[{"id": "org/m", "max_model_len": 8192}])
    given = ["probe", "--base-url", server.url, "--work-dir", str(tmp_path)]
    assert cli.main([*given, "--model", "org/m"]) == 1
    found = json.loads((tmp_path / "org--m_hvs_probe.json").read_text("utf-8"))
    assert (found["in_order"], found["model"]["path"]) == (0, "org/m")
    assert {body["max_tokens"] for body in server.bodies} == {4096}
    capsys.readouterr()
    assert cli.main([*given, "--model", "n"]) == 1
    assert "no model n; served there: org/m" in capsys.readouterr().err


def test_what_is_not_served_is_told_of(no_host, capsys):
    for model, words in (("InternVL3-8B", "InternVL3-8B needs VLMEvalKit"), ("hvs-random", "nothing to probe")):
        assert cli.main(["probe", "--model", model]) == 1
        error = capsys.readouterr().err
        assert (words in error, error.count("\n")) == (True, 1)
