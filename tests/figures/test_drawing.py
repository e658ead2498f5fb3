"""Charts as figures: marks stand where the numbers are, nothing is cut off, the same chart has the same bytes."""

import itertools
import math
import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="the extra `figures` is not installed")

from matplotlib.colors import to_hex

from vlmeval_hvs import viewer
from vlmeval_hvs.figures import drawing, looks, style
from vlmeval_hvs.figures.drawing import as_bytes, caption, drawable, pictures
from vlmeval_hvs.figures.heat import names_of, table_of
from vlmeval_hvs.figures.rows import placed
from vlmeval_hvs.figures.words import legible, lines_of, width_of
from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series

NAMES = ("first", "second")
LONG = "InternVL3-78B-Instruct_with_a_very_long_name_of_a_checkpoint-2026-11-22-bf16"
HOSTILE = ["a_b&c%$#{}~^\\", "$\\alpha$-VL", "Qwen[vl]-7B", "lora[/red]x", "模型", LONG, "", "\x1b[31mred\n"]


def dots(models=("m",), kind="dots", **more):
    marks = {name: (Mark(0.4, "first", 0.3, 0.55, 12), Mark(0.7, "second", 0.6, 0.8, 30)) for name in models}
    series = tuple(Series(name, "run", own) for name, own in marks.items())
    return Chart("c", kind, "Title", "About.", Axis("accuracy", 0, 1), Axis("", names=NAMES), series, **more)


def lines(models=("m",), kind="lines", **more):
    series = tuple(
        Series(name, "run", (Mark(0.0, 0.1), Mark(1.0, 0.5, 0.4, 0.6, 7), Mark(2.0, 0.9))) for name in models
    )
    return Chart("c", kind, "Title", "About.", Axis("x", 0, 2), Axis("y", 0, 1), series, **more)


def heat(models=("m",)):
    marks = (Mark("a", "first", n=3, value=0.25), Mark("b", "second", n=5, value=1.0))
    series = tuple(Series(name, "run", marks) for name in models)
    return Chart("c", "heat", "Title", "", Axis("", names=("a", "b")), Axis("", names=NAMES), series)


def radar(models=("m",)):
    return dots(models, kind="radar")


KINDS = {
    "dots": dots,
    "bars": lambda models=("m",): dots(models, kind="bars"),
    "stacked": lambda models=("m",): dots(models, kind="bars", stacked=True),
    "lines": lines,
    "scatter": lambda models=("m",): lines(models, kind="scatter", diagonal=True),
    "heat": heat,
    "radar": radar,
}


def one(chart, width="column", known=None):
    (picture,) = pictures(chart, width, known)
    return picture


def points(axis):
    """Places of all markers."""
    return {
        (round(float(x), 6), round(float(y), 6))
        for line in axis.lines
        if line.get_marker() not in ("None", "", None)
        for x, y in line.get_xydata()
    }


def test_dots_stand_at_their_values_and_intervals_reach_their_ends():
    axis = one(dots()).figure.axes[0]
    assert {x for x, _ in points(axis)} == {0.4, 0.7}
    spans = {
        tuple(line.get_xdata()) for line in axis.lines if line.get_marker() == "None" and len(line.get_xdata()) == 2
    }
    assert {(0.3, 0.55), (0.6, 0.8)} <= spans


def test_dots_of_one_name_lie_in_its_space():
    chart = dots(("m", "n", "o"))
    slots, spans = placed(chart)
    for slot in slots:
        begin, end = spans[slot.mark.y]
        assert begin < slot.height < end
    assert len({slot.height for slot in slots}) == 6


def test_bars_are_as_long_as_their_values():
    axis = one(KINDS["bars"]()).figure.axes[0]
    assert [bar.get_width() for bar in axis.patches] == pytest.approx([0.4, 0.7])


def test_stacked_bars_stand_on_each_other():
    axis = one(KINDS["stacked"](("m", "n"))).figure.axes[0]
    ends = {(round(bar.get_x(), 6), round(bar.get_width(), 6)) for bar in axis.patches}
    assert ends == {(0.0, 0.4), (0.4, 0.4), (0.0, 0.7), (0.7, 0.7)}


def test_lines_go_through_their_points():
    axis = one(lines()).figure.axes[0]
    line = max(axis.lines, key=lambda line: len(line.get_xdata()))
    assert line.get_xydata() == pytest.approx(np.array([(0, 0.1), (1, 0.5), (2, 0.9)]))


