"""Runs on demo sets, verified whole and with one thing changed at a time."""

import json
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import FAIL_MARKER, ModelTraits
from vlmeval_hvs.option_arguments import make_dataset
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.ledger import Call, Ledger, ledger_path
from vlmeval_hvs.results.prompt_digest import prompt_digest
from vlmeval_hvs.results.tables import leaderboards
from vlmeval_hvs.results.verified import REPRODUCED, is_verified, mark_path


def Verifier():
    from vlmeval_hvs.verification.run import Verifier

    return Verifier()


def reply_to(turn):
    """Steers ActiView's pipelines, and answers everything else with a letter."""
    return "views 2 and 3" if turn.step == "select" else "The answer is B."


def make_run(folder: Path, name: str, reply=reply_to, interleave: bool = True, **options) -> Path:
    """Asks all rows, keeps a ledger, scores; the path of the score file."""
    dataset = make_dataset(name, [json.dumps(options)] if options else None)
    folder.mkdir(exist_ok=True)
    ledger = Ledger(folder, f"m_{name}")
    ledger.begin(replace(dataset.receipt, model={"class": "Model"}))
    rows = []
    for place in range(len(dataset.rows)):
        prompt = dataset.build_prompt(place)
        index = prompt.row["index"]
        number = iter(range(99))

        def ask(turn, index=index, number=number):
            said = reply(turn)
            failed = FAIL_MARKER in said
            ledger.call(Call(index, next(number), turn.step, prompt_digest(turn), said, failed, finish="stop"))
            return said

        driven = drive(prompt, ask, ModelTraits("Model", interleave), lambda: True)
        given = driven[0] if driven else ask(prompt.in_one_turn())
        ledger.answer(index, given, FAIL_MARKER in given, "stop")
        rows.append({"index": index, "prediction": given})
    ledger.close()
    file = folder / f"m_{name}.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    dataset.score_file(file)
    return folder / f"m_{name}_hvs_scores.json"


def verdict(scores: Path) -> str:
    (result,) = collect(scores.parent)
    return Verifier().verify(result).verdict


RUNS = [
    ("HVSBench_Prominence_DEMO", {"hint": "field", "n_resamples": 50}, 1),
    ("HVSBench_Prominence_DEMO@own", {"limit": 3, "seed": 5, "profile": "paper"}, 1),
    ("ActiView_Full_DEMO", {"full_image": "original"}, 1),
    ("VPB_Stage2_DEMO", {"visual_prompt": "bbox(red, none, medium)", "limit": 3}, 1),
    ("VisualSearch_Interiors_Interactive_DEMO", {"limit": 2}, 0),
]


def test_a_run_is_reproduced_from_its_own_options(demo, tmp_path):
    demo("HVSBench_DEMO", "ActiView_DEMO", "VPB_Stage2_DEMO", "VisualSearch_Interiors_DEMO")
    for place, (name, options, prompts) in enumerate(RUNS):
        scores = make_run(tmp_path / str(place), name, **options)
        (result,) = collect(scores.parent)
        mark = Verifier().verify(result)
        assert mark.verdict == REPRODUCED, name
        assert mark.rows == result.scores["counts"]["samples"]
        assert mark.prompts >= prompts * mark.rows
        assert mark.data_files > 0
        assert is_verified(scores)


def test_what_a_judge_said_is_not_asked_again(demo, tmp_path):
    demo("HVSBench_DEMO")
    scores = make_run(tmp_path / "out", "HVSBench_Subitizing_DEMO", lambda turn: "quite many", limit=4)

    def judge(prompt):
        return "2"

    judge.model = "a judge"
    make_dataset("HVSBench_Subitizing_DEMO", ['{"limit": 4}']).score_file(
        next(scores.parent.glob("m_*_DEMO.jsonl")), judge
    )
    assert json.loads(scores.read_text())["judged"] == 4
    assert verdict(scores) == REPRODUCED


def test_models_of_one_image_and_failed_turns_are_replayed_too(demo, tmp_path):
    demo("ActiView_DEMO")
    failing = Counter()

    def reply(turn):
        failing[turn.step] += 1
        return FAIL_MARKER if failing["select"] == 3 and turn.step != "select" else reply_to(turn)

    scores = make_run(tmp_path / "out", "ActiView_Zooming_DEMO", reply, interleave=False, max_failed=0.5)
    (result,) = collect(scores.parent)
    assert result.validity == "partial"
    assert verdict(scores) == REPRODUCED
    assert main(["verify", str(scores)]) == 2


