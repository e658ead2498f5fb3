"""Styles of the paper: their number, their names, and other spellings."""

import pytest

from vlmeval_hvs.visual_prompts import StyleError, all_styles, parse_style
from vlmeval_hvs.visual_prompts.styles import style_data

TABLE_18 = {"tag": 60, "bbox": 45, "arrow": 30, "mask": 30, "contour": 30, "oval": 15, "point": 30, "scribble": 15}
SPELLINGS = {
    "Tag(digit, blue, round, small)": "tag(digit, blue, round, small)", "circle(green, thick)": "oval(green, thick)",
    "bounding_box(thin, contrast, square)": "bbox(contrast, square, thin)",
    "Bounding Box ( RED , None , Thick )": "bbox(red, none, thick)", "arrow(thin, red, bold)": "arrow(red, bold, thin)",
    "number_label(red, round, big)": "tag(digit, red, round, large)",
    "fill_contour(red, fill_only, normal)": "mask(red, fill, medium)",
    "single_point(black, circle, small)": "point(black, round, small)",
    "contour(blue, loosen, thin)": "contour(blue, loose, thin)",
}  # fmt: skip


def test_the_styles_are_those_of_the_paper_and_other_spellings_name_one_each():
    assert {shape: len(all_styles(shape)) for shape in TABLE_18} == TABLE_18
    assert len({str(style) for style in all_styles()}) == len(all_styles()) == 255
    for shape, entry in style_data()["shapes"].items():
        assert entry["description"].lower().split()[1] in {shape, "bounding"}
    assert all(parse_style(str(style)) is style for style in all_styles())
    assert {text: str(parse_style(text)) for text in SPELLINGS} == SPELLINGS
    for text, message in (
        ("star(red)", "shapes: tag, bbox"), ("bbox(pink, none, thin)", r"red\|blue\|green\|black\|contrast"),
        ("bbox(red, none)", r"bbox takes \("), ("bbox", "not written like"), ("", "not written like"),
        ("bbox(" + "red," * 1000 + ")", "not written like"),
    ):  # fmt: skip
        with pytest.raises(StyleError, match=message):
            parse_style(text)