def test_heat_cells_have_the_values():
    chart = heat()
    along, up = names_of(chart, chart.series)
    assert table_of(chart.series[0], along, up) == pytest.approx(np.array([[0.25, np.nan], [np.nan, 1]]), nan_ok=True)
    axis = one(chart).figure.axes[0]
    shown = np.ma.filled(axis.collections[0].get_array().reshape(2, 2), np.nan)
    assert shown == pytest.approx(np.array([[0.25, np.nan], [np.nan, 1]]), nan_ok=True)
    assert [text.get_text() for text in axis.texts] == ["25", "·", "·", "100"]
    # The name of a row stands at the middle of its cells.
    assert list(axis.get_yticks()) == [0.5, 1.5]
    assert axis.get_ylim() == (2, 0)


def test_radar_values_stand_at_their_angles():
    axis = one(radar()).figure.axes[0]
    (line,) = [line for line in axis.lines if len(line.get_xdata()) == 3]
    assert line.get_xydata() == pytest.approx(np.array([(0, 0.4), (math.pi, 0.7), (2 * math.pi, 0.4)]))


def test_bands_cover_guessing():
    chart = dots(bands=(Band(0.1, 0.3, "first", 0.2), Band(0.2, 0.4, "second")))
    axis = one(chart).figure.axes[0]
    boxes = [collection.get_paths()[0].get_extents() for collection in axis.collections]
    assert [(box.x0, box.x1) for box in boxes] == [pytest.approx((0.1, 0.3)), pytest.approx((0.2, 0.4))]
    assert boxes[0].y1 <= boxes[1].y0 + 0.5


