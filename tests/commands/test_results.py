"""`score`, `report`, `compare`, `tables`, `figures`: what they print and write."""

import csv
import json
import socket

import pytest

from tests.results.score_file import save_scores
from vlmeval_hvs.cli import main


@pytest.mark.long
def test_prompts_are_lines_of_the_first_turns_and_their_answers_are_scored(demo, tmp_path, capsys):
    demo("HVSBench_DEMO", "ActiView_DEMO")

    def told(*arguments):
        assert main([str(one) for one in arguments]) == 0
        out = capsys.readouterr().out
        return json.loads(out) if "--json" in arguments else [json.loads(line) for line in out.splitlines()]

    name = "HVSBench_Subitizing_DEMO"
    found = told("prompts", name, "--options", "limit=3", "hint=field")
    assert {(line["turns"], line["dataset"]) for line in found} == {("one", name)}
    assert [item["type"] for item in found[0]["messages"]] == ["text", "image", "text"]
    for arguments, most in (([], 4), (["--one-image"], 1)):
        line = told("prompts", "ActiView_Full_DEMO", *arguments)[0]
        assert line["turns"] == "several"
        assert sum(item["type"] == "image" for item in line["messages"]) <= most
    path, indices = tmp_path / f"mine_{name}.tsv", [line["index"] for line in told("prompts", name)]
    path.write_text("index\tprediction\n" + "".join(f"{index}\tA\n" for index in indices))
    printed = told("score", path, "--data", name, "--json")
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
        run["validity"] = "partial" if model == "C" else "valid"
        (tmp_path / f"{model}_HVSBench_hvs_scores.json").write_text(json.dumps(run))
    text = shown("--model", "A", "Qwen[vl]-7B")
    assert [words in text for words in ("A on HVSBench - Qwen[vl]-7B on HVSBench", "+0.2500")] == [True, True]
    assert [line.split()[0] for line in text.partition("changed row")[2].splitlines()[1:4]] == ["0", "2", "3"]
    assert "family of tests (3), the slices and metrics of each pair are another (2 + 2 + 2)" in shown(status=2)
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
    inputs = [f"\\input{{latex/{path.stem}}}" for path in (out / "latex").iterdir()]
    assert [line for line in inputs if line not in (out / "tables.tex").read_text()] == []
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
    long = [row for row in rows(out / "tables.csv") if (row["table"], row["model"]) == ("hvsbench-overall", "n")]
    assert [(row["column"], row["value"], row["low"]) for row in long] == [(DATASETS[0], "53.125", "10.0")]


def test_models_datasets_and_names_are_chosen(tables, tmp_path):
    for model in ("=SUM(1)", "b", "c"):
        for dataset in (DATASETS[0], f"{DATASETS[1]}@x"):
            save(tmp_path / "runs", model, 0.5, model, dataset)
    names = {"c": "not chosen", "=SUM(1)": "@first", "b": "Second", DATASETS[0]: "Prominence", "GPT4-o": "GPT-4o"}
    (tmp_path / "names.json").write_text(json.dumps(names))
    chosen = ["--model", "b", "=SUM(1)", "--data", DATASETS[0], "--names", str(tmp_path / "names.json")]
    assert (tables(*chosen, to="one.md")[0], tables(*chosen, to="one.csv")[0]) == (0, 0)
    text = (tmp_path / "one.md").read_text()
    assert "| model | Prominence |" in text
    assert text.index("| Second |") < text.index("| @first |") < text.index("| GPT-4o (published) |")
    assert not any(word in text for word in ("| c |", "VPB", "HVSBench_Prominence", "GPT4-o"))
    assert "\nruns,'@first,run" in (tmp_path / "one.csv").read_text()  # no formula in a spreadsheet
    for wrong, said in (
        ({"bb": "x"}, "no model, dataset or published row bb, did you mean b?"),
        ({"b": "c"}, "two models would have one name"), ([], "write {"),
    ):  # fmt: skip
        (tmp_path / "wrong.json").write_text(json.dumps(wrong))
        status, _, told = tables("--names", str(tmp_path / "wrong.json"))
        assert (status, said in told) == (1, True), told


