"""`vpb-build` from the command line."""

import pytest

from vlmeval_hvs.cli import main


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
