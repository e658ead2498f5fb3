"""Pixel sizes of the two geometries."""

from vlmeval_hvs.visual_prompts import parse_style
from vlmeval_hvs.visual_prompts.sizes import sizes


def test_sizes_scale_with_the_image():
    style = parse_style("bbox(red, none, medium)")
    assert [sizes(style, s, s).line for s in (64, 480, 960)] == [4, 4, 8]
    lines = [sizes(parse_style(f"oval(red, {w})"), 480, 640).line for w in ("thin", "medium", "thick")]
    assert lines == sorted(set(lines))
    assert sizes(style, 2000, 2000, "official").line == 4
