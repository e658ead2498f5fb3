"""The page that is served: new results appear in it, and nothing but its own parts is given, to this machine only."""

import json
import shutil
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.server import HTTPServer

import pytest

from vlmeval_hvs.viewer.page import LOOPBACK, serve

NAME = "GazeTarget_DEMO"


@pytest.fixture
def work(collected, tmp_path):
    (tmp_path / "outputs").mkdir()
    return tmp_path / "outputs"


@pytest.fixture
def copy(results, work):
    """Copies the files of a model's run on a dataset into the folder that is served."""

    def run(model, name=NAME):
        for path in results.glob(f"{model}_{name}_hvs_*"):
            shutil.copy(path, work)

    return run


@pytest.fixture
def get(work):
    """Asks for an address, whose answer is made in this thread; gives the body and the headers."""
    made, folder = serve(work)
    made.server_close()

    def ask(place, headers):
        with urllib.request.urlopen(urllib.request.Request(f"{address}{place}", headers=headers)) as answer:
            return answer.read(), answer.headers

    with folder, HTTPServer((LOOPBACK, 0), made.RequestHandlerClass) as server, ThreadPoolExecutor(1) as client:
        address = f"http://{LOOPBACK}:{server.server_address[1]}/"

        def run(place="", **headers):
            answer = client.submit(ask, place, headers)
            server.handle_request()
            return answer.result()

        yield run


def book_of(page):
    return json.loads(page[0].decode().partition('id="book">')[2].partition("</script>")[0])


def samples_of(get, name=NAME):
    return json.loads(get(f"data/{name}.js")[0][len("part(") : -len(");")])


def test_new_results_appear_and_samples_are_made_when_they_are_asked_for(get, copy):
    body, headers = get()
    assert (body[-27:], headers["Content-Type"]) == (b"reload when a run has begun", "text/plain")
    copy("hvs-oracle")
    page, state = get(), json.loads(get("state")[0])
    told = [page[1][name] for name in ("Content-Type", "X-Content-Type-Options")]
    assert told == ["text/html; charset=utf-8", "nosniff"]
    book = book_of(page)
    assert (book["state"], book["title"]) == (state[0], "outputs")
    assert [run["model"] for run in book["runs"]] == ["hvs-oracle"]
    samples = samples_of(get)["samples"]
    assert (samples["runs"], len(samples["rows"]), len(samples["answers"][0])) == ([0], 12, 12)
    assert json.loads(get("state")[0]) == state
    copy("hvs-random")
    assert json.loads(get("state")[0]) != state
    assert [run["model"] for run in book_of(get())["runs"]] == ["hvs-oracle", "hvs-random"]
    part = samples_of(get)
    assert (len(part["samples"]["answers"]), len(part["comparison"]["pairs"])) == (2, 1)


def test_a_run_under_way_shows_what_its_ledger_has_and_grows(get, copy, work, results):
    copy("hvs-oracle")
    stem = f"hvs-random_{NAME}_hvs_ledger_0.jsonl"
    lines = (results / stem).read_text().splitlines(keepends=True)
    half = next(k for k, line in enumerate(lines) if k > 12 and '"kind":"answer"' in line)
    (work / stem).write_text("".join(lines[:half]))
    assert json.loads(get("state")[0])[1] == sum(path.stat().st_size for path in work.glob("*_ledger_*"))
    ((going, run),) = [one for one in enumerate(book_of(get())["runs"]) if one[1]["validity"] == "not finished"]
    told = [run[name] for name in ("model", "dataset", "score", "reason")]
    assert told == ["hvs-random", NAME, None, f"not finished: {run['n']} rows answered"]
    for more in (0, 1):
        samples = samples_of(get)["samples"]
        own = [answer for answer in samples["answers"][samples["runs"].index(going)] if answer]
        assert len(own) == run["n"] + more > 3
        told = {(answer["verdict"], answer["rule"], answer["answer"]) for answer in own}
        assert told == {("unscored", "unscored", "")}
        with (work / stem).open("a") as file:
            file.write(lines[half])
    copy("hvs-random")
    assert {run["validity"] for run in book_of(get())["runs"]} == {"valid"}


def test_images_are_given_and_nothing_else(get, copy):
    copy("hvs-oracle")
    get()
    first = next(iter(samples_of(get)["images"].values()))
    body, headers = get(first["source"])
    assert (headers["Content-Type"], body[:4]) == ("image/png", b"\x89PNG")
    assert first["width"] == first["height"] > 0
    for place, headers, status in (
        ("", {"Host": "example.org"}, 403), ("images/..%2fdata", {}, 404), ("data/no%20set.js", {}, 404),
        ("else", {}, 404), ("images/none.png", {}, 404),
    ):  # fmt: skip
        with pytest.raises(urllib.error.HTTPError) as caught:
            get(place, **headers)
        assert caught.value.code == status
