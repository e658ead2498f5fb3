"""Charts as figures: marks stand where the numbers are, nothing is cut off, the same chart has the same bytes."""

import math
from dataclasses import replace

import numpy as np
import pytest

from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series

NAMES = ("first", "second")
LONG = "InternVL3-78B-Instruct_with_a_very_long_name_of_a_checkpoint-2026-11-22-bf16"
HOSTILE = ["a_b&c%$#{}~^\\", "$\\alpha$-VL", "Qwen[vl]-7B", "lora[/red]x", "模型", LONG, "", "\x1b[31mred\n"]
DOTS = (Mark(0.4, "first", 0.3, 0.55, 12),), (Mark(0.7, "second", 0.6, 0.8, 30),)
LINES = Axis("x", 0, 2), Axis("y", 0, 1), (Mark(0.0, 0.1), Mark(1.0, 0.5, 0.4, 0.6, 7), Mark(2.0, 0.9))
KINDS = ("dots", "lines", "scatter")


def chart(kind, models=("m",), **more):
    x, y, marks = LINES
    series = [Series(name, "run", marks) for name in models]
    if kind == "dots":
        x, y, models = Axis("accuracy", 0, 1), Axis("", names=NAMES), NAMES if models == ("m",) else models
        series = [Series(name, "run", DOTS[place % 2]) for place, name in enumerate(models)]
    return Chart("c", kind, "Title", "About.", x, y, tuple(series), **more)


def plain(kind, x, y, *series):
    return Chart("c", kind, "T", "", x, y, series)


@pytest.fixture(scope="module")
def style():
    pytest.importorskip("matplotlib", reason="the extra `figures` is not installed")
    from vlmeval_hvs.figures import drawing

    return drawing


def figure_of(drawn):
    from vlmeval_hvs.figures.drawing import picture

    return picture(drawn)


def axis_of(drawn):
    return figure_of(drawn).axes[0]


def points(axis):
    """Places of all markers."""
    marked = [line for line in axis.lines if line.get_marker() not in ("None", "", None)]
    return {(round(float(x), 6), round(float(y), 6)) for line in marked for x, y in line.get_xydata()}


def texts(found):
    return [text.get_text().strip() for text in found]


def lines_of(axis, **wanted):
    """Ends of the lines with some properties, rounded."""
    found = [line for line in axis.lines if all(getattr(line, f"get_{name}")() == one for name, one in wanted.items())]
    return [tuple(np.round([*line.get_xdata(), *line.get_ydata()], 3)) for line in found]


@pytest.mark.long
def test_marks_of_every_kind_stand_where_the_numbers_are(style):
    axis = axis_of(chart("dots", bands=(Band(0.1, 0.3, 0.2), Band(0.2, 0.4))))
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
    for kind in KINDS:
        figure = figure_of(chart(kind, HOSTILE))
        style.as_bytes(figure, "svg")
        width, height = figure.get_size_inches()
        assert width * 2.54 == pytest.approx(style.WIDTHS["column"]), kind
        box = figure.get_tightbbox()
        assert min(box.x0, box.y0, width - box.x1, height - box.y1) > -0.02, kind
        assert len({style.as_bytes(figure_of(chart(kind, ["m", "n"])), "svg") for _ in range(2)}) == 1, kind


@pytest.mark.long
def test_what_has_no_value_is_not_drawn_and_the_caption_tells_the_rest(style):
    whole = chart("dots", bands=(Band(0.1, 0.3),))
    empty = Series("none", "run", (Mark(None, "first"), Mark(float("nan"), "second"), Mark(math.inf, "first")))
    assert style.drawable(replace(whole, series=(*whole.series, empty))).series == whole.series
    assert figure_of(replace(whole, series=(empty,))) is figure_of(replace(whole, series=())) is None
    told = style.caption(replace(whole, series=(*whole.series, Series("GPT", "published", (Mark(0.6, "first"),)))))
    words = ("n: first 12; second 30.", "95 % intervals", "range of chance", "published rows")
    assert [each for each in words if each not in told] == []


def test_one_far_value_is_an_arrow_and_does_not_squeeze_the_others(style):
    def free(*values):
        series = [Series(f"m{k}", "run", (Mark(x, f"m{k}"),)) for k, x in enumerate(values)]
        return plain("dots", Axis("bits"), Axis("", names=tuple(one.name for one in series)), *series)

    whole = free(0.5, 1.0, 2.0, 1.5, 21.0)
    axis = axis_of(whole)
    assert axis.get_xlim() == pytest.approx((0.41, 2.09))
    assert texts(axis.texts) == ["21"]
    assert "beyond the axis" in style.caption(whole)
    for kept in (free(0.5, 1.0, 2.0, 1.5, 3.5), free(1.0, 1.0, 21.0)):
        axis = axis_of(kept)
        assert (texts(axis.texts), axis.get_xlim()[1] > 3) == ([], True)


