"""Runs without the host, from the command line, against a scripted server."""

import itertools
import json

import pytest
from scripted_server import drawn

from vlmeval_hvs import cli
from vlmeval_hvs.ask.run import work
from vlmeval_hvs.ask.wire import Wire
from vlmeval_hvs.commands.ask import KEY
from vlmeval_hvs.messages import read_record
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.ledger import iter_calls

SEARCHING = "HVSBench_Searching_DEMO"
MIXED = "ActiView_Mixed_DEMO"


@pytest.fixture
def run(demo, tmp_path):
    """Runs the command: ``run(server, dataset, ..., options=[...])`` gives its exit status."""

    def command(server, *datasets, more=(), limit=8, seed=0):
        demo(*{"ActiView_DEMO" if name.startswith("ActiView") else "HVSBench_DEMO" for name in datasets})
        given = ["--base-url", server.url, "--model", "org/m", "--work-dir", str(tmp_path / "out"), "--no-preflight"]
        return cli.main(["ask", *given, "--data", *datasets, *more, "--options", f"limit={limit}", f"seed={seed}"])

    return command


@pytest.fixture
def found(tmp_path):
    """Reads the result of a dataset: its folder, its stem and its score file."""

    def read(dataset):
        scores = tmp_path / "out" / "org--m" / f"org--m_{dataset}_hvs_scores.json"
        return scores.parent, f"org--m_{dataset}", json.loads(scores.read_text("utf-8"))

    return read


