"""``vlmeval-hvs tables``: files in every format, with chosen models, datasets and names."""

import csv
import json

import pytest

from tests.results.score_file import save_scores
from vlmeval_hvs.cli import main

DATASETS = ("HVSBench_Prominence", "VPB_Stage1", "VPB_Stage2", "ActiView_Zooming", "VisualSearch_Interiors")
NAME = "a_b&c%$#{}~^\\|[x]"


def save(folder, model, value, stem, dataset=DATASETS[0], **more):
    scores = {
        "n": 24, "metrics": {"Overall": value, "Prominence_Acc": value, "AUCperf": value}, "settings": {},
        "intervals": {"Overall": [0.1, 0.9]}, "details": {"n_images": {"AUCperf": 24}}, "digest": "d" * 64,
        "chances": {"Overall": {"value": 0.25, "low": 0.2, "high": 0.3, "mark": "above"}}, **more,
    }  # fmt: skip
    save_scores(folder, model, dataset, value, stem, **scores)


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def tables(tmp_path, capsys):
    """Runs the command on `runs`; gives its status, the folder with the tables, and what it said on either stream."""

    def run(*arguments, to="out"):
        status = main(["tables", str(tmp_path / "runs"), "--to", str(tmp_path / to), *arguments])
        return status, tmp_path / to, "".join(capsys.readouterr())

    return run


@pytest.mark.long
def test_every_benchmark_has_its_tables_with_published_rows_apart(tables, tmp_path, capsys):
    for stem, model in (("a", NAME), ("b", "n")):
        for dataset in DATASETS:
            save(tmp_path / "runs", model, 0.53125, stem, dataset)
    save(tmp_path / "runs", "broken", None, "d", validity="invalid", validity_reason="all failed")
    status, out, _ = tables("--digits", "1", "--percent")
    assert status == 1  # a run is invalid
    assert {path.name for path in out.iterdir()} == {"tables.tex", "tables.md", "tables.csv", "latex"}
    names = [path.stem for path in (out / "latex").iterdir()]
    assert all(f"\\input{{latex/{name}}}" in (out / "tables.tex").read_text() for name in names)
    for name, published in (
        ("visual-search-interiors", "IVSN"), ("vpb-table4", "GPT-4o"), ("hvsbench-accuracy-by-field", "Qwen2-VL"),
        ("actiview-pipelines", "GPT-4o"),
    ):  # fmt: skip
        kinds = {row["model"]: row["kind"] for row in rows(out / "tables.csv") if row["table"] == name}
        assert (kinds[published], kinds.get(NAME, "run")) == ("published", "run"), name
    latex = (out / "latex" / "hvsbench-overall.tex").read_text()
    assert "n & \\textbf{53.1}\\textsuperscript{+}" in latex
    assert main(["report", str(tmp_path / "runs"), "--papers", "--data", "ActiView_Zooming"]) == 0
    printed = capsys.readouterr().out
    assert [words in printed for words in ("53.12", "GPT-4o", "VPB")] == [True, True, False]
    long = [row for row in rows(out / "tables.csv") if row["table"] == "hvsbench-overall" and row["model"] == "n"]
    assert [(row["column"], row["value"], row["low"]) for row in long] == [(DATASETS[0], "53.125", "10.0")]


def test_models_datasets_and_names_are_chosen(tables, tmp_path):
    for model in ("=SUM(1)", "b", "c"):
        for dataset in (DATASETS[0], f"{DATASETS[1]}@x"):
            save(tmp_path / "runs", model, 0.5, model, dataset)
    names = {"c": "not chosen", "=SUM(1)": "@first", "b": "Second", DATASETS[0]: "Prominence", "GPT4-o": "GPT-4o"}
    (tmp_path / "names.json").write_text(json.dumps(names))
    chosen = ["--model", "b", "=SUM(1)", "--data", DATASETS[0], "--names", str(tmp_path / "names.json")]
    assert tables(*chosen, to="one.md")[0] == 0
    text = (tmp_path / "one.md").read_text()
    assert "| model | Prominence |" in text
    assert text.index("| Second |") < text.index("| @first |") < text.index("| GPT-4o (published) |")
    assert not any(word in text for word in ("| c |", "VPB", "HVSBench_Prominence", "GPT4-o"))
    assert tables(*chosen, to="one.csv")[0] == 0
    assert "\nruns,'@first,run" in (tmp_path / "one.csv").read_text()  # no formula in a spreadsheet
    for wrong, said in (
        ({"bb": "x"}, "no model, dataset or published row bb, did you mean b?"),
        ({"b": "c"}, "two models would have one name"), ([], "write {"),
    ):  # fmt: skip
        (tmp_path / "wrong.json").write_text(json.dumps(wrong))
        status, _, told = tables("--names", str(tmp_path / "wrong.json"))
        assert (status, said in told) == (1, True), told
