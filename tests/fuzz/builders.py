"""Builders make a set of an odd release, or raise an error of this package that names what is odd."""

import json
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.dataset_builders.visual_search.small import picture
from tests.fuzz.files import file_bytes
from tests.fuzz.mutate import Cut, mutated, spoilt
from vlmeval_hvs.errors import HVSError
from vlmeval_hvs.sets import read_set

Files = dict[str, Any]
"""Path in a release to its content: bytes, or rows, JSON or a record in the format of the path's ending."""
Release = tuple[Files, Callable[[Path, Path], str]]
"""A small valid release, and what builds the set of it: release's folder and folder of sets to the set's name."""


@cache
def photo(width: int, height: int) -> bytes:
    return picture(width, (height, width))


def built(module: str, name: str, file: str = "", **options: Any) -> Callable[[Path, Path], str]:
    """A builder of the set `name` from the release, or from one of its files."""

    def build(source: Path, root: Path) -> str:
        import_module(f"dataset_builders.{module}.build").build(name, source / file, root, **options)
        return name

    return build


def hvsbench() -> Release:
    from tests.dataset_builders.hvsbench.test_build import PATHS, row

    rows = [
        row(3, question="Which? Choose A, B.\n[A] 0.1,0.2,0.3,0.4\n[B] 0.5,0.5,0.7,0.7"),
        row(4, question_type="Q2", question="How many\tsalient\nobjects?", answer="5"),
        row(7, question_type="Q3", question="Order?\n[A] 0.1,0.2,0.3,0.4\n[B] 0.5,0.5,0.7,0.7", answer="BA"),
        row(9, question_type="Q12", question="Predict eye fixation points", answer=json.dumps(PATHS[:2])),
    ]
    return {"data/test.parquet": rows}, built("hvsbench", "HVSBench", allow_missing=True)


def stage1() -> Release:
    from tests.dataset_builders.vpb.test_release import ROWS, table

    return {"vp_bench_stage_1.tsv": table(ROWS).to_dict("records")}, built("vpb", "VPB_Stage1")


def stage2() -> Release:
    from tests.dataset_builders.vpb.test_stage2 import CUP, ON, RING, first_form, record

    roles = {"a.png": {"subject": CUP, "object": [50, 20, 20, 20], "relation": [20, 10, 80, 60]}}
    boxes = {"a.png": {"default": [10, 10, 80, 60], "subject": None}, "other.png": None}
    second_form = record(meta_bbox=boxes, meta_polygon={"a.png": {"default": RING}})
    rows = [record(), first_form(), second_form, record(meta_source="PSG", meta_bbox=roles, question=ON)]
    return {"stage_2.json": rows}, built("vpb", "VPB_Stage2", "stage_2.json")


def gaze(kind: str) -> Release:
    from tests.dataset_builders.gaze.test_build import ROWS, photo

    photos = {row["path"][2:]: photo(row["Stimulus_ID"]) for row in ROWS}
    cells = [{name: str(cell) for name, cell in row.items()} for row in ROWS]  # a column of parquet has one type
    rows = [{**row, "image": {"bytes": photos[row["path"][2:]], "path": None}} for row in cells]
    files = {"stimuli.csv": ROWS, **photos} if kind == "csv" else {"data/train.parquet": rows}
    return files, built("gaze", "GazeTarget")


def actiview() -> Release:
    from tests.dataset_builders.actiview.test_build import write_release

    with tempfile.TemporaryDirectory() as folder:
        paths = [path for path in write_release(Path(folder)).rglob("*.*") if path.is_file()]
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(paths)}
    files = {name: json.loads(data) if name.endswith(".json") else data for name, data in files.items()}
    return files, built("actiview", "ActiView")


def visions() -> Release:
    size = {"image_height": 240, "image_width": 320}
    walk = {"subject": "01", **size, "target_found": True, "target_bbox": [200, 280, 220, 300], "max_fixations": 13,
            "X": [160.0, 250.0, 290.0], "Y": [120.0, 190.0, 210.0], "T": [100] * 3}  # fmt: skip
    trials = [
        {"image": name, "target": name, "dataset": "Lab", "target_matched_row": 200, "target_matched_column": 280,
         "target_height": 20, "target_width": 20, **size, "initial_fixation_row": 120, "initial_fixation_column": 160,
         "target_object": "TBD"}
        for name in ("a.png", "b.png")
    ]  # fmt: skip
    folders = {"images_dir": "stimuli/", "targets_dir": "targets/", "scanpaths_dir": "human_scanpaths/"}
    facts = {"dataset_name": "Lab", **size, "max_scanpath_length": 10, "receptive_size": [16, 16], **folders}
    files: Files = {"dataset_info.json": facts, "trials_properties.json": trials}
    files |= {f"human_scanpaths/subj0{n}_scanpaths.json": {"a.png": walk, "b.png": walk} for n in (1, 2)}
    files |= {f"stimuli/{name}.png": photo(320, 240) for name in "ab"}
    files |= {f"targets/{name}.png": photo(20, 20) for name in "ab"}
    return files, built("visual_search", "VisualSearch_Custom")


