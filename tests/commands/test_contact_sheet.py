"""`contact-sheet` from the command line."""

from PIL import Image

from vlmeval_hvs.cli import main


def test_a_sheet_of_one_shape_drawn_or_on_an_own_picture(tmp_path, capsys):
    assert main(["contact-sheet", str(tmp_path / "ovals.png"), "--shape", "oval", "--width", "40"]) == 0
    assert "15 styles" in capsys.readouterr().out
    assert Image.open(tmp_path / "ovals.png").width == 4 + 15 * 44
    Image.new("RGB", (90, 60), "grey").save(tmp_path / "a.png")
    own = ["--image", str(tmp_path / "a.png"), "--shape", "oval", "--width", "30"]
    assert main(["contact-sheet", str(tmp_path / "b.png"), *own, "--box", "10", "10", "30", "20"]) == 0
    assert main(["contact-sheet", str(tmp_path / "b.png"), *own, "--box", "500", "10", "30", "20"]) == 1
    assert "outside" in capsys.readouterr().err


def test_what_cannot_be_drawn_is_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for arguments, message in (
        (["x.png", "--shape", "star"], "the shapes are"),
        (["x.png", "--image", "a.png"], "go together"),
        (["x.png", "--width", "3"], "between"),
        (["x.what", "--shape", "oval", "--width", "20"], "cannot be written"),
    ):
        assert main(["contact-sheet", *arguments]) == 1
        assert message in capsys.readouterr().err
