"""`vlmeval-hvs readers`: tables on the corpus, a judge beside the readers, and cases of a user's own run."""

import json

import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.hvsbench.judge_extraction import extraction_prompt
from vlmeval_hvs.cli import main
from vlmeval_hvs.reply_corpus.cases import read_cases
from vlmeval_hvs.sets import set_folder


def table(capsys, *arguments: str) -> dict:
    assert main(["readers", "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_both_readings_stand_side_by_side(capsys) -> None:
    found = table(capsys, "--split", "development", "--by", "family")
    robust, paper = found["readers"]["robust"], found["readers"]["paper"]
    assert robust["all"]["accuracy"]["n"] == paper["all"]["accuracy"]["n"] == found["n"]
    assert sum(row["accuracy"]["n"] for row in robust["family"].values()) == found["n"]
    assert robust["all"]["accuracy"]["value"] > paper["all"]["accuracy"]["value"]
    assert found["judge"] is None


def test_filters_and_samples(capsys) -> None:
    assert set(table(capsys, "--kind", "count")["readers"]["robust"]["kind"]) == {"count"}
    one = table(capsys, "--sample", "50")
    assert one["n"] == 50
    assert table(capsys, "--sample", "50") == one
    assert table(capsys, "--sample", "50", "--seed", "1") != one


def test_wrong_replies_of_the_held_out_split_are_shown_on_request_only(capsys, tmp_path) -> None:
    case = {"kind": "count", "question": "How many?", "reply": "3", "reading": 4, "reason": "so it is"}
    lines = [json.dumps({**case, "id": f"case-{split}", "split": split}) for split in ("development", "held-out")]
    (tmp_path / "mine.jsonl").write_text("\n".join(lines))
    for arguments, shown in ([], "development"), (["--split", "held-out"], "held-out"):
        main(["readers", "--corpus", str(tmp_path), "--wrong", "10", *arguments])
        out = capsys.readouterr().out
        assert [line.split(" ")[0] for line in out.splitlines() if line.startswith("case-")] == [f"case-{shown}"]


@pytest.fixture
def judge(monkeypatch):
    """A judge that knows one answer, fails once, and says nothing useful otherwise."""
    calls = []

    def reply(prompt: str) -> str:
        calls.append(prompt)
        if "fails" in prompt:
            raise RuntimeError("no reply")
        return "The answer is B." if "I pick the second" in prompt else "I cannot tell."

    monkeypatch.setattr("vlmeval_hvs.host.judge.make_judge", lambda known: reply if known["model"] == "J" else None)
    return calls


def test_a_judge_is_a_third_reader_with_its_cost(capsys, tmp_path, judge) -> None:
    cases = [("I pick the second", "B"), ("fails", "A"), ("", None), ("no idea", None)]
    lines = [
        {"id": str(k), "kind": "choice", "labels": "AB", "question": "A or B?", "reply": reply, "reading": reading}
        for k, (reply, reading) in enumerate(cases)
    ]
    (tmp_path / "mine.jsonl").write_text("\n".join(map(json.dumps, lines)))
    found = table(capsys, "--corpus", str(tmp_path), "--judge", "J")
    assert judge == [extraction_prompt("A or B?", reply) for reply, _ in cases if reply]
    quality = found["readers"]["judge"]["all"]
    assert [quality[name]["hits"] for name in ("accuracy", "precision", "recall", "inventions")] == [3, 1, 1, 0]
    assert {name: found["judge"][name] for name in ("model", "calls", "failed")} == {
        "model": "J",
        "calls": 3,
        "failed": 1,
    }
    assert found["judge"]["seconds"] >= 0


def test_a_run_becomes_cases_that_a_person_labels(capsys, tmp_path, demo) -> None:
    demo("HVSBench_DEMO")
    folder = set_folder("HVSBench_DEMO")
    rows = pd.read_csv(folder / "data.tsv", sep="\t", dtype=str, keep_default_na=False)
    rows = rows[rows["question_type"].isin(["Q2", "Q5"])]
    run = tmp_path / "M_HVSBench_DEMO.tsv"
    replies = [f"It is {truth}." for truth in rows["truth"]]
    pd.DataFrame({"index": rows["index"], "prediction": replies}).to_csv(run, sep="\t", index=False)
    file = tmp_path / "mine.jsonl"

    assert main(["readers", "--from", str(run), "--label", str(file)]) == 1
    assert "say with --data" in capsys.readouterr().err
    arguments = ["readers", "--from", str(run), "--label", str(file), "--data", "HVSBench_DEMO"]
    assert main([*arguments, "--kind", "choice", "--sample", "5"]) == 0
    cases = read_cases(file)
    assert len(cases) == 5
    assert {(case.kind, case.family, case.reading, case.labels) for case in cases} == {("choice", "M", "?", "AB")}
    assert all(len(case.options or ()) == 2 and "[B]" in case.question for case in cases)
    assert cases[0].ours["robust"]["value"] == cases[0].reply[6]

    text = file.read_text().splitlines()
    labelled = [json.dumps({**json.loads(text[0]), "reading": None, "reason": "mine"}), *text[1:]]
    file.write_text("\n".join(labelled))
    capsys.readouterr()
    assert main([*arguments, "--kind", "count"]) == 0
    out = capsys.readouterr().out
    assert "25 cases, 1 of them labelled" in out
    assert read_cases(file)[0].reason == "mine"
    assert table(capsys, "--corpus", str(file))["n"] == 1


def test_labels_need_a_run(capsys) -> None:
    assert main(["readers", "--label", "x.jsonl"]) == 1
    assert "--label FILE goes with --from RUN" in capsys.readouterr().err


def test_families_are_lines_of_models(capsys) -> None:
    families = table(capsys, "--split", "development", "--by", "family")["readers"]["robust"]["family"]
    assert {"GPT", "Claude", "Qwen-VL", "LLaVA"} <= set(families)
    assert not {"GPT-4o", "Claude-3.5-Sonnet"} & set(families)
    line = table(capsys, "--split", "development", "--family", "Claude")["n"]
    assert line == families["Claude"]["accuracy"]["n"] > table(capsys, "--family", "Claude-3.5-Sonnet")["n"] > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sample", "-5"], "'-5' is no whole number from 1 up"),
        (["--sample", "0"], "'0' is no whole number from 1 up"),
        (["--wrong", "-3"], "'-3' is no whole number from 0 up"),
        (["--judge-args", "[1]"], "'[1]' is no JSON object"),
        (["--judge-args", "{"], "'{' is no JSON"),
    ],
)
def test_arguments_that_mean_nothing_are_refused(capsys, arguments: list[str], said: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["readers", *arguments])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_what_a_person_put_into_a_case_stays_and_json_stands_alone(capsys, tmp_path, demo) -> None:
    demo("HVSBench_DEMO")
    rows = pd.read_csv(set_folder("HVSBench_DEMO") / "data.tsv", sep="\t", dtype=str, keep_default_na=False)
    rows = rows[rows["question_type"] == "Q5"].head(3)
    run = tmp_path / "M_HVSBench_DEMO.tsv"
    pd.DataFrame({"index": rows["index"], "prediction": rows["truth"]}).to_csv(run, sep="\t", index=False)
    file = tmp_path / "mine.jsonl"
    arguments = ["readers", "--from", str(run), "--label", str(file), "--data", "HVSBench_DEMO"]
    assert main(arguments) == 0
    first, *others = file.read_text().splitlines()
    own = {"reading": "A", "family": "Mine", "language": "de", "style": "terse"}
    file.write_text("\n".join([json.dumps({**json.loads(first), **own}), *others]))
    capsys.readouterr()
    found = table(capsys, *arguments[1:])
    assert found["n"] == 1
    kept = read_cases(file)[0]
    assert (kept.reading, kept.family, kept.language, kept.style) == ("A", "Mine", "de", "terse")
