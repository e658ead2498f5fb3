"""VP-Bench Stage 2 from its release: forms of rows and boxes, scene graphs, and rows that cannot be used."""

import base64
import io
import json

import pytest
from PIL import Image

from dataset_builders.vpb.stage2_rows import read_entry, readings_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set

OPTIONS = {"A": "A. cat", "B": "dog", "C": "(C) bus", "D": "cup"}


def picture(size=(100, 80), color=(90, 120, 150)) -> str:
    buffer = io.BytesIO()
    Image.new("RGB", size, color).save(buffer, format="PNG")
    return base64.b64encode(buffer.getvalue()).decode()


def record(**change):
    base = {"meta_source": "emotic", "data_file": ["a.png"], "image": [picture()], "meta_bbox": [[10, 10, 80, 60]],
            "meta_polygon": None, "question": "What is marked by <color> <VP>?", "answer": "B", **OPTIONS}  # fmt: skip
    return {**base, **change}


def first_form(**change):
    question = "What is marked by <VP>?\nA. cat\nB. dog\nC. bus\nD. cup"
    base = {"meta_source": "emotic", "data_file": "a.png", "image": json.dumps({"a.png": picture()}),
            "meta_bbox": json.dumps({"a.png": {"default": [10, 10, 80, 60]}}), "meta_polygon": "{}",
            "question": question, "answer": "dog"}  # fmt: skip
    return {**base, **change}


def second_form(**change):
    # parquet structs carry the keys of all rows, empty in most
    boxes = {"a.png": {"default": [10, 10, 80, 60], "subject": None}, "other.png": None}
    return record(meta_bbox=boxes, meta_polygon={"a.png": {"default": [[10, 10], [90, 10], [90, 70]]}}, **change)


def stage2(records, tmp_path, **options):
    from dataset_builders.vpb.build import build

    path = tmp_path / "stage_2.json"
    path.write_text(json.dumps(records))
    manifest = build("VPB_Stage2", path, tmp_path / "sets", **options)
    rows, _ = read_set("VPB_Stage2", tmp_path / "sets")
    return rows, manifest


def test_three_forms_give_the_same_row(tmp_path):
    rows, _ = stage2([first_form(), second_form(), record()], tmp_path)
    for column in ("A", "B", "C", "D", "answer", "task"):
        assert rows[column].nunique() == 1, column
    assert rows.loc[0, ["A", "B", "C", "D", "answer", "task"]].tolist() == ["cat", "dog", "bus", "cup", "B", "Emotic"]
    boxes = [[region["bbox"] for region in json.loads(cell)] for cell in rows["regions"]]
    assert boxes == [[[10, 10, 80, 60]]] * 3
    assert json.loads(rows.loc[1, "regions"])[0]["polygons"] == [[[10, 10], [90, 10], [90, 70]]]


def test_two_regions_and_two_images(tmp_path):
    pair = record(meta_source="PSG", meta_bbox=[[60, 40, 40, 30], [50, 40, 45, 30]])
    roles = first_form(
        meta_source="PSG", meta_bbox=json.dumps({"a.png": {"object": [50, 40, 45, 30], "subject": [60, 40, 40, 30]}})
    )
    views = record(meta_source="RoomSpace", data_file=["a.png", "b.png"], image=[picture(), picture()],
                   meta_bbox=[[60, 40, 40, 30], [50, 40, 45, 30]])  # fmt: skip
    rows, _ = stage2([pair, roles, views], tmp_path, asked_from="object")
    found = [[(r["image"], r["role"]) for r in json.loads(cell)] for cell in rows["regions"]]
    assert found == [[(0, "subject"), (0, "object")]] * 2 + [[(0, "default"), (1, "default")]]
    assert len(json.loads(rows.loc[2, "image_path"])) == 2


ON = "What is the object that is on the thing highlighted by the <color> <VP>?"
CUP, SAUCER = [60, 40, 40, 30], [20, 10, 20, 60]


