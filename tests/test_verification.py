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


def reply_to(turn, place):
    """Steers ActiView's pipelines, and answers everything else with a letter."""
    return "views 2 and 3" if turn.step == "select" else "The answer is B."


def make_run(folder, name, reply=reply_to, interleave=True, **options):
    """Ask all rows and score them; the path of the score file."""
    dataset = make_dataset(name, [json.dumps(options)] if options else None)
    path, _ = ask_rows(folder, dataset, "m", reply, interleave=interleave)
    dataset.score_file(path)
    return folder / f"m_{name}_hvs_scores.json"


def verified(scores):
    from vlmeval_hvs.verification import Verifier

    (result,) = collect(scores.parent)
    return Verifier().verify(result)


RUNS = [
    ("HVSBench_Prominence_DEMO", {"hint": "field", "n_resamples": 50}, 1),
    ("HVSBench_Prominence_DEMO@own", {"limit": 3, "seed": 5, "profile": "paper"}, 1),
    ("VPB_Stage2_DEMO", {"visual_prompt": "bbox(red, none, medium)", "limit": 3}, 1),
    ("VisualSearch_Interiors_Interactive_DEMO", {"limit": 2}, 0),
]


@pytest.mark.long
def test_a_run_is_reproduced_from_its_own_options(demo, tmp_path):
    demo("HVSBench_DEMO", "VPB_Stage2_DEMO", "VisualSearch_Interiors_DEMO")
    for place, (name, options, prompts) in enumerate(RUNS):
        scores = make_run(tmp_path / str(place), name, **options)
        mark = verified(scores)
        assert mark.verdict == REPRODUCED, name
        assert mark.rows == json.loads(scores.read_text())["counts"]["samples"]
        assert mark.prompts >= prompts * mark.rows
        assert is_verified(scores)


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
def test_the_report_shows_the_mark_until_a_file_changes(run, capsys):
    assert main(["verify", str(run.parent)]) == 0
    assert capsys.readouterr().out.startswith(f"m on {NAME}: reproduced (16 rows, 32 prompts, ")
    assert mark_path(run).is_file()
    assert leaderboards(collect(run.parent))[0].rows[0][1].endswith("verified")
    with ledger_path(run.parent, STEM, 0).open("a") as ledger:
        ledger.write("{}\n")
    assert not is_verified(run)


@pytest.mark.long
def test_a_changed_score_or_image_is_found(run, capsys):
    text = run.read_text()
    overall = json.loads(text)["Overall"]
    run.write_text(text.replace(f'"Overall": {overall}', '"Overall": 0.99', 1))
    assert main(["verify", str(run)]) == 1
    told = f"first difference: scores: {run.name}: Overall is 0.99, but {overall} when computed again"
    assert told in capsys.readouterr().out
    assert not is_verified(run)
    image = sorted((run.parents[1] / "LMUData").rglob("*.png"))[0]
    data = bytearray(image.read_bytes())
    data[-20] ^= 1
    image.write_bytes(bytes(data))
    assert "files of ActiView_DEMO changed after the build, first" in verified(run).verdict


def of_kind(lines, kind):
    return [line for line in lines if line["kind"] == kind]


def another_prompt(lines):
    call = of_kind(lines, "call")[3]
    call["prompt"] = "0" * 64
    return f"prompts: row {call['index']}, turn {call['turn']}: another prompt was asked"


def another_answer(lines):
    answer = of_kind(lines, "answer")[0]
    answer["prediction"] = answer["prediction"].replace("The answer is B.", "The answer is C.")
    return f"prompts: row {answer['index']}: the recorded replies give another answer than the recorded one"


@pytest.mark.long
@pytest.mark.parametrize("change", [another_prompt, another_answer])
def test_a_ledger_of_other_prompts_or_answers_is_found(run, change):
    ledger, table = ledger_path(run.parent, STEM, 0), run.with_name(f"{STEM}.jsonl")
    lines = [json.loads(line) for line in ledger.read_text().splitlines()]
    expected = change(lines)
    ledger.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    # Scored again, so that only the change itself can be found.
    rows = [{"index": line["index"], "prediction": line["prediction"]} for line in of_kind(lines, "answer")]
    table.write_text("".join(json.dumps(row) + "\n" for row in rows))
    make_dataset(NAME, ["n_resamples=20"]).score_file(table)
    assert verified(run).verdict.startswith(expected)
