"""Small valid releases of every kind that a builder reads, to be made odd."""

from __future__ import annotations

import base64
import csv
import json
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

Content = Any
Files = dict[str, Content]
"""Path in the release to what it holds: bytes; or what the path's ending says how to write: rows, JSON, a record."""


class Release(NamedTuple):
    """A small valid release, what is changed in it, and the builder.

    Attributes:
        files: The release.
        build: Takes the release's folder and the folder of sets; returns the set's name.
    """

    files: Files
    build: Callable[[Path, Path], str]


def _hvsbench(suffix: str) -> Release:
    from dataset_builders.hvsbench.build import build
    from tests.dataset_builders.hvsbench.test_build import PATHS, row

    questions = [
        row(3),
        row(4, question_type="Q2", question="How many\tsalient\nobjects?", answer="5"),
        row(7, question_type="Q3", answer="CAB"),
        row(9, question_type="Q12", question="Predict eye fixation points", answer=json.dumps(PATHS[:2])),
        row(11, question_type="Q1", question="Choose A, B.\n[A] 0.1,0.2,0.3,0.4\n[B] the dog", answer="the dog"),
    ]
    if suffix != ".parquet":
        questions = [{**one, "image": _base64(one["image"]["bytes"])} for one in questions]
    return Release({f"data/test{suffix}": questions}, _building(partial(_lenient, build), "HVSBench"))


def _lenient(build: Callable[..., Any], name: str, source: Path, root: Path) -> None:
    build(name, source, root, allow_missing=True)


def _building(build: Callable[..., Any], name: str, file: str = "") -> Callable[[Path, Path], str]:
    def made(source: Path, root: Path) -> str:
        build(name, source / file if file else source, root)
        return name

    return made


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _stage1(suffix: str) -> Release:
    from dataset_builders.vpb.build import build
    from tests.dataset_builders.vpb.test_release import frame

    rows = frame().to_dict("records")
    return Release({f"vp_bench_stage_1{suffix}": rows}, _building(build, "VPB_Stage1"))


def _stage2() -> Release:
    from dataset_builders.vpb.build import build
    from tests.dataset_builders.vpb.test_stage2 import CUP, ON, SAUCER, first_form, record, second_form

    roles = {"a.png": {"subject": CUP, "object": SAUCER, "relation": [20, 10, 80, 60]}}
    graph = {"meta_source": "PSG", "answer": "A"}
    rows = [
        first_form(),
        second_form(),
        record(),
        record(**graph, question=ON, meta_bbox=roles, meta_polygon={}),
        record(**graph, question="Describe it.", meta_bbox=[CUP, SAUCER],
               meta_annotation=json.dumps({"subject": "cat", "object": "mat", "relation": "on"})),
    ]  # fmt: skip
    return Release({"stage_2.json": rows}, _building(build, "VPB_Stage2", "stage_2.json"))


def _coco_scenes() -> Release:
    from dataset_builders.vpb.build import build
    from tests.dataset_builders.vpb.test_stage2 import picture

    shape = [[10.0, 10.0, 60.0, 10.0, 60.0, 60.0, 10.0, 60.0]]
    marks = [
        {"id": n, "image_id": 1 + n // 3, "category_id": 1 + n % 3, "iscrowd": 0, "area": 2500.0, "segmentation": shape,
         "bbox": [10.0 + 20 * (n % 3), 10.0, 50.0, 50.0]}
        for n in range(6)
    ]  # fmt: skip
    names = [{"id": number, "name": name} for number, name in enumerate(("cat", "dog", "bus"), 1)]
    images = [{"id": n, "file_name": f"{n}.png", "width": 200, "height": 160} for n in (1, 2)]
    photo = base64.b64decode(picture((200, 160)))
    files = {"annotations/instances_val2017.json": {"images": images, "annotations": marks, "categories": names}}

    def made(source: Path, root: Path) -> str:
        build("VPB_Stage1", source, root, per_style=1, styles=["bbox(red, none, thin)"])
        return "VPB_Stage1"

    return Release({**files, **{f"val2017/{n}.png": photo for n in (1, 2)}}, made)


def _gaze(suffix: str) -> Release:
    from dataset_builders.gaze.build import build
    from tests.dataset_builders.gaze.test_build import ROWS, photo

    photos = {row["path"].removeprefix("./"): photo(int(row["Stimulus_ID"])) for row in ROWS}
    if suffix == ".csv":
        return Release({"stimuli.csv": ROWS, **photos}, _building(build, "GazeTarget"))
    rows = [{**row, "image": {"bytes": photo(row["Stimulus_ID"]), "path": None}} for row in ROWS]
    return Release({"data/train.parquet": rows}, _building(build, "GazeTarget"))


def _in_files(folder: Path) -> Files:
    """A release that a maker wrote, read back; JSON, tables and bytes."""
    found: Files = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = str(path.relative_to(folder))
        if path.suffix == ".json":
            found[name] = json.loads(path.read_text(encoding="utf-8"))
        elif path.suffix in (".csv", ".tsv"):
            with path.open(encoding="utf-8", newline="") as file:
                found[name] = list(csv.DictReader(file, delimiter="\t" if path.suffix == ".tsv" else ","))
        else:
            found[name] = path.read_bytes()
    return found


def written(maker: Callable[[Path], Any]) -> Files:
    """The files that a maker puts into a folder."""
    with tempfile.TemporaryDirectory() as folder:
        maker(Path(folder))
        return _in_files(Path(folder))


