"""`gaze-export` from the command line."""

import pytest

from vlmeval_hvs.cli import main


def test_export_without_data_says_how_to_get_them(lmu_data, tmp_path, capsys):
    assert main(["gaze-export", str(tmp_path / "out")]) == 1
    assert "vlmeval-hvs build GazeTarget" in capsys.readouterr().err


@pytest.mark.parametrize("ratio", ["7:1", "a:b:c", "0:1:1", "-1:1:1"])
def test_ratio_must_be_three_numbers(ratio, tmp_path):
    with pytest.raises(SystemExit):
        main(["gaze-export", str(tmp_path), "--ratio", ratio])
