"""The gaze builder on small releases in both official shapes, and on damaged ones."""

import csv
import io
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder

HEADER = (
    "Stimulus_ID,Angle,Proximity,n_candidates,Candidates,Actor,path,label,annotator,list_id,Site,HeadTarget,face_x_min,"
    "face_y_min,face_x_max,face_y_max,option1_x,option1_y,option2_x,option2_y,option3_x,option3_y,option4_x,option4_y,"
    "DistEyeHead"
)
COLUMNS = HEADER.split(",")


def stimulus(number, **changes):
    """A row as in the released CSV: three objects, incongruent, unless changed."""
    row = dict.fromkeys(COLUMNS, "")
    row.update(Stimulus_ID=number, Angle="left", Proximity=2, n_candidates=3, Candidates="bottle+wooden hand+bunny",
               Actor="Z", path=f"./stimuli/B/IMG_{number}.jpg", label="bunny", list_id=3, Site="SiteB",
               HeadTarget="bottle", face_x_min=0.4, face_y_min=0.1, face_x_max=0.6, face_y_max=0.3, option1_x=0.7,
               option1_y=0.8, option2_x=0.5, option2_y=0.8, option3_x=0.2, option3_y=0.8, option4_x=-1.0,
               option4_y=-1.0, DistEyeHead=2.0)  # fmt: skip
    row.update(changes)
    return row


ROWS = [
    stimulus(1000),
    stimulus(1001, HeadTarget="bunny", DistEyeHead=0.0),
    stimulus(1002, HeadTarget=-1, DistEyeHead="", label="wooden hand"),
    stimulus(5, HeadTarget="", DistEyeHead="", Actor="X", Site="Site0", Candidates="bottle+bunny", n_candidates=2,
             option3_x=-1.0, option3_y=-1.0),
    stimulus(6, HeadTarget="", DistEyeHead="", Actor="Y", Site="Site0", list_id=-1),
]  # fmt: skip


def photo(number, size=(32, 32)):
    buffer = io.BytesIO()
    Image.fromarray(np.full((*size, 3), number % 251, dtype=np.uint8)).save(buffer, "JPEG")
    return buffer.getvalue()


def csv_release(folder, rows):
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "stimuli.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    for row in rows:
        path = folder / row["path"]
        if ".." not in row["path"]:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(photo(int(row["Stimulus_ID"])))
    return folder


def hub_release(folder, rows):
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = {"Stimulus_ID": "stimulus_id", "HeadTarget": "head_target", "DistEyeHead": "dist_eye_head"}
    table = []
    for row in rows:
        cells = {key: value if isinstance(value, list) else str(value) for key, value in row.items() if key != "path"}
        cells["HeadTarget"] = "-1" if row["HeadTarget"] in ("", -1) else cells["HeadTarget"]
        image = {"bytes": photo(int(row["Stimulus_ID"])), "path": None}
        table.append({names.get(key, key.lower()): value for key, value in cells.items()} | {"image": image})
    (folder / "data").mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist(table), folder / "data" / "train-00000-of-00001.parquet")
    return folder


def built(folder, root):
    from dataset_builders.gaze.build import build

    manifest = build("GazeTarget", folder, root)
    return read_set("GazeTarget", root)[0], manifest


