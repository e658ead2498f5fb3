"""ActiView from its release: complete, without views, in archives, with the release's prompts, and broken."""

import hashlib
import json
import shutil
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from dataset_builders.actiview import build as actiview
from vlmeval_hvs.benchmarks.actiview import cutting, official_texts
from vlmeval_hvs.benchmarks.actiview.cutting import boxes, cut, encode, side_by_side
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set

ANNOTATIONS = Path(__file__).parents[2] / "benchmarks" / "actiview" / "annotations.json"
MEDIUM_BY_HAND = {39, 124, 127, 149, 174, 296, 308}  # medium starts that do not follow the rule


def photo(seed, size=(640, 360)):
    noise = np.random.default_rng(seed).integers(0, 255, (9, 16, 3), dtype=np.uint8)
    return Image.fromarray(noise).resize(size, Image.Resampling.BILINEAR)


def write_release(folder, views=True, originals=True, questions=3):
    asset, names = folder / "asset", ["activiewr0001", *["activiewr0002"] * (questions - 1)]
    data = [{
        "id": f"q{place:04d}", "question": f"What is in photo {place}?", "answer": 1,
        "options": ["a dog", "a cat", "None"][: 2 + place % 2], "distraction": place % 2,
        "images": [f"./images/{name}.jpg", f"./images_split/{name}_resized.jpg"],
        "contains_bbox": [1, "no", "partial", "no"], "category": ["counting", "daily loc", "orientation"][place % 3],
    } for place, name in enumerate(names, 1)]  # fmt: skip
    for place in ("images", "images_split", "images_bbox/images"):
        (asset / place).mkdir(parents=True)
    for seed, name in enumerate(names[:2]):
        picture = photo(seed)
        if originals:
            (asset / "images" / f"{name}.jpg").write_bytes(encode(picture, ".jpg"))
        if views:
            full, lined, tiles = cut(picture, 4)
            for ending, part in zip(actiview.SPLIT, [full, lined, *tiles], strict=True):
                (asset / "images_split" / f"{name}_{ending}.jpg").write_bytes(encode(part, ".jpg"))
    levels = {"easy": [0] * questions, "medium": [2] * questions, "hard": [1] * questions}
    files = {"data": {"meta": {"version": "release_1.0"}, "data": data}, "groundtruth_views": [[1, 3]] * questions}
    for name, content in (files | {"shifting_level": levels}).items():
        (asset / f"{name}.json").write_text(json.dumps(content))
    return folder


def test_published_views_are_kept_byte_for_byte_and_clue_images_go_with_their_question(tmp_path):
    source = write_release(tmp_path / "release")
    data, clues = source / "asset" / "data.json", source / "asset" / "images_bbox" / "q0002"
    data.write_text(data.read_text().replace('[1, "no", "partial", "no"]', '["no", "no", "no", "no"]', 1))
    clues.mkdir()
    for name in ("all_bboxes", "bbox_0", "bbox_2", "bbox_10", "bbox_1"):
        (clues / f"{name}.jpg").write_bytes(encode(photo(5, (40, 30)), ".jpg"))
    manifest = actiview.build("ActiView", source, tmp_path / "lmu")
    rows, _ = read_set("ActiView", tmp_path / "lmu")
    assert len(rows) == manifest.rows == 3
    assert manifest.notes["images with published views"] == manifest.notes["images"] == 2
    assert any(warning.startswith("1 questions have no clue box in any view") for warning in manifest.warnings)
    for row in rows.to_dict("records"):
        paths = json.loads(row["image_path"])
        assert [Path(path).stem.split("_", 1)[1] for path in paths] == list(actiview.SPLIT)
        for path in [*paths, row["original_path"], *json.loads(row["clue_image_path"])]:
            assert (manifest.folder / path).read_bytes() == (source / "asset" / path).read_bytes()
    shown = [[Path(path).stem for path in json.loads(paths)] for paths in rows["clue_image_path"]]
    assert shown == [[], ["all_bboxes", "bbox_0", "bbox_1", "bbox_2", "bbox_10"], []]
    assert rows.loc[0].drop(["image_path", "original_path", "clue_image_path"]).to_dict() == {
        "index": "1", "qid": "q0001", "question": "What is in photo 1?", "options": '["a dog", "a cat", "None"]',
        "answer": "1", "category": "daily loc", "distraction": "1", "bbox": '["no", "no", "no", "no"]',
        "clue_views": "[1, 3]", "start_easy": "1", "start_medium": "3", "start_hard": "2",
    }  # fmt: skip
    assert manifest.notes["categories"] == {"counting": 1, "daily loc": 1, "orientation": 1}
    release, hub = source / "asset", tmp_path / "hub"  # whose pictures are in an inner archive
    shutil.copytree(release, hub, ignore=shutil.ignore_patterns("images*"))
    with zipfile.ZipFile(hub / "Archive_imgs.zip", "w") as archive:
        for path in sorted(release.rglob("*.jpg")):
            archive.write(path, path.relative_to(release))
    assert actiview.build("ActiView", hub, tmp_path / "lmu2").digest == manifest.digest
    assert sorted(path.name for path in hub.iterdir()) == sorted([*actiview.FILES, "Archive_imgs.zip"])


