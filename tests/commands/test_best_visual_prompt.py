"""`best-visual-prompt` from the command line."""

import json

from vlmeval_hvs.cli import main


def write_run(folder, model="M", dataset="VPB_Stage1", hits=(), details=None):
    import pandas as pd

    from vlmeval_hvs.visual_prompts import all_styles

    styles = [str(style) for style in all_styles("oval")]
    rows = [
        {"index": i, "reply": "A", "answer": "A", "rule": "whole", "fallback": 0, "truth": "A",
         "score": float(hit), "score_paper": float(hit), "question_type": "", "task": "",
         "vp_shape": "oval", "vp_style": styles[i % 3], "debias": "", "source_image": str(i)}
        for i, hit in enumerate(hits)
    ]  # fmt: skip
    stem = folder / f"{model}_{dataset}"
    pd.DataFrame(rows).to_csv(f"{stem}_hvs_items.tsv", sep="\t", index=False)
    scores = {"model": model, "dataset": dataset, "benchmark": "VPB", "metrics": {"Overall": 0.5}}
    scores |= {"details": details or {}}
    (folder / f"{stem.name}_hvs_scores.json").write_text(json.dumps(scores))
    return f"{stem}_hvs_scores.json"


def test_best_visual_prompt_writes_the_run_config(tmp_path, capsys):
    from vlmeval_hvs.visual_prompts import all_styles

    write_run(tmp_path, hits=[False, True, True, False, True, False])
    output = tmp_path / "config.json"
    assert main(["best-visual-prompt", str(tmp_path), "--model", "M", "--output", str(output)]) == 0
    out = capsys.readouterr().out
    best = str(all_styles("oval")[1])
    assert f"best: {best}; 1 styles" in out
    assert json.loads(output.read_text()) == {
        "model": {"M": {}},
        "data": {
            "VPB_Stage2@BVP": {
                "class": "VPBDataset",
                "dataset": "VPB_Stage2@BVP",
                "visual_prompt": best,
                "geometry": "scaled",
                "contrast": "lab",
            }
        },
    }
    assert main(["best-visual-prompt", str(tmp_path), "--model", "other"]) == 1
    assert "no result of other" in capsys.readouterr().err
