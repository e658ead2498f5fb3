"""What a mark hides, and how well it can be seen."""

import numpy as np
import pytest
from skimage.color import deltaE_ciede2000, rgb2lab
from skimage.data import horse

from vlmeval_hvs.visual_prompts import Region, all_styles, render
from vlmeval_hvs.visual_prompts.measures import measured
from vlmeval_hvs.visual_prompts.rendering import draw_marks
from vlmeval_hvs.visual_prompts.styles import shapes

SCREEN = np.full((1080, 1920, 3), (205, 210, 214), np.uint8)
FRAMES = ("bbox", "oval", "contour", "arrow")


def measures(region, style, image=SCREEN, geometry="scaled"):
    drawn, marks = draw_marks(image, region, style, geometry)
    return measured(image, drawn, marks[0])


@pytest.mark.parametrize("shape", FRAMES)
@pytest.mark.parametrize("box", [(900, 500, 24, 24), (900, 500, 80, 28), (900, 500, 12, 12), (400, 300, 600, 400)])
def test_frames_hide_nothing_of_their_object(shape, box):
    for style in all_styles(shape)[:18]:
        assert measures(Region(box), style).occlusion <= 0.05, style


def places(width, height):
    """Boxes of a size at the corners and sides of the screen, and in its middle."""
    rows = (0, 500, 1080 - height)
    return [(x, y, width, height) for x in (5, 950, 1920 - width) for y in rows]


@pytest.mark.parametrize("side", [(16, 16), (24, 24), (80, 28), (300, 200)])
@pytest.mark.parametrize("shape", shapes())
def test_marks_hide_little_of_their_object_wherever_it_is(shape, side):
    for style in all_styles(shape):
        if style.color == "red":
            for place in places(*side):
                seen = measures(Region(place), style)
                assert seen.occlusion <= 0.161, (style, place)
                assert seen.visibility > 10, (style, place)


def test_a_tag_beside_its_icon_touches_it():
    for style in all_styles("tag"):
        for place in places(16, 16):
            assert measures(Region(place), style).occlusion > 0.02, (style, place)


def test_occlusion_is_the_share_of_changed_object_pixels():
    mask = 1 - horse().astype(np.uint8)
    image = np.full((*mask.shape, 3), 250, np.uint8)
    region = Region(None, mask=mask)
    for text in ("scribble(red, medium)", "tag(digit, red, square, large)", "bbox(red, square, thick)"):
        changed = (np.abs(render(image, region, text).astype(int) - image)[:, :, 1:].max(2) > 125) & (mask > 0)
        hidden = measures(region, text, image).occlusion
        assert hidden == pytest.approx(changed.sum() / mask.sum(), abs=0.02), text


@pytest.mark.parametrize("text", ["bbox(red, none, medium)", "oval(blue, thin)", "mask(green, fill, thin)"])
def test_visibility_is_ciede2000(text):
    grey = np.full((200, 300, 3), 120, np.uint8)
    ink = {"bbox": (255, 0, 0), "oval": (0, 0, 255), "mask": (60, 124, 60)}[text.partition("(")[0]]
    pair = [rgb2lab(np.array([[color]], np.uint8))[0, 0] for color in (ink, (120, 120, 120))]
    seen = measures(Region((100, 60, 90, 70)), text, grey).visibility
    assert seen == pytest.approx(float(deltaE_ciede2000(*pair)), rel=0.02)


def test_a_mark_in_the_colour_of_the_picture_cannot_be_seen():
    red = np.full((200, 300, 3), (255, 0, 0), np.uint8)
    assert measures(Region((100, 60, 90, 70)), "bbox(red, none, thick)", red).visibility < 0.1
    assert measures(Region((100, 60, 90, 70)), "bbox(blue, none, thick)", red).visibility > 30


def test_half_transparent_fillings_hide_nothing():
    assert measures(Region((900, 500, 24, 24)), "mask(red, fill, thin)").occlusion == 0
    assert measures(Region((900, 500, 24, 24)), "mask(red, contour_fill, thick)").occlusion <= 0.05