def shown(rows) -> list[list[str]]:
    return [[r["role"] for r in json.loads(cell) if r.get("shown", True)] for cell in rows["regions"]]


def test_the_answer_of_a_scene_graph_is_not_shown(tmp_path):
    roles = {"a.png": {"subject": CUP, "object": SAUCER, "relation": [20, 10, 80, 60]}}
    graph = {"meta_source": "PSG", "answer": "A"}
    records = [
        first_form(**graph, question=f"{ON}\nA. cat\nB. dog", meta_bbox=json.dumps(roles)),
        record(**graph, question=ON, meta_bbox=roles, meta_polygon={}),
        record(**graph, question=ON, meta_bbox=[CUP, SAUCER]),
        record(**graph, question="What is the <color> <VP> standing on?", meta_bbox=[CUP, SAUCER]),
        record(**graph, question="How is the <VP> related to the <VP>?", meta_bbox=[CUP, SAUCER]),
        record(**graph, question="Describe it.", meta_bbox=[CUP, SAUCER],
               meta_annotation=json.dumps({"subject": "cat", "object": "mat", "relation": "on"})),
        record(**graph, question=ON, meta_bbox=[SAUCER]),
        record(meta_source="emotic", question=ON, meta_bbox=[CUP, SAUCER]),
    ]  # fmt: skip
    rows, manifest = stage2(records, tmp_path, box_format="xywh")
    one = [["object"]]
    assert shown(rows) == one * 3 + [["subject"], ["subject", "object"]] + one + [["default"], ["subject", "object"]]
    assert manifest.notes["scene_graphs_asked_from"] == {"both": 1, "object": 4, "subject": 1}


def test_a_scene_graph_that_does_not_tell_its_answer_is_left_out_unless_told(tmp_path):
    records = [record(meta_source="SGG", question="What is the <VP>?", meta_bbox=[CUP, SAUCER])]
    records.append({**records[0], "question": ON})
    rows, manifest = stage2(records, tmp_path, box_format="xywh")
    assert shown(rows) == [["object"]]
    assert "does not tell which of its two objects" in manifest.skipped[0]["reason"]
    rows, _ = stage2(records, tmp_path, box_format="xywh", asked_from="subject")
    assert shown(rows) == [["subject"], ["object"]]
    with pytest.raises(DataError, match="asked from one of"):
        stage2(records, tmp_path, asked_from="cup")


def test_readings():
    both, box = {"xywh", "xyxy"}, [10, 10, 80, 60]
    for given, polygons, reading in (
        (box, None, both), ([60, 40, 40, 30], None, {"xywh"}), ([60, 40, 90, 70], None, {"xyxy"}),
        (box, [[10, 10, 80, 10, 80, 60, 10, 60]], {"xyxy"}), (box, [[10, 10, 90, 10, 90, 70, 10, 70]], {"xywh"}),
        (box, [[1, 2]], both), ([10, 10, 800, 600], None, set()),
    ):  # fmt: skip
        assert readings_of(given, polygons, (100, 80)) == reading, (given, polygons)


def test_one_telling_box_decides_its_source_only(tmp_path):
    ambiguous = [10, 10, 60, 40]
    records = [
        record(meta_bbox=[ambiguous]),
        record(meta_bbox=[[60, 40, 90, 70]]),  # x1, y1, x2, y2 only
        record(meta_source="SGG", meta_bbox=[ambiguous]),
        record(meta_source="SGG", meta_bbox=[[60, 40, 40, 30]]),  # x, y, width, height only
        record(meta_source="MIA", meta_bbox=[ambiguous]),
    ]
    rows, manifest = stage2(records, tmp_path)
    boxes = {row["index"]: json.loads(row["regions"])[0]["bbox"] for row in rows.to_dict("records")}
    assert boxes == {"1": [10, 10, 50, 30], "2": [60, 40, 30, 30], "3": [10, 10, 60, 40], "4": [60, 40, 40, 30]}
    assert [skipped["row"] for skipped in manifest.skipped] == ["5"]
    assert any(warning.startswith("MIA") for warning in manifest.warnings)
    rows, _ = stage2(records[4:], tmp_path, box_format="xyxy")
    assert json.loads(rows.loc[0, "regions"])[0]["bbox"] == [10, 10, 50, 30]


