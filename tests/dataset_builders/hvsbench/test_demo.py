"""The demo set: complete, deterministic, offline, and sensible."""

import json
import socket
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from dataset_builders.hvsbench.demo import ROWS_PER_TYPE, build
from dataset_builders.hvsbench.demo_views import OBSERVERS, View, load_views
from dataset_builders.simulated_attention import dwell, observe, priority_map
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, box_in, labels_of, options_of, points_in
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import Manifest, read_set, set_folder

PROMPTS = Path(__file__).parent / "demo_prompts.json"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Manifest, pd.DataFrame]:
    root = tmp_path_factory.mktemp("demo")
    manifest = build("HVSBench_DEMO", None, root)
    return root, manifest, read_set("HVSBench_DEMO", root)[0]


@pytest.fixture(scope="module")
def views() -> list[View]:
    return list(load_views())


def test_twenty_questions_of_every_type(built: tuple) -> None:
    _, manifest, rows = built
    assert rows.groupby("question_type").size().to_dict() == dict.fromkeys(TYPES, ROWS_PER_TYPE)
    assert manifest.skipped == []
    assert not rows.duplicated(["image_path", "question"]).any()
    assert (rows["field"] == rows["question_type"].map(lambda kind: TYPES[kind].field)).all()


def test_building_again_gives_the_same_bytes_without_a_network(
    built: tuple, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise OSError("no network here")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    again = build("HVSBench_DEMO", None, tmp_path)
    assert (again.tsv_sha256, again.files_sha256) == (built[1].tsv_sha256, built[1].files_sha256)


def test_prompts_are_as_before(built: tuple) -> None:
    """Golden prompts: the first of every type, and its answer."""
    firsts = built[2].groupby("question_type", sort=False).first()
    current = {kind: [row["question"], row["truth"]] for kind, row in firsts.iterrows()}
    assert current == json.loads(PROMPTS.read_text(encoding="utf-8"))


def test_questions_show_their_letters(built: tuple) -> None:
    for row in built[2].to_dict("records"):
        kind = TYPES[row["question_type"]].kind
        assert row["labels"] == (labels_of(row["question"]) if kind in ("choice", "order") else "")
        if kind == "choice":
            assert len(row["truth"]) == 1
            assert row["truth"] in row["labels"]
        if kind == "order":
            assert sorted(row["truth"]) == sorted(row["labels"])


def test_boxes_and_points_lie_in_the_image(built: tuple) -> None:
    rows = built[2]
    for question in rows[rows["question_type"].isin(["Q1", "Q3", "Q4"])]["question"]:
        boxes = [box_in(text) for text in options_of(question).values()]
        assert len(boxes) >= 2
        assert all(0 <= x1 < x2 <= 1 and 0 <= y1 < y2 <= 1 for x1, y1, x2, y2 in boxes)
    for question in rows[rows["question_type"].isin(["Q8", "Q10", "Q11", "Q13"])]["question"]:
        points = np.array(next(points_in(text) for text in options_of(question).values()))
        assert ((points >= 0) & (points <= 1)).all()


def test_scanpaths_are_of_ten_observers(built: tuple) -> None:
    rows = built[2]
    for row in rows[rows["scanpaths"] != ""].to_dict("records"):
        paths = json.loads(row["scanpaths"])
        assert row["question_type"] in ("Q9", "Q12")
        assert len(paths) == OBSERVERS
        for path in paths:
            assert len(path["X"]) == len(path["Y"]) == len(path["T"]) >= 2
            assert sum(path["T"]) <= 6200
            assert np.hypot(path["X"][0] - 0.5, path["Y"][0] - 0.5) < 0.15  # people begin at the centre


def test_images_are_whole_files(built: tuple) -> None:
    root, _, rows = built
    from PIL import Image

    for path, group in rows.groupby("image_path"):
        with Image.open(set_folder("HVSBench_DEMO", root) / path) as image:
            image.load()
            assert image.mode == "RGB"
            assert {(str(image.width), str(image.height))} == set(zip(group["width"], group["height"], strict=True))


def test_objects_are_looked_at_more_than_chance(views: list[View]) -> None:
    inside, area = [], []
    for view in views:
        inside.append(view.looks.sum() / sum(sum(path.t) for path in view.watching))
        area.append(min(1.0, sum((b[2] - b[0]) * (b[3] - b[1]) for b in view.boxes)))
    assert np.mean(inside) > 1.3 * np.mean(area)


def test_search_ends_on_the_target_and_is_quicker_than_watching(views: list[View]) -> None:
    found, lengths = [], []
    for view in views[:8]:
        for target, box in enumerate(view.boxes):
            for path in view.search(target):
                found.append(box[0] <= path.x[-1] <= box[2] and box[1] <= path.y[-1] <= box[3])
                lengths.append(len(path.x))
    assert np.mean(found) > 0.85
    assert np.mean(lengths) < 6


def test_observers_agree_more_within_an_image_than_between_images(views: list[View]) -> None:
    from vlmeval_hvs.metrics import multimatch_batch

    def positions(first: View, second: View) -> float:
        pairs = [
            (np.column_stack([p.x, p.y, p.t]) * (512, 320, 1), np.column_stack([q.x, q.y, q.t]) * (512, 320, 1))
            for p in first.watching[:5]
            for q in second.watching[5:]
        ]
        return float(np.nanmean(multimatch_batch(pairs, (512, 320))[:, 3]))

    same = np.mean([positions(view, view) for view in views])
    different = np.mean([positions(view, views[(k + 7) % len(views)]) for k, view in enumerate(views)])
    assert same > different + 0.01


def test_returning_is_inhibited() -> None:
    """Two equal objects: an observer goes from one to the other rather than staying."""
    pixels = np.full((200, 300, 3), 90, np.uint8)
    pixels[80:120, 60:100], pixels[80:120, 200:240] = 250, 250
    boxes = ((0.2, 0.4, 0.33, 0.6), (0.67, 0.4, 0.8, 0.6))
    priority = priority_map(pixels, boxes, (1, 1))
    looks = np.array([dwell(observe(priority, rng(1, who)), boxes) for who in range(20)])
    assert (looks > 0).all(axis=1).mean() > 0.8


def test_dwell_goes_to_the_smallest_box() -> None:
    from dataset_builders.simulated_attention import Scanpath

    path = Scanpath((0.5, 0.1), (0.5, 0.1), (200, 300))
    assert dwell(path, ((0, 0, 1, 1), (0.4, 0.4, 0.6, 0.6))).tolist() == [300, 200]
