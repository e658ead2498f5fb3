"""Runs without the host, from the command line, against a scripted server."""

import json
import os
from datetime import datetime, timedelta

import pytest
from scripted_server import drawn

from vlmeval_hvs import cli
from vlmeval_hvs.ask.run import ask, finish, places
from vlmeval_hvs.ask.settings import Images, Served
from vlmeval_hvs.ask.wire import Wire
from vlmeval_hvs.messages import read_record
from vlmeval_hvs.option_arguments import make_dataset
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.ledger import iter_calls, read_receipt

SEARCHING = "HVSBench_Searching_DEMO"
MIXED = "ActiView_Mixed_DEMO"


@pytest.fixture
def run(demo, tmp_path):
    """Runs the command: ``run(server, dataset, ..., options=[...])`` gives its exit status."""

    def command(server, *datasets, more=(), limit=8):
        demo(*{"ActiView_DEMO" if name.startswith("ActiView") else "HVSBench_DEMO" for name in datasets})
        given = ["--base-url", server.url, "--model", "org/m", "--work-dir", str(tmp_path / "out"), "--no-preflight"]
        return cli.main(["ask", *given, "--data", *datasets, *more, "--options", f"limit={limit}"])

    return command


@pytest.fixture
def found(tmp_path):
    """Reads the result of a dataset: its folder, its stem and its score file."""

    def read(dataset):
        (scores,) = {path.resolve() for path in (tmp_path / "out").rglob(f"org--m_{dataset}_hvs_scores.json")}
        return scores.parent, f"org--m_{dataset}", json.loads(scores.read_text("utf-8"))

    return read


def test_a_run_leaves_what_the_host_leaves_and_can_be_verified(serving, run, found, tmp_path, capsys):
    from vlmeval_hvs.results.prediction_files import read_predictions

    server = serving()
    assert run(server, SEARCHING, MIXED, more=["--concurrency", "3"]) == 0
    assert server.most_at_once <= 3
    for name in (SEARCHING, MIXED):
        folder, stem, scores = found(name)
        assert folder.parent == tmp_path / "out" / "org--m"
        assert (scores["model"], scores["validity"], scores["provenance"]) == ("org--m", "valid", "ledger")
        assert scores["run"]["host"]["name"] == "vlmeval-hvs ask"
        link = folder.parent / f"{stem}.tsv"
        assert link.is_symlink()
        assert not os.path.isabs(os.readlink(link))
        assert len(read_predictions(link)) == 8
        calls = list(iter_calls(folder, stem))
        assert {(call.finish, call.tokens["completion"], call.failed) for call in calls} == {("stop", 3, False)}
    assert {body["model"] for body in server.bodies} == {"org/m"}
    told = capsys.readouterr().out
    assert f"{SEARCHING}: valid, Overall {found(SEARCHING)[2]['Overall']:.4f}, 8 rows" in told
    assert cli.main(["verify", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.count("reproduced bit for bit") == 2
    assert [one.validity for one in collect(tmp_path / "out")] == ["valid", "valid"]


def test_nothing_that_was_answered_is_asked_again(serving, run, found):
    from vlmeval_hvs.results.prediction_files import read_predictions

    left = [20]

    def failing(body):
        left[0] -= 1
        return drawn(body) if left[0] >= 0 else (400, {}, b"no more")

    assert run(serving(failing), SEARCHING, MIXED) == 1
    records = [read_record(text) for text in read_predictions(found(MIXED)[0] / f"org--m_{MIXED}.tsv")["prediction"]]
    assert any("HTTP 400: no more" in record.get("error", "") for record in records)
    assert found(MIXED)[2]["Overall"] is None
    known = [(c.index, c.turn) for name in (SEARCHING, MIXED) for c in iter_calls(*found(name)[:2]) if not c.failed]
    assert len(known) == 20
    server = serving()
    assert run(server, SEARCHING, MIXED) == 0
    all_calls = [c for name in (SEARCHING, MIXED) for c in iter_calls(*found(name)[:2]) if not c.failed]
    assert len(server.bodies) == len(all_calls) - 20
    assert len({(c.index, c.turn, c.prompt) for c in all_calls}) == len(all_calls)
    again = serving()
    assert run(again, SEARCHING, MIXED) == 0
    assert again.bodies == []
    assert run(again, SEARCHING, more=["--temperature", "1"]) == 0
    assert len(again.bodies) == 8, "another temperature is another run"


def test_fresh_asks_everything_in_a_new_folder(serving, demo, tmp_path):
    demo("HVSBench_DEMO")
    server = serving()
    served, dataset = Served(server.url, "m"), make_dataset(SEARCHING, ["limit=4"])
    folders = []
    for hours, fresh in enumerate((False, False, True)):
        now = datetime(2026, 1, 2) + timedelta(hours=hours)
        (one,) = places([dataset], served, tmp_path, fresh, now)
        ask([one], served, 4, bar=False)
        assert finish([one], tmp_path, served)[0].validity == "valid"
        folders.append(one.place.folder.name)
    assert folders == ["T20260102-000000", "T20260102-000000", "T20260102-020000"]
    assert len(server.bodies) == 8


def test_images_of_another_form_are_another_run(demo, tmp_path, serving):
    demo("HVSBench_DEMO")
    server = serving()
    dataset = make_dataset(SEARCHING, ["limit=2"])
    for images in (Images(), Images("png"), Images("png", 50), Images(several=False)):
        served = Served(server.url, "m", images=images)
        ask(places([dataset], served, tmp_path), served, 2, bar=False)
    receipts = [read_receipt(path, f"m_{SEARCHING}") for path in sorted(tmp_path.rglob("T*"))]
    assert [receipt.model["class"] for receipt in receipts] == ["LMDeployAPI", *["ServedModel"] * 3]
    assert len(server.bodies) == 8


def test_a_server_that_is_down_ends_the_run_with_one_reason(serving, run, capsys, monkeypatch):
    monkeypatch.setenv("VLMEVAL_HVS_MAX_FAILURES", "3")
    server = serving(lambda body: (404, {}, b"no such model"))
    assert run(server, SEARCHING, more=["--concurrency", "1"]) == 1
    told = capsys.readouterr().err
    assert "3 calls failed in a row, the last with: RequestFailed: HTTP 404: no such model" in told
    assert len(server.bodies) == 3


def test_the_key_is_nowhere_in_the_results(serving, run, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MY_KEY", "sk-very-secret")
    server = serving(lambda body: (401, {}, b"bad key sk-very-secret"))
    assert run(server, SEARCHING, more=["--key-env", "MY_KEY"]) == 1
    assert server.headers[0]["Authorization"] == "Bearer sk-very-secret"
    told = capsys.readouterr()
    assert "sk-very-secret" not in told.out + told.err
    files = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert files
    assert not any(b"sk-very-secret" in path.read_bytes() for path in files)


def test_an_interrupted_run_goes_on_where_it_was(serving, run, found, capsys, monkeypatch):
    left = [6]

    def interrupted(wire, body, post=Wire.post):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return post(wire, body)

    with monkeypatch.context() as patch:
        patch.setattr(Wire, "post", interrupted)
        assert run(serving(), SEARCHING, more=["--concurrency", "1"], limit=10) == 130
    assert capsys.readouterr() == ("", "vlmeval-hvs: interrupted\n")
    server = serving()
    assert run(server, SEARCHING, limit=10) == 0
    assert len(server.bodies) == 4
    assert len(list(iter_calls(*found(SEARCHING)[:2]))) == 10
