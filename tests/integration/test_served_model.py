"""The unmodified host against a served model: `--base-url`, in local mode and in `--api-mode`."""

from __future__ import annotations

import base64
import io
import json
from collections import Counter

import colour_sets
import numpy as np
import pytest
from colours import COLOURS
from hosts import result
from PIL import Image

from vlmeval_hvs.results.ledger import iter_calls, read_answers

pytestmark = [pytest.mark.slow, pytest.mark.host]

MODES = {
    "local": [],
    "api": ["--api-mode", "--temperature", "0", "--monitor-interval", "1"],
}
DATASETS = ["HVSBench_Prominence", colour_sets.TWO_TURNS]


@pytest.fixture(scope="module", params=MODES)
def run(request, environment, server, tmp_path_factory):
    """Work folder and recorded requests of one run over both benchmarks."""
    folder = tmp_path_factory.mktemp(request.param)
    server.requests.clear()
    arguments = ["--data", *DATASETS, "--model", server.name, "--base-url", server.base_url, "--work-dir", folder]
    arguments += ["--api-nproc", "2", "--retry", "1", "--max-tokens", "16", *MODES[request.param]]
    environment.run("-m", "vlmeval", *arguments, cwd=folder, PRED_FORMAT="tsv")
    return folder, list(server.requests)


def colour_of(url: str) -> str:
    """The letter whose colour an image on the wire has."""
    header, _, data = url.partition(",")
    assert header == "data:image/jpeg;base64"
    pixels = np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB"), float)
    mean = pixels.mean(axis=(0, 1))
    return min(COLOURS, key=lambda letter: float(np.linalg.norm(mean - COLOURS[letter])))


def test_hvsbench_is_answered_over_the_wire(run, server):
    folder, requests = run
    outcome = result(folder, server.name, "HVSBench_Prominence")
    assert outcome.overall >= 0.95  # chance is 0.25
    asked = [request for request in requests if request.text == colour_sets.CHOICES["Q1"]]
    assert len(asked) == len(outcome.items) == 12
    assert {tuple(request.kinds) for request in asked} == {("image_url", "text")}
    answers = Counter(colour_of(request.images[0]) for request in asked)
    assert answers == dict.fromkeys(COLOURS, 3)
    assert all(request.reply == colour_of(request.images[0]) for request in asked)


def test_both_turns_of_a_pipeline_reach_the_server_with_their_pictures_in_order(run, server):
    folder, requests = run
    outcome = result(folder, server.name, colour_sets.TWO_TURNS)
    assert outcome.overall == 1.0
    first = [request for request in requests if request.text == colour_sets.FIRST_QUESTION]
    second = [request for request in requests if request.text in colour_sets.FOLLOW_UPS.values()]
    assert len(first) == len(second) == len(outcome.items) == 12
    for request in first + second:
        assert request.kinds == ["image_url", "image_url", "text"]
        assert len(request.asked["messages"]) == 1
    shown = {tuple(colour_of(url) for url in request.images) for request in first}
    assert shown == {(a, b) for a in COLOURS for b in COLOURS if a != b}
    for request in second:  # the pictures the other way round, and the first reply in the text
        after, before = (colour_of(url) for url in request.images)
        assert request.text == colour_sets.FOLLOW_UPS[before]
        assert request.reply == after


def test_predictions_are_records_of_both_turns(run, server):
    outcome = result(run[0], server.name, colour_sets.TWO_TURNS)
    records = [json.loads(text) for text in outcome.predictions["prediction"]]
    assert {record["calls"] for record in records} == {2}
    assert all(record["first"] in COLOURS and record["answer"] in COLOURS for record in records)


def test_every_run_leaves_its_ledger_and_is_scored_by_it(run, server):
    folder, _ = run
    for dataset, turns in zip(DATASETS, (1, 2), strict=True):
        stem = f"{server.name}_{dataset}"
        scores = result(folder, server.name, dataset).scores
        assert scores["settings_from"] == "the run"
        (path,) = {path.resolve() for path in folder.rglob(f"{stem}_hvs_ledger_0.jsonl")}
        record = read_answers(path.parent, stem)
        assert record.receipt.digest == scores["digest"]
        assert record.receipt.settings.items() <= scores["settings"].items()
        assert (record.receipt.model["class"], record.receipt.model["path"]) == ("LMDeployAPI", server.name)
        calls = list(iter_calls(path.parent, stem))
        assert len(calls) == record.calls == 12 * turns
        assert {(call.finish, call.failed) for call in calls} == {("stop", False)}
        assert all(call.seconds > 0 and call.tokens["prompt"] > call.tokens["completion"] > 0 for call in calls)