def test_both_releases_give_the_rows_and_bytes_of_the_study(tmp_path):
    rows, manifest = built(csv_release(tmp_path / "csv", ROWS), tmp_path / "one")
    assert rows["study"].value_counts().to_dict() == {"main": 48, "pilot": 24, "prepilot": 24}
    assert rows["index"].is_unique
    first = rows[rows["stimulus_id"] == "1000"].iloc[0]
    assert (first["condition"], first["gaze_pos"], first["head_pos"], first["dist_eye_head"]) == (
        "incongruent", "2", "0", "2")  # fmt: skip
    assert first["left_to_right"] == "bunny+wooden hand+bottle"  # by the options' x, not by table order
    assert first["gaze_target"] == "bunny"
    assert json.loads(first["points"]) == [[0.7, 0.8], [0.5, 0.8], [0.2, 0.8]]
    conditions = rows.drop_duplicates("stimulus_id").set_index("stimulus_id")["condition"].to_dict()
    assert conditions == {
        "1000": "incongruent", "1001": "congruent", "1002": "natural", "5": "natural", "6": "natural"
    }  # fmt: skip
    assert rows.loc[rows["stimulus_id"] == "6", "attention_check"].unique().tolist() == ["1"]
    same_pose = rows[rows["stimulus_id"].isin(["1000", "1001"])]
    assert (same_pose["scene_id"].nunique(), same_pose["pose_id"].nunique()) == (1, 2)
    # Facts only: what depends on the wording follows when the dataset is loaded.
    assert {"question", "option_order", "answer", "A", "task_hint", "prompt_reconstructed"}.isdisjoint(rows)
    assert sorted(map(int, rows.loc[rows["study"] == "main", "prompt_id"].unique())) == list(range(16))
    assert any("3 main photos without attention checks; the study reports 1360" in w for w in manifest.warnings)
    assert manifest.notes["photos"] == {"main": 3, "pilot": 1}
    assert manifest.notes["attention_checks"] == {"pilot": 1}
    images = set_folder("GazeTarget", tmp_path / "one") / "images"
    assert {path.name: path.read_bytes() for path in images.iterdir()} == {
        f"{row['Stimulus_ID']}.jpg": photo(row["Stimulus_ID"]) for row in ROWS
    }
    assert built(hub_release(tmp_path / "hub", ROWS), tmp_path / "two")[0].equals(rows)
    listed = stimulus(1000, Candidates=["bottle", "wooden hand", "bunny"])
    rows, _ = built(hub_release(tmp_path / "list", [listed]), tmp_path / "three")
    assert rows["objects"].unique().tolist() == ["bottle+wooden hand+bunny"]


def scene(number, proximity, width, **changes):
    """A photo whose two outer objects are `width` apart; the face is 0.2 wide."""
    x = {f"option{i + 1}_x": round(0.5 + width * (0.5 - i / 2), 3) for i in range(3)}
    return stimulus(number, Proximity=proximity, **x, **changes)


def test_proximity_three_is_closest_whichever_way_each_study_counts(tmp_path):
    natural = {"HeadTarget": "", "DistEyeHead": "", "Site": "Site0", "Actor": "X"}
    for shape in (csv_release, hub_release):
        main = [scene(1000 + i, i + 1, width) for i, width in enumerate((0.2, 0.4, 0.6))]
        pilot = [scene(i, i + 1, width, **natural) for i, width in enumerate((0.6, 0.4, 0.2))]
        rows, manifest = built(shape(tmp_path / shape.__name__, main + pilot), tmp_path / f"sets {shape.__name__}")
        proximity = rows.drop_duplicates("stimulus_id").set_index("stimulus_id")["proximity"].to_dict()
        assert proximity == {"1000": "3", "1001": "2", "1002": "1", "0": "1", "1": "2", "2": "3"}
        noted = manifest.notes["proximity"]
        assert (noted["main"]["closest"], noted["pilot"]["closest"]) == (1, 3)
        assert noted["main"]["face_widths"] == pytest.approx({"1": 1.0, "2": 2.0, "3": 3.0})
        assert not any("proximity" in text for text in manifest.warnings)
    untold = csv_release(tmp_path / "untold", [stimulus(1000, Proximity=3, option1_x=-1.0)])
    rows, manifest = built(untold, tmp_path / "sets")
    assert set(rows["proximity"]) == {"1"}
    assert any("do not tell which end of the proximity scale" in text for text in manifest.warnings)