@pytest.mark.long
def test_every_command_says_the_same_of_one_scored_file(demo, tmp_path, capsys, monkeypatch):
    pytest.importorskip("matplotlib", reason="the extra `figures` is not installed")
    demo("HVSBench_DEMO")
    monkeypatch.chdir(tmp_path)

    def told(*arguments, status=0):
        capsys.readouterr()
        assert main(list(arguments)) == status, arguments
        return capsys.readouterr().out

    name, few = "HVSBench_Subitizing_DEMO", ["--options", "limit=3", "n_resamples=10"]
    indices = [json.loads(line)["index"] for line in told("prompts", name, *few).splitlines()]
    path = tmp_path / f"m_{name}.tsv"
    path.write_text("index\tprediction\n" + "".join(f"{index}\t3\n" for index in indices))
    scored = told("score", path.name, "--data", name, *few).splitlines()
    assert scored[0] == "Overall                0.0000  inside chance (0.0000 to 1.0000)  n 3"
    assert scored[3] == "Subitizing_MAE         1.3333"
    unknown = f"m on {name}: first difference: the run has no ledger, so that its prompts are unknown\n"
    assert [told("verify", place, status=1) for place in (path.name, ".")] == [unknown] * 2
    model = "m · limit=3, n_resamples=10"
    brief = f"{model}  {name}  0.00 [0.00, 0.71] inside, n 3, no ledger"
    assert told("report", ".", "--brief").splitlines()[2] == brief
    assert f"{model}  0.0000 [0.0000, 0.7076] inside chance, n 3, no ledger" in told("report", ".")
    one = told("report", ".", "--data", name, "--html", "page.html")
    words = ("Subitizing_MAE         1.3333 [1.0000, 1.6667]                1.1111", "accuracy by field (Table 3)")
    assert [*(each in one for each in words), one.splitlines()[-1]] == [True, True, "page: page.html"]
    assert [run["n"] for run in json.loads(told("report", ".", "--json"))["runs"]] == [3]
    assert "<html" in told("report", ".", "--html", "-")
    files = told("figures", ".", "--to", "f", "--format", "svg").split()
    chart = "hvsbench-overall-hvsbench-subitizing-demo"
    assert files == [f"f/{chart}.svg"]
    captions = (tmp_path / "f" / "captions.md").read_text()
    assert [line.split("**")[1] for line in captions.splitlines() if line.startswith("**")] == [chart]
    assert f"| {model} | {name} | 3 | 0.0000 | robust |" in captions
    first = rows(tmp_path / "f" / f"{chart}.csv")[0]
    assert (first["series"], first["x"], round(float(first["high"]), 4), first["n"]) == (model, "0.0", 0.7076, "3")
    assert told("figures", ".", "--to", "g").split()[:2] == [f"g/{chart}.png", f"g/{chart}.pdf"]


def test_a_folder_is_served_until_it_is_interrupted(tmp_path, capsys, monkeypatch):
    from http.server import HTTPServer

    def interrupted(server):
        raise KeyboardInterrupt

    opened = []
    monkeypatch.setattr(HTTPServer, "serve_forever", interrupted)
    monkeypatch.setattr("webbrowser.open", opened.append)
    save_scores(tmp_path, "m", "HVSBench_Searching", 0.5)
    assert (main(["view", str(tmp_path)]), main(["view", str(tmp_path), "--no-browser"])) == (0, 0)
    (address,) = opened
    assert capsys.readouterr().out.startswith(f"{address}  (Ctrl-C ends it)\n")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for arguments, words in (
            (["nowhere"], "nowhere: there is no such folder"), ([".", "--port", "99999"], "99999 cannot be served ("),
            ([".", "--port", port], "Address already in use); give another"),
        ):  # fmt: skip
            assert main(["view", str(tmp_path / arguments[0]), *arguments[1:]]) == 1
            assert words in capsys.readouterr().err
