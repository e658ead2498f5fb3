"""Samples of Stage 2 as they are drawn on demand or told in words."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs import visual_prompts as prompts
from vlmeval_hvs.benchmarks.vpb import stage2
from vlmeval_hvs.benchmarks.vpb.wording import best_styles
from vlmeval_hvs.errors import DataError

SHOWN, COLORS = (90, 120, 150), {"red", "blue", "green", "black"}
BOX, SCRIBBLE = "bbox(red, none, thick)", "scribble(red, thin)"
ANSWER, ASKED = [130, 20, 40, 40], [20, 20, 40, 40]


@pytest.fixture
def sample(tmp_path):
    """Draws a row on a photo of one colour."""
    Image.new("RGB", (200, 100), SHOWN).save(tmp_path / "a.png")

    def make(cells, style=BOX, seed=0, cache="cache"):
        renderer = stage2.Renderer(tmp_path / cache, style, "scaled", "lab", seed)
        return renderer.sample(cells, lambda name: str(tmp_path / name))

    return make


def row(question="What does the <color> <VP> mark?", regions=((0, "default", [20, 20, 40, 30]),), images="a.png"):
    cells = [{"image": i, "role": role, "bbox": box, "polygons": None} for i, role, box in regions]
    asked = {"question": question, "image_path": images, "regions": json.dumps(cells)}
    return {"index": "7", "A": "cat", "B": "dog", "C": "", "D": "", **asked}


def pixels(path):
    return np.asarray(Image.open(path).convert("RGB"))


def test_drawn_images_are_kept_equal_and_replaced_where_they_are_foreign(sample, monkeypatch):
    def drawn(seed=0):
        return Path(sample(row(), SCRIBBLE, seed).images[0])

    first = drawn()
    right, times = first.read_bytes(), first.stat().st_mtime_ns
    assert (drawn(), first.stat().st_mtime_ns) == (first, times)
    first.write_bytes(b"garbage")
    assert drawn().read_bytes() == right
    assert len({drawn(seed).read_bytes() for seed in range(1, 25)} - {right}) == 24
    monkeypatch.setattr(stage2, "renderer_digest", lambda: "other")
    assert drawn() != first  # kept pictures belong to the code that drew them


def test_every_region_has_its_colour_name_and_image(sample):
    regions = ((0, "subject", [10, 20, 40, 30]), (0, "object", [120, 20, 40, 30]))
    two = row("Is the <color> <VP> left of the <color> <VP>?", regions)
    for style, one, other in (
        (BOX, "red bounding box", "green bounding box"),
        ("tag(digit, blue, round, large)", "blue tag 1", "blue tag 2"),
    ):
        assert sample(two, style).question == f"Is the {one} left of the {other}?"
    image = pixels(sample(two).images[0])
    for half, color in ((image[:, :100], (255, 0, 0)), (image[:, 100:], (0, 128, 0))):
        assert (half == color).all(axis=2).sum() > 50


def test_no_prompt_gives_the_answer_of_a_scene_graph_away(sample, tmp_path):
    question = "What is the object that is on the thing highlighted by the <color> <VP>?"
    styles = BOX, "oval(contrast, thin)", "arrow(red, bold, thick)", "point(blue, round, large)"
    for number, style in enumerate(styles):
        cells = json.loads(row(regions=((0, "s", ANSWER), (0, "o", ASKED)))["regions"])
        cells[0]["shown"] = False
        graph = row(question) | {"regions": json.dumps(cells[:: 1 if number % 2 else -1])}
        drawn = sample(graph, style)
        changed = (pixels(drawn.images[0]) != SHOWN).any(axis=2)
        assert changed[:, :100].sum() > 20, style
        assert not changed[:, 120:].any(), style  # nothing is drawn at the answer
        # One colour is named, that of the only mark.
        assert drawn.question == sample(row(question, ((0, "", ASKED),)), style, cache="alone").question
        assert len(set(drawn.question.rstrip("?").split()) & COLORS) == 1
        _, text = stage2.text_prompt(graph, lambda name: str(tmp_path / name))
        assert "region [100, 200, 300, 600]?" in text
        assert "650" not in text


def test_what_cannot_be_drawn_is_an_error_not_a_blank(sample, tmp_path):
    Image.new("RGB", (200, 100), (255, 0, 0)).save(tmp_path / "a.png")
    for wrong, message in (
        (row(), r"bbox\(red, none, thick\) cannot be seen"), (row() | {"regions": "[{}]"}, "unusable regions"),
        (row(regions=((0, "default", [900, 900, 4, 4]),)), "the box .* lies outside"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=f"row 7: {message}"):
            sample(wrong)
    with pytest.raises(prompts.StyleError):
        stage2.Renderer(tmp_path, "star(red)", "scaled", "lab", 0)


def test_r_bvp_is_a_frozen_even_draw_from_the_published_styles():
    drawn = [str(stage2.r_bvp_style(str(i))) for i in range(1900)]
    counts = Counter(drawn)
    assert set(counts) == set(best_styles())
    assert min(counts.values()) > 60
    # Changing the draw would change published scores.
    assert drawn[:3] == ["oval(contrast, thin)", "contour(contrast, contour, thick)", "bbox(contrast, round, thick)"]


def test_images_of_a_row_are_joined_at_the_height_of_the_tallest(tmp_path):
    Image.new("RGB", (30, 20), (255, 0, 0)).save(tmp_path / "a.png")
    Image.new("RGB", (50, 40), (0, 0, 255)).save(tmp_path / "b.png")
    paths = [str(tmp_path / name) for name in ("a.png", "b.png")]
    joined = stage2.join_images(paths, tmp_path / "joined")
    picture = pixels(joined)
    assert picture.shape == (40, 60 + 12 + 50, 3)
    colours = [picture[:, first:end].reshape(-1, 3) for first, end in ((0, 60), (60, 72), (72, 122))]
    assert [np.unique(part, axis=0).tolist() for part in colours] == [[[255, 0, 0]], [[255, 255, 255]], [[0, 0, 255]]]
    times = Path(joined).stat().st_mtime_ns
    assert (stage2.join_images(paths, tmp_path / "joined"), Path(joined).stat().st_mtime_ns) == (joined, times)
    assert stage2.join_images(paths[::-1], tmp_path / "joined") != joined


def test_coordinates_in_words_name_image_and_region_and_fill_one_placeholder_for_two_views(tmp_path):
    for name in ("a.png", "b.png"):
        Image.new("RGB", (200, 100)).save(tmp_path / name)
    views = ((0, "default", ASKED), (1, "default", ANSWER))
    for question, end in (("What is <VP>?", "What is {}?"), ("What is it?", "What is it? ({})")):
        two = row(question, views, json.dumps(["a.png", "b.png"]))
        paths, text = stage2.text_prompt(two, lambda name: str(tmp_path / name))
        both = "region [100, 200, 300, 600] of image 1 and region [650, 200, 850, 600] of image 2"
        assert (len(paths), text.splitlines()[1]) == (2, end.format(both))
