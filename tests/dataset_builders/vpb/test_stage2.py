"""VP-Bench Stage 2 from its release: forms of rows and boxes, scene graphs, and rows that cannot be used."""

import json

from dataset_builders.vpb.build import build
from tests.dataset_builders.vpb.small import picture
from vlmeval_hvs.sets import read_set

RING = [[10, 10], [90, 10], [90, 70]]
CUP, SAUCER = [60, 40, 40, 30], [20, 10, 20, 60]
CUT, UNCLEAR = [60, 40, 90, 70], [10, 10, 60, 40]  # the first as x1, y1, x2, y2 only: else it would leave the image
ON = "What is the object that is on the thing highlighted by the <color> <VP>?"


def record(**change):
    return {
        "meta_source": "emotic", "data_file": ["a.png"], "image": [picture()], "meta_bbox": [[10, 10, 80, 60]],
        "meta_polygon": None, "question": "What is marked by <color> <VP>?", "answer": "B", "A": "A. cat", "B": "dog",
        "C": "(C) bus", "D": "cup", **change,
    }  # fmt: skip


def first_form(boxes=None, polygons=None, **change):
    """A row of the first form, which has everything as text."""
    boxes = {"a.png": {"default": [10, 10, 80, 60]} if boxes is None else boxes}
    question = "What is marked by <VP>?\nA. cat\nB. dog\nC. bus\nD. cup"
    return {
        "meta_source": "emotic", "data_file": "a.png", "image": json.dumps({"a.png": picture()}), "answer": "dog",
        "meta_bbox": json.dumps(boxes), "meta_polygon": json.dumps(polygons or {}), "question": question, **change,
    }  # fmt: skip


def stage2(records, tmp_path, **options):
    (release := tmp_path / "release").mkdir(exist_ok=True)
    for part, own in (("a", records[:1]), ("b", records[1:])):
        (release / f"stage_2{part}.json").write_text(json.dumps(own))
    manifest = build("VPB_Stage2", release, tmp_path / "sets", **options)
    rows = read_set("VPB_Stage2", tmp_path / "sets")[0].to_dict("records")
    return rows, [json.loads(row["regions"]) for row in rows], manifest


def test_all_forms_give_the_same_row_also_of_two_regions_and_two_images(tmp_path):
    answers = ("b.", "dog", "B. dog", "(B) dog")
    plain = "What is marked by <VP>?\ncat\ndog\nbus\ncup"
    several = "Look.\nWhat is marked by <VP>?\nA. cat\nB. dog\n(C) bus\nD: cup\nChoose."
    boxes = {"a.png": {"default": [10, 10, 80, 60], "subject": None}, "other.png": None}  # parquet has the keys of all
    second_form = record(meta_bbox=boxes, meta_polygon={"a.png": {"default": RING}})
    records = [first_form(), second_form, record(), first_form(polygons={"a.png": RING})]
    records += [first_form(question=text) for text in (plain, several)]
    rows, regions, _ = stage2([*records, *(record(answer=answer) for answer in answers)], tmp_path)
    for row in rows:
        assert [row[name] for name in ("A", "B", "C", "D")] == ["cat", "dog", "bus", "cup"]
        assert (row["answer"], row["task"]) == ("B", "Emotic")
    region = {"image": 0, "role": "default", "bbox": [10, 10, 80, 60], "polygons": None}
    outlined = {**region, "polygons": [RING]}
    assert regions == [[region], [outlined], [region], [outlined], [region], [region], *[[region]] * len(answers)]
    assert [row["question"] for row in rows[4:6]] == [plain.split("\n")[0], f"Look. {plain.splitlines()[0]}"]
    pair = record(meta_source="PSG", meta_bbox=[CUP, [50, 40, 45, 30]])
    roles = first_form({"object": [50, 40, 45, 30], "subject": CUP}, meta_source="PSG")
    views = {**pair, "meta_source": "RoomSpace", "data_file": ["a.png", "b.png"], "image": [picture(), picture()]}
    images = json.dumps({"a.png": picture(), "b.png": None})
    empty = first_form({"default": CUP}, data_file=["b.png", "a.png"], image=images)
    rows, regions, _ = stage2([pair, roles, views, empty], tmp_path, asked_from="object")
    found = [[(region["image"], region["role"]) for region in row] for row in regions]
    both = [(0, "subject"), (0, "object")]
    assert found == [both, both, [(0, "default"), (1, "default")], [(0, "default")]]
    assert (rows[3]["source_image"], len(json.loads(rows[2]["image_path"]))) == ("a.png", 2)


