"""Pixel sizes of the scaled geometry."""

from vlmeval_hvs.visual_prompts import Region, parse_style
from vlmeval_hvs.visual_prompts.sizes import sizes

LARGE, ICON, BUTTON = Region((0, 0, 5000, 5000)), Region((900, 500, 24, 24)), Region((900, 500, 80, 28))


def test_sizes_scale_with_the_image_and_end_where_the_object_is_small():
    style = parse_style("bbox(red, none, medium)")
    assert [sizes(style, LARGE, side, side).line for side in (64, 480, 960)] == [4, 4, 8]
    thirds = ("oval(red, thin)", "oval(red, medium)", "oval(red, thick)")
    for region, lines in ((LARGE, [6, 12, 21]), (ICON, [2, 4, 6]), (BUTTON, [3, 5, 7])):
        assert [sizes(parse_style(text), region, 1080, 1920).line for text in thirds] == lines
    tags = [parse_style(f"tag(digit, red, square, {size})") for size in ("small", "medium", "large")]
    assert [sizes(tag, BUTTON, 1080, 1920).mark for tag in tags] == [11, 15, 18]
