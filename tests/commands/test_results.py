"""`score`, `report`, `compare`, `tables`, `figures`: what they print and write."""

import csv
import json
from types import SimpleNamespace

import pytest

from tests.results.score_file import save_scores
from vlmeval_hvs.cli import main
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.seeding import rng


@pytest.mark.long
def test_prompts_are_lines_of_the_first_turns_and_their_answers_are_scored(demo, tmp_path, capsys):
    demo("HVSBench_DEMO", "ActiView_DEMO")

    def told(*arguments):
        assert main([str(one) for one in arguments]) == 0
        return capsys.readouterr().out

    def lines(*arguments):
        return [json.loads(line) for line in told("prompts", *arguments).splitlines()]

    name = "HVSBench_Subitizing_DEMO"
    found = lines(name, "--options", "limit=3", "hint=field")
    assert {(line["turns"], line["dataset"]) for line in found} == {("one", name)}
    assert [item["type"] for item in found[0]["messages"]] == ["text", "image", "text"]
    for arguments, most in (([], 4), (["--one-image"], 1)):
        line = lines("ActiView_Full_DEMO", *arguments)[0]
        assert line["turns"] == "several"
        assert sum(item["type"] == "image" for item in line["messages"]) <= most

    path = tmp_path / f"mine_{name}.tsv"
    path.write_text("index\tprediction\n" + "".join(f"{line['index']}\tA\n" for line in lines(name)))
    printed = json.loads(told("score", path, "--data", name, "--json"))
    scores = json.loads((tmp_path / f"mine_{name}_hvs_scores.json").read_text())
    assert printed == {"kind": "score", "schema": 1, "run": scores}


def test_a_folder_of_models_is_compared_pair_by_pair(tmp_path, capsys):
    import pandas as pd

    def shown(*arguments, status=0):
        assert main(["compare", str(tmp_path), *arguments]) == status
        return "".join(capsys.readouterr())

    for model, scores in (("A", [1, 1, 1, 0]), ("Qwen[vl]-7B", [0, 1, 0, 1]), ("C", [1, 1, 1, 1])):
        read = {"reply": "A", "answer": list("ABCD"), "rule": "whole", "fallback": 0, "score": scores, "failed": 0}
        table = pd.DataFrame({"index": range(4), "image_path": list("abcd"), "field": ["P", "S"] * 2, **read})
        table.to_csv(tmp_path / f"{model}_HVSBench_hvs_items.tsv", sep="\t", index=False)
        run = {"model": model, "dataset": "HVSBench", "benchmark": "HVSBench", "digest": "d", "provenance": "ledger",
               "reading": "robust", "Overall": sum(scores) / 4, "metrics": {}, "settings": {}}  # fmt: skip
        (tmp_path / f"{model}_HVSBench_hvs_scores.json").write_text(json.dumps(run))
    text = shown("--model", "A", "Qwen[vl]-7B")
    assert "A on HVSBench - Qwen[vl]-7B on HVSBench" in text
    assert "+0.2500" in text
    assert [line.split()[0] for line in text.partition("changed row")[2].splitlines()[1:4]] == ["0", "2", "3"]
    assert "family of tests (3), the slices and metrics of each pair are another (2 + 2 + 2)" in shown()
    assert "no result of the model Qwen-7B, did you mean Qwen[vl]-7B?" in shown("--model", "Qwen-7B", status=1)


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


SET = "GazeTarget_Psychometric_DEMO"
PLACE = "gazetarget-psychometric-demo"


@pytest.mark.long
def test_figures_have_captions_and_the_numbers_of_the_score_files(lmu_data, tmp_path):
    pytest.importorskip("matplotlib", reason="the extra `figures` is not installed")
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze import baselines
    from vlmeval_hvs.benchmarks.gaze.dataset import GazeTargetDataset

    runs, figures = tmp_path / "runs", tmp_path / "figures"
    runs.mkdir()
    design = tmp_path / "design.json"
    design.write_text(json.dumps({"separations": [6, 10, 15], "gazers": ["R"], "sizes": [160]}))
    build_set(SET, source=design)
    dataset = GazeTargetDataset(SET)
    for name in ("head-only", "human"):
        observer = baselines._observer(name)
        rows = dataset.rows.to_dict("records")
        replies = [observer(SimpleNamespace(row=row), rng(0, name, row["index"])) for row in rows]
        path = runs / f"hvs-gaze-{name}_{SET}.tsv"
        pd.DataFrame({"index": dataset.rows["index"], "prediction": replies}).to_csv(path, sep="\t", index=False)
        dataset.score_file(path)
    assert main(["figures", str(runs), "--to", str(figures), "--format", "svg"]) == 0
    overall = f"gazetarget-overall-{PLACE}"
    curves = [f"{PLACE}-curve-{cue}" for cue in ("both", "eyes", "head", "conflict")]
    assert {path.stem for path in figures.glob("*.svg")} == {*curves, overall}
    captions = (figures / "captions.md").read_text()
    assert captions.count("Generated pictures, not photos.") == 4
    assert f"| hvs-gaze-human | {SET} |" in captions
    with (figures / f"{PLACE}-curve-eyes.csv").open(newline="") as file:
        points = [row for row in csv.DictReader(file) if row["series"] == "hvs-gaze-human"]
    stem = f"hvs-gaze-human_{SET}_hvs"
    scores = json.loads((runs / f"{stem}_scores.json").read_text())
    assert [(float(row["x"]), float(row["y"]), int(row["n"])) for row in points] == [
        (level["separation"], level["accuracy"], level["trials"])
        for level in scores["details"]["curves"]["eyes"]["levels"]
    ]
