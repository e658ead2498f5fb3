"""`gaze-export` from the command line."""

import pytest

from vlmeval_hvs.cli import main


def test_export_without_data_says_how_to_get_them_and_a_ratio_is_three_numbers(lmu_data, tmp_path, capsys):
    assert main(["gaze-export", str(tmp_path / "out")]) == 1
    assert "vlmeval-hvs build GazeTarget" in capsys.readouterr().err
    for ratio in ("7:1", "a:b:c", "0:1:1", "-1:1:1"):
        with pytest.raises(SystemExit):
            main(["gaze-export", str(tmp_path), "--ratio", ratio])
