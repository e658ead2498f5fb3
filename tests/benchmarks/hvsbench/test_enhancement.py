"""Prominence enhancement from the dataset's prompts to its scores: driven, asked of a server, and through the host."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from scripted_server import Server

from vlmeval_hvs.benchmarks.hvsbench.dataset import HVSBenchDataset
from vlmeval_hvs.benchmarks.hvsbench.options import HVSBenchOptions
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import INTERLEAVED, ModelTraits, read_record
from vlmeval_hvs.responders import respond
from vlmeval_hvs.saliency import WEIGHT_FREE

NAME = "HVSBench_Enhancement_DEMO"
ONE_IMAGE = ModelTraits("", interleave=False)
FIRST, BETTER = "I cut the right. CROP: 0.00,0.00,0.80,1.00", "Less of it. CROP: 0.00,0.00,0.70,1.00"


@pytest.fixture
def make(demo):
    demo("HVSBench_DEMO")
    return lambda **options: HVSBenchDataset(dataset=NAME, **{"n_resamples": 20, **options})


def talk(dataset, *replies, traits=INTERLEAVED, position=0):
    """The record and the transcript of one row, with these replies in their order."""
    said = iter(replies)
    packed, transcript = drive(dataset.build_prompt(position), lambda turn: next(said), traits)
    return read_record(packed), transcript


def test_the_model_sees_its_own_crop_and_may_correct_it(make) -> None:
    dataset = make(rounds=3)
    record, turns = talk(dataset, FIRST, BETTER, "KEEP")
    assert record == {"answer": "KEEP", "replies": [FIRST, BETTER, "KEEP"], "calls": 3}
    assert [turn["step"] for turn in turns] == ["crop", "revise", "revise"]
    (original,) = turns[0]["images"]
    whole = np.asarray(Image.open(original).convert("RGB"))
    for turn, share in zip(turns[1:], (0.8, 0.7), strict=True):
        assert turn["images"][0] == original
        crop = np.asarray(Image.open(turn["images"][1]).convert("RGB"))
        assert np.array_equal(crop, whole[:, : round(share * whole.shape[1])])
        assert f"CROP: 0.00,0.00,{share:.2f},1.00" in turn["text"]
        assert turn["text"].endswith(turns[0]["text"])


@pytest.mark.parametrize(
    ("replies", "calls"),
    [
        (("KEEP",), 1),
        (("I cannot tell.",), 1),
        ((FIRST, "KEEP"), 2),
        ((FIRST, FIRST), 2),
        ((FIRST, "hm"), 2),
        ((FIRST, BETTER), 2),
    ],
)
def test_a_conversation_ends_when_nothing_more_can_come_of_it(make, replies, calls) -> None:
    assert talk(make(rounds=2), *replies)[0]["calls"] == calls
    assert talk(make(rounds=1), *replies)[0]["calls"] == 1


def test_a_model_of_one_image_sees_picture_and_crop_side_by_side(make) -> None:
    _, turns = talk(make(), FIRST, "KEEP", traits=ONE_IMAGE)
    (original,), (joined,) = turns[0]["images"], turns[1]["images"]
    whole, both = (np.asarray(Image.open(path).convert("RGB")) for path in (original, joined))
    assert np.array_equal(both[:, : whole.shape[1]], whole)
    assert "on its left" in turns[1]["text"]


def test_the_request_names_the_object_and_what_has_to_stay(make) -> None:
    dataset = make(least_object=0.8, least_picture=0.4, hint="field", hint_position="message")
    named = int((dataset.rows["target_name"] != "").idxmax())
    words = dataset.build_prompt(named).text
    assert words.startswith("The detection of salient objects aims")
    assert f"Make {dataset.rows['target_name'][named]} (the object within the bounding box" in words
    assert "at least 80% of the object and at least 40% of the picture's area" in words
    assert dataset.receipt.settings["least_picture"] == 0.4
    assert "saliency" not in dataset.receipt.settings, "the map decides nothing about what is asked"


def test_options_of_questions_have_no_effect_and_maps_are_those_there_are(make) -> None:
    for option in ({"explain": True}, {"prompt": "cot"}, {"scanpath_crop": 3}):
        with pytest.raises(OptionError, match="has no effect here"):
            make(**option)
    with pytest.raises(OptionError, match="rounds"):
        HVSBenchDataset(dataset="HVSBench_DEMO", rounds=3)
    names = HVSBenchOptions.declared()["saliency"][1].names
    assert {name for name in names if not name.startswith("deepgaze")} <= set(WEIGHT_FREE)


@pytest.fixture
def scored(make, tmp_path):
    def run(model, **options):
        dataset = make(**options)
        said = [
            drive(dataset.build_prompt(n), lambda turn: respond(model, turn, 0), INTERLEAVED)[0]
            for n in range(len(dataset))
        ]
        path = tmp_path / f"{model}_{NAME}.tsv"
        pd.DataFrame({"index": dataset.rows["index"], "prediction": said}).to_csv(path, sep="\t", index=False)
        dataset.score_file(path)
        return json.loads((tmp_path / f"{model}_{NAME}_hvs_scores.json").read_text())

    return run


def test_weight_free_models_score_as_their_rules_do(scored) -> None:
    for model, rule in (("hvs-oracle", "tight"), ("hvs-center-bias", "center")):
        scores = scored(model, limit=24)
        beside = scores["details"]["crops_by_rule"][rule]
        assert scores["metrics"]["Gain"] == pytest.approx(beside["Gain"], abs=1e-3)  # written with six digits
        assert scores["Overall"] == beside["Overall"]
        assert scores["validity"] == "valid"
        assert scores["intervals"]["Gain"][0] <= scores["metrics"]["Gain"] <= scores["intervals"]["Gain"][1]
    assert scored("hvs-human", limit=5)["left_out"] == 5


def test_the_pages_pictures_show_before_and_after(make) -> None:
    dataset = make()
    row = dataset.row(0)
    (before,) = dataset.pictures(row)
    assert before.caption == "before"
    assert [mark.role for mark in before.marks].count("target") == 1
    item = {
        "answer": "0.000000,0.000000,0.500000,1.000000",
        "share_before": "0.1",
        "share_after": "0.25",
        "outcome": "counts",
    }
    drawn, after = dataset.answered(row, item)
    assert drawn.image == before.image
    (crop,) = drawn.marks
    assert (crop.x, crop.y, crop.width, crop.height) == (0.0, 0.0, 0.5, 1.0)
    assert after.beside
    assert after.caption == "after, saliency share 0.10 to 0.25"
    width, height = Image.open(before.image).size
    assert Image.open(after.image).size == (round(width / 2), height)
    assert dataset.answered(row, {"answer": ""}) == []
    assert len(dataset.answered(row, {"answer": "0,0,1,1"})) == 1


def test_a_run_asked_of_a_server_can_be_verified(demo, tmp_path, capsys) -> None:
    from vlmeval_hvs import cli

    demo("HVSBench_DEMO")

    def script(body):
        words = " ".join(part.get("text", "") for part in body["messages"][-1]["content"])
        if "your crop" in words:
            return "KEEP"
        x1, y1, x2, y2 = (float(part) for part in re.search(r"bounding box ([\d.,]+)", words)[1].rstrip(",").split(","))
        return f"CROP: {max(0, x1 - 0.4):.2f},{max(0, y1 - 0.4):.2f},{min(1, x2 + 0.4):.2f},{min(1, y2 + 0.4):.2f}"

    with Server(script) as server:
        given = ["--base-url", server.url, "--model", "org/m", "--work-dir", str(tmp_path / "out"), "--no-preflight"]
        assert cli.main(["ask", *given, "--data", NAME, "--options", "limit=12", "n_resamples=20"]) == 0
    (path,) = {path.resolve() for path in (tmp_path / "out").rglob(f"*{NAME}_hvs_scores.json")}
    scores = json.loads(path.read_text())
    assert scores["metrics"]["Gain"] > 0
    assert scores["details"]["outcomes"]["no crop"] == 0
    assert len(server.bodies) > 12, "crops are looked at again"
    assert cli.main(["verify", str(tmp_path / "out")]) == 0


@pytest.mark.host
@pytest.mark.parametrize("interleave", [True, False])
def test_the_hosts_run_asks_in_turns_and_scores(host, demo, tmp_path, interleave) -> None:
    from vlmeval.inference import infer_data_job

    from vlmeval_hvs.host.models import build_model
    from vlmeval_hvs.results.ledger import read_answers

    demo("HVSBench_DEMO")
    for name, options, calls in (
        (NAME, {"limit": 6}, 2),
        ("HVSBench_Prominence_DEMO", {"explain": True, "limit": 5}, 2),
    ):
        dataset = host.dataset.HVSBenchDataset(dataset=name, n_resamples=20, **options)
        infer_data_job(
            build_model("hvs-oracle", interleave=interleave), work_dir=str(tmp_path), model_name="O", dataset=dataset
        )
        (prediction,) = (path for path in tmp_path.glob(f"O_{name}.*") if path.suffix in (".xlsx", ".tsv"))
        metrics = dataset.evaluate(str(prediction))
        assert metrics["Overall"] == 1.0 if "explain" in options else metrics["Gain"] > 0
        assert read_answers(tmp_path, f"O_{name}").calls == calls * len(dataset)