def coco_search(name: str) -> Release:
    def entry(name: str, task: str, subject: int, x: list[float], condition: str = "present") -> dict[str, Any]:
        box = {"bbox": [1200, 700, 100, 80]} if condition == "present" else {}
        own = {"name": name, "subject": subject, "task": task, "condition": condition, "correct": 1, **box}
        return {**own, "X": x, "Y": [520.0, 100.0, 740.0][: len(x)], "T": [200] * len(x), "length": len(x)}

    seen, elsewhere = "000000005649.jpg", "000000000300.jpg"
    present = [entry(seen, task, who, [840.0, 300.0, 1250.0]) for who in (1, 2) for task in ("bottle", "car")]
    files: Files = {
        "coco_search18_fixations_TP_test.json": present,
        "absent/coco_search18_fixations_TA_trainval.json": [entry(elsewhere, "bottle", 1, [840.0, 300.0], "absent")],
        f"images/bottle/{seen}": photo(168, 105),
        f"images/car/{seen}": photo(168, 105),
        f"coco_search18_images_TA/bottle/{elsewhere}": photo(168, 105),
    }
    return files, built("visual_search", name)


RELEASES: dict[str, Callable[[], Release]] = {
    "hvsbench_parquet": hvsbench,
    "vpb_stage1_tsv": stage1, "vpb_stage2": stage2,
    **{f"gaze_{kind}": partial(gaze, kind) for kind in ("csv", "parquet")}, "actiview": actiview,
    "visions": visions, "coco_search18": partial(coco_search, "VisualSearch_COCOSearch18"),
    "coco_search18_absent": partial(coco_search, "VisualSearch_COCOSearch18Absent"),
}  # fmt: skip
"""Target to its release."""

FAST = "/dev/shm" if os.path.isdir("/dev/shm") else None
"""A file system in memory, where there is one: a build writes a hundred small files."""

_release = cache(lambda target: RELEASES[target]())


def build(target: str, data: bytes) -> None:
    """Build from one odd release; anything but an error of this package is a defect of the builder."""
    (files, make), cut = _release(target), Cut(data)
    with tempfile.TemporaryDirectory(prefix="hvs_fuzz_", dir=FAST, ignore_cleanup_errors=True) as folder:
        source, root = Path(folder) / "release", Path(folder) / "sets"
        if not write(source, odd(files, cut), cut):
            return
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                rows, manifest = read_set(make(source, root), root)
            assert len(rows) == manifest.rows
            return
        except HVSError as error:
            said = str(error)
        assert said, "an error without a word"
        assert not root.is_dir() or not list(root.iterdir()), "an error left a set, or a part of one"


def odd(files: Files, cut: Cut) -> Files:
    """The release with one of its files changed, or with one missing or empty."""
    changed = dict(files)
    photos = [name for name, content in files.items() if isinstance(content, bytes)]
    way = cut.byte() % 16
    if way == 0:
        del changed[cut.one_of(list(files))]
    elif way == 1:
        changed[cut.one_of(list(files))] = cut.one_of((b"", b"\x00", b"{}", b"[]", b"null", b"\xff\xfe", b"a,b\n1,2\n"))
    else:
        own = way == 2 and photos
        name = cut.one_of(photos if own else [name for name in files if name not in photos])
        changed[name] = (spoilt if own else mutated)(files[name], cut)
    return changed


def write(folder: Path, files: Files, cut: Cut) -> bool:
    """Write a release, seldom with one of its files spoilt; False where a format cannot hold it."""
    made = {name: file_bytes(Path(name).suffix, content) for name, content in files.items()}
    if cut.byte() % 64 == 1 and files:  # bytes of a file that is no longer of its format
        name = cut.one_of(list(files))
        made[name] = spoilt(made[name] or b"", cut)
    folder.mkdir()
    if None in made.values():
        return False
    for path, data in ((folder / name, data) for name, data in made.items()):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return True


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to begin with."""
    for number in range(64):
        yield bytes((number * 37 + 11 * place) % 256 for place in range(12))
