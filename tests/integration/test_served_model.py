"""The unmodified host against a server that sees colours: `--base-url`, in local mode and in `--api-mode`."""

from __future__ import annotations

import base64
import io
import json
from collections import Counter

import numpy as np
import pytest
from PIL import Image
from scripted_server import Server

from vlmeval_hvs.results.ledger import iter_calls, read_answers

pytestmark = [pytest.mark.slow, pytest.mark.host]

MODEL = "m"
MODES = {
    "local": [],
    "api": ["--api-mode", "--temperature", "0", "--monitor-interval", "1"],
}
DATASETS = {"HVSBench_Prominence": 1, "TwoTurns": 2}
"""Dataset to the number of its turns."""


def parts(body, kind):
    """The parts of one kind of the last message."""
    return [part[kind] for part in body["messages"][-1]["content"] if part["type"] == kind]


def colours(body):
    """The letters whose colours the images of a request have."""
    from colours import COLOURS

    found = []
    for part in parts(body, "image_url"):
        header, _, data = part["url"].partition(",")
        assert header == "data:image/jpeg;base64"
        mean = np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB"), float).mean(axis=(0, 1))
        found.append(min(COLOURS, key=lambda letter: float(np.linalg.norm(mean - COLOURS[letter]))))
    return tuple(found)


@pytest.fixture(scope="module", params=["api", pytest.param("local", marks=pytest.mark.nightly)])
def run(request, environment, tmp_path_factory):
    """Work folder and requests of one run over both benchmarks; replies name the colour of the first picture."""
    folder = tmp_path_factory.mktemp(request.param)
    with Server(lambda body: colours(body)[0]) as server:
        arguments = ["--data", *DATASETS, "--model", MODEL, "--base-url", server.url, "--work-dir", folder]
        arguments += ["--api-nproc", "2", "--retry", "1", "--max-tokens", "16", *MODES[request.param]]
        environment.run("-m", "vlmeval", *arguments, cwd=folder, PRED_FORMAT="tsv")
    return folder, server.bodies


def test_the_right_pictures_of_every_turn_reach_the_server_in_order_and_the_ledger_keeps_all(run):
    import colour_sets
    from hosts import result

    folder, bodies = run
    outcome = result(folder, MODEL, "HVSBench_Prominence")
    assert outcome.overall == 1.0
    asked = [body for body in bodies if parts(body, "text") == [colour_sets.CHOICES["Q1"]]]
    assert Counter(map(colours, asked)) == {(letter,): len(outcome.items) // 4 for letter in "ABCD"}

    outcome = result(folder, MODEL, "TwoTurns")
    assert (outcome.overall, len(outcome.items)) == (1.0, 12)
    assert {json.loads(text)["calls"] for text in outcome.predictions["prediction"]} == {2}
    first = [body for body in bodies if parts(body, "text") == [colour_sets.FIRST_QUESTION]]
    assert sorted(map(colours, first)) == [(a, b) for a in "ABCD" for b in "ABCD" if a != b]
    second = [body for body in bodies if body not in asked + first]
    for body in second:  # the pictures the other way round, and the first reply in the text
        assert parts(body, "text") == [colour_sets.FOLLOW_UPS[colours(body)[1]]]
    assert sorted(map(colours, second)) == sorted(map(colours, first))
    for body in first + second:
        assert [part["type"] for part in body["messages"][-1]["content"]] == ["image_url", "image_url", "text"]
        assert len(body["messages"]) == 1

    for dataset, turns in DATASETS.items():
        stem = f"{MODEL}_{dataset}"
        scores = result(folder, MODEL, dataset).scores
        assert scores["settings_from"] == "the run"
        (path,) = {path.resolve() for path in folder.rglob(f"{stem}_hvs_ledger_0.jsonl")}
        record = read_answers(path.parent, stem)
        assert record.receipt.digest == scores["digest"]
        assert record.receipt.settings.items() <= scores["settings"].items()
        assert (record.receipt.model["class"], record.receipt.model["path"]) == ("LMDeployAPI", MODEL)
        calls = list(iter_calls(path.parent, stem))
        assert len(calls) == record.calls == 12 * turns
        assert {(call.finish, call.failed) for call in calls} == {("stop", False)}
        assert {tuple(call.tokens.items()) for call in calls} == {(("prompt", 7), ("completion", 3))}
