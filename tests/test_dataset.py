"""The shared dataset class inside the real host, with a toy benchmark of one single-turn and one two-turn dataset."""

import io
import json

import pandas as pd
import pytest
from PIL import Image
from vlmeval_hvs.results.report import ScoreReport

from vlmeval_hvs import registry as cards
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.messages import Turn
from vlmeval_hvs.sets import SetWriter

pytestmark = pytest.mark.host

CARD = cards.Card(
    name="Toy",
    title="Toy",
    about="A test.",
    paper={},
    licence="none",
    class_name="ToyDataset",
    module="toy",
    baselines="",
    sets={"Toy": cards.SetInfo("Toy", "example.org/toy", "1 kB", "CC0", "toy:build", "toy:demo")},
    datasets={"Toy_One": {"set": "Toy", "about": "one turn"}, "Toy_Two": {"set": "Toy", "about": "two turns"}},
)


@pytest.fixture
def toy(host, lmu_data, monkeypatch):
    """The class, with its card known and its set of 12 rows built."""
    from vlmeval_hvs import dataset as base

    for module in (cards, base):
        monkeypatch.setattr(module, "all_cards", lambda: (CARD,))

    class ToyDataset(base.HVSDataset):
        BENCHMARK = "Toy"

        def __init__(self, dataset, seed=0, limit=None, profile="robust", loud=False):
            super().__init__(dataset, seed=seed, limit=limit, profile=profile, loud=loud)
            self.has_pipelines = dataset.startswith("Toy_Two")

        def messages(self, row):
            image = {"type": "image", "value": self.image(row["image_path"])}
            return [image, {"type": "text", "value": row["question"]}]

        def pipeline(self, row, traits):
            first = yield Turn(self.messages(row), step="look")
            answer = yield Turn([{"type": "text", "value": f"{first}, so?"}], step="answer")
            return {"answer": answer, "first": first}

        def score(self, items, judge=None):
            said = [json.loads(text)["answer"] if text.startswith("{") else text for text in items["prediction"]]
            right = [text == answer for text, answer in zip(said, items["answer"], strict=True)]
            table = pd.DataFrame({"index": items["index"], "right": right})
            return ScoreReport({"Overall": sum(right) / len(right)}, table, {"Overall": (0.0, 1.0)}, {"n": len(right)})

    buffer = io.BytesIO()
    Image.new("RGB", (8, 8), (255, 0, 0)).save(buffer, "PNG")
    with SetWriter("Toy", source="a test", licence="CC0") as w:
        for index in range(12):
            w.row(
                {
                    "index": index + 1,
                    "image_path": w.image(f"images/{index % 3}.png", buffer.getvalue()),
                    "question": f"question {index + 1}",
                    "answer": "NA" if index % 2 else "B",
                    "category": "even" if index % 2 else "odd",
                    "long": "x" * 50_000,
                }
            )
    return ToyDataset


@pytest.fixture
def model(host):
    """A host model that answers by a function of the message; counts calls."""
    from vlmeval.vlm.base import BaseModel

    class Scripted(BaseModel):
        INTERLEAVE = True

        def __init__(self, reply):
            super().__init__()
            self.reply, self.calls = reply, []

        def generate_inner(self, message, dataset=None):
            self.calls.append([item["value"] for item in message])
            return self.reply(message)

    return Scripted


def infer(model, dataset, folder):
    from vlmeval.inference import infer_data_job

    infer_data_job(model, work_dir=str(folder), model_name="scripted", dataset=dataset)
    return folder / f"scripted_{dataset.dataset_name}.xlsx"


def test_one_turn_through_the_host(toy, model, tmp_path):
    dataset = toy("Toy_One")
    scripted = model(lambda message: "NA")
    path = infer(scripted, dataset, tmp_path)
    assert [len(call) for call in scripted.calls] == [2] * 12
    assert scripted.calls[0][0] == str(data_root() / "Toy" / "images" / "0.png")
    metrics = dataset.evaluate(str(path), model="exact_matching", nproc=4)
    assert metrics == {"Overall": 0.5}
    scores = json.loads((tmp_path / "scripted_Toy_One_hvs_scores.json").read_text())
    assert scores["model"] == "scripted"
    assert scores["counts"] == {"samples": 12, "failed": 0, "cut_cells": 0}
    assert scores["settings"] == {"seed": 0, "limit": None, "profile": "robust", "loud": False}
    items = pd.read_csv(tmp_path / "scripted_Toy_One_hvs_items.tsv", sep="\t")
    assert items["right"].sum() == 6


