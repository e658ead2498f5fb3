"""Which settings are refused, what is sent to a server, and what its answer says."""

import base64
import io
import json
import math

import numpy as np
import pytest
from PIL import Image

from standardizers import choice, count, decision, fixation, option, order, scanpath, views
from vlmeval_hvs.ask.request import RequestFailed, Served, data_url, reply_of, request_of, response_format
from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import UsageError

GIVE = "give an address like http://localhost:8000/v1"
REFUSED = [
    ({"base_url": "localhost:8000"}, f"--base-url localhost:8000: {GIVE}"),
    ({"base_url": "http://me:secret@"}, f"--base-url : {GIVE}"),
    ({"base_url": "http://a:b@host/v1"}, "--base-url holds a password; put a key into the environment (--key-env)"),
    *(({"base_url": f"http://h/v1{mark}secret"}, "--base-url holds a ? or a #; give the address up to /v1")
      for mark in "?#"),
    ({"model": " "}, "--model is empty"), ({"model": ".."}, "--model ..: no folder can have this name; give --as NAME"),
    ({"max_tokens": 0}, "--max-tokens 0: give a number from 1"),
    *(({"temperature": value}, f"--temperature {value}: give a number from 0") for value in (math.nan, math.inf, -0.1)),
    ({"retries": -1}, "--retries -1: give a number from 0"), ({"timeout": 0}, "--timeout 0: give seconds above 0"),
    ({"more": {"n": 2, "stream": None}}, "--extra-body: n, stream is set by an option of the command, or fixed"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "words"), REFUSED)
def test_what_cannot_be_is_refused_without_what_may_be_secret(wrong, words):
    with pytest.raises(UsageError) as caught:
        Served(**{"base_url": "http://h/v1", "model": "m", **wrong})
    assert str(caught.value) == words
    allowed = {"max_tokens": 1, "temperature": 0, "retries": 0, "timeout": 0.1, "more": {"n": None, "seed": 3}}
    assert Served("https://h/v1", "m", **allowed).more["seed"] == 3


def test_one_server_has_one_address_and_runs_that_differ_have_different_receipts():
    for address in ("http://h/v1", "http://h/v1/", "http://h/v1/chat/completions", "HTTP://H/v1"):
        assert Served(address, "org/m").address == "http://h/v1"
    assert Served("http://h/v1", "org/m").file_name == "org--m"
    assert Served("http://h/v1", "org/m", name=" mine ").facts["name"] == "mine"
    for structured, kind in ((False, "LMDeployAPI"), (True, "ServedModel structured")):
        facts = Served("http://h/v1", "m", structured=structured, more={"top_p": 0.5, "temperature": None}).facts
        assert (facts["class"], "structured" in facts["settings"]) == (kind, structured)
        assert (facts["settings"]["top_p"], facts["settings"]["max_tokens"]) == (0.5, 32768)
        assert "temperature" not in facts["settings"]
    one_by_one = Served("http://h/v1", "m", several_images=False).facts
    assert (one_by_one["class"], one_by_one["settings"]["interleave"]) == ("ServedModel", False)


def test_a_request_holds_the_message_the_system_message_and_the_settings(tmp_path):
    Image.new("RGB", (200, 200)).save(tmp_path / "a.png")
    served = Served("http://h/v1", "org/m", max_tokens=9, temperature=0.5, more={"top_k": 1})
    settings = {"model": "org/m", "n": 1, "max_tokens": 9, "temperature": 0.5, "top_k": 1}
    see, what = ({"type": "text", "value": text} for text in ("See", "What?"))
    picture = {"type": "image", "value": str(tmp_path / "a.png")}
    image = {"type": "image_url", "image_url": {"url": data_url(str(tmp_path / "a.png"))}}
    content = [{"type": "text", "text": "See"}, image, {"type": "text", "text": "What?"}]
    joined = [{"type": "text", "text": "See\nWhat?"}]
    for given, system, sent in (([see, picture, what], None, content), ([see, what], "hint", joined)):
        messages = [*[{"role": "system", "content": "hint"}] * (system is not None), {"role": "user", "content": sent}]
        assert json.loads(request_of(given, system, served)) == {**settings, "messages": messages}
    bare = Served("http://h/v1", "m", more={"n": None, "temperature": None})
    assert json.loads(request_of([], None, bare)).keys() == {"model", "messages", "max_tokens"}
    assert "temperature" not in bare.facts["settings"]


def test_a_reply_is_read_from_an_answer_or_there_is_none():
    def answer(content, **more):
        return {"choices": [{"message": {"content": content}, **more}]}

    assert reply_of(answer(" A \n")) == "A"
    for odd, why in (
        ({}, "no reply: {}"), ({"choices": []}, "chose no reply"), ([], "no reply"), (answer(None), "is empty"),
        (answer("  ", finish_reason="length"), r"is empty \(finish_reason: length\)"),
    ):  # fmt: skip
        with pytest.raises(RequestFailed, match=why):
            reply_of(odd)
    assert reply_of(answer("", finish_reason="content_filter: PROHIBITED")) == "content_filter: prohibited"