def test_views_are_cut_where_the_release_has_none_and_other_splits_need_originals(tmp_path):
    actiview.build("ActiView", write_release(tmp_path / "release", views=False), tmp_path)
    rows, manifest = read_set("ActiView", tmp_path)
    assert manifest.notes["images with published views"] == 0
    assert manifest.warnings == ["3 questions; the release has 325"]
    full, lined, *views = json.loads(rows.loc[0, "image_path"])
    assert lined.endswith("_resized_lines.jpg")
    pixels = {path: np.asarray(Image.open(manifest.folder / path), float) for path in (full, views[1])}
    assert {one.shape for one in pixels.values()} == {(180, 320, 3)}
    original = np.asarray(Image.open(manifest.folder / rows.loc[0, "original_path"]), float)
    assert np.abs(pixels[views[1]] - original[180:, :320]).mean() < 2
    (tmp_path / "release/asset/images/activiewr0001.jpg").unlink()
    skipped = actiview.build("ActiView", tmp_path / "release", tmp_path / "lost").skipped
    assert [("activiewr0001" in entry["reason"]) for entry in skipped] == [True]
    actiview.build("ActiView", write_release(tmp_path / "views", originals=False), tmp_path)
    assert set(read_set("ActiView", tmp_path)[0]["original_path"]) == {""}


@pytest.mark.long
def test_the_demo_and_its_pictures_are_as_before(demo):
    root = demo("ActiView_DEMO")
    rows, manifest = read_set("ActiView_DEMO", root)
    assert (len(rows), manifest.tsv_sha256[:12], len(manifest.warnings)) == (16, "1e9fcfc6fded", 1)
    pictures = {path: np.asarray(Image.open(path), float) for path in sorted(manifest.folder.rglob("*.png"))}
    sizes = Counter(pixels.shape[:2] for pixels in pictures.values())
    assert (len(pictures), len(sizes)) == (99, 37)
    assert np.mean([pixels.mean() for pixels in pictures.values()]) == pytest.approx(105.35, abs=0.02)


@pytest.mark.long
def test_an_odd_annotation_costs_its_question_and_a_broken_file_is_named(tmp_path):
    def asked(place=0, **changes):
        return lambda content: content["data"][place].update(changes) or content

    views, odd, levels = "groundtruth_views.json", "unexpected groundtruth_views.json", "shifting_level.json"
    release = write_release(tmp_path / "release") / "asset"
    whole = {name: (release / name).read_text() for name in actiview.FILES}
    for number, (name, change, place, reason) in enumerate([
        ("data.json", asked(contains_bbox=[[], {}, None, 1]), 1, "contains_bbox"),
        ("data.json", lambda content: {"data": [5, *content["data"][1:]]}, 1, "not an object"),
        ("data.json", asked(answer=3), 1, "answer"), ("data.json", asked(2, options=["a"] * 9), 3, "options"),
        (views, lambda _: [[1], [[]], [2]], 2, odd), ("data.json", lambda _: [], 0, "no list of questions"),
        (views, lambda _: [[1]], 0, "not a list of 3"), (levels, lambda _: {"easy": [0]}, 0, "not 3 start views"),
    ]):  # fmt: skip
        source, root = tmp_path / "release", tmp_path / f"lmu {number}"
        for file, content in whole.items():
            changed = json.dumps(change(json.loads(content))) if file == name else content
            (source / "asset" / file).write_text(changed)
        if place:
            manifest = actiview.build("ActiView", source, root)
            (skipped,) = manifest.skipped
            assert (manifest.rows, skipped["row"]) == (2, f"data.json, question {place}")
            assert reason in skipped["reason"]
            assert any(warning.startswith("1 questions were left out") for warning in manifest.warnings)
        else:
            with pytest.raises(DataError, match=reason):
                actiview.build("ActiView", source, root)
            assert not (root / "ActiView").exists()
    (source / "asset" / "data.json").write_text(whole["data.json"][:100])
    with pytest.raises(DataError, match="data.json: cannot be read as JSON"):
        actiview.build("ActiView", source, tmp_path)


