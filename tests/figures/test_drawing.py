"""Charts as figures: marks stand where the numbers are, nothing is cut off, the same chart has the same bytes."""

import math
from dataclasses import replace

import numpy as np
import pytest

from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series

NAMES = ("first", "second")
LONG = "InternVL3-78B-Instruct_with_a_very_long_name_of_a_checkpoint-2026-11-22-bf16"
HOSTILE = ["a_b&c%$#{}~^\\", "$\\alpha$-VL", "Qwen[vl]-7B", "lora[/red]x", "模型", LONG, "", "\x1b[31mred\n"]


DOTS = Mark(0.4, "first", 0.3, 0.55, 12), Mark(0.7, "second", 0.6, 0.8, 30)
LINES = Mark(0.0, 0.1), Mark(1.0, 0.5, 0.4, 0.6, 7), Mark(2.0, 0.9)
SHARES, OF_NAMES = Axis("accuracy", 0, 1), Axis("", names=NAMES)
KINDS = {
    "dots": (SHARES, OF_NAMES, DOTS),
    "lines": (Axis("x", 0, 2), Axis("y", 0, 1), LINES),
    "scatter": (Axis("x", 0, 2), Axis("y", 0, 1), LINES),
}  # fmt: skip


def chart(kind, models=("m",), **more):
    x, y, marks = KINDS[kind]
    series = tuple(Series(name, "run", marks) for name in models)
    return Chart("c", kind, "Title", "About.", x, y, series, **more)


@pytest.fixture(scope="module")
def style():
    pytest.importorskip("matplotlib", reason="the extra `figures` is not installed")
    from vlmeval_hvs.figures import style

    return style


def figure_of(drawn):
    from vlmeval_hvs.figures.drawing import picture

    return picture(drawn)


def axis_of(drawn):
    return figure_of(drawn).axes[0]


def points(axis):
    """Places of all markers."""
    marked = [line for line in axis.lines if line.get_marker() not in ("None", "", None)]
    return {(round(float(x), 6), round(float(y), 6)) for line in marked for x, y in line.get_xydata()}


@pytest.mark.long
def test_marks_of_every_kind_stand_where_the_numbers_are(style):
    axis = axis_of(chart("dots", bands=(Band(0.1, 0.3, "first", 0.2), Band(0.2, 0.4, "second"))))
    assert {x for x, _ in points(axis)} == {0.4, 0.7}
    spans = {tuple(line.get_xdata()) for line in axis.lines if line.get_marker() == "None"}
    assert {(0.3, 0.55), (0.6, 0.8)} <= spans
    boxes = [collection.get_paths()[0].get_extents() for collection in axis.collections]
    assert [(box.x0, box.x1) for box in boxes] == [pytest.approx((0.1, 0.3)), pytest.approx((0.2, 0.4))]
    line = max(axis_of(chart("lines")).lines, key=lambda line: len(line.get_xdata()))
    assert line.get_xydata() == pytest.approx(np.array([(0, 0.1), (1, 0.5), (2, 0.9)]))


@pytest.mark.long
@pytest.mark.filterwarnings("error")  # a glyph that is missing, axes that have no room
def test_no_text_leaves_a_figure_which_has_its_width_and_the_same_bytes_each_time(style):
    from vlmeval_hvs.figures.drawing import as_bytes

    with style.settings():
        for kind in KINDS:
            figure = figure_of(chart(kind, HOSTILE))
            figure.draw_without_rendering()
            width, height = figure.get_size_inches()
            assert width * 2.54 == pytest.approx(style.WIDTHS["column"]), kind
            box = figure.get_tightbbox()
            assert min(box.x0, box.y0, width - box.x1, height - box.y1) > -0.02, kind
            first, second = (as_bytes(figure_of(chart(kind, ["m", "n"])), "svg") for _ in range(2))
            assert first == second, kind


@pytest.mark.long
def test_what_has_no_value_is_not_drawn_and_the_caption_tells_the_rest(style):
    from vlmeval_hvs.figures.drawing import caption, drawable

    def changed(*series):
        return replace(whole, series=series)

    whole = chart("dots", bands=(Band(0.1, 0.3),))
    empty = Series("none", "run", (Mark(None, "first"), Mark(float("nan"), "second"), Mark(math.inf, "first")))
    assert drawable(changed(*whole.series, empty)).series == whole.series
    assert figure_of(changed(empty)) is figure_of(changed()) is None
    told = caption(changed(*whole.series, Series("GPT", "published", (Mark(0.6, "first"),))))
    for words in ("n: m 12 to 30.", "95 % intervals", "range of chance", "published rows"):
        assert words in told


def test_one_far_value_is_an_arrow_and_does_not_squeeze_the_others(style):
    from vlmeval_hvs.figures.drawing import caption

    def free(*values):
        names = tuple(f"m{k}" for k in range(len(values)))
        series = tuple(Series(name, "run", (Mark(x, name),)) for name, x in zip(names, values, strict=True))
        return Chart("c", "dots", "T", "", Axis("bits"), Axis("", names=names), series)

    whole = free(0.5, 1.0, 2.0, 1.5, 21.0)
    axis = axis_of(whole)
    assert axis.get_xlim()[1] < 3
    assert [text.get_text().strip() for text in axis.texts] == ["21"]
    assert "beyond the axis" in caption(whole)
    for kept in (free(0.5, 1.0, 2.0, 1.5, 3.5), free(1.0, 1.0, 21.0)):
        axis = axis_of(kept)
        assert not axis.texts
        assert axis.get_xlim()[1] > 3
