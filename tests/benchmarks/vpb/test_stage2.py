import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from later import Later
from PIL import Image

from vlmeval_hvs.benchmarks.vpb.wording import best_styles
from vlmeval_hvs.errors import DataError

stage2 = Later("vlmeval_hvs.benchmarks.vpb.stage2")
Region = Later("vlmeval_hvs.visual_prompts", "Region")
draw = Later("vlmeval_hvs.visual_prompts", "draw")

SHOWN = (90, 120, 150)


@pytest.fixture
def photo(tmp_path):
    def make(name="a.png", size=(200, 100), color=SHOWN):
        Image.new("RGB", size, color).save(tmp_path / name)
        return name

    return make


def row(question="What does the <color> <VP> mark?", regions=((0, "default", [20, 20, 40, 30]),), images="a.png"):
    cells = [{"image": i, "role": role, "bbox": box, "polygons": None} for i, role, box in regions]
    return {"index": "7", "question": question, "A": "cat", "B": "dog", "C": "", "D": "", "image_path": images,
            "regions": json.dumps(cells)}  # fmt: skip


def renderer(tmp_path, style="bbox(red, none, thick)", seed=0):
    return stage2.Renderer(tmp_path / "cache", style, "scaled", "lab", seed)


def pixels(path) -> np.ndarray:
    return np.asarray(Image.open(path).convert("RGB"))


def has(image: np.ndarray, color) -> bool:
    return bool((image == color).all(axis=2).sum() > 50)


def test_drawn_images_are_kept_and_equal(tmp_path, photo):
    photo()
    find = lambda name: str(tmp_path / name)  # noqa: E731
    first = renderer(tmp_path, "scribble(red, thin)").sample(row(), find).images[0]
    before = (Path(first).read_bytes(), Path(first).stat().st_mtime_ns)
    again = renderer(tmp_path, "scribble(red, thin)").sample(row(), find).images[0]
    assert (again, Path(again).stat().st_mtime_ns) == (first, before[1])
    Path(first).unlink()
    assert Path(renderer(tmp_path, "scribble(red, thin)").sample(row(), find).images[0]).read_bytes() == before[0]
    other = renderer(tmp_path, "scribble(red, thin)", seed=1).sample(row(), find).images[0]
    assert Path(other).read_bytes() != before[0]
    assert not list(Path(first).parent.glob(".*"))


def test_two_regions_of_one_image_get_two_colours(tmp_path, photo):
    photo()
    regions = ((0, "subject", [10, 20, 40, 30]), (0, "object", [120, 20, 40, 30]))
    question = "Is the <color> <VP> left of the <color> <VP>?"
    find = lambda name: str(tmp_path / name)  # noqa: E731
    for style, names in (("bbox(red, none, thick)", ("red bounding box", "green bounding box")),
                         ("tag(digit, blue, round, large)", ("blue tag 1", "blue tag 2"))):  # fmt: skip
        sample = renderer(tmp_path, style).sample(row(question, regions), find)
        assert sample.question == f"Is the {names[0]} left of the {names[1]}?"
    image = pixels(renderer(tmp_path).sample(row(question, regions), find).images[0])
    assert has(image[:, :100], (255, 0, 0))
    assert has(image[:, 100:], (0, 128, 0))
    contrast = renderer(tmp_path, "oval(contrast, thick)").sample(row(question, regions), find).question
    assert len(set(contrast.split()) & {"red", "blue", "green", "black"}) == 2


ANSWER, ASKED = [130, 20, 40, 40], [20, 20, 40, 40]


def scene_graph(first, second):
    """A row with the answer's box and the other one, in the order of the release: subject, object."""
    cells = row("What is the object that is on the thing highlighted by the <color> <VP>?")
    regions = [{"image": 0, "role": role, "bbox": box, "polygons": None} | ({"shown": False} if box == ANSWER else {})
               for role, box in (("subject", first), ("object", second))]  # fmt: skip
    return cells | {"regions": json.dumps(regions)}


def test_no_prompt_gives_the_answer_of_a_scene_graph_away(tmp_path, photo):
    photo()
    find = lambda name: str(tmp_path / name)  # noqa: E731
    for number, style in enumerate([*best_styles(), "arrow(red, bold, thick)", "point(blue, round, large)"]):
        order = (ANSWER, ASKED) if number % 2 else (ASKED, ANSWER)
        sample = renderer(tmp_path, style).sample(scene_graph(*order), find)
        changed = (pixels(sample.images[0]) != SHOWN).any(axis=2)
        assert changed[:, :100].sum() > 20, style
        assert not changed[:, 120:].any(), style  # nothing is drawn at the answer
        asked = row(scene_graph(*order)["question"], ((0, "", ASKED),))
        # One colour is named, that of the only mark.
        assert sample.question == renderer(tmp_path / "alone", style).sample(asked, find).question
        assert len(set(sample.question.rstrip("?").split()) & {"red", "blue", "green", "black"}) == 1
        _, words = stage2.text_prompt(scene_graph(*order), find)
        assert "region [100, 200, 300, 600]?" in words
        assert "650" not in words


