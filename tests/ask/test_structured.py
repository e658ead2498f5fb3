"""Replies that a server holds to a schema are read without a doubt; a server that refuses is told of at once."""

import json

import pytest

from standardizers import choice, count, decision, fixation, option, order, scanpath, view_operations, views
from vlmeval_hvs.ask.structured import response_format
from vlmeval_hvs.cli import main

PATH = ((0.5,), (0.25,), (200.0,))
READ = [
    ({"kind": "choice", "labels": "ABC"}, {"answer": "B"}, lambda text: choice(text, "ABC").value, "B"),
    ({"kind": "option", "options": ["x", "y"]}, {"answer": "B"}, lambda text: option(text, ["x", "y"]).value, 1),
    ({"kind": "count"}, {"answer": 3}, lambda text: count(text).value, 3),
    ({"kind": "order", "labels": "ABC"}, {"answer": ["C", "A", "B"]}, lambda text: order(text, "ABC").value, "CAB"),
    ({"kind": "decision"}, {"answer": "no"}, lambda text: decision(text).value, "no"),
    ({"kind": "scanpath"}, {"X": [0.5], "Y": [0.25], "T": [200]}, lambda text: scanpath(text).value, PATH),
    ({"kind": "fixation"}, {"x": 0.5, "y": 0.25}, lambda text: fixation(text).value, ((0.5, 0.25, 1.0),)),
    ({"kind": "views", "n_views": 4}, {"views": [1, 4]}, lambda text: views(text).value, (1, 4)),
    (
        {"kind": "view_operations", "n_views": 4, "fields": ("keep", "shift")},
        {"keep": [1], "shift": []},
        lambda text: tuple(view_operations(text).value),
        (None, (1,), ()),
    ),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(("case", "reply", "read", "value"), READ)
def test_replies_that_fit_the_schema_are_read_and_no_others_fit(case, reply, read, value):
    import jsonschema

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
def test_every_turn_asks_for_its_own_form(ask, serving):
    def fitting(body):
        properties = body["response_format"]["json_schema"]["schema"]["properties"]
        return json.dumps({name: _example(form) for name, form in properties.items()})

    server = serving(fitting)
    datasets = ["HVSBench_Subitizing_DEMO", "ActiView_Mixed_DEMO", "ActiView_ShiftingR_DEMO"]
    status, scores = ask(server, *datasets, more=["--structured"])
    assert (status, [score["Fallback"] for score in scores]) == (0, [0, 0, 0])
    asked = {tuple(body["response_format"]["json_schema"]["schema"]["required"]) for body in server.bodies}
    assert asked == {("answer",), ("part",), ("keep", "shift")}
    free = serving()
    ask(free, datasets[0])
    assert len(free.bodies) == 3, "a free run shares no reply with it"


def _example(form):
    if form["type"] == "array":
        return [form["items"]["enum"][0]] * form.get("minItems", 1)
    return form["enum"][-1] if "enum" in form else 2


def test_a_server_that_refuses_schemas_is_told_of(ask, serving, capsys):
    server = serving(lambda body: (400, {}, b'{"error": "unknown field response_format"}'))
    status, _ = ask(server, "HVSBench_Subitizing_DEMO", more=["--structured", "--concurrency", "1"])
    assert status != 0
    assert "ask without --structured" in capsys.readouterr().err
    assert len(server.bodies) == 1


@pytest.mark.long
def test_a_served_judge_reads_the_rest(ask, serving):
    server = serving(lambda body: "quite many" if body["model"] == "m" else "2")
    status, (scores,) = ask(server, "HVSBench_Subitizing_DEMO", more=["--judge-model", "j"])
    assert (status, scores["Fallback"], scores["judged"]) == (0, 1, scores["n"])
    assert scores["Overall_judged"] > scores["Overall"]