def test_contradicting_boxes_are_read_one_by_one(tmp_path):
    boxes = ([60, 40, 90, 70], [60, 40, 40, 30], [10, 10, 60, 40])
    rows, manifest = stage2([record(meta_bbox=[box]) for box in boxes], tmp_path)
    assert rows["index"].tolist() == ["1", "2"]
    assert manifest.skipped[0]["row"] == "3"


def test_unusable_rows_are_left_out_with_the_reason(tmp_path):
    cases = [
        (record(answer=None), "no answer"), (record(answer="horse"), "none of the options"),
        (record(question=""), "no question"), (record(meta_source="imagenet"), "none of the six tasks"),
        (record(meta_bbox=[]), "no region"), (record(meta_bbox=[[1, 2, 3]]), "four numbers"),
        (record(meta_bbox=[[1, 2, "x", 4]]), "four numbers"), (record(meta_bbox=[[500, 500, 20, 20]]), "image"),
        (record(image=["@@"]), "base64"), (record(image=[]), "no image"), (record(image=[{"a": 1}]), "base64"),
        (record(image=[picture(), picture()]), "1 boxes for 2 images"), (first_form(image="{}"), "no image"),
        (first_form(meta_bbox="{broken"), "damaged JSON"), (first_form(meta_bbox="[" * 100_000), "damaged JSON"),
        (first_form(image=json.dumps({"a.png": None})), "no image"), (7, "a int, not a row"),
        (record(meta_polygon=[[[[10, 10], [None, 10], [90, 70]]]]), "polygon"), (None, "a NoneType, not a row"),
        (record(meta_polygon=[[[10, 10], ["x", [1]], [90, 70]]]), "polygon"), ([record()], "a list, not a row"),
        (record(meta_bbox=[[10**400, 1, 2, 3]]), "row is of an unknown form (OverflowError"),
    ]  # fmt: skip
    rows, manifest = stage2([record(meta_bbox=[[60, 40, 40, 30]]), *(bad for bad, _ in cases)], tmp_path)
    assert rows["index"].tolist() == ["1"]
    reasons = {skipped["row"]: skipped["reason"] for skipped in manifest.skipped}
    for number, (_, reason) in enumerate(cases, 2):
        assert reason in reasons[str(number)], number


def test_rows_without_options_take_other_answers_of_their_task(tmp_path):
    texts = ["joy", "anger", "fear", "surprise"]
    empty = dict.fromkeys("ABCD")
    box = [[60, 40, 40, 30]]
    records = [record(question="What does the person feel in <VP>?", answer=t, meta_bbox=box, **empty) for t in texts]
    rows, _ = stage2(records, tmp_path)
    for text, row in zip(texts, rows.to_dict("records"), strict=True):
        assert sorted(row[letter] for letter in "ABCD") == sorted(texts)
        assert row[row["answer"]] == text


def test_answers_as_letters_texts_and_lettered_texts():
    for answer in ("B", "b.", "dog", "B. dog", "(B) dog"):
        assert read_entry(record(answer=answer), 1, {}).answer == "B"
    with pytest.raises(DataError, match="none of the options"):
        read_entry(record(answer="E"), 1, {})


def test_polygons_without_roles_belong_to_the_box():
    entry = read_entry(first_form(meta_polygon=json.dumps({"a.png": [[10, 10], [90, 10], [90, 70]]})), 1, {})
    assert entry.marks[0].polygons == [[[10, 10], [90, 10], [90, 70]]]
    assert entry.marks[0].evidence == {"xywh"}
