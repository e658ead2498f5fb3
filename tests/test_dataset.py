"""The shared dataset class inside the real host, with a toy benchmark of one single-turn and one two-turn dataset."""

import io
import json
from dataclasses import dataclass

import pandas as pd
import pytest
from PIL import Image

from vlmeval_hvs import dataset as dataset_module
from vlmeval_hvs import registry
from vlmeval_hvs.errors import DataError, MissingDataError, OptionError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.messages import Turn, image, text
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.options import Options, flag, whole
from vlmeval_hvs.results import collect, foreign
from vlmeval_hvs.results.contract import ScoreReport
from vlmeval_hvs.results.ledger import iter_calls, read_answers
from vlmeval_hvs.sets import SetWriter, set_folder

pytestmark = pytest.mark.host

CARD = registry.Card(
    name="Toy",
    title="Toy",
    about="A test.",
    package="toy",
    class_name="ToyDataset",
    sets={"Toy": registry.SetInfo("Toy", "example.org/toy", "toy:build", "toy:demo", "1 kB", "CC0")},
    datasets={"Toy_One": {"set": "Toy", "about": "one turn"}, "Toy_Two": {"set": "Toy", "about": "two turns"}},
)


@dataclass(frozen=True, kw_only=True)
class ToyOptions(Options):
    loud: bool = flag(False, doc="Asks in capitals.")
    depth: int = whole(1, 1, doc="Scores differently.", asks=())


class Toy(dataset_module.HVSDataset[ToyOptions]):
    """A dataset of one or two turns."""

    BENCHMARK = "Toy"
    OPTIONS = ToyOptions

    def messages(self, row):
        question = row["question"].upper() if self.options.loud else row["question"]
        return [image(self.image(row["image_path"])), text(question)]

    def pipeline(self, row, traits):
        return self.two_turns(row) if self.dataset_name.startswith("Toy_Two") else None

    def two_turns(self, row):
        first = yield Turn(self.messages(row), step="look")
        answer = yield Turn([text(f"{first}, so?")], step="answer")
        return {"answer": answer, "first": first}

    def score(self, items, judge=None):
        right = items["reply"] == items["answer"]
        read = {"answer": items["reply"], "rule": "whole", "fallback": items["reply"] == "", "score": right}
        table = pd.DataFrame({**read, **{f"{name}_paper": values for name, values in read.items()}, "own": 1})
        metrics = {"Overall": float(right.mean()), "Overall_paper": float(right.mean())}
        return ScoreReport(metrics, table, Chance(0.5, 0.2, 0.8), {"Overall": (0.0, 1.0)}, {"n": len(right)})


@pytest.fixture
def toy(host, lmu_data, monkeypatch):
    """The host's class, with its card known and its set of 12 rows built."""
    from vlmeval.dataset.image_base import ImageBaseDataset

    from vlmeval_hvs.host.datasets import HostDataset

    for module in (registry, dataset_module, collect, foreign):  # each has its own name for it, from its import on
        monkeypatch.setattr(module, "all_cards", lambda: (CARD,))
    monkeypatch.setattr(dataset_module, "wording_digest", lambda benchmark: "no package, no wording")

    class ToyDataset(Toy, HostDataset, ImageBaseDataset):
        pass

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
    assert scripted.calls[0][0] == str(set_folder("Toy") / "images" / "0.png")
    metrics = dataset.evaluate(str(path), model="exact_matching", nproc=4)
    assert metrics == {
        "Overall": 0.5,
        "Overall_paper": 0.5,
        "Fallback": 0.0,
        "Differ": 0.0,
        "Chance": 0.5,
        "Chance_low": 0.2,
        "Chance_high": 0.8,
    }
    scores = json.loads((tmp_path / "scripted_Toy_One_hvs_scores.json").read_text())
    assert scores["model"] == "scripted"
    assert scores["counts"] == dict.fromkeys(("failed", "left_out", "reader_errors", "cut_cells", "cut_replies"), 0) | {
        "samples": 12
    }
    assert scores["settings"] == {
        "seed": 0,
        "limit": None,
        "profile": "robust",
        "max_failed": 0.02,
        "loud": False,
        "depth": 1,
    }
    items = pd.read_csv(tmp_path / "scripted_Toy_One_hvs_items.tsv", sep="\t")
    assert items["score"].sum() == 6


def test_two_turns_through_the_host(toy, model, tmp_path):
    dataset = toy("Toy_Two")
    scripted = model(lambda message: "B" if message[0]["type"] == "text" else f"saw {message[1]['value']}")
    path = infer(scripted, dataset, tmp_path)
    assert len(scripted.calls) == 24
    assert scripted.calls[1] == ["saw question 1, so?"]
    assert dataset.evaluate(str(path))["Overall"] == 0.5
    calls = list(iter_calls(tmp_path, "scripted_Toy_Two"))
    assert [(call.index, call.turn, call.step) for call in calls[:3]] == [
        ("1", 0, "look"),
        ("1", 1, "answer"),
        ("2", 0, "look"),
    ]
    assert len(calls) == 24
    assert len({call.prompt for call in calls}) == 24


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
    assert read_answers(tmp_path, "scripted_Toy_Two").calls == 24
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
    assert scores["validity_reason"] == "1 of 12 rows failed (8.3%, more than max_failed=0.02)"
    assert scores["warnings"][0] == f"the result is invalid and has no Overall: {scores['validity_reason']}"
    assert "1 of 12 samples failed" in scores["warnings"][1]
    again = model(lambda message: "B")
    infer(again, toy("Toy_Two"), tmp_path)
    assert len(again.calls) == 2