def test_the_demo_has_scene_graphs_that_do_not_give_their_answers_away(make):
    style, found = "tag(digit, blue, round, small)", 0
    dataset, words = make("VPB_Stage2_DEMO", visual_prompt=style), make("VPB_Stage2_TextPrompt_DEMO")
    for position in range(len(dataset)):
        cells = dataset.row(position)
        regions = json.loads(cells["regions"])
        hidden = [region for region in regions if not region.get("shown", True)]
        if cells["task"] != "SGG" or not hidden:
            continue
        found += 1
        assert len(regions) == 2
        assert "tag 1" not in dataset.build_prompt(position).text
        prompt = dataset.build_prompt(position)
        original = pixels(dataset.image(cells["image_path"]))
        (named,) = (region for region in regions if region.get("shown", True))
        expected, _ = draw(original, Region(named["bbox"], polygons=named["polygons"]), style)
        assert (pixels(prompt.images[0]) == expected).all()
        assert words.build_prompt(position).text.count("region [") == 1
    assert found == 2


def test_what_cannot_be_drawn_is_an_error_not_a_blank(tmp_path, photo):
    photo("a.png", color=(255, 0, 0))
    find = lambda name: str(tmp_path / name)  # noqa: E731
    with pytest.raises(DataError, match=r"row 7: bbox\(red, none, thick\) cannot be seen"):
        renderer(tmp_path).sample(row(), find)
    with pytest.raises(DataError, match="row 7: the box .* lies outside"):
        renderer(tmp_path).sample(row(regions=((0, "default", [900, 900, 4, 4]),)), find)
    with pytest.raises(DataError, match="row 7: unusable regions"):
        stage2.regions_of({"index": "7", "regions": "[{}]"})
    (tmp_path / "a.png").write_bytes(b"\x89PNG broken")
    with pytest.raises(DataError, match="does not decode"):
        renderer(tmp_path).sample(row(), find)


def test_r_bvp_is_a_frozen_even_draw_from_the_published_styles():
    drawn = [str(stage2.r_bvp_style(str(i))) for i in range(1900)]
    counts = Counter(drawn)
    assert set(counts) == set(best_styles())
    assert min(counts.values()) > 60
    assert drawn[:4] == [str(stage2.r_bvp_style(str(i))) for i in range(4)]
    assert drawn[:3] == FROZEN  # changing the draw would change published scores


FROZEN = ["oval(contrast, thin)", "contour(contrast, contour, thick)", "bbox(contrast, round, thick)"]


def test_region_in_words(tmp_path, photo):
    photo()
    images, text = stage2.text_prompt(
        row(regions=((0, "default", [20, 25, 40, 50]),)), lambda name: str(tmp_path / name)
    )
    assert images == [str(tmp_path / "a.png")]
    assert "What does the region [100, 250, 300, 750] mark?" in text
    assert text.startswith("Context: A region is given as [left, top, right, bottom] in thousandths")
    _, bare = stage2.text_prompt(row("What is it?"), lambda name: str(tmp_path / name))
    assert "What is it? (region [100, 200, 300, 500])" in bare
    names = [photo("a.png"), photo("b.png")]
    both = row(regions=((0, "default", [0, 0, 20, 10]), (1, "default", [0, 0, 40, 10])), images=json.dumps(names))
    _, text = stage2.text_prompt(both, lambda name: str(tmp_path / name))
    assert "region [0, 0, 100, 100] of image 1 and region [0, 0, 200, 100] of image 2" in text


def test_a_foreign_file_in_the_cache_never_reaches_the_model(tmp_path, photo, monkeypatch):
    photo()
    find = lambda name: str(tmp_path / name)  # noqa: E731
    path = Path(renderer(tmp_path).sample(row(), find).images[0])
    right = path.read_bytes()
    Image.new("RGB", (50, 50)).save(tmp_path / "other.png")
    for foreign in (b"garbage", (tmp_path / "other.png").read_bytes()):
        path.write_bytes(foreign)
        assert Path(renderer(tmp_path).sample(row(), find).images[0]).read_bytes() == right
    monkeypatch.setattr("vlmeval_hvs.benchmarks.vpb.stage2.renderer_digest", lambda: "other")
    assert renderer(tmp_path).sample(row(), find).images[0] != str(path)  # pictures belong to the code that drew them