def test_an_archive_and_the_fullest_of_several_tables(tmp_path):
    source = csv_release(tmp_path / "release", ROWS[3:])
    (source / "stimuli.csv").rename(source / "stimuli_pilot.csv")
    csv_release(source, ROWS)
    _, manifest = built(Path(shutil.make_archive(str(tmp_path / "release"), "zip", source)), tmp_path / "sets")
    assert manifest.notes["files"] == ["stimuli.csv"]
    assert manifest.notes["tables_not_used"] == ["stimuli_pilot.csv"]


def test_unusable_rows_are_left_out_with_a_reason(tmp_path):
    for number, (change, reason) in enumerate([
        ({"label": "teapot"}, "label 'teapot' is none of the objects bottle, wooden hand, bunny"),
        ({"HeadTarget": "teapot"}, "head_target 'teapot' is none of the objects"),
        ({"HeadTarget": "-1"}, "dist_eye_head is 2.0, but there is no head target"),
        ({"DistEyeHead": "1.0"}, "dist_eye_head is 1.0, but head and gaze target are 2 apart"),
        ({"DistEyeHead": "False"}, "dist_eye_head is 'False', not a number"), ({"Angle": "above"}, "angle is 'above'"),
        ({"Proximity": "4"}, "proximity is '4'"), ({"Candidates": "bottle"}, "are not 2 to 4 different names"),
        ({"Candidates": "bottle+bottle+bunny"}, "are not 2 to 4 different names"), ({"path": "x" * 300}, "255 bytes"),
        ({"path": "../../etc/passwd"}, "not a plain path"), ({"Stimulus_ID": "1000"}, "occurs twice"),
        ({"Stimulus_ID": "one"}, "stimulus_id is 'one'"),
    ]):  # fmt: skip
        source = csv_release(tmp_path / f"{number}", ROWS)
        with (source / "stimuli.csv").open("a", newline="") as file:
            csv.DictWriter(file, COLUMNS).writerow(stimulus(1007, **change))
        _, manifest = built(source, tmp_path / "sets")
        assert [reason in item["reason"] for item in manifest.skipped] == [True], (change, manifest.skipped)
        assert any("1 stimuli of the source were left out" in text for text in manifest.warnings)


def test_missing_damaged_pointer_and_doubled_photos(tmp_path):
    folder = csv_release(tmp_path / "release", [*ROWS, stimulus(1003), stimulus(1004)]) / "stimuli" / "B"
    (folder / "IMG_1000.jpg").unlink()
    (folder / "IMG_1001.jpg").write_bytes(photo(1001)[:100])
    (folder / "IMG_1002.jpg").write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
    (folder / "IMG_1004.jpg").write_bytes(photo(1003))
    _, manifest = built(tmp_path / "release", tmp_path / "sets")
    reasons = {item["row"]: item["reason"] for item in manifest.skipped}
    assert "is not there" in reasons["1000"]
    assert "does not decode" in reasons["1001"]
    assert "git lfs pull" in reasons["1002"]
    assert "stimuli 1003, 1004 are the same photo" in manifest.warnings


def test_without_stimuli_or_network_the_error_says_how_to_go_on(tmp_path):
    (tmp_path / "notes.csv").write_text("a,b\n1,2\n")
    with pytest.raises(DataError, match=r"no stimuli found.*parquet.*columns stimulus_id"):
        built(tmp_path, tmp_path / "sets")
    assert not (tmp_path / "sets" / "GazeTarget").exists()
    with pytest.raises(DataError, match="--source"):
        built(None, tmp_path)


def test_columns_are_spelt_in_several_ways_and_photos_may_lack_coordinates():
    from dataset_builders.gaze.release import canonical, parse

    for column in ("HeadTarget", "head_target"):
        assert canonical(column) == "head_target"
    for column in ("stimulus_id", "option1_x", "n_candidates"):
        assert canonical(column) == column
    cells = {canonical(column): str(value) for column, value in stimulus(1).items()}
    assert parse(cells)["points"] == [(0.7, 0.8), (0.5, 0.8), (0.2, 0.8)]
    assert parse(cells | {"option2_x": "-1.0"})["points"] == []
