"""`vpb` from the command line: the best prompt's config, and a sheet; its tables are tested with the benchmark."""

import json

from PIL import Image

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


def test_a_sheet_has_rows_by_shape_and_an_object_of_ones_own(tmp_path, capsys):
    Image.new("RGB", (90, 60), "grey").save(tmp_path / "a.png")
    for left, status in (("10", 0), ("500", 1)):
        place = ["--image", str(tmp_path / "a.png"), "--box", left, "10", "30", "20"]
        assert main(["vpb", "sheet", str(tmp_path / "b.png"), *place, "--width", "30"]) == status
    assert "outside" in capsys.readouterr().err
    lines = 4 + 3 + 2 + 2 + 2 + 1 + 2 + 1  # of 15 styles, shape by shape
    assert Image.open(tmp_path / "b.png").size == (4 + 15 * 34, 8 * 22 + lines * (20 + 12 + 4) + 4)
