"""The unmodified host against a server that sees colours: `--base-url`, in local mode and in `--api-mode`."""

import base64
import io
import json
from pathlib import Path

import colour_sets
import numpy as np
import pytest
from PIL import Image
from scripted_server import Server

from vlmeval_hvs.results.ledger import iter_calls, read_answers
from vlmeval_hvs.results.prediction_files import read_predictions

pytestmark = [pytest.mark.slow, pytest.mark.host]

MODEL, DATASET = "m", "TwoTurns"
MODES = {"local": [], "api": ["--api-mode", "--temperature", "0", "--monitor-interval", "1"]}


def parts(body, kind):
    """The parts of one kind of the last message."""
    return [part[kind] for part in body["messages"][-1]["content"] if part["type"] == kind]


def colours(body):
    """The letters whose colours the images of a request have."""
    found = []
    for part in parts(body, "image_url"):
        header, _, data = part["url"].partition(",")
        assert header == "data:image/jpeg;base64"
        mean = np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB"), float).mean(axis=(0, 1))
        far = {letter: np.linalg.norm(mean - colour) for letter, colour in colour_sets.COLOURS.items()}
        found.append(min(far, key=far.get))
    return tuple(found)


@pytest.fixture(scope="module", params=["api", pytest.param("local", marks=pytest.mark.nightly)])
def run(request, python_with_plugin, tmp_path_factory):
    """Work folder and requests of one run; replies name the colour of the first picture."""
    folder = tmp_path_factory.mktemp(request.param)
    with Server(lambda body: colours(body)[0]) as server:
        arguments = ["--data", DATASET, "--model", MODEL, "--base-url", server.url, "--work-dir", folder]
        arguments += ["--api-nproc", "2", "--retry", "1", "--max-tokens", "16", *MODES[request.param]]
        python_with_plugin("-m", "vlmeval", *arguments, cwd=folder)
    return folder, server.bodies


def test_the_right_pictures_of_every_turn_reach_the_server_in_order_and_the_ledger_keeps_all(run):
    folder, bodies = run
    (path,) = {path.resolve() for path in folder.rglob(f"{MODEL}_{DATASET}.tsv")}
    predictions, scores = (
        read_predictions(path),
        json.loads(Path(f"{path.with_suffix('')}_hvs_scores.json").read_text()),
    )
    told = [scores["metrics"]["Overall"], scores["n"], scores["settings_from"], scores["counts"]["failed"]]
    assert told == [1.0, 12, "the run", 0]  # the host's exit status does not tell of failed samples
    assert {json.loads(text)["calls"] for text in predictions["prediction"]} == {2}
    first = [body for body in bodies if parts(body, "text") == [colour_sets.FIRST_QUESTION]]
    assert sorted(map(colours, first)) == [(a, b) for a in "ABCD" for b in "ABCD" if a != b]
    second = [body for body in bodies if body not in first]
    for body in second:  # the pictures the other way round, and the first reply in the text
        assert parts(body, "text") == [colour_sets.FOLLOW_UPS[colours(body)[1]]]
    assert sorted(map(colours, second)) == sorted(map(colours, first))
    for body in first + second:
        assert [part["type"] for part in body["messages"][-1]["content"]] == ["image_url", "image_url", "text"]
        assert len(body["messages"]) == 1

    (path,) = {path.resolve() for path in folder.rglob(f"{MODEL}_{DATASET}_hvs_ledger_0.jsonl")}
    record = read_answers(path.parent, f"{MODEL}_{DATASET}")
    assert record.receipt.digest == scores["digest"]
    assert record.receipt.settings.items() <= scores["settings"].items()
    assert (record.receipt.model["class"], record.receipt.model["path"]) == ("LMDeployAPI", MODEL)
    calls = list(iter_calls(path.parent, f"{MODEL}_{DATASET}"))
    assert len(calls) == 24
    assert {(call.finish, call.failed) for call in calls} == {("stop", False)}
    assert {tuple(call.tokens.items()) for call in calls} == {(("prompt", 7), ("completion", 3))}
