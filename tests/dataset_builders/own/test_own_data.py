"""Own data of every benchmark from template to report, on photographs of scikit-image, without the host."""

import json
from dataclasses import replace

import jsonschema
import numpy as np
import pandas as pd
import pytest
from skimage import data as photographs
from skimage.io import imsave

from dataset_builders.own.layout import ABOUT, EXAMPLE
from dataset_builders.own.template import LAYOUTS
from vlmeval_hvs.cli import main
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import INTERLEAVED
from vlmeval_hvs.pictures import as_json
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.schema import schema
from vlmeval_hvs.sets import read_set

DATASETS = {
    "HVSBench": ["HVSBench:mine", "HVSBench_Prominence:mine@few"],
    "GazeTarget": ["GazeTarget:mine", "GazeTarget_Pilot:mine"],
    "ActiView": ["ActiView_Zooming:mine", "ActiView_ShiftingH:mine", "ActiView_Full:mine"],
    "VisualSearch_Custom": ["VisualSearch_Custom:mine", "VisualSearch_Custom_Interactive:mine"],
    "VPB_Stage1": ["VPB_Stage1:mine"],
    "VPB_Stage2": ["VPB_Stage2:mine", "VPB_Stage2_TextPrompt:mine"],
}


@pytest.fixture
def template(lmu_data, tmp_path):
    """Writes the template of a set and fills in who made the data."""

    def make(name):
        folder = tmp_path / f"own_{name}"
        assert main(["new", name, str(folder)]) == 0
        about = json.loads((folder / ABOUT).read_text())
        assert about.pop(EXAMPLE) is True
        (folder / ABOUT).write_text(json.dumps({**about, "who": "A. Person", "licence": "CC BY 4.0"}))
        return folder

    return make


@pytest.fixture
def edit():
    """Replaces a table of a folder by rows."""

    def write(folder, name, change):
        path = folder / name
        path.write_text(change(path.read_text()))

    return write


def predictions(dataset, model):
    texts = []
    for position in range(len(dataset)):
        prompt = dataset.build_prompt(position)
        driven = drive(prompt, lambda turn: respond(model, turn, 0), INTERLEAVED)
        texts.append(respond(model, prompt, 0) if driven is None else driven[0])
    return pd.DataFrame({"index": dataset.rows["index"], "prediction": texts})


@pytest.mark.parametrize("name", DATASETS)
def test_own_data_go_all_the_way(template, tmp_path, capsys, name):
    folder = template(name)
    assert main(["build", f"{name}:mine", "--source", str(folder)]) == 0
    assert main(["check", f"{name}:mine"]) == 0
    told = capsys.readouterr().out
    assert "A. Person" in told
    assert "licence: CC BY 4.0" in told
    assert "example" not in told.partition("complete")[2].partition("\n  source")[0]
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    for full in DATASETS[name]:
        for model in ("hvs-random", "hvs-oracle"):
            dataset = dataset_class(card_of(full))(dataset=full)
            path = outputs / f"{model}_{full.replace(':', '=')}.tsv"
            predictions(dataset, model).to_csv(path, sep="\t", index=False)
            metrics = dataset.score_file(path)
        assert metrics["Overall"] >= (0.7 if "Interactive" in full else 0.99) or name == "VisualSearch_Custom", full
        for row in dataset.rows.to_dict("records"):
            for picture in dataset.pictures(row):
                for mark in map(as_json, picture.marks):
                    places = mark.get("points") or [[mark["x"], mark["y"]]]
                    assert all(0 <= value <= 1 for place in places for value in place)
    results = collect(outputs)
    assert len(results) == 2 * len(DATASETS[name])
    assert all(result.scores["data"]["source"].startswith("own data: ") for result in results)
    page = tmp_path / "report.html"
    assert main(["report", str(outputs), "--html", str(page)]) == 0
    assert "(published)" not in capsys.readouterr().out
    book = json.loads(page.read_text().partition('id="book">')[2].partition("</script>")[0])
    for benchmark in book["benchmarks"]:
        assert not any(benchmark["published"].values())
        assert not any("(published)" in str(row[0]) for table in benchmark["tables"] for row in table["rows"])
        assert not any(one["standing"] == "published" for chart in benchmark["charts"] for one in chart["series"])
        assert not any("(published)" in one["name"] for chart in benchmark["charts"] for one in chart["series"])
    assert not any((run.get("people") or {}).get("published") for run in book["runs"])
    assert all(row.get("pictures") for samples in book["samples"].values() for row in samples["rows"])
    if name == "ActiView":
        assert main(["actiview-summary", str(outputs), "--paper"]) == 0
        assert "human" not in capsys.readouterr().out, "the paper's people saw other photographs"


