"""``vlmeval-hvs probe``: what is refused before a model is asked."""

from vlmeval_hvs.cli import main


def test_two_places_for_one_model_are_refused(tmp_path, capsys):
    assert main(["probe", "--model", "m", "--base-url", "http://x/v1", "--config", "c.json"]) == 1
    assert "give one of them" in capsys.readouterr().err
