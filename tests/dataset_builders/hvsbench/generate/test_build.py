"""A generated set is built, run by the models without weights, and scored."""

import json
import os
import re
import shutil

import pandas as pd
import pytest
from scipy.stats import binomtest

from dataset_builders.hvsbench.generate.generate import generate
from dataset_builders.hvsbench.generate.settings import Settings
from dataset_builders.hvsbench.generate.survey import Given
from vlmeval_hvs.cli import main
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.responders import respond
from vlmeval_hvs.sets import read_set


@pytest.fixture(scope="module")
def folder(tmp_path_factory, pictures, made_up):
    """A generated set with 30 pictures for testing, and a few questions of each type for every picture."""
    out = tmp_path_factory.mktemp("generated") / "set"
    source = made_up(numbers=range(1, 61), objects=(3, 8))
    generate(out, [Given(source, pictures)], Settings(share=0.5, per_picture={"Q10": 5, "Q4": 5, "Q8": 3}))
    return out


def scores_of(model, work):
    dataset = dataset_class(card_of("HVSBench:new"))(dataset="HVSBench:new")
    replies = [respond(model, dataset.build_prompt(place), 0) for place in range(len(dataset))]
    path = work / f"{model}_HVSBench=new.tsv"
    pd.DataFrame({"index": dataset.rows["index"], "prediction": replies}).to_csv(path, sep="\t", index=False)
    return dataset.score_file(path)


def test_oracle_is_right_and_guesses_are_at_chance(folder, lmu_data, tmp_path, capsys):
    assert main(["build", "HVSBench:new", "--source", str(folder)]) == 0
    rows, manifest = read_set("HVSBench:new")
    wanted = [json.loads(line) for line in (folder / "test.jsonl").read_text().splitlines()]
    assert rows["index"].tolist() == [str(row["index"]) for row in wanted]
    assert rows["question"].tolist() == [row["question"] for row in wanted]
    assert set(rows["question_type"]) == {f"Q{number}" for number in range(1, 14)}
    assert not manifest.warnings
    assert manifest.notes["generation"]["settings"]["share"] == 0.5
    oracle = scores_of("hvs-oracle", tmp_path)
    assert oracle["Overall"] == 1.0
    guess = scores_of("hvs-random", tmp_path)
    counts = rows["question_type"].value_counts()
    for kind, chance in {"Q4": 1 / 2, "Q6": 1 / 3, "Q8": 1 / 2, "Q10": 1 / 4, "Q11": 1 / 2, "Q13": 1 / 4}.items():
        right = round(guess[f"{kind}_Acc"] * counts[kind])
        assert binomtest(right, counts[kind], chance).pvalue > 0.001, kind
    assert guess["Chance_low"] <= guess["Overall"] <= guess["Chance_high"]


def test_a_packed_set_is_built_too(folder, lmu_data, tmp_path):
    shutil.make_archive(str(tmp_path / "set"), "zip", folder.parent, folder.name)
    assert main(["build", "HVSBench:packed", "--source", str(tmp_path / "set.zip")]) == 0
    assert len(read_set("HVSBench:packed")[0]) == len((folder / "test.jsonl").read_text().splitlines())


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("test.jsonl", lambda text: text.replace('"Q4"', '"Q99"', 1), "line [0-9]+: question_type 'Q99'"),
        ("test.jsonl", lambda text: "{" + text, "line 1: no JSON"),
        ("test.jsonl", lambda text: text.replace('"pictures/', '"../', 1), "line 1: path '../"),
        ("generation.json", lambda text: "{}", "not written by"),
    ],
)
def test_a_damaged_set_is_told_by_its_line(folder, lmu_data, tmp_path, capsys, name, change, message):
    shutil.copytree(folder, tmp_path / "copy", copy_function=os.link)
    path = tmp_path / "copy" / name
    text = path.read_text()
    path.unlink()
    path.write_text(change(text))
    assert main(["build", "HVSBench:broken", "--source", str(tmp_path / "copy")]) == 1
    assert re.search(message, capsys.readouterr().err)


def test_a_changed_set_is_built_with_a_warning(folder, lmu_data, tmp_path, capsys):
    shutil.copytree(folder, tmp_path / "copy", copy_function=os.link)
    path = tmp_path / "copy" / "test.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.unlink()
    path.write_text("".join(lines[:5]))
    assert main(["build", "HVSBench:fewer", "--source", str(tmp_path / "copy")]) == 0
    assert "test.jsonl was changed" in capsys.readouterr().out


@pytest.mark.host
def test_a_generated_set_runs_in_the_host(host, folder, lmu_data, tmp_path):
    assert main(["build", "HVSBench:new", "--source", str(folder)]) == 0
    import vlmeval.dataset as datasets
    from vlmeval.config import supported_VLM
    from vlmeval.inference import infer_data_job

    dataset = datasets.HVSBenchDataset(dataset="HVSBench=new@some", limit=40)
    for name, least in (("hvs-oracle", 1.0), ("hvs-random", 0.1)):
        infer_data_job(supported_VLM[name](), work_dir=str(tmp_path), model_name=name, dataset=dataset, verbose=False)
        dataset.evaluate(str(next(tmp_path.glob(f"{name}_HVSBench=new@some.xlsx"))))
        scores = json.loads((tmp_path / f"{name}_HVSBench=new@some_hvs_scores.json").read_text())
        assert (scores["validity"], scores["provenance"], scores["n"]) == ("valid", "ledger", 40)
        assert least <= scores["Overall"] <= (1.0 if name == "hvs-oracle" else 0.7)


def test_a_generated_set_never_takes_the_place_of_the_released_one(folder, lmu_data, capsys):
    assert main(["build", "HVSBench", "--source", str(folder)]) == 1
    assert "HVSBench:NAME" in capsys.readouterr().err
