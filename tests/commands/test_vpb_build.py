"""`vpb-build` from the command line."""

from vlmeval_hvs.cli import main


def test_what_cannot_be_built_is_refused(lmu_data, capsys):
    for arguments, message in (
        (["stage1"], "needs --annotations"),
        (["stage1", "--annotations", "a", "--images", "b", "--rephrase"], "--rephrase needs --judge"),
        (["stage1", "--annotations", "a", "--images", "b", "--per-style", "0"], "at least 1"),
        (["stage2", "--source", "nowhere.parquet"], "no such file"),
    ):
        assert main(["vpb-build", *arguments]) == 1
        assert message in capsys.readouterr().err
