"""`vpb` from the command line: the best prompt's config; its tables are tested with the benchmark."""

import json

from tests.results.score_file import save_scores
from vlmeval_hvs.cli import main


def test_best_visual_prompt_writes_the_run_config(tmp_path, capsys):
    from vlmeval_hvs.visual_prompts import all_styles

    styles = [str(style) for style in all_styles("oval")][:3]
    by_style = {style: {"n": 2, "accuracy": share} for style, share in zip(styles, (0.0, 1.0, 0.5), strict=True)}
    details = {"by_style": by_style, "by_shape": {"oval": {"n": 6, "accuracy": 0.5}}}
    save_scores(tmp_path, "M", "VPB_Stage1", 0.5, details=details)
    output = tmp_path / "config.json"
    assert main(["vpb", "best-prompt", str(tmp_path), "--model", "M", "--output", str(output)]) == 0
    assert f"best: {styles[1]}; 1 styles" in capsys.readouterr().out
    data = {"class": "VPBDataset", "dataset": "VPB_Stage2@BVP", "visual_prompt": styles[1], "geometry": "scaled",
            "contrast": "lab"}  # fmt: skip
    assert json.loads(output.read_text()) == {"model": {"M": {}}, "data": {"VPB_Stage2@BVP": data}}
