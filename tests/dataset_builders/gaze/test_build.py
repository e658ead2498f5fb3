"""The gaze builder on small releases in both official shapes, and on damaged ones."""

import csv
import io
import shutil
from pathlib import Path

import pytest
from PIL import Image

from dataset_builders.gaze.build import build, scale_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder

PILOT = {"HeadTarget": "", "DistEyeHead": "", "Actor": "X", "Site": "Site0"}  # what differs in a row of the pilot study


def stimulus(number, **changes):
    """A row of the main study: three objects, incongruent, unless changed."""
    return {
        "Stimulus_ID": number, "Angle": "left", "Proximity": 2, "n_candidates": 3,
        "Candidates": "bottle+wooden hand+bunny", "Actor": "Z", "path": f"./stimuli/B/IMG_{number}.jpg",
        "label": "bunny", "list_id": 3, "Site": "SiteB", "HeadTarget": "bottle", "DistEyeHead": 2.0,
        "face_x_min": 0.4, "face_y_min": 0.1, "face_x_max": 0.6, "face_y_max": 0.3, "option1_x": 0.7, "option1_y": 0.8,
        "option2_x": 0.5, "option2_y": 0.8, "option3_x": 0.2, "option3_y": 0.8, "option4_x": -1.0, "option4_y": -1.0,
        "annotator": "annotator1", **changes,
    }  # fmt: skip


def write_sheet(path, rows):
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([rows[0], *(row.values() for row in rows)])


ROWS = [
    stimulus(1000), stimulus(1001, HeadTarget="bunny", DistEyeHead=0.0),
    stimulus(1002, HeadTarget=-1, DistEyeHead="", label="wooden hand"),
    stimulus(5, **PILOT, Candidates="bottle+bunny", n_candidates=2, option3_x=-1.0, option3_y=-1.0),
    stimulus(6, **PILOT | {"Actor": "Y"}, list_id=-1),
]  # fmt: skip


def photo(number) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (32, 32), (number % 251,) * 3).save(buffer, "JPEG")
    return buffer.getvalue()


def csv_release(folder, rows):
    (folder / "stimuli" / "B").mkdir(parents=True, exist_ok=True)
    write_sheet(folder / "stimuli.csv", rows)
    for number in (row["Stimulus_ID"] for row in rows):
        (folder / "stimuli" / "B" / f"IMG_{number}.jpg").write_bytes(photo(int(number)))
    return folder


def hub_release(folder, rows):
    import pyarrow as pa
    import pyarrow.parquet as pq

    names, table = {"HeadTarget": "head_target", "DistEyeHead": "dist_eye_head"}, []
    for row in rows:
        cells = {key: value if isinstance(value, list) else str(value) for key, value in row.items() if key != "path"}
        cells["HeadTarget"] = "-1" if row["HeadTarget"] in ("", -1) else cells["HeadTarget"]
        image = {"bytes": photo(int(row["Stimulus_ID"])), "path": None}
        table.append({names.get(key, key.lower()): value for key, value in cells.items()} | {"image": image})
    (folder / "data").mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist(table), folder / "data" / "train-00000-of-00001.parquet")
    return folder


def built(folder, root):
    manifest = build("GazeTarget", folder, root)
    return read_set("GazeTarget", root)[0], manifest


def by_photo(rows, column):
    return rows.drop_duplicates("stimulus_id").set_index("stimulus_id")[column].to_dict()


@pytest.mark.long
def test_both_releases_give_the_rows_and_bytes_of_the_study(tmp_path):
    source = csv_release(tmp_path / "csv", ROWS)
    write_sheet(source / "stimuli_pilot.csv", ROWS[3:])  # the fullest of several tables counts
    rows, manifest = built(Path(shutil.make_archive(str(tmp_path / "release"), "zip", source)), tmp_path / "one")
    assert (manifest.notes["files"], manifest.notes["tables_not_used"]) == (["stimuli.csv"], ["stimuli_pilot.csv"])
    assert rows["study"].value_counts().to_dict() == {"main": 48, "pilot": 24, "prepilot": 24}
    assert rows["index"].is_unique
    assert rows[rows["stimulus_id"] == "1000"].iloc[0].to_dict().items() >= {
        "condition": "incongruent", "gaze_pos": "2", "head_pos": "0", "dist_eye_head": "2", "gaze_target": "bunny",
        "left_to_right": "bunny+wooden hand+bottle",  # by the options' x, not by table order
        "points": "[[0.7, 0.8], [0.5, 0.8], [0.2, 0.8]]", "face": "[0.4, 0.1, 0.6, 0.3]",
    }.items()  # fmt: skip
    assert list(by_photo(rows, "condition").values()) == ["incongruent", "congruent", *["natural"] * 3]
    assert list(by_photo(rows, "dist_eye_head").values()) == ["2", "0", "", "", ""]
    assert by_photo(rows, "attention_check") == dict.fromkeys(("1000", "1001", "1002", "5"), "0") | {"6": "1"}
    same_pose = rows[rows["stimulus_id"].isin(["1000", "1001"])]
    assert (same_pose["scene_id"].nunique(), same_pose["pose_id"].nunique()) == (1, 2)
    assert sorted(map(int, rows.loc[rows["study"] == "main", "prompt_id"].unique())) == list(range(16))
    assert any("3 main photos without attention checks; the study reports 1360" in w for w in manifest.warnings)
    assert [manifest.notes[name] for name in ("photos", "attention_checks")] == [{"main": 3, "pilot": 1}, {"pilot": 1}]
    images = set_folder("GazeTarget", tmp_path / "one") / "images"
    assert {path.name: path.read_bytes() for path in images.iterdir()} == {
        f"{row['Stimulus_ID']}.jpg": photo(row["Stimulus_ID"]) for row in ROWS
    }
    listed = [row | {"Candidates": row["Candidates"].split("+")} for row in ROWS]
    assert built(hub_release(tmp_path / "hub", listed), tmp_path / "two")[0].equals(rows)


