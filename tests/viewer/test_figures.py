"""Figures of every kind on the page: each value where its axis says, guessing behind it, published rows marked."""

import pytest

from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series

pytestmark = pytest.mark.nightly

HOSTILE = "</script><b>bold</b>"
SHARE = Axis("accuracy", 0.0, 1.0)
NAMES = ("first", "second", "third")


def of_names(*values, low=None, high=None):
    return tuple(Mark(value, name, low, high, 12) for value, name in zip(values, NAMES, strict=True))


RUN = Series("hvs-random", "run", of_names(0.2, 0.5, 0.9, low=0.1, high=0.95))
PRINTED = Series(f"{HOSTILE} (published)", "published", of_names(0.4, None, 0.6))
BANDS = (Band(0.3, 0.5, "first", 0.4), Band(0.1, 0.2, "second"))
CHARTS = [
    Chart("of-dots", "dots", "Of dots", "What is shown.", SHARE, Axis("", names=NAMES), (RUN, PRINTED), bands=BANDS)
]


@pytest.fixture(scope="module")
def file(content, tmp_path_factory):
    """A page whose first benchmark has one figure of each kind."""
    from vlmeval_hvs.viewer.page import html

    first, *others = content["benchmarks"]
    charts = [one.as_json({}) for one in CHARTS]
    path = tmp_path_factory.mktemp("figures") / "page.html"
    path.write_text(html({**content, "benchmarks": [{**first, "charts": charts}, *others]}), encoding="utf-8")
    return path


@pytest.fixture
def tab(opened, file, content):
    return opened(f"#/benchmark?name={content['benchmarks'][0]['name']}", file)


def centre(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def scale(figure, axis, low, high):
    """What an axis says about a value: its place on the screen, from the places of two labels."""
    labels = figure.locator(f'[aria-label="{axis}-axis tick label"] text')
    places = dict(zip(labels.all_text_contents(), boxes(labels), strict=True))
    first, last = (centre(places[text])[axis == "y"] for text in (low, high))
    return lambda value: first + (value - float(low)) / (float(high) - float(low)) * (last - first)


def boxes(found):
    return [one.bounding_box() for one in found.all()]


def dots(figure):
    """Centres of all symbols, those of one series after those of the one before."""
    return [centre(box) for box in boxes(figure.locator('[aria-label="dot"] > *'))]


def test_dots_stand_at_their_values_with_intervals_and_guessing(tab):
    figure = tab.locator("#chart-of-dots")
    x = scale(figure, "x", "0.00", "1.00")
    found = dots(figure)
    assert [place for place, _ in found] == pytest.approx([x(value) for value in (0.2, 0.5, 0.9, 0.4, 0.6)], abs=1.5)
    rows = [place for _, place in found]
    assert rows[0] < rows[3] < rows[1] < rows[2] < rows[4]  # the second series stands below the first, in its row
    for box in boxes(figure.locator('[aria-label="rule"] > line[stroke-width]')):
        assert box["x"] >= x(0.1) - 1.5
    bands = boxes(figure.locator('[aria-label="bar"] > rect'))
    ends = [(box["x"], box["x"] + box["width"]) for box in bands]
    assert ends == [pytest.approx((x(low), x(high)), abs=1.5) for low, high in ((0.3, 0.5), (0.1, 0.2))]
    groups = figure.locator('[aria-label="dot"]')
    fills = groups.evaluate_all("all => all.map((one) => getComputedStyle(one).fill)")
    assert fills[1] == tab.evaluate("getComputedStyle(document.body).backgroundColor") != fills[0]
    assert any(HOSTILE in key and "published" in key for key in figure.locator(".keys li").all_inner_texts())
    assert figure.locator("b").count() == 0
    figure.locator("summary").click()
    rows = [row.locator("th, td").all_inner_texts() for row in figure.locator("tbody tr").all()]
    assert ["hvs-random", "run", "first", "0.200", "0.100", "0.950", "12", ""] in rows
    assert ["chance, 95 %", "guessing", "first", "0.400", "0.300", "0.500", "", ""] in rows
