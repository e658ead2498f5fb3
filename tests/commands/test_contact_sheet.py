"""`contact-sheet` from the command line."""

from PIL import Image

from vlmeval_hvs.cli import main


def test_a_sheet_of_one_shape_drawn_or_on_an_own_picture(tmp_path, capsys):
    assert main(["contact-sheet", str(tmp_path / "ovals.png"), "--shape", "oval", "--width", "40"]) == 0
    assert "15 styles" in capsys.readouterr().out
    assert Image.open(tmp_path / "ovals.png").width == 4 + 15 * 44
    Image.new("RGB", (90, 60), "grey").save(tmp_path / "a.png")
    own = ["--image", str(tmp_path / "a.png"), "--shape", "oval", "--width", "30"]
    for left, status in (("10", 0), ("500", 1)):
        sheet = [str(tmp_path / "b.png"), *own, "--box", left, "10", "30", "20"]
        assert main(["contact-sheet", *sheet]) == status
    assert "outside" in capsys.readouterr().err