def test_two_turns_through_the_host(toy, model, tmp_path):
    dataset = toy("Toy_Two")
    scripted = model(lambda message: "B" if message[0]["type"] == "text" else f"saw {message[1]['value']}")
    path = infer(scripted, dataset, tmp_path)
    assert len(scripted.calls) == 24
    assert scripted.calls[1] == ["saw question 1, so?"]
    assert dataset.evaluate(str(path))["Overall"] == 0.5
    lines = (tmp_path / "scripted_Toy_Two_hvs_transcripts.jsonl").read_text().splitlines()
    assert len(lines) == 12
    assert [turn["step"] for turn in json.loads(lines[0])["transcript"]] == ["look", "answer"]
    assert not list(tmp_path.glob("*journal*"))


def test_a_killed_run_repeats_nothing_that_was_finished(toy, model, tmp_path):
    class Killed(BaseException):
        pass

    def dies(message):
        if "question 6" in message[-1]["value"]:
            raise Killed
        return "B"

    with pytest.raises(Killed):
        infer(model(dies), toy("Toy_Two"), tmp_path)
    second = model(lambda message: "B")
    path = infer(second, toy("Toy_Two"), tmp_path)
    assert len(second.calls) == 2 * 7, "five finished samples are kept although the host saves every tenth"
    assert toy("Toy_Two").evaluate(str(path))["Overall"] == 0.5


def test_only_failed_samples_are_asked_again(toy, model, tmp_path):
    def fails(message):
        if "question 6" in message[-1]["value"]:
            raise RuntimeError("CUDA out of memory")
        return "B"

    dataset = toy("Toy_Two")
    path = infer(model(fails), dataset, tmp_path)
    dataset.evaluate(str(path))
    scores = json.loads((tmp_path / "scripted_Toy_Two_hvs_scores.json").read_text())
    assert scores["counts"]["failed"] == 1
    assert "1 of 12 samples failed" in scores["warnings"][0]
    again = model(lambda message: "B")
    infer(again, toy("Toy_Two"), tmp_path)
    assert len(again.calls) == 2


def test_damaged_and_missing_images_fail_their_sample_without_a_call(toy, model, tmp_path):
    image = data_root() / "Toy" / "images" / "0.png"
    image.write_bytes(image.read_bytes()[:20])
    (data_root() / "Toy" / "images" / "1.png").unlink()
    for name in ("Toy_One", "Toy_Two"):
        dataset = toy(name)
        scripted = model(lambda message: "B")
        path = infer(scripted, dataset, tmp_path)
        assert len(scripted.calls) == (4 if name == "Toy_One" else 8)
        dataset.evaluate(str(path))
        scores = json.loads((tmp_path / f"scripted_{name}_hvs_scores.json").read_text())
        assert scores["counts"]["failed"] == 8


def test_what_the_host_sees_is_small_and_plain(toy):
    dataset = toy("Toy_One")
    assert "long" not in dataset.data
    assert list(dataset.data["index"]) == list(range(1, 13))
    assert dataset[0]["answer"] == "B"
    for line in (0, dataset.data.iloc[0], dataset[0]):
        assert dataset.build_prompt(line).row["long"] == "x" * 50_000
    assert dataset.dump_image(dataset.data.iloc[4]) == [str(data_root() / "Toy" / "images" / "1.png")]


def test_limits_and_labels(toy):
    small = toy("Toy_One@few", limit=4)
    assert small.dataset_name == "Toy_One@few"
    assert sorted(small.rows["category"]) == ["even", "even", "odd", "odd"]
    assert set(small.rows["index"]) <= set(toy("Toy_One", limit=6).rows["index"])
    assert list(small.rows["index"]) != list(toy("Toy_One", limit=4, seed=1).rows["index"])
    assert len(toy("Toy_One", limit=99)) == 12


def test_wrong_options_and_missing_data_are_explained(toy, host):
    with pytest.raises(DataError, match="profile='best': choose one of robust, paper"):
        toy("Toy_One", profile="best")
    with pytest.raises(DataError, match="limit=0"):
        toy("Toy_One", limit=0)
    with pytest.raises(DataError, match="Toy_Three"):
        toy("Toy_Three")
    import shutil

    shutil.rmtree(data_root() / "Toy")
    with pytest.raises(MissingDataError) as error:
        toy("Toy_One")
    for word in ("example.org/toy", "1 kB", "CC0", "vlmeval-hvs build Toy", "--source", "Toy_One_DEMO"):
        assert word in str(error.value)


def test_the_host_reports_our_headline_only(toy):
    assert toy.report_primary_metric({"mean_overall_std": 9.0, "Overall": 0.25, "acc": 1.0}) == {"Overall": 0.25}
    assert toy.report_primary_metric({}) == {}
    assert toy.get_judge_file("x.xlsx") is None


def test_the_journal_is_for_these_data_and_settings(toy):
    keys = {
        toy(name, **options).journal_key
        for name, options in [("Toy_Two", {}), ("Toy_Two", {"loud": True}), ("Toy_Two", {"seed": 1})]
    }
    assert len(keys) == 3
    assert toy("Toy_Two").journal_key in keys
