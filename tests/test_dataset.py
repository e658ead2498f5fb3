"""The shared dataset class, with a toy benchmark of one and of two turns, without the host and in it."""

import json
import shutil
from dataclasses import dataclass, replace

import numpy as np
import pytest

from vlmeval_hvs import dataset as dataset_module
from vlmeval_hvs import registry
from vlmeval_hvs.errors import DataError, MissingDataError, OptionError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.messages import FAIL_MARKER, Turn, declined, image, text
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.options import COMMAND_LINE, Options, file, flag, whole
from vlmeval_hvs.results import collect
from vlmeval_hvs.results.contract import ScoreReport
from vlmeval_hvs.results.ledger import Ledger, iter_calls
from vlmeval_hvs.sets import SetWriter, set_folder

CARD = registry.Card(
    name="Toy", title="Toy", about="A test.", package="toy", class_name="ToyDataset",
    sets={"Toy": registry.SetInfo("Toy", "example.org/toy", "toy:build", "toy:demo", "1 kB", "CC0")},
    datasets={"Toy_One": {"set": "Toy", "about": "one turn"}, "Toy_Two": {"set": "Toy", "about": "two turns"}},
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class ToyOptions(Options):
    loud: bool = flag(False, doc="Asks in capitals.")
    words: str | None = file(doc="A file with words.")
    depth: int = whole(1, 1, doc="Scores differently.", asks=())


class Toy(dataset_module.HVSDataset[ToyOptions]):
    BENCHMARK, OPTIONS = "Toy", ToyOptions

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
        import pandas as pd

        right = items["reply"] == items["answer"]
        read = {"answer": items["reply"], "rule": "whole", "fallback": items["reply"] == "", "score": right}
        table = pd.DataFrame({**read, **{f"{name}_paper": values for name, values in read.items()}, "own": 1})
        metrics = {"Overall": float(right.mean()), "Overall_paper": float(right.mean())}
        return ScoreReport(metrics, table, Chance(0.5, 0.2, 0.8), {"Overall": (0.0, 1.0)}, {"n": len(right)})


@pytest.fixture
def toy(lmu_data, monkeypatch):
    """The plain class, with its card known and its set of 12 rows built."""
    from vlmeval_hvs.results import predictions

    for module in (registry, dataset_module, collect, predictions):  # each has its own name for it, from its import on
        monkeypatch.setattr(module, "all_cards", lambda: (CARD,))
    monkeypatch.setattr(dataset_module, "wording_digest", lambda benchmark: "no package, no wording")
    red = np.full((8, 8, 3), (255, 0, 0), np.uint8)
    with SetWriter("Toy", source="a test", licence="CC0") as w:
        for index in range(12):
            path = w.array(f"images/{index % 3}.png", red)
            told = {"question": f"question {index + 1}", "answer": "NA" if index % 2 else "B", "long": "x" * 50_000}
            w.row({"index": index + 1, "image_path": path, **told, "category": "even" if index % 2 else "odd"})
    return Toy


def scored(dataset, folder, replies, ledger=True, **receipt):
    """The metrics and the score file of a run with these replies."""
    folder.mkdir(exist_ok=True)
    stem = f"m_{dataset.dataset_name}"
    if ledger:
        book = Ledger(folder, stem)
        book.begin(replace(dataset.receipt, **receipt))
        for index, reply in zip(dataset.rows["index"], replies, strict=True):
            book.answer(index, reply, FAIL_MARKER in reply, "length" if reply == "cut" else "stop")
        book.close()
    lines = [f"{index}\t{reply}\n" for index, reply in zip(dataset.rows["index"], replies, strict=True)]
    (folder / f"{stem}.tsv").write_text("index\tprediction\n" + "".join(lines))
    metrics = dataset.score_file(folder / f"{stem}.tsv")
    return metrics, json.loads((folder / f"{stem}_hvs_scores.json").read_text())


def test_a_run_is_scored_with_everything_that_its_numbers_rest_on(toy, tmp_path):
    dataset = toy("Toy_One", max_failed=0.5, depth=3)
    replies = ["B", "NA", "B", "cut", *["NA"] * 7, f"{FAIL_MARKER} x"]
    metrics, scores = scored(dataset, tmp_path, replies, model={"class": "M"}, host={"name": "h"}, sent={"hint": "no"})
    shares = {"Overall": 6 / 12, "Overall_paper": 6 / 12, "Fallback": 1 / 12, "Differ": 0.0}
    assert metrics == {**shares, "Chance": 0.5, "Chance_low": 0.2, "Chance_high": 0.8}
    settings = {"seed": 0, "limit": None, "profile": "robust", "max_failed": 0.5, "loud": False, "words": None}
    counts = {name: count for name, count in scores["counts"].items() if count}
    assert (counts, scores["validity"]) == ({"samples": 12, "failed": 1, "cut_replies": 1}, "partial")
    assert scores["settings"] == {**settings, "depth": 3, "hint": "no"}
    assert (scores["settings_from"], scores["provenance"]) == ("the run", "ledger")
    assert scores["run"] == {"model": {"class": "M"}, "host": {"name": "h"}}
    assert scores["data"] == {"set": "Toy", "digest": dataset.manifest.digest, "source": "a test"}
    assert (scores["model"], scores["wording"]) == ("m", "no package, no wording")
    assert not any("no ledger" in warning for warning in scores["warnings"])
    _, scores = scored(toy("Toy_One"), tmp_path / "none", ["B"] * 12, ledger=False)
    assert (scores["settings_from"], scores["run"]) == ("this evaluation", {})
    assert any("the predictions have no ledger" in warning for warning in scores["warnings"])


def test_rows_that_the_host_left_out_and_a_judge(toy, tmp_path, monkeypatch, capsys):
    dataset, judged, score = toy("Toy_One"), [], toy.score

    def scored_with_a_sentence_for_the_screen_and_further_files(self, items):
        report = score(self, items)
        report.summary, report.files = ["one sentence"], {"_a.txt": b"a", "_b.txt": lambda model: model.encode()}
        return report

    monkeypatch.setattr(dataset_module, "add_judged", lambda report, *rest: judged.append(rest[1:]))
    monkeypatch.setattr(toy, "score", scored_with_a_sentence_for_the_screen_and_further_files)
    whole, dataset.data = dataset.data, dataset.data.head(3)  # its --limit
    (tmp_path / "m_Toy_One.tsv").write_text("index\tprediction\n1\tB\n2\tNA\n3\tC\n")
    assert dataset.score_file(tmp_path / "m_Toy_One.tsv", judge="J")["Overall"] == pytest.approx(2 / 3)
    [(items, judge, place)] = judged
    assert (items["index"].tolist(), judge, place.parent) == (["1", "2", "3"], "J", tmp_path)
    assert capsys.readouterr().out == "Toy_One: one sentence\n"
    assert ((tmp_path / "m_Toy_One_a.txt").read_bytes(), (tmp_path / "m_Toy_One_b.txt").read_bytes()) == (b"a", b"m")
    assert len(dataset) == 3
    dataset.data = None  # its API mode
    with pytest.raises(DataError, match="4, 5, 6"):
        dataset.score_file(tmp_path / "m_Toy_One.tsv")
    assert (len(dataset), list(whole["index"]), "long" in whole) == (12, list(range(1, 13)), False)


def test_rows_that_our_own_models_declined_are_left_out_and_no_others(toy, tmp_path, monkeypatch):
    asked, score = [], toy.score
    monkeypatch.setattr(toy, "score", lambda self, items, judge=None: asked.append(len(items)) or score(self, items))
    for name, number, left_out, overall in (("Other", 3, 0, 4 / 12), ("HVSBaseline", 3, 3, 4 / 9)):
        replies = [*[declined("no own answer")] * number, *["B"] * (12 - number)]
        scores = scored(toy("Toy_One"), tmp_path / name, replies, model={"class": name})[1]
        assert (scores["n"], scores["left_out"], scores["Overall"]) == (12 - left_out, left_out, overall)
    assert asked == [12, 9]


def test_predictions_are_scored_under_the_settings_of_their_run_or_not_at_all(toy, tmp_path):
    with pytest.raises(DataError, match="loud=True then, False now"):
        scored(toy("Toy_One"), tmp_path, ["B"] * 12, settings=toy("Toy_One", loud=True).receipt.settings)
    (tmp_path / "words.txt").write_text("one")
    given = {"loud": True, "words": str(tmp_path / "words.txt")}
    receipts = [toy("Toy_Two", **options).receipt for options in ({}, {"loud": True}, given)]
    (tmp_path / "words.txt").write_text("two")
    receipts += [toy("Toy_One").receipt, toy("Toy_Two", **given).receipt]
    for first in receipts:
        alike = [other for other in receipts if not first.differences(other)]
        assert alike == [first], "data, options that change what is asked, and contents of files"
    assert toy("Toy_Two", depth=2, profile="paper").receipt.differences(receipts[0]) == []
    assert [toy("Toy_One", profile=one).other_reading for one in ("robust", "paper")] == ["paper", "robust"]


def test_prompts_rows_and_images_are_those_of_the_set_and_a_bad_row_fails_alone(toy, monkeypatch):
    one, two = toy("Toy_One"), toy("Toy_Two")
    monkeypatch.setattr(toy, "left_out", frozenset({"Toy_Two_DEMO"}))
    assert sorted(one.supported_datasets()) == ["Toy_One", "Toy_One_DEMO", "Toy_Two"]
    for line in (4, one.data.iloc[4], {"index": "5"}):
        assert one.build_prompt(line).row["long"] == "x" * 50_000
        assert one.build_prompt(line).row["question"] == "question 5"
        assert one.dump_image(line) == [str(set_folder("Toy") / "images" / "1.png")]
    assert list(two.build_prompt(0)) == two.messages(two.row(0))
    record = {"index": "1", "record": {"answer": "B"}}
    assert (one.mismatch({**record, "record": None}), two.mismatch(record)) == ("", "")
    assert one.mismatch(record) == "it is asked in one turn, not several"
    damaged = set_folder("Toy") / "images" / "0.png"
    damaged.write_bytes(damaged.read_bytes()[:20])
    (set_folder("Toy") / "images" / "1.png").unlink()
    for place, words in ((0, "row 1: images/0.png .* is damaged; build Toy again"), (1, "row 2: .* is missing from")):
        prompt = one.build_prompt(place)
        assert [item["value"] for item in prompt] == [f"row {place + 1} cannot be shown"]
        with pytest.raises(DataError, match=words):
            next(prompt.pipeline(None))


def test_classes_are_made_for_names_of_their_benchmark_only(toy, monkeypatch):
    other = type("Other", (toy,), {"BENCHMARK": "Another"})
    for kind, name, error, words in (
        (toy, 7, OptionError, "dataset=7 is not allowed"), (toy, "Toy", DataError, "'Toy' is not a dataset"),
        (other, "Toy_One", DataError, "'Toy_One' is not a dataset of Other; use the class of its benchmark"),
    ):  # fmt: skip
        with pytest.raises(error, match=words):
            kind(name)
    monkeypatch.setattr(toy, "select_rows", lambda self, rows: rows[:0])
    with pytest.raises(DataError, match="Toy.* has no rows for Toy_One"):
        toy("Toy_One")


def test_limits_are_even_over_categories_and_nested_and_missing_data_are_explained(toy):
    small = toy("Toy_One@few", limit=4)
    assert (small.dataset_name, sorted(small.rows["category"])) == ("Toy_One@few", ["even", "even", "odd", "odd"])
    assert set(small.rows["index"]) <= set(toy("Toy_One", limit=6).rows["index"])
    assert list(small.rows["index"]) != list(toy("Toy_One", limit=4, seed=1).rows["index"])
    shutil.rmtree(data_root() / "Toy")
    with pytest.raises(MissingDataError) as error:
        toy("Toy_One")
    for word in ("example.org/toy", "1 kB", "CC0", "vlmeval-hvs build Toy", "--source", "Toy_One_DEMO"):
        assert word in str(error.value)


@pytest.fixture
def hosted(host, toy):
    """The host's class of the toy dataset."""
    from vlmeval.dataset.image_base import ImageBaseDataset

    from vlmeval_hvs.host.datasets import HostDataset

    class ToyDataset(toy, HostDataset, ImageBaseDataset):
        pass

    return ToyDataset


@pytest.mark.host
def test_one_and_two_turns_through_the_host(hosted, tmp_path):
    from vlmeval.inference import infer_data_job
    from vlmeval.vlm.base import BaseModel

    class Scripted(BaseModel):
        INTERLEAVE = True

        def generate_inner(self, message, dataset=None):
            asked.append([item["value"] for item in message])
            if dataset == "Toy_One":
                return "NA"
            return "B" if message[0]["type"] == "text" else f"saw {message[1]['value']}"

    asked = []
    for name in ("Toy_One", "Toy_Two"):
        infer_data_job(Scripted(), work_dir=str(tmp_path), model_name="m", dataset=hosted(name))
        scores = hosted(name).evaluate(str(tmp_path / f"m_{name}.xlsx"), model="exact_matching", nproc=4)
        assert scores["Overall"] == 0.5
    assert ([len(call) for call in asked], asked[13]) == ([*[2] * 12, *[2, 1] * 12], ["saw question 1, so?"])
    calls = list(iter_calls(tmp_path, "m_Toy_Two"))
    turns = [(call.index, call.turn, call.step) for call in calls[:3]]
    assert turns == [("1", 0, "look"), ("1", 1, "answer"), ("2", 0, "look")]
    assert hosted.report_primary_metric({"mean_overall_std": 9.0, "Overall": 0.25, "acc": 1.0}) == {"Overall": 0.25}


@pytest.mark.host
def test_options_pass_the_hosts_filters_and_the_runners_own_arguments_are_none(hosted, monkeypatch):
    import vlmeval.dataset
    from vlmeval.run import build_dataset_from_config

    monkeypatch.setattr(vlmeval.dataset, "ToyDataset", hosted, raising=False)
    monkeypatch.setattr(vlmeval.dataset, "DATASET_CLASSES", [hosted])
    build = vlmeval.dataset.build_dataset
    with pytest.raises(OptionError, match="unknown option lod, did you mean loud[?]"):
        build_dataset_from_config({"Toy_One": {"class": "ToyDataset", "dataset": "Toy_One", "lod": True}}, "Toy_One")
    given = {**dict.fromkeys(COMMAND_LINE), "skeleton": True, "judge": None}
    assert [len(build("Toy_One", **given, limit=limit)) for limit in (None, 4)] == [12, 4]