def test_the_answer_of_a_scene_graph_is_not_shown(tmp_path):
    roles = {"subject": CUP, "object": SAUCER, "relation": [20, 10, 80, 60]}
    graph = record(meta_source="PSG", answer="A", question=ON, meta_bbox=[CUP, SAUCER])
    thing = "the thing highlighted by the <color> <VP>"
    cases = [
        (first_form(roles, meta_source="PSG", answer="A", question=f"{ON}\nA. cat\nB. dog"), ["object"]),
        (graph | {"meta_bbox": {"a.png": roles}, "meta_polygon": {}}, ["object"]), (graph, ["object"]),
        (graph | {"question": f"What is the object that is in front of {thing}?"}, ["object"]),
        (graph | {"question": "What is the <color> <VP> standing on?"}, ["subject"]),
        (graph | {"question": f"What is {thing} holding?"}, ["subject"]),
        (graph | {"question": "How is the <VP> related to the <VP>?"}, ["subject", "object"]),
        (graph | {"question": f"What is the object that is near <VP> and on {thing}?"}, ["subject", "object"]),
        (graph | {"meta_bbox": [SAUCER]}, ["default"]), (graph | {"meta_source": "emotic"}, ["subject", "object"]),
    ]  # fmt: skip
    cases += [(graph | {"question": question}, None) for question in (
        "What is the <VP>?", f"What is the object that is held by {thing}?", f"What is the name of {thing}?",
        f"What is {thing} made of?", "What is the object that is marked with the <VP>?", f"What is {thing}?",
    )]  # fmt: skip
    undecided = sum(seen is None for _, seen in cases)
    for asked_from in (None, "subject"):
        expected = [seen or ["subject"] for _, seen in cases if seen or asked_from]
        _, regions, manifest = stage2([row for row, _ in cases], tmp_path, box_format="xywh", asked_from=asked_from)
        assert [[region["role"] for region in row if region.get("shown", True)] for row in regions] == expected
        counts = {"both": 2, "object": 4, "subject": 2 + (undecided if asked_from else 0)}
        assert manifest.notes["scene_graphs_asked_from"] == counts
        reasons = [skipped["reason"] for skipped in manifest.skipped]
        assert len(reasons) == (0 if asked_from else undecided)
        assert all("does not show which of its two objects" in reason for reason in reasons)


def test_one_telling_box_decides_its_source_only(tmp_path):
    sources = {"emotic": (UNCLEAR, CUT), "SGG": (UNCLEAR, CUP), "MIA": (UNCLEAR,), "see_click": (CUT, CUP, UNCLEAR)}
    records = [record(meta_source=name, meta_bbox=[box]) for name, boxes in sources.items() for box in boxes]
    rows, regions, manifest = stage2(records, tmp_path)
    assert {int(row["index"]): region["bbox"] for row, (region,) in zip(rows, regions, strict=True)} == {
        1: [10, 10, 50, 30], 2: [60, 40, 30, 30], 3: UNCLEAR, 4: CUP, 6: [60, 40, 30, 30], 7: CUP
    }  # fmt: skip
    assert [skipped["row"] for skipped in manifest.skipped] == ["5", "8"]
    assert [warning.split(":")[0] for warning in manifest.warnings] == ["MIA", "see_click"]
    _, regions, _ = stage2(records[4:5], tmp_path, box_format="xyxy")
    assert regions[0][0]["bbox"] == [10, 10, 50, 30]


def test_unusable_rows_are_left_out_with_the_reason(tmp_path):
    cases = [
        (record(answer=None), "no answer"), (record(question=""), "no question"),
        (record(**dict.fromkeys("ABCD")), "no options"), (first_form(question="Q?\na\nb\nc\nd\ne"), "no options"),
        (first_form(question="Look.\nWhat?", answer="A"), "no options"), (record(answer="E"), "not one of the options"),
        (record(meta_source="imagenet"), "no task of the paper"), (record(meta_bbox=[]), "no region"),
        (record(meta_bbox=[[1, 2, 3]]), "four numbers"), (record(meta_bbox=[[1, 2, "x", 4]]), "four numbers"),
        (record(meta_bbox=[[500, 500, 20, 20]]), "image"), (record(meta_bbox=[[10**400, 1, 2, 3]]), "OverflowError"),
        (record(image=["@@"]), "base64"), (record(image=[]), "no image"), (record(image=[{"a": 1}]), "base64"),
        (record(image=[picture(), picture()]), "1 boxes for 2 images"), (first_form(image="{}"), "no image"),
        (first_form(meta_bbox="{broken"), "damaged JSON"), (first_form(meta_bbox="[" * 100_000), "damaged JSON"),
        (first_form(image=json.dumps({"a.png": None})), "no image"), (7, "a int, not a row"),
        (record(meta_polygon=[[[[10, 10], [None, 10], [90, 70]]]]), "polygon"), (None, "a NoneType, not a row"),
        (record(meta_polygon=[[[10, 10], ["x", [1]], [90, 70]]]), "unexpected form"), ([record()], "a list, not a row"),
    ]  # fmt: skip
    rows, _, manifest = stage2([record(meta_bbox=[CUP]), *(bad for bad, _ in cases)], tmp_path)
    assert [row["index"] for row in rows] == ["1"]
    for number, ((_, reason), skipped) in enumerate(zip(cases, manifest.skipped, strict=True), 2):
        assert (skipped["row"], reason in skipped["reason"]) == (str(number), True), skipped