@pytest.mark.long
def test_a_run_leaves_what_the_host_leaves_and_can_be_verified(serving, run, found, tmp_path, capsys):
    from vlmeval_hvs.results.prediction_files import read_predictions

    server = serving()
    assert run(server, SEARCHING, MIXED, more=["--concurrency", "3"]) == 0
    assert (server.most_at_once <= 3, {body["model"] for body in server.bodies}) == (True, {"org/m"})
    for name in (SEARCHING, MIXED):
        folder, stem, scores = found(name)
        assert (scores["model"], scores["validity"], scores["provenance"]) == ("org--m", "valid", "ledger")
        assert scores["run"]["host"]["name"] == "vlmeval-hvs ask"
        assert len(read_predictions(folder / f"{stem}.tsv")) == 8
        calls = list(iter_calls(folder, stem))
        assert {(call.finish, call.tokens["completion"], call.failed) for call in calls} == {("stop", 3, False)}
    told = capsys.readouterr().out
    assert f"{SEARCHING}: valid, Overall {found(SEARCHING)[2]['Overall']:.4f}, " in told
    assert "reused" not in told
    assert cli.main(["verify", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.count(": reproduced (") == 2
    assert [one.validity for one in collect(tmp_path / "out")] == ["valid", "valid"]


@pytest.mark.long
def test_nothing_that_was_answered_is_asked_again(serving, run, found, tmp_path, caplog, capsys):
    from vlmeval_hvs.results.prediction_files import read_predictions

    places = itertools.count()
    server = serving(lambda body: drawn(body) if next(places) < 20 else (400, {}, b"no more"))
    assert run(server, SEARCHING, MIXED) == 1
    records = [read_record(text) for text in read_predictions(found(MIXED)[0] / f"org--m_{MIXED}.tsv")["prediction"]]
    assert any("HTTP 400: no more" in record.get("error", "") for record in records)
    assert found(MIXED)[2]["Overall"] is None
    assert f"{MIXED}: {found(MIXED)[2]['validity_reason']}\n" in capsys.readouterr().err
    known = [(c.index, c.turn) for name in (SEARCHING, MIXED) for c in iter_calls(*found(name)[:2]) if not c.failed]
    assert len(known) == 20
    server.script, server.bodies = drawn, []
    assert run(server, SEARCHING, MIXED) == 0
    all_calls = [c for name in (SEARCHING, MIXED) for c in iter_calls(*found(name)[:2]) if not c.failed]
    assert len(server.bodies) + 20 == len({(c.index, c.turn, c.prompt) for c in all_calls}) == len(all_calls)
    server.bodies = []
    assert (run(server, SEARCHING, MIXED), server.bodies) == (0, [])
    assert not list((tmp_path / "out").rglob("*_hvs_stale_*")), "a result of the same rows stays"
    warm = run(server, SEARCHING, more=["--temperature", "1"])
    assert (warm, len(server.bodies)) == (0, 8), "another temperature is another run"
    assert len(collect(tmp_path / "out")) == 2
    assert "another setting of the model (temperature 0.0 then, 1.0 now); they are now in" in caplog.text
    assert (run(server, SEARCHING), len(server.bodies)) == (0, 8), "what was moved aside is not lost"
    other = serving()
    assert (run(other, SEARCHING), len(other.bodies)) == (0, 8), "replies of another address are not reused"


@pytest.mark.long
def test_a_server_that_refuses_ends_the_run_with_one_reason_and_the_key_is_nowhere(
    serving, run, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("VLMEVAL_HVS_MAX_FAILURES", "3")
    monkeypatch.setenv(KEY, " sk-very-secret\n")
    server = serving(lambda body: (401, {}, b"bad key sk-very-secret"))
    assert run(server, SEARCHING, more=["--concurrency", "1"]) == 1
    assert server.headers[0]["Authorization"] == "Bearer sk-very-secret"
    told = capsys.readouterr()
    assert "3 calls failed in a row, the last with: RequestFailed: HTTP 401: bad key [key]" in told.err
    assert (told.err.count("\n"), len(server.bodies)) == (1, 3)
    assert "sk-very-secret" not in told.out + told.err
    files = [path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert {b"sk-very-secret" in content for content in files} == {False}


@pytest.mark.long
def test_an_interrupted_run_goes_on_where_it_was(serving, run, found, capsys, monkeypatch):
    def interrupted(wire, body, post=Wire.post):
        if len(server.bodies) == 6:
            raise KeyboardInterrupt
        return post(wire, body)

    server, kept = serving(), "vlmeval-hvs: interrupted; replies already received are kept; the same command"
    with monkeypatch.context() as patch:
        patch.setattr(Wire, "post", interrupted)
        for more, again in (["--fresh"], " without --fresh resumes the run\n"), ([], " resumes the run\n"):
            assert run(server, SEARCHING, more=["--concurrency", "1", *more], limit=10) == 130
            assert capsys.readouterr() == ("", kept + again)
    assert run(server, SEARCHING, limit=10) == 0
    assert len(server.bodies) == len(list(iter_calls(*found(SEARCHING)[:2]))) == 10


@pytest.mark.long
def test_refusals_are_answers_that_are_counted_and_never_asked_again(serving, run, found):
    """In whatever form a server tells them; thoughts without an answer are no answer either, and no failure."""
    parts = [{"refusal": "I cannot say where A looks."}, {"reasoning_content": "A? No, B."},
             {"content": [{"type": "text", "text": "C"}]}]  # fmt: skip
    messages = [{"role": "assistant", "content": None, **part} for part in parts]
    forms = [{"choices": [{"message": message, "finish_reason": "stop"}]} for message in messages]
    answers = [(200, {}, json.dumps(form).encode()) for form in forms]
    answers += [(400, {}, b'{"error": {"code": "content_filter", "message": "The prompt was filtered."}}')]
    server = serving(lambda body: answers[len(server.bodies) % 4])
    assert run(server, SEARCHING, more=["--concurrency", "1"]) == 0
    folder, stem, scores = found(SEARCHING)
    assert (scores["validity"], scores["counts"]["refused"]) == ("valid", 4)
    assert "I cannot say where A looks." in (folder / f"{stem}_hvs_items.tsv").read_text("utf-8")
    assert scores["Fallback"] >= 6 / 8
    assert "4 of 8 replies (50%) refuse to answer" in scores["warnings"]
    assert (run(server, SEARCHING), len(server.bodies)) == (0, 8)


def test_jobs_end_at_the_first_that_fails():
    done, stopped = [], []

    def job(number):
        if number == 3:
            raise KeyboardInterrupt("three")
        done.append(number)

    with pytest.raises(KeyboardInterrupt, match="three"):
        work(iter(range(9)), job, 1, lambda: stopped.append(True))
    assert (done, stopped) == ([0, 1, 2], [True])
    work(range(9), done.append, 3, lambda: stopped.append(True))
    assert (sorted(done[3:]), len(stopped)) == (list(range(9)), 2)