def test_damaged_and_missing_images_fail_their_sample_without_a_call(toy, model, tmp_path):
    image = set_folder("Toy") / "images" / "0.png"
    image.write_bytes(image.read_bytes()[:20])
    (set_folder("Toy") / "images" / "1.png").unlink()
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
    assert dataset.dump_image(dataset.data.iloc[4]) == [str(set_folder("Toy") / "images" / "1.png")]


def test_limits_and_labels(toy):
    small = toy("Toy_One@few", limit=4)
    assert small.dataset_name == "Toy_One@few"
    assert sorted(small.rows["category"]) == ["even", "even", "odd", "odd"]
    assert set(small.rows["index"]) <= set(toy("Toy_One", limit=6).rows["index"])
    assert list(small.rows["index"]) != list(toy("Toy_One", limit=4, seed=1).rows["index"])
    assert len(toy("Toy_One", limit=99)) == 12


def test_wrong_options_and_missing_data_are_explained(toy, host):
    with pytest.raises(OptionError, match="dataset=None is not allowed; give the name of a dataset"):
        toy(dataset=None)
    with pytest.raises(OptionError, match="profile='best' is not allowed; give one of robust, paper"):
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


def test_the_receipt_is_for_these_data_and_the_options_that_change_what_is_asked(toy):
    keys = {
        toy(name, **options).receipt.key
        for name, options in [("Toy_Two", {}), ("Toy_Two", {"loud": True}), ("Toy_Two", {"seed": 1})]
    }
    assert len(keys) == 3
    assert toy("Toy_Two", depth=2, profile="paper").receipt.key in keys


def test_predictions_are_scored_under_the_settings_of_their_run_or_not_at_all(toy, model, tmp_path):
    path = infer(model(lambda message: "B"), toy("Toy_One", loud=True), tmp_path)
    with pytest.raises(DataError, match="loud=True then, False now"):
        toy("Toy_One").evaluate(str(path))
    toy("Toy_One", loud=True, depth=3).evaluate(str(path))
    scores = json.loads((tmp_path / "scripted_Toy_One_hvs_scores.json").read_text())
    assert scores["settings"] == {
        "seed": 0,
        "limit": None,
        "profile": "robust",
        "max_failed": 0.02,
        "loud": True,
        "depth": 3,
    }
    assert scores["settings_from"] == "the run"


def test_predictions_without_a_receipt_say_so(toy, tmp_path):
    dataset = toy("Toy_One")
    path = tmp_path / "other_Toy_One.tsv"
    pd.DataFrame({"index": dataset.rows["index"], "prediction": "B"}).to_csv(path, sep="\t", index=False)
    dataset.evaluate(str(path))
    scores = json.loads((tmp_path / "other_Toy_One_hvs_scores.json").read_text())
    assert scores["settings_from"] == "this evaluation"
    assert "the predictions have no ledger; settings are those of this evaluation" in scores["warnings"]


def test_a_misspelled_option_reaches_the_class_through_the_hosts_filters(toy, host, monkeypatch):
    import vlmeval.dataset
    from vlmeval.run import build_dataset_from_config

    monkeypatch.setattr(vlmeval.dataset, "ToyDataset", toy, raising=False)
    monkeypatch.setattr(vlmeval.dataset, "DATASET_CLASSES", [toy])
    entry = {"class": "ToyDataset", "dataset": "Toy_One", "lod": True}
    with pytest.raises(OptionError, match="unknown option lod, did you mean loud[?]"):
        build_dataset_from_config({"Toy_One": entry}, "Toy_One")
    with pytest.raises(OptionError, match="unknown option lod, did you mean loud[?]"):
        vlmeval.dataset.build_dataset("Toy_One", lod=True)
    assert vlmeval.dataset.build_dataset("Toy_One", skeleton=True).dataset_name == "Toy_One"


def test_the_runners_own_arguments_are_no_options(toy, host, monkeypatch):
    import vlmeval.dataset

    monkeypatch.setattr(vlmeval.dataset, "DATASET_CLASSES", [toy])
    command_line = {"data": ["Toy_One"], "model": ["m"], "work_dir": "out", "mode": "all"}
    command_line |= {"reuse": False, "verbose": False, "judge": None}
    assert len(vlmeval.dataset.build_dataset("Toy_One", **command_line, limit=None)) == 12
    assert len(vlmeval.dataset.build_dataset("Toy_One", **command_line, limit=4)) == 4
    with pytest.raises(OptionError, match="limit='x' is not allowed"):
        vlmeval.dataset.build_dataset("Toy_One", **command_line, limit="x")


def test_the_first_message_is_the_first_turn(toy):
    dataset = toy("Toy_Two")
    assert list(dataset.build_prompt(0)) == dataset.messages(dataset.row(0))
