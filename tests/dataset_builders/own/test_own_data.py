"""Own data of every benchmark from template to report, on photographs of scikit-image, without the host."""

import json
import re

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.sets import read_set

DATASETS = {
    "HVSBench": "HVSBench:mine", "GazeTarget": "GazeTarget:mine", "ActiView": "ActiView_Zooming:mine",
    "VisualSearch_Custom": "VisualSearch_Custom:mine", "VPB_Stage1": "VPB_Stage1:mine", "VPB_Stage2": "VPB_Stage2:mine",
}  # fmt: skip


@pytest.fixture
def template(lmu_data, tmp_path):
    def make(name):
        folder = tmp_path / f"own_{name}"
        assert main(["new", name, str(folder)]) == 0
        about = json.loads((folder / "about.json").read_text())
        assert about.pop("example") is True
        (folder / "about.json").write_text(json.dumps({**about, "who": "A. Person", "licence": "CC BY 4.0"}))
        return folder

    return make


@pytest.fixture
def own(template):
    return lambda *names: [main(["build", f"{name}:mine", "--source", str(template(name))]) for name in names]


def scored(form, outputs):
    from vlmeval_hvs.ask.run import run_models
    from vlmeval_hvs.configs import make_dataset

    (one,) = run_models(["hvs-oracle"], [make_dataset(form, None)], outputs)
    return one.overall


@pytest.mark.long
def test_coordinates_are_where_the_table_says_and_the_oracle_is_right(own, tmp_path):
    """Hand-computed: boxes in px become fractions, views and scanpaths follow from them."""
    assert own(*DATASETS) == [0] * 6
    questions = read_set("HVSBench:mine")[0]
    assert "[A] 0.30,0.03,0.59,0.37\n" in questions["question"][0]  # 155/512, 14/512, 302/512, 190/512
    first = json.loads(questions["scanpaths"][4])[0]
    assert (first["X"][0], first["Y"][1], first["T"][1]) == (round(250 / 512, 5), 0.1875, 480.0)
    views = read_set("ActiView:mine")[0].iloc[0]["clue_views"]
    assert views == "[1, 2]"  # the flag is on the left; views 1 and 2 are the left half
    conditions = read_set("GazeTarget:mine")[0].drop_duplicates("stimulus_id")["condition"].value_counts().to_dict()
    assert conditions == {"natural": 3, "congruent": 3, "incongruent": 6}
    gaze = read_set("GazeTarget:mine")[0].iloc[0]
    assert json.loads(gaze["points"]) == sorted(json.loads(gaze["points"]))
    assert gaze["gaze_target"] == gaze["left_to_right"].split("+")[0]
    assert json.loads(gaze["face"]) == [value / 336 for value in (95, 16, 241, 162)]
    assert json.loads(read_set("VisualSearch_Custom:mine")[0].iloc[0]["bbox"]) == [225, 318, 325, 408]
    (region,) = json.loads(read_set("VPB_Stage2:mine")[0].iloc[0]["regions"])
    assert (region["image"], region["bbox"]) == (0, [155, 14, 147, 176])
    for name, form in DATASETS.items():
        assert scored(form, tmp_path / "outputs") >= 0.99 or name == "VisualSearch_Custom", name


