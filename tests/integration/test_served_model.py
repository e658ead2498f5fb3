"""The unmodified host against a served model: `--base-url`, in local mode and in `--api-mode`."""

from __future__ import annotations

import base64
import io
import json
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.results.ledger import iter_calls, read_answers

pytestmark = [pytest.mark.slow, pytest.mark.host]

MODES = {
    "local": [],
    "api": ["--api-mode", "--temperature", "0", "--monitor-interval", "1"],
}
DATASETS = ["HVSBench_Prominence", "TwoTurns"]


@pytest.fixture(scope="module", params=["api", pytest.param("local", marks=pytest.mark.nightly)])
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
    from colours import COLOURS

    header, _, data = url.partition(",")
    assert header == "data:image/jpeg;base64"
    pixels = np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB"), float)
    mean = pixels.mean(axis=(0, 1))
    return min(COLOURS, key=lambda letter: float(np.linalg.norm(mean - COLOURS[letter])))


def test_the_right_pictures_of_every_turn_reach_the_server_in_order(run, server):
    import colour_sets
    from hosts import result

    folder, requests = run
    outcome = result(folder, server.name, "HVSBench_Prominence")
    assert outcome.overall >= 0.95  # chance is 0.25
    asked = [request for request in requests if request.text == colour_sets.CHOICES["Q1"]]
    assert len(asked) == len(outcome.items) == 12
    assert {tuple(request.kinds) for request in asked} == {("image_url", "text")}
    assert Counter(colour_of(request.images[0]) for request in asked) == dict.fromkeys("ABCD", 3)
    assert all(request.reply == colour_of(request.images[0]) for request in asked)

    outcome = result(folder, server.name, "TwoTurns")
    assert outcome.overall == 1.0
    assert {json.loads(text)["calls"] for text in outcome.predictions["prediction"]} == {2}
    first = [request for request in requests if request.text == colour_sets.FIRST_QUESTION]
    second = [request for request in requests if request.text in colour_sets.FOLLOW_UPS.values()]
    assert len(first) == len(second) == len(outcome.items) == 12
    for request in first + second:
        assert request.kinds == ["image_url", "image_url", "text"]
        assert len(request.asked["messages"]) == 1
    shown = {tuple(colour_of(url) for url in request.images) for request in first}
    assert shown == {(a, b) for a in "ABCD" for b in "ABCD" if a != b}
    for request in second:  # the pictures the other way round, and the first reply in the text
        after, before = (colour_of(url) for url in request.images)
        assert request.text == colour_sets.FOLLOW_UPS[before]
        assert request.reply == after


def test_every_run_leaves_its_ledger_and_is_scored_by_it(run, server):
    from hosts import result

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
