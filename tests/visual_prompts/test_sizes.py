"""Pixel sizes of the scaled geometry."""

from vlmeval_hvs.visual_prompts import Region, parse_style
from vlmeval_hvs.visual_prompts.sizes import sizes

LARGE = Region((0, 0, 5000, 5000))


def lines(region, height, width):
    return [sizes(parse_style(f"oval(red, {w})"), region, height, width).line for w in ("thin", "medium", "thick")]


def test_sizes_scale_with_the_image():
    style = parse_style("bbox(red, none, medium)")
    assert [sizes(style, LARGE, s, s).line for s in (64, 480, 960)] == [4, 4, 8]
    assert lines(LARGE, 1080, 1920) == [6, 12, 21]


def test_sizes_end_where_the_object_is_small():
    assert lines(Region((900, 500, 24, 24)), 1080, 1920) == [2, 4, 6]
    assert lines(Region((900, 500, 80, 28)), 1080, 1920) == [3, 5, 7]
    tags = [sizes(parse_style(f"tag(digit, red, square, {s})"), Region((900, 500, 80, 28)), 1080, 1920).mark
            for s in ("small", "medium", "large")]  # fmt: skip
    assert tags == [11, 15, 18]