@pytest.mark.long
def test_names_have_room_and_lines_between_them(style):
    drawn = replace(chart("dots", ("m", "n"), bands=(Band(0.1, 0.3, 0.2),)), x=Axis("x", -1, 1))
    axis = axis_of(drawn)
    assert sorted({y for _, y in points(axis)}) == pytest.approx([0.5, 2.0])  # half a line between names
    assert (list(axis.get_yticks()), texts(axis.get_yticklabels())) == (pytest.approx([0.5, 2.0]), ["m", "n"])
    assert (axis.get_xlim(), axis.get_ylim()) == ((-1, 1), pytest.approx((2.8, -0.3)))
    assert lines_of(axis, color=style.FAINT) == [(0, 1, 1.25, 1.25)]
    assert lines_of(axis, color=style.MUTED) == [(0.2, 0.2, -0.12, 2.62), (0, 0, 0, 1)]
    assert not lines_of(axis_of(chart("dots")), color=style.MUTED)  # no line at the end of shares
    long = axis_of(chart("dots", (LONG, "n")))
    lines = len(texts(long.get_yticklabels())[0].split("\n"))
    assert list(long.get_yticks()) == pytest.approx([lines * 0.13 / 0.135 / 2, lines * 0.13 / 0.135 + 1.0])
    named = plain("dots", Axis("x", 0, 1), Axis(""), Series("m", "run", (Mark(0.4, "m"),)))
    assert figure_of(named).legends == []
    both = replace(named, series=(*named.series, Series("p", "published", (Mark(0.5, "p"),))))
    assert texts(figure_of(both).legends[0].texts) == ["run", "published"]
    assert texts(figure_of(drawn).legends[0].texts) == ["chance, 95 %"]
    assert texts(figure_of(chart("lines", ("m", "n"))).legends[0].texts) == ["m", "n"]


@pytest.mark.long
def test_scales_follow_their_numbers(style):
    axis = axis_of(chart("lines", ("m", "n")))
    assert (axis.get_xlim(), axis.get_ylim()) == (pytest.approx((-0.12, 2.12)), pytest.approx((-0.03, 1.03)))
    assert list(axis.get_yticks()) == [0, 0.25, 0.5, 0.75, 1]
    run = Series("m", "run", (Mark(6, 0.4, 0.3, 0.5), Mark(15, 0.6, 0.5, 0.7)))
    guessing = Series("guessing", "chance", (Mark(6, 0.3), Mark(15, 0.3)))
    logarithmic = axis_of(plain("lines", Axis("degrees", logarithmic=True), Axis("y"), run, run, guessing))
    assert (logarithmic.get_xscale(), texts(logarithmic.get_xticklabels())) == ("log", ["6", "15"])
    assert {line.get_xdata()[0] for line in logarithmic.lines} == {6, 15}
    marks = {line.get_color(): line.get_marker() for line in logarithmic.lines if len(line.get_xdata()) == 2}
    assert marks[style.MUTED] == "None"
    many = Series("m", "run", tuple(Mark(float(x), x / 40) for x in range(40)))
    assert axis_of(plain("lines", Axis("x"), Axis("y"), many)).lines[0].get_markevery() == 4


@pytest.mark.long
def test_points_have_one_scale_and_its_diagonal(style):
    drawn = plain("scatter", Axis("x"), Axis("y"), Series("m", "run", (Mark(0.2, 0.4), Mark(0.9, 0.41))))
    axis = axis_of(drawn)
    assert (axis.get_xlim(), axis.get_aspect()) == (axis.get_ylim(), 1)
    low, high = np.round(axis.get_xlim(), 3)
    assert lines_of(axis, color=style.MUTED) == [(low, high, low, high)]
    few = next(line for line in axis.lines if line.get_linestyle() == "None")
    crowd = Series("m", "run", tuple(Mark(k / 40, k / 40) for k in range(40)))
    small = next(line for line in axis_of(replace(drawn, series=(crowd,))).lines if line.get_linestyle() == "None")
    assert (few.get_markersize(), few.get_alpha(), small.get_markersize(), small.get_alpha()) == (5.0, 1, 3.4, 0.75)


def test_every_standing_has_its_look_and_runs_keep_theirs(style):
    known = {"m": "run", "n": "run", "o": "run", "p": "published", "q": "published", "h": "human", "c": "chance"}
    series = [Series(name, kind, (Mark(0.1, 0.2),)) for name, kind in known.items()]
    looks = style.looks(plain("lines", Axis("x"), Axis("y"), *series), {"n": 0, "m": 1})
    assert [look.color for look in looks[:3]] == [style.SERIES[place] for place in (1, 0, 2)]
    assert [look.face for look in looks[3:6]] == [style.PAPER, style.PAPER, style.INK]
    assert [look.marker for look in looks] == ["^", "o", "v", "D", "s", "s", "x"]
    assert [look.marked for look in looks] == [True] * 6 + [False]
    assert list(map(len, style.wrapped("x" * 40, 1.0))) == [15, 15, 10]  # nothing is cut off