def test_texts_of_a_checkout_are_kept_beside_the_sets_without_running_it(tmp_path, monkeypatch):
    source = write_release(tmp_path / "release")
    plain = actiview.build("ActiView", source, tmp_path / "plain")
    texts = {name: f"{name} {{question}}" for name in official_texts.declared()["templates"]}
    code = "raise SystemExit('executed')\n" + "".join(f"{name} = {text!r}\n" for name, text in texts.items())
    (source / "toolkit").mkdir()
    (source / "toolkit" / "prompts_config.py").write_text(code)
    other = actiview.build("ActiView", source, tmp_path / "other")
    assert any("differ from the released texts" in warning for warning in other.warnings)
    assert not official_texts.place(tmp_path / "other").exists()
    declared = official_texts.declared()
    hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()}
    monkeypatch.setattr(official_texts, "declared", lambda: {**declared, "templates": hashes})
    manifest = actiview.build("ActiView", source, tmp_path / "lmu")
    assert json.loads(official_texts.place(tmp_path / "lmu").read_text()) == texts
    assert manifest.digest == plain.digest == other.digest


def test_every_split_tiles_the_image_and_published_clue_views_and_levels_follow_from_the_clue_cells():
    ramp = np.add.outer(np.arange(90), np.arange(160))[..., None] * np.array([1, 2, 3]) % 256
    picture, digest = Image.fromarray(ramp.astype(np.uint8)), hashlib.sha256()
    for n_views, size, across in (
        (4, (320, 180), 2), (6, (213, 180), 3), (8, (160, 180), 4), (9, (213, 120), 3), (16, (160, 90), 4)
    ):  # fmt: skip
        full, lined, views = cut(photo(1), n_views)
        assert [one.size for one in (full, lined, *views)] == [size] * (n_views + 2)
        tiles = boxes(640, 360, n_views)
        assert tiles[1][:2] == ((0, 180) if n_views == 4 else (size[0], 0))  # four by columns, others by rows
        assert np.array_equal(np.asarray(views[-1]), np.asarray(photo(1).crop(tiles[-1])))
        assert np.asarray(lined)[5, size[0] // across].tolist() == [255, 0, 0]
        full, lined, views = cut(picture, n_views)
        for one in (full, lined, *views, side_by_side(views[:2]), side_by_side(views[:2], 12)):
            digest.update(np.asarray(one).tobytes())
    assert digest.hexdigest()[:16] == "e951901ac87c8239"
    with pytest.raises(DataError, match="an image of 1x1 pixels cannot be split into 4 views"):
        boxes(1, 1, 4)
    rows = json.loads(ANNOTATIONS.read_text())["rows"]
    for place, (*_, code, views, easy, medium, hard) in enumerate(rows, start=1):
        cells = [{"n": "no", "p": "partial"}.get(mark) or int(mark) for mark in code]
        assert cutting.clue_views(cells) == views
        starts = cutting.start_views(cells, when_equal=easy + 1)
        assert (starts["easy"] - 1, starts["hard"] - 1) == (easy, hard), place
        assert (starts["medium"] - 1 == medium) == (place not in MEDIUM_BY_HAND), place