def _actiview() -> Release:
    from dataset_builders.actiview.build import build
    from tests.dataset_builders.actiview.test_build import write_release

    return Release(written(write_release), _building(build, "ActiView"))


def _visions() -> Release:
    from dataset_builders.visual_search.build import build
    from tests.dataset_builders.visual_search.test_build import publish, scanpath, trial

    people = {
        "01": {"a.png": scanpath([160.0, 250.0, 290.0], [120.0, 190.0, 210.0]), "b.png": scanpath([160.0], [120.0])},
        "02": {"a.png": scanpath([160.0, 10.0], [120.0, 10.0], target_found=False)},
    }
    files = written(lambda folder: publish(folder, [trial("a.png"), trial("b.png")], people))
    return Release(files, _building(build, "VisualSearch_Custom"))


def _coco_search(name: str) -> Release:
    from dataset_builders.visual_search.build import build
    from tests.dataset_builders.visual_search.test_coco_search18 import entry, picture

    present = [
        entry("000000005649.jpg", "bottle", 1, [840.0, 300.0, 1250.0], [520.0, 100.0, 740.0]),
        entry("000000005649.jpg", "bottle", 2, [836.0, 1240.0, 9.0], [524.0, 720.0, 9.0]),
        entry("000000005649.jpg", "car", 1, [838.0, 200.0], [522.0, 900.0], T=[1]),
    ]
    absent = [entry("000000000300.jpg", "bottle", 1, [840.0, 1250.0, 300.0], [520.0, 740.0, 100.0], "absent")]
    files: Files = {
        "coco_search18_fixations_TP_test.json": present,
        "absent/coco_search18_fixations_TA_trainval.json": absent,
        "images/bottle/000000005649.jpg": picture(0),
        "images/car/000000005649.jpg": picture(1),
        "coco_search18_images_TA/bottle/000000000300.jpg": picture(2),
    }
    return Release(files, _building(build, name))


def _mcs() -> Release:
    from dataset_builders.visual_search.build import build
    from tests.dataset_builders.visual_search.test_mcs import release

    return Release(written(release), _building(build, "VisualSearch_MCS"))


def _people() -> Release:
    from dataset_builders.visual_search.build import build
    from tests.dataset_builders.visual_search.test_people import jpeg, person

    points = [[401.2, 299.5], [300.0, 250.0], [310.0, 252.0], [515.0, 240.0]]
    walk = _plain(person("KAE", points, [210.4, 180.0, 20.5, 320.0]))
    info = {"targetBox": [[500.0, 200.0], [540.9, 290.2]]}
    scenes = ("U0001_1LBA", "U0002_1RBA")
    records = {
        f"eyeData/{stem}.mat": {stem: {"imgName": f"{stem}.jpg", "target": "TP", "targetInfo": info,
                                       "subdata": [walk, walk]}}
        for stem in scenes
    }  # fmt: skip
    return Release(
        {**records, **{f"images/{stem}.jpg": jpeg(1) for stem in scenes}}, _building(build, "VisualSearch_People")
    )


def _interiors() -> Release:
    from dataset_builders.visual_search.build import build
    from tests.dataset_builders.visual_search.test_interiors_matlab import jpeg, trial

    top = "MatlabCode"
    start = {"image": "a.jpg", "initial_fix": [101, 201]}
    box = {"image": "a.jpg", "template": "a_template_1.jpg", "matched_row": 301, "matched_column": 501}
    sides = {"template_side_length": 72, "template_columns": 72}
    walks = [_plain(trial([640.0, 500.0, 700.0], [480.0, 300.0, 500.0])) for _ in range(2)]
    files: Files = {
        f"{top}/data_new/new_matrix/sinfo_subj/info_per_subj_1.mat": {"info_per_subj": walks},
        f"{top}/matrix/initial_fixations.mat": {"initial_fixations": [start]},
        f"{top}/matrix/target_positions_filtered.mat": {"target_positions": [{**box, **sides}]},
        f"{top}/data_images/images/a.jpg": jpeg(0),
        f"{top}/data_images/templates/a_template_1.jpg": jpeg(1, (72, 72)),
    }
    return Release(files, _building(build, "VisualSearch_Interiors"))


def _plain(record: dict[str, Any]) -> dict[str, Any]:
    """A record for MATLAB with lists for arrays, so that single numbers can be changed."""
    return {name: value.tolist() if hasattr(value, "tolist") else value for name, value in record.items()}


RELEASES: dict[str, Callable[[], Release]] = {
    "hvsbench_parquet": partial(_hvsbench, ".parquet"),
    "hvsbench_jsonl": partial(_hvsbench, ".jsonl"),
    "hvsbench_tsv": partial(_hvsbench, ".tsv"),
    "vpb_stage1_parquet": partial(_stage1, ".parquet"),
    "vpb_stage1_tsv": partial(_stage1, ".tsv"),
    "vpb_stage2": _stage2,
    "vpb_coco": _coco_scenes,
    "gaze_csv": partial(_gaze, ".csv"),
    "gaze_parquet": partial(_gaze, ".parquet"),
    "actiview": _actiview,
    "visions": _visions,
    "coco_search18": partial(_coco_search, "VisualSearch_COCOSearch18"),
    "coco_search18_absent": partial(_coco_search, "VisualSearch_COCOSearch18Absent"),
    "mcs": _mcs,
    "people": _people,
    "interiors": _interiors,
}
"""Target to its release."""