def scene(number, proximity, width, **changes):
    """A photo whose two outer objects are `width` apart; the face is 0.2 wide."""
    x = {f"option{i + 1}_x": round(0.5 + width * (0.5 - i / 2), 3) for i in range(3)}
    return stimulus(number, Proximity=proximity, **x, **changes)


def test_proximity_three_is_closest_whichever_way_each_study_counts(tmp_path):
    main = [scene(1000 + i, i + 1, width) for i, width in enumerate((0.2, 0.4, 0.6))]
    pilot = [scene(i, i + 1, width, **PILOT) for i, width in enumerate((0.6, 0.4, 0.2))]
    rows, manifest = built(csv_release(tmp_path / "clear", main + pilot), tmp_path / "sets")
    assert by_photo(rows, "proximity") == {"1000": "3", "1001": "2", "1002": "1", "0": "1", "1": "2", "2": "3"}
    assert [scale["closest"] for scale in manifest.notes["proximity"].values()] == [1, 3]
    unclear = csv_release(tmp_path / "unclear", [stimulus(1000, Proximity=3, option1_x=-1.0)])
    rows, manifest = built(unclear, tmp_path / "unclear sets")
    assert (set(rows["proximity"]), set(rows["points"])) == ({"1"}, {""})  # one point is missing
    assert any("do not tell which end of the proximity scale" in text for text in manifest.warnings)
    # Seen from farther away, the widest row is the narrowest in the image, but not in face widths; and a row of four is
    # wider than one of two.
    for closest, *photos in (
        (1, (1, 0.5, 2, 0.2), (2, 0.45, 2, 0.1), (3, 0.4, 2, 0.05)),
        (3, (1, 0.3, 2, 0.1), (3, 0.25, 2, 0.1), (1, 0.8, 4, 0.1), (3, 0.75, 4, 0.1)),
    ):
        names = ("proximity", "view", "objects", "points", "face")
        cells = [(k, "front", range(n), [(0.0, 0.7), (w, 0.7)], [0.0, 0.1, face, 0.3]) for k, w, n, face in photos]
        found = [dict(zip(names, row, strict=True)) for row in cells]
        assert scale_of(found) == (closest, True)


def test_unusable_rows_are_left_out_with_a_reason(tmp_path):
    cases = [
        ({"label": "teapot"}, "label 'teapot' must be one of bottle, wooden hand, bunny"),
        ({"HeadTarget": "teapot"}, "head_target 'teapot' must be one of"),
        ({"HeadTarget": "-1"}, "dist_eye_head is 2.0, but there is no head target"),
        ({"DistEyeHead": "1.0"}, "dist_eye_head is 1.0, but head and gaze target are 2 apart"),
        ({"Angle": "above"}, "angle 'above' must be"), ({"Candidates": "bottle"}, "must be 2 to 4 different names"),
        ({"Candidates": "bottle+bottle+bunny"}, "must be 2 to 4 different names"),
        ({"Proximity": "4"}, "proximity '4' must be"), ({"Stimulus_ID": "one"}, "stimulus_id 'one' must be"),
        ({"Stimulus_ID": "1000"}, "occurs twice"), ({"path": "x" * 300}, "255 bytes"),
        ({"path": "../../etc/passwd"}, "not a plain path"), ({"path": "gone.jpg"}, "is missing"),
        ({"path": "short.jpg"}, "does not decode"), ({"path": "pointer.jpg"}, "git lfs pull"),
    ]  # fmt: skip
    source = csv_release(tmp_path / "release", [*ROWS, stimulus(1003)])
    (source / "short.jpg").write_bytes(photo(1001)[:100])
    (source / "pointer.jpg").write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
    bad = [stimulus(2000 + number) | change for number, (change, _) in enumerate(cases)]
    write_sheet(source / "stimuli.csv", [*ROWS, stimulus(1003), *bad])
    _, manifest = built(source, tmp_path / "sets")
    for (change, reason), item in zip(cases, manifest.skipped, strict=True):
        assert reason in item["reason"], change
    assert any(f"{len(cases)} stimuli of the source were left out" in text for text in manifest.warnings)
    write_sheet(source / "stimuli.csv", [{"a": 1}])
    with pytest.raises(DataError, match=r"no stimuli found.*parquet.*columns stimulus_id"):
        built(source, tmp_path / "none")
    assert not (tmp_path / "none" / "GazeTarget").exists()