@pytest.fixture(scope="module")
def made(tmp_path_factory, demo_root):
    """One verified run and its data, made once; tests change copies."""
    root = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(root / "LMUData"))
        make_run(root / "out", "ActiView_Zooming_DEMO", n_resamples=20)
    return root


@pytest.fixture
def run(made, tmp_path, monkeypatch):
    """The score file of a copy of the run, with data of its own."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True, symlinks=True)
    monkeypatch.setenv("LMUData", str(tmp_path / "LMUData"))
    return tmp_path / "out" / "m_ActiView_Zooming_DEMO_hvs_scores.json"


def edit(path: Path, old: str, new: str, count: int = 1) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, count), encoding="utf-8")


def test_the_report_shows_the_mark_until_a_file_changes(run, capsys):
    assert main(["verify", str(run.parent)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("m on ActiView_Zooming_DEMO: reproduced bit for bit (16 rows, 32 prompts, ")
    assert mark_path(run).is_file()
    assert leaderboards(collect(run.parent))[0].rows[0][1].endswith("verified")
    assert main(["verify", str(run), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["verdict"] == REPRODUCED
    with ledger_path(run.parent, "m_ActiView_Zooming_DEMO", 0).open("a") as ledger:
        ledger.write("{}\n")
    assert not is_verified(run)
    run.with_name(run.name.replace("_scores.json", "_items.tsv")).unlink()
    assert not is_verified(run)


def test_a_changed_score_is_found(run, capsys):
    scores = json.loads(run.read_text())
    edit(run, f'"Overall": {scores["Overall"]}', '"Overall": 0.99')
    assert main(["verify", str(run)]) == 1
    told = f"first difference: scores: {run.name}: Overall is 0.99, computed again {scores['Overall']}"
    assert told in capsys.readouterr().out
    assert not is_verified(run)


@pytest.fixture
def no_healing(monkeypatch):
    """Demo sets mend themselves when they are damaged; sets of releases do not."""
    monkeypatch.setattr("vlmeval_hvs.registry.is_built", lambda *_: True)


def test_a_changed_image_is_found(run, no_healing):
    image = sorted((run.parent.parent / "LMUData").rglob("*.png"))[0]
    data = bytearray(image.read_bytes())
    data[-20] ^= 1
    image.write_bytes(bytes(data))
    assert "files of ActiView_DEMO are not what was built, the first is" in verdict(run)


def rescored(run: Path) -> Path:
    """The run, scored again after its ledger was changed, so that only the change itself can be found."""
    dataset = make_dataset("ActiView_Zooming_DEMO", ["n_resamples=20"])
    dataset.score_file(run.with_name("m_ActiView_Zooming_DEMO.jsonl"))
    return run


def ledger_lines(run: Path) -> tuple[Path, list[dict]]:
    path = ledger_path(run.parent, "m_ActiView_Zooming_DEMO", 0)
    return path, [json.loads(line) for line in path.read_text().splitlines()]


def write_lines(path: Path, lines: list[dict]) -> None:
    path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))


def test_a_prompt_that_was_not_asked_is_found(run):
    path, lines = ledger_lines(run)
    call = [line for line in lines if line["kind"] == "call"][3]
    call["prompt"] = "0" * 64
    write_lines(path, lines)
    assert verdict(rescored(run)) == f"prompts: row {call['index']}, turn {call['turn']}: another prompt was asked"


def test_an_answer_that_the_replies_do_not_give_is_found(run):
    path, lines = ledger_lines(run)
    answer = next(line for line in lines if line["kind"] == "answer")
    answer["prediction"] = answer["prediction"].replace("The answer is B.", "The answer is C.")
    write_lines(path, lines)
    table = run.with_name("m_ActiView_Zooming_DEMO.jsonl")
    edit(table, "The answer is B.", "The answer is C.", table.read_text().splitlines()[0].count("The answer is B."))
    expected = f"prompts: row {answer['index']}: the replies do not give the recorded answer"
    assert verdict(rescored(run)) == expected


def test_other_data_or_wording_than_those_of_the_run_are_found(run):
    path, lines = ledger_lines(run)
    lines[0]["receipt"]["digest"] = "0" * 64
    write_lines(path, lines)
    scores = json.loads(run.read_text())
    scores["files"] = {}
    run.write_text(json.dumps(scores))
    assert "receipt: another build of the data (00000000 then" in verdict(run)
