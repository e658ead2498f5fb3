import json

import pandas as pd
import pytest
from PIL import Image

from vlmeval_hvs.cli import main
from vlmeval_hvs.visual_prompts import all_styles


def write_run(folder, model="M", dataset="VPB_Stage1", hits=None, stage=1):
    styles = [str(style) for style in all_styles("oval")]
    rows = [
        {"index": i, "prediction": "A", "rule": "whole", "fallback": False, "answer": "A",
         "correct": hit, "correct_paper": hit, "question_type": "", "task": "MIA" if stage == 2 else "",
         "vp_shape": "oval", "vp_style": styles[i % 3], "debias": "", "source_image": str(i)}
        for i, hit in enumerate(hits)
    ]  # fmt: skip
    stem = folder / f"{model}_{dataset}"
    pd.DataFrame(rows).to_csv(f"{stem}_hvs_items.tsv", sep="\t", index=False)
    scores = {"model": model, "dataset": dataset, "benchmark": "VPB", "metrics": {"Overall": 0.5}}
    (folder / f"{stem.name}_hvs_scores.json").write_text(json.dumps(scores))
    return f"{stem}_hvs_scores.json"


def test_contact_sheet_of_one_shape(tmp_path, capsys):
    assert main(["contact-sheet", str(tmp_path / "ovals.png"), "--shape", "oval", "--width", "40"]) == 0
    assert "15 styles" in capsys.readouterr().out
    assert Image.open(tmp_path / "ovals.png").width == 4 + 15 * 44


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x.png", "--shape", "star"], "the shapes are"),
        (["x.png", "--image", "a.png"], "go together"),
        (["x.png", "--width", "3"], "between"),
        (["x.what", "--shape", "oval", "--width", "20"], "cannot be written"),
    ],
)
def test_contact_sheet_refuses(arguments, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["contact-sheet", *arguments]) == 1
    assert message in capsys.readouterr().err


def test_contact_sheet_on_an_own_picture(tmp_path, capsys):
    Image.new("RGB", (90, 60), "grey").save(tmp_path / "a.png")
    own = ["--image", str(tmp_path / "a.png"), "--shape", "oval", "--width", "30"]
    assert main(["contact-sheet", str(tmp_path / "b.png"), *own, "--box", "10", "10", "30", "20"]) == 0
    assert main(["contact-sheet", str(tmp_path / "b.png"), *own, "--box", "500", "10", "30", "20"]) == 1
    assert "outside" in capsys.readouterr().err


def test_best_visual_prompt_writes_the_run_config(tmp_path, capsys):
    write_run(tmp_path, hits=[False, True, True, False, True, False])
    output = tmp_path / "config.json"
    assert main(["best-visual-prompt", str(tmp_path), "--model", "M", "--output", str(output)]) == 0
    out = capsys.readouterr().out
    best = str(all_styles("oval")[1])
    assert f"best: {best}; 1 styles" in out
    assert json.loads(output.read_text()) == {
        "model": {"M": {}},
        "data": {"VPB_Stage2@BVP": {"class": "VPBDataset", "dataset": "VPB_Stage2@BVP", "visual_prompt": best}},
    }
    assert main(["best-visual-prompt", str(tmp_path), "--model", "other"]) == 1
    assert "no result of other" in capsys.readouterr().err


def test_compare(tmp_path, capsys):
    first = write_run(tmp_path, dataset="VPB_Stage2", hits=[True, True, False, True], stage=2)
    second = write_run(tmp_path, dataset="VPB_Stage2_TextPrompt", hits=[True, False, False], stage=2)
    assert main(["vpb-compare", first, second]) == 0
    out = capsys.readouterr().out
    assert "MIA              n=3" in out
    assert "+33.33 points" in out
    assert "3 common samples; 1 only in the first, 0 only in the second" in out
    (tmp_path / "x_hvs_items.tsv").write_text("index\n1\n")
    assert main(["vpb-compare", first, str(tmp_path / "x_hvs_items.tsv")]) == 1
    assert "no item table of VP-Bench" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stage1"], "needs --annotations"),
        (["stage1", "--annotations", "a", "--images", "b", "--rephrase"], "--rephrase needs --judge"),
        (["stage1", "--annotations", "a", "--images", "b", "--per-style", "0"], "at least 1"),
        (["stage2", "--source", "nowhere.parquet"], "no such file"),
    ],
)
def test_build_refuses(arguments, message, lmu_data, capsys):
    assert main(["vpb-build", *arguments]) == 1
    assert message in capsys.readouterr().err