@pytest.mark.parametrize("width", style.WIDTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_figure_has_exactly_its_width(kind, width):
    for picture in pictures(KINDS[kind](["m", LONG]), width):
        assert picture.figure.get_size_inches()[0] * 2.54 == pytest.approx(style.WIDTHS[width])


@pytest.mark.filterwarnings("error")  # a glyph that is missing, axes that have no room
@pytest.mark.parametrize("kind", KINDS)
def test_no_text_leaves_the_figure_whatever_it_says(kind):
    with style.settings():
        for picture in pictures(KINDS[kind](HOSTILE)):
            figure = picture.figure
            figure.draw_without_rendering()
            width, height = figure.get_size_inches()
            box = figure.get_tightbbox()
            assert box.x0 > -0.02
            assert box.y0 > -0.02
            assert box.x1 < width + 0.02
            assert box.y1 < height + 0.02


@pytest.mark.parametrize("kind", KINDS)
def test_twenty_models_fit_on_pages(kind):
    found = list(pictures(KINDS[kind]([f"model-{number}" for number in range(20)]), "page"))
    assert found
    names = [picture.name for picture in found]
    assert len(set(names)) == len(names)
    if kind in ("dots", "heat", "bars"):
        assert all(picture.figure.get_size_inches()[1] <= style.TALLEST + 0.5 for picture in found)


def test_names_of_rows_do_not_overlap():
    chart = dots()
    names = tuple(f"{LONG}-{number}" for number in range(4))
    marks = tuple(Mark(0.5, name) for name in names)
    chart = Chart("c", "dots", "T", "", Axis("x", 0, 1), Axis("", names=names), (Series("m", "run", marks),))
    figure = one(chart).figure
    with style.settings():
        figure.draw_without_rendering()
    boxes = sorted((label.get_window_extent() for label in figure.axes[0].get_yticklabels()), key=lambda box: box.y0)
    assert all(lower.y1 <= upper.y0 + 1 for lower, upper in itertools.pairwise(boxes))


@pytest.mark.parametrize("ending", drawing.ENDINGS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_chart_has_the_same_bytes(kind, ending):
    first, second = (as_bytes(one(KINDS[kind](["m", "n"])).figure, ending) for _ in range(2))
    assert first == second
    assert len(first) > 1000


def test_what_has_no_value_is_not_drawn():
    empty = Series("none", "run", (Mark(None, "first"), Mark(float("nan"), "second"), Mark(math.inf, "first")))
    chart = dots()
    assert drawable(Chart(**{**vars(chart), "series": (*chart.series, empty)})).series == chart.series
    assert list(pictures(Chart(**{**vars(chart), "series": (empty,)}))) == []
    assert list(pictures(Chart(**{**vars(chart), "series": ()}))) == []


def test_the_caption_tells_n_intervals_and_guessing():
    marks = (Mark(0.6, "first"),)
    chart = dots(bands=(Band(0.1, 0.3),))
    text = caption(Chart(**{**vars(chart), "series": (*chart.series, Series("GPT", "published", marks))}))
    assert "n of each value: m 12 to 30." in text
    assert "95 % intervals" in text
    assert "guessers" in text
    assert "published rows" in text


def test_runs_differ_in_colour_and_marker_and_others_look_otherwise():
    series = [Series(f"m{number}", "run", ()) for number in range(8)]
    series += [Series("p", "human", (Mark(0, "x"),)), Series("q", "published", ()), Series("c", "chance", ())]
    found = looks.looks(series)
    assert len({look.color for look in found[:8]}) == 8
    assert len({look.marker for look in found[:8]}) == 8
    assert not {look.marker for look in found[8:]} & {look.marker for look in found[:8]}
    assert found[9].face == style.PAPER
    many = looks.looks([Series(f"m{number}", "run", (Mark(0, "x"),)) for number in range(40)])
    assert len({(look.color, look.marker) for look in many}) == 40


def test_a_run_looks_the_same_in_all_figures():
    known = {"a": 0, "b": 1, "m": 2}
    alone = one(dots(("m",)), known=known).figure.axes[0]
    color = next(line for line in alone.lines if line.get_marker() not in ("None", "")).get_markeredgecolor()
    assert to_hex(color) == style.SERIES[2]


def test_colours_are_told_apart_without_red_and_green():
    """Distances of the colours as a deuteranope sees them (Viénot, Brettel and Mollon 1999)."""
    to_lms = np.array([[17.8824, 43.5161, 4.11935], [3.45565, 27.1554, 3.86714], [0.0299566, 0.184309, 1.46709]])
    lost = np.array([[1, 0, 0], [0.494207, 0, 1.24827], [0, 0, 1]])
    rgb = np.array([[int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)] for color in style.SERIES]) ** 2.2
    seen = (np.linalg.inv(to_lms) @ lost @ to_lms @ rgb.T).T.clip(0, 1) ** (1 / 2.2)
    apart = np.linalg.norm(seen[:, None] - seen[None], axis=2)[~np.eye(len(seen), dtype=bool)]
    assert apart.min() > 0.1


def test_long_names_are_broken_never_cut():
    for size in (6, 9):
        lines = lines_of(LONG, 1.2, size)
        assert "".join(lines) == LONG
        assert all(width_of(line, size) <= 1.2 for line in lines)
    assert lines_of("", 1.0, 8) == [""]
    assert "".join(lines_of("x" * 300, 0.5, 8)) == "x" * 300


def test_characters_without_a_glyph_are_shown_by_their_code():
    assert legible("模型-7B\n") == "\\u6a21\\u578b-7B\\n"
    assert legible("naïve Δ") == "naïve Δ"


def test_labels_are_moved_apart():
    placed = style.spread([0.5, 0.5, 0.9, 0.52], 0.1)
    assert min(np.diff(sorted(placed))) > 0.0999
    assert np.argsort(placed).tolist()[-1] == 2


def test_a_run_with_options_of_a_figure_looks_like_its_model():
    known = {"a": 0, "m": 5}
    (found,) = looks.looks([Series("m · Stage 1: frame=letter", "run", ())], known)
    assert found == looks.looks([Series("m", "run", ())], known)[0]
    both = looks.looks([Series("m", "run", ()), Series("m · frame=letter", "run", ())], known)
    assert both[0].color != both[1].color


def test_the_light_page_has_the_colours_of_the_figures():
    style_sheet = (Path(viewer.__file__).parent / "app" / "style.css").read_text(encoding="utf-8")
    light = style_sheet.split("data-theme")[0]
    assert re.findall(r"--run-\d: (#[0-9a-f]{6})", light) == list(style.SERIES)
    figures = (Path(viewer.__file__).parent / "app" / "figures.js").read_text(encoding="utf-8")
    assert f"RUN_COLOURS = {len(style.SERIES)};" in figures
    assert f": {' '.join(looks.RUN_MARKERS)}." in figures