PATH = ((0.5,), (0.25,), (200.0,))
READ = [
    ({"kind": "choice", "labels": "ABC"}, {"answer": "B"}, lambda text: choice(text, "ABC").value, "B"),
    ({"kind": "option", "options": ["x", "y"]}, {"answer": "B"}, lambda text: option(text, ["x", "y"]).value, 1),
    ({"kind": "count"}, {"answer": 3}, lambda text: count(text).value, 3),
    ({"kind": "order", "labels": "ABC"}, {"answer": ["C", "A", "B"]}, lambda text: order(text, "ABC").value, "CAB"),
    *(({"kind": "decision"}, {"answer": it}, lambda text: decision(text).value, it) for it in ("yes", "no")),
    ({"kind": "scanpath"}, {"X": [0.5], "Y": [0.25], "T": [200]}, lambda text: scanpath(text).value, PATH),
    ({"kind": "fixation"}, {"x": 0.5, "y": 0.25}, lambda text: fixation(text).value, ((0.5, 0.25, 1.0),)),
    ({"kind": "views", "n_views": 4}, {"views": [1, 4]}, lambda text: views(text).value, (1, 4)),
]  # fmt: skip


def test_replies_that_fit_the_schema_are_read_and_no_others_fit():
    import jsonschema

    for case, reply, read, value in READ:
        schema = response_format(case)["json_schema"]["schema"]
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(reply, schema)
        assert read(json.dumps(reply)) == value
        for other in ({}, reply | {"reason": "large"}, dict.fromkeys(reply, "Z")):
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.validate(other, schema)


@pytest.fixture
def ask(demo, tmp_path):
    """Asks a server about three rows of datasets; gives the exit status and the score files."""

    def run(server, *datasets, more=()):
        demo(*{"ActiView_DEMO" if name.startswith("ActiView") else "HVSBench_DEMO" for name in datasets})
        given = ["--base-url", server.url, "--model", "m", "--work-dir", str(tmp_path), "--no-preflight"]
        status = main(["ask", *given, "--data", *datasets, *more, "--options", "limit=3"])
        return status, [json.loads(path.read_text("utf-8")) for path in tmp_path.glob("m/m_*_hvs_scores.json")]

    return run


@pytest.mark.long
def test_every_turn_asks_for_its_own_form_and_a_refusal_of_forms_is_told(ask, serving, capsys):
    def fitting(body):
        forms = body["response_format"]["json_schema"]["schema"]["properties"].items()
        first = {"array": lambda form: [form["items"]["enum"][0]] * form.get("minItems", 1)}
        return json.dumps({name: first.get(form["type"], lambda form: 2)(form) for name, form in forms})

    server = serving(fitting)
    datasets = ["HVSBench_Subitizing_DEMO", "ActiView_Mixed_DEMO", "ActiView_ShiftingR_DEMO"]
    status, scores = ask(server, *datasets, more=["--structured"])
    assert (status, scores[0]["validity"]) == (0, "valid")
    asked = {tuple(body["response_format"]["json_schema"]["schema"]["required"]) for body in server.bodies}
    assert asked == {("answer",), ("part",), ("keep", "shift")}
    free = serving(lambda body: (400, {}, b'{"error": "unknown field response_format"}'))
    status, _ = ask(free, datasets[0], more=["--structured", "--concurrency", "1", "--fresh"])
    assert (status, len(free.bodies)) == (1, 1)
    assert "ask without --structured" in capsys.readouterr().err


@pytest.mark.long
def test_a_served_judge_reads_the_rest(ask, serving):
    server = serving(lambda body: "quite many" if body["model"] == "m" else "2")
    status, (scores,) = ask(server, "HVSBench_Subitizing_DEMO", more=["--judge-model", "j"])
    assert (status, scores["Fallback"], scores["judged"]) == (0, 1, scores["n"])
    assert scores["Overall_judged"] > scores["Overall"]


@pytest.mark.host
def test_jpeg_is_what_the_hosts_classes_send(host, tmp_path):
    from vlmeval.smp import encode_image_to_base64

    picture = Image.fromarray(np.random.default_rng(1).integers(0, 256, (120, 160, 3), dtype=np.uint8))
    for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK"):
        path = tmp_path / f"{mode}.{'tif' if mode == 'CMYK' else 'png'}"
        picture.convert(mode).save(path)
        assert data_url(str(path)) == f"data:image/jpeg;base64,{encode_image_to_base64(Image.open(path))}", mode


def test_small_images_are_enlarged_a_changed_file_is_read_again_and_a_damaged_one_is_named(tmp_path):
    path = tmp_path / "x.png"
    for size, shown in (((50, 20), (250, 100)), ((160, 120), (160, 120)), ((1, 3000), (21, 65500))):
        Image.new("L", size, 90).save(path)
        head, _, data = data_url(str(path)).partition(",")
        sent = Image.open(io.BytesIO(base64.b64decode(data)))
        assert (head, sent.format, sent.mode, sent.size) == ("data:image/jpeg;base64", "JPEG", "L", shown)
    path.write_bytes(b"no image")
    with pytest.raises(OSError, match=r"x\.png"):
        data_url(str(path))