def test_the_list_tells_what_own_data_are_and_nothing_of_the_released_ones(template, capsys):
    assert main(["build", "GazeTarget:mine", "--source", str(template("GazeTarget"))]) == 0
    capsys.readouterr()
    assert main(["list", "GazeTarget", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    jsonschema.validate(listed, schema("datasets"), jsonschema.Draft202012Validator)
    own = {one["name"]: one for one in listed["datasets"] if ":" in one["name"]}
    assert len(own) == 3
    rows, manifest = read_set("GazeTarget:mine")
    pictures = len(list((manifest.folder / "images").iterdir()))
    for one in own.values():
        assert one["about"].endswith(f"(own data: {len(rows)} rows, {pictures} pictures)")
        assert one["source"] == manifest.source
        assert "Your own photos" in one["about"]
        assert not any(word in one["about"] for word in ("1360", "900", "111", "measured", "study:"))
    assert main(["list", "GazeTarget"]) == 0
    assert f"GazeTarget:mine is {manifest.source}" in capsys.readouterr().out


def test_a_set_has_one_name_whichever_way_its_files_are_named(template, tmp_path, capsys):
    """The host gets the name with an equals sign, which stands in names of files; results have the colon."""
    assert main(["build", "HVSBench:mine", "--source", str(template("HVSBench"))]) == 0
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    for form, model in (("HVSBench=mine", "a"), ("HVSBench:mine", "b"), ("HVSBench=mine@x=y", "c")):
        dataset = dataset_class(card_of(form))(dataset=form)
        path = outputs / f"{model}_{form.replace(':', '=')}.tsv"
        predictions(dataset, "hvs-oracle").to_csv(path, sep="\t", index=False)
        dataset.score_file(path)
        assert dataset.receipt.differences(replace(dataset.receipt, dataset=form)) == []
    older = outputs / "a_HVSBench=mine_hvs_scores.json"
    scores = json.loads(older.read_text())
    assert scores["dataset"] == "HVSBench:mine"
    older.write_text(json.dumps({**scores, "dataset": "HVSBench=mine"}))  # as earlier versions wrote it
    found = {result.model: result.dataset for result in collect(outputs)}
    assert found == {"a": "HVSBench:mine", "b": "HVSBench:mine", "c": "HVSBench:mine@x=y"}
    capsys.readouterr()
    for form in ("HVSBench=mine", "HVSBench:mine"):
        assert main(["report", str(outputs), "--dataset", form]) == 0
        head = capsys.readouterr().out.splitlines()
        assert head[0] == "HVSBench:mine"
        assert head[1].split()[:3] == ["metric", "a", "b"]


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_template_says_what_every_column_is_and_that_it_is_an_example(lmu_data, tmp_path, capsys, name):
    folder = tmp_path / "t"
    assert main(["new", name, str(folder)]) == 0
    text = (folder / "README.txt").read_text()
    for columns in LAYOUTS[name].tables.values():
        assert all(column.name in text and column.about in text for column in columns)
    assert main(["build", f"{name}:a", "--source", str(folder)]) == 0
    assert "this is the example" in capsys.readouterr().out
    assert main(["new", name, str(folder)]) == 1
    assert "nothing was written" in capsys.readouterr().err


def test_new_names_the_formats_where_a_benchmark_has_several(lmu_data, tmp_path, capsys):
    assert main(["new", "VPB", str(tmp_path / "t")]) == 1
    assert "VPB_Stage1, VPB_Stage2" in capsys.readouterr().err
    assert main(["new", "ActiView_Zooming", str(tmp_path / "a")]) == 0
    assert main(["new", "HVSBnch", str(tmp_path / "b")]) == 1


@pytest.mark.parametrize("name", DATASETS)
def test_an_official_set_is_never_overwritten(template, capsys, name):
    folder = template(name)
    official = "VisualSearch_Interiors" if name == "VisualSearch_Custom" else name
    assert main(["build", official, "--source", str(folder)]) == 1
    error = capsys.readouterr().err
    assert "own data" in error
    assert f"{name}:NAME" in error


def test_a_release_is_no_own_data(lmu_data, tmp_path, capsys):
    (tmp_path / "data.json").write_text("{}")
    assert main(["build", "ActiView:mine", "--source", str(tmp_path)]) == 1
    assert "no about.json" in capsys.readouterr().err
    assert main(["build", "HVSBench:mine"]) == 1
    assert "--source" in capsys.readouterr().err


MISTAKES = [
    ("HVSBench", "questions.csv", ("Q1", "Q99"), "row 2, column type: 'Q99' is none of Q1"),
    ("HVSBench", "questions.csv", ("| 136 348 72 76", "| 136 348 720 76"), "row 2, column options: the box left 136"),
    ("HVSBench", "questions.csv", (",,ABC,", ",,ABX,"), "row 4, column answer: 'ABX' is no order of ABC"),
    ("HVSBench", "questions.csv", ("coffee.png,Q2,,,2", "cofee.png,Q2,,,2"), "did you mean coffee.png?"),
    (
        "HVSBench",
        "fixations.csv",
        ("p2,219,101,520", "p2,219,x,520"),
        "fixations.csv, row 8, column y: 'x' is not a number",
    ),
    ("HVSBench", "questions.csv", ("image,type", "image,typ"), "row 1: no column type; did you mean typ?"),
    ("GazeTarget", "photos.csv", (" | clock,cup,", " | clock,hat,"), "row 2, column looks_at: 'hat'"),
    ("ActiView", "questions.csv", (",,C,Geo-Loc", ",,,Geo-Loc"), "row 2, column answer: is empty"),
    ("ActiView", "questions.csv", ("Count-Dis", "Counting"), "row 5, column category: 'Counting' is none of Geo-Loc"),
    ("VisualSearch_Custom", "scenes.csv", ("spoon,318,225,90", "spoon,318,225,"), "row 2, column width: is empty"),
    (
        "VisualSearch_Custom",
        "fixations.csv",
        ("coffee.png,p2,60", "tea.png,p2,60"),
        "row 6, column image: 'tea.png' is no scene",
    ),
    (
        "VPB_Stage2",
        "questions.csv",
        (" by <color> <VP>?,anger", ",anger"),
        "row 2, column question: does not name the mark",
    ),
    ("VPB_Stage1", "objects.csv", ("tower,0,0,88", "tower,0,0,-88"), "row 9, column x: the box left 0"),
    ("VPB_Stage1", "about.json", ('"per_style": 2', '"per_style": true'), "per_style is 'true', not a number above 0"),
    ("VPB_Stage2", "about.json", ("CC BY 4.0", ""), "does not say licence"),
    ("VPB_Stage2", "about.json", ('"who"', '"whoo": 1, "who"'), "did you mean who?"),
]


@pytest.mark.parametrize(("name", "file", "change", "told"), MISTAKES)
def test_a_mistake_is_told_with_its_place_and_nothing_is_built(template, capsys, name, file, change, told):
    folder = template(name)
    text = (folder / file).read_text()
    assert text.count(change[0]) >= 1, "the example has changed"
    (folder / file).write_text(text.replace(change[0], change[1], 1))
    assert main(["build", f"{name}:mine", "--source", str(folder)]) == 1
    error = capsys.readouterr().err
    assert told in error
    assert main(["check", f"{name}:mine"]) == 1


def test_all_mistakes_are_told_at_once(template, edit, capsys):
    folder = template("HVSBench")
    edit(folder, "questions.csv", lambda text: text.replace("Q2", "Q0").replace("ABC,", "AB,").replace("p1", ""))
    main(["build", "HVSBench:mine", "--source", str(folder)])
    error = capsys.readouterr().err
    assert "2 mistakes" in error
    assert "row 3" in error
    assert "row 4" in error


def test_tables_of_spreadsheets_are_read(template, edit, capsys):
    folder = template("VPB_Stage2")
    rows = pd.read_csv(folder / "questions.csv", dtype=str, keep_default_na=False)
    rows.columns = [name.upper() if len(name) > 1 else name for name in rows.columns]
    (folder / "questions.csv").write_bytes(rows.to_csv(index=False, sep=";").encode("utf-8-sig") + b";;;;\r\n")
    assert main(["build", "VPB_Stage2:mine", "--source", str(folder)]) == 0
    assert read_set("VPB_Stage2:mine")[1].rows == 3
    (folder / "questions.csv").write_bytes("image;Füße".encode("latin-1"))
    assert main(["build", "VPB_Stage2:mine", "--source", str(folder), "--force"]) == 1
    assert "UTF-8" in capsys.readouterr().err


def test_pictures_stay_inside_the_folder(template, edit, tmp_path, capsys):
    imsave(tmp_path / "outside.png", np.asarray(photographs.coffee()))
    folder = template("ActiView")
    edit(folder, "questions.csv", lambda text: text.replace("coffee.png", "../../outside.png"))
    assert main(["build", "ActiView:mine", "--source", str(folder)]) == 1
    assert "column image" in capsys.readouterr().err


def test_coordinates_are_where_the_table_says(template):
    """Hand-computed: boxes in px become fractions, views and scanpaths follow from them."""
    for name in ("HVSBench", "GazeTarget", "ActiView", "VisualSearch_Custom", "VPB_Stage2"):
        assert main(["build", f"{name}:mine", "--source", str(template(name))]) == 0
    hvs = read_set("HVSBench:mine")[0].iloc[[0, 4]].to_dict("records")
    assert "[A] 0.30,0.03,0.59,0.37\n" in hvs[0]["question"]  # 155/512, 14/512, 302/512, 190/512
    first = json.loads(hvs[1]["scanpaths"])[0]
    assert (first["X"][0], first["Y"][1], first["T"][1]) == (round(250 / 512, 5), 0.1875, 480.0)
    views = read_set("ActiView:mine")[0].iloc[0]
    assert json.loads(views["clue_views"]) == [1, 2]  # the flag is on the left; views 1 and 2 are the left half
    gaze = read_set("GazeTarget:mine")[0].iloc[0]
    names, points = gaze["left_to_right"].split("+"), json.loads(gaze["points"])
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert gaze["gaze_target"] == names[0]
    search = read_set("VisualSearch_Custom:mine")[0].iloc[0]
    assert json.loads(search["bbox"]) == [225, 318, 325, 408]
    (region,) = json.loads(read_set("VPB_Stage2:mine")[0].iloc[0]["regions"])
    assert region["bbox"] == [155, 14, 147, 176]


def test_people_of_own_photos_are_the_human_line(template, edit, tmp_path):
    folder = template("GazeTarget")
    assert main(["build", "GazeTarget:mine", "--source", str(folder)]) == 0
    dataset = dataset_class(card_of("GazeTarget"))(dataset="GazeTarget:mine", prompts=[0])
    assert dataset.manifest.notes["people"]["3"]["accuracy"] == 1.0
    assert dataset.manifest.notes["people"]["3"]["answers"] == 12
    path = tmp_path / "m_GazeTarget=mine.tsv"
    predictions(dataset, "hvs-oracle").to_csv(path, sep="\t", index=False)
    dataset.score_file(path)
    scores = json.loads(next(tmp_path.glob("*_hvs_scores.json")).read_text())
    assert "other photos" not in str(scores["warnings"])


def test_of_two_own_sets_neither_is_taken_for_the_other(template, capsys):
    folder = template("VPB_Stage2")
    assert main(["build", "VPB_Stage2:a", "--source", str(folder)]) == 0
    assert main(["build", "VPB_Stage2:b", "--source", str(folder)]) == 0
    assert {"VPB_Stage2:a", "VPB_Stage2:b", "VPB_Stage2=a"} <= set(dataset_class(card_of("VPB")).supported_datasets())
    assert main(["build", "VPB_Stage2:b", "--source", str(template("VPB_Stage1"))]) == 1
    with pytest.raises(FileNotFoundError, match="Build it from your data"):
        dataset_class(card_of("VPB"))(dataset="VPB_Stage2:c")
