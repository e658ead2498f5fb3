"""Runs on demo sets, verified whole and with one thing changed at a time."""

import json
import shutil

import pytest

from tests.results.made_run import ask_rows
from vlmeval_hvs.cli import main
from vlmeval_hvs.configs import make_dataset
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.files import REPRODUCED, is_verified, mark_path
from vlmeval_hvs.results.ledger import ledger_path
from vlmeval_hvs.results.tables import leaderboards

NAME = "ActiView_Zooming_DEMO"
STEM = f"m_{NAME}"


def reply(turn, place):
    """Steer ActiView's pipelines, and answer everything else with a letter."""
    return "views 2 and 3" if turn.step == "select" else "The answer is B."


def make_run(folder, name, **options):
    """Ask all rows and score them; the path of the score file."""
    dataset = make_dataset(name, [f"{option}={json.dumps(value)}" for option, value in options.items()])
    dataset.score_file(ask_rows(folder, dataset, "m", reply)[0])
    return folder / f"m_{name}_hvs_scores.json"


def verified(scores):
    from vlmeval_hvs.verification import Verifier

    (result,) = collect(scores.parent)
    return Verifier().verify(result)


@pytest.mark.long
def test_a_run_is_reproduced_from_its_own_options(demo, tmp_path):
    demo("HVSBench_DEMO", "VPB_Stage2_DEMO", "VisualSearch_Interiors_DEMO")
    for name, options, prompts in (
        ("HVSBench_Prominence_DEMO@own", {"limit": 3, "seed": 5, "profile": "paper", "hint": "field"}, 1),
        ("VPB_Stage2_DEMO", {"visual_prompt": "bbox(red, none, medium)", "limit": 3}, 1),
        ("VisualSearch_Interiors_Interactive_DEMO", {"limit": 2}, 0),
    ):
        scores = make_run(tmp_path / name, name, **options)
        mark, rows = verified(scores), json.loads(scores.read_text())["counts"]["samples"]
        assert (mark.verdict, mark.rows, is_verified(scores)) == (REPRODUCED, rows, True), name
        assert mark.prompts >= prompts * rows


@pytest.fixture(scope="module")
def made(tmp_path_factory, demo_root):
    """One run and its data, made once; tests change copies."""
    root = tmp_path_factory.mktemp("made")
    if not (demo_root / "ActiView_DEMO").is_dir():
        build_set("ActiView_DEMO", root=demo_root)
    shutil.copytree(demo_root / "ActiView_DEMO", root / "LMUData" / "vlmeval_hvs" / "ActiView_DEMO")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(root / "LMUData"))
        make_run(root / "out", NAME, n_resamples=20)
    return root


@pytest.fixture
def run(made, tmp_path, monkeypatch):
    """The score file of a copy of the run, with data of its own, which do not mend themselves as demo sets do."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("LMUData", str(tmp_path / "LMUData"))
    monkeypatch.setattr("vlmeval_hvs.registry.is_built", lambda *_: True)
    return tmp_path / "out" / f"{STEM}_hvs_scores.json"


@pytest.mark.long
def test_the_mark_holds_until_a_file_changes_and_a_changed_score_or_image_is_found(run, capsys):
    assert main(["verify", str(run.parent)]) == 0
    assert capsys.readouterr().out.startswith(f"m on {NAME}: reproduced (16 rows, 32 prompts, ")
    assert mark_path(run).is_file()
    assert leaderboards(collect(run.parent))[0].rows[0][1].endswith("verified")
    ledger = ledger_path(run.parent, STEM, 0)
    whole, scores = ledger.read_text(), json.loads(run.read_text())
    ledger.write_text(f"{whole}{{}}\n")
    assert not is_verified(run)
    ledger.write_text(whole)
    older = {"gone": 1, "Overall": scores["Overall"] * (1 + 1e-12), "warnings": ["other words"]}
    older["details"] = dict(list(scores["details"].items())[1:])
    run.write_text(json.dumps(scores | older))
    mark = verified(run)
    assert (mark.verdict, mark.left) == (REPRODUCED, ["gone"])
    run.write_text(json.dumps({name: value for name, value in scores.items() if name != "n"}))
    assert verified(run).verdict == f"scores: {run.name}: n is null, but {scores['n']} when computed again"
    run.write_text(json.dumps(scores | {"Overall": 0.99}))
    assert main(["verify", str(run)]) == 1
    told = f"first difference: scores: {run.name}: Overall is 0.99, but {scores['Overall']} when computed again"
    assert told in capsys.readouterr().out
    assert not is_verified(run)
    image = sorted((run.parents[1] / "LMUData").rglob("*.png"))[0]
    image.write_bytes(image.read_bytes()[:-20])
    assert "files of ActiView_DEMO changed after the build, first" in verified(run).verdict


@pytest.mark.long
@pytest.mark.parametrize(("kind", "change", "words"), [
    ("call", {"prompt": "0" * 64}, "another prompt was asked"),
    ("call", {"failed": True, "reply": None}, "no reply is recorded"),
    ("answer", {}, "the recorded replies give another answer than the recorded one"),
])  # fmt: skip
def test_a_ledger_of_other_prompts_or_answers_is_found(run, kind, change, words):
    ledger, table = ledger_path(run.parent, STEM, 0), run.with_name(f"{STEM}.jsonl")
    lines = [json.loads(line) for line in ledger.read_text().splitlines()]
    line = [line for line in lines if line["kind"] == kind][3]
    line |= change or {"prediction": line["prediction"].replace("The answer is B.", "The answer is C.")}
    turn = f", turn {line['turn']}" if kind == "call" else ""
    expected = f"prompts: row {line['index']}{turn}: {words}"
    ledger.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    # Scored again, so that only the change itself can be found.
    rows = [{name: line[name] for name in ("index", "prediction")} for line in lines if line["kind"] == "answer"]
    table.write_text("".join(json.dumps(row) + "\n" for row in rows))
    make_dataset(NAME, ["n_resamples=20"]).score_file(table)
    assert verified(run).verdict == expected