@pytest.mark.long
def test_the_list_and_reports_say_nothing_of_the_released_sets(own, tmp_path, capsys):
    assert own("GazeTarget", "HVSBench") == [0, 0]
    source = read_set("GazeTarget:mine")[1].source
    capsys.readouterr()
    assert main(["list", "GazeTarget", "--json"]) == 0
    found = [one for one in json.loads(capsys.readouterr().out)["datasets"] if ":" in one["name"]]
    assert [one["source"] for one in found] == [source] * 3
    assert not any(word in one["about"] for one in found for word in ("1360", "900", "111", "measured", "study:"))
    scored("HVSBench:mine", tmp_path / "outputs")
    assert main(["report", str(tmp_path / "outputs"), "--data", "HVSBench=mine"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("HVSBench:mine\n")
    assert "(published)" not in text


@pytest.mark.long
def test_templates_build_and_take_the_place_of_nothing(template, tmp_path, capsys):
    from dataset_builders.own.template import LAYOUTS

    for name in LAYOUTS:
        folder = tmp_path / name
        assert main(["new", name, str(folder)]) == 0
        assert main(["build", f"{name}:a", "--source", str(folder)]) == 0
        assert "the example of a template" in capsys.readouterr().out
        assert main(["new", name, str(folder)]) == 1, "nothing was written"
        official = "VisualSearch_Interiors" if name == "VisualSearch_Custom" else name
        assert main(["build", official, "--source", str(template(name))]) == 1
        assert f"{name}:NAME" in capsys.readouterr().err
    assert main(["build", "ActiView:mine", "--source", str(tmp_path / "HVSBench" / "images")]) == 1
    assert "there is no about.json" in capsys.readouterr().err


MISTAKES = [
    ("HVSBench", "questions.csv", ("Q1", "Q99"), "row 2, column type: 'Q99' is not one of Q1"),
    ("HVSBench", "questions.csv", ("| 136 348 72 76", "| 136 348 720 76"), "row 2, column options: the box left 136"),
    ("HVSBench", "questions.csv", (",,ABC,", ",,ABX,"), "row 4, column answer: answer 'ABX' is neither made of"),
    ("HVSBench", "questions.csv", ("coffee.png,Q2,,,2", "cofee.png,Q2,,,2"), "did you mean coffee.png?"),
    ("HVSBench", "fixations.csv", ("p2,219,101,520", "p2,219,x,520"), "row 8, column y: 'x' is not a number"),
    ("HVSBench", "questions.csv", ("image,type", "image,typ"), "row 1: there is no column type; is it the column typ?"),
    ("GazeTarget", "photos.csv", (" | clock,cup,", " | clock,hat,"), "row 2, column looks_at: 'hat'"),
    ("GazeTarget", "photos.csv", ("cup | apple | clock", "cup | apple"), "there are 3 points for 2 objects"),
    ("GazeTarget", "photos.csv", ("cup | apple | clock", "cup | cup | clock"), "write 2 to 4 different names"),
    ("HVSBench", "questions.csv", ("astronaut.png,Q9", "coffee.png,Q9"), "has no fixation on coffee.png"),
    ("HVSBench", "questions.csv", ("coffee.png,Q2,,,2", "coffee.png,Q2,a,,2"), "Q2 has 0 options with | between"),
    ("HVSBench", "questions.csv", ("Q9,,,,", "Q9,,,A,"), "row 6, column answer: leave the cell empty"),
    ("ActiView", "questions.csv", ("Count-Dis", "Counting"), "row 5, column category: 'Counting' is not one of"),
    ("ActiView", "questions.csv", (",A biscuit,A spoon", ",A biscuit,"), "row 4, column B: the cell is empty"),
    ("ActiView", "questions.csv", ("coffee.png", "../../outside.png"), "column image"),
    ("VisualSearch_Custom", "fixations.csv", ("coffee.png,p2,60", "tea.png,p2,60"), "row 6, column image: 'tea.png'"),
    ("VPB_Stage2", "questions.csv", (" by <color> <VP>?,anger", ",anger"), "column question: the question does not"),
    ("VPB_Stage1", "objects.csv", ("tower,0,0,88", "tower,0,0,-88"), "row 9, column x: the box left 0"),
    ("VPB_Stage1", "about.json", ('"per_style": 2', '"per_style": true'), "per_style=True is not allowed; give a"),
    ("VPB_Stage2", "about.json", ("CC BY 4.0", ""), "does not say licence"),
    ("VPB_Stage2", "about.json", ('"who"', '"whoo": 1, "who"'), "did you mean who?"),
]


@pytest.mark.long
def test_mistakes_are_told_with_their_places_all_at_once_and_nothing_is_built(template, tmp_path, capsys):
    from PIL import Image

    Image.new("RGB", (50, 50)).save(tmp_path / "outside.png")
    folders = {name: template(name) for name in DATASETS}
    for name, file, (old, new), told in MISTAKES:
        text = (path := folders[name] / file).read_text()
        assert old in text, "the example has changed"
        path.write_text(text.replace(old, new, 1))
        assert main(["build", f"{name}:mine", "--source", str(folders[name])]) == 1
        assert told in capsys.readouterr().err
        assert main(["check", f"{name}:mine"]) == 1
        path.write_text(text)
        capsys.readouterr()
    path = folders["HVSBench"] / "questions.csv"
    path.write_text(path.read_text().replace("Q2", "Q0").replace("ABC,", "AB,").replace("p1", ""))
    assert main(["build", "HVSBench:mine", "--source", str(folders["HVSBench"])]) == 1
    assert re.search("2 mistakes.*row 3.*row 4", capsys.readouterr().err, re.DOTALL)


def test_tables_of_spreadsheets_are_read(template, capsys):
    import pandas as pd

    folder = template("VPB_Stage2")
    build = ["build", "VPB_Stage2:mine", "--source", str(folder)]
    rows = pd.read_csv(folder / "questions.csv", dtype=str, keep_default_na=False)
    rows.columns = [name.upper() if len(name) > 1 else name for name in rows.columns]
    (folder / "questions.csv").write_bytes(rows.to_csv(index=False, sep=";").encode("utf-8-sig") + b";;;;\r\n")
    assert main(build) == 0
    assert read_set("VPB_Stage2:mine")[1].rows == 3
    (folder / "questions.csv").write_bytes("image;Füße".encode("latin-1"))
    assert main([*build, "--force"]) == 1
    assert "UTF-8" in capsys.readouterr().err
