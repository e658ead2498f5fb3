"""The page in a real browser: what a reader sees, presses and is told."""

import pytest


def place_of(content, name, model="hvs-random"):
    """The place of a model's run among those on a dataset."""
    runs = content["samples"][name]["runs"]
    return next(place for place, run in enumerate(runs) if content["runs"][run]["model"] == model)


@pytest.mark.long
def test_every_page_can_be_reached_and_is_quiet(opened, content):
    tab = opened()
    for link in tab.locator("nav.top a").all():
        link.click()
        tab.wait_for_selector("nav.top a[aria-current]")
        assert tab.locator("main h1").inner_text()
    for benchmark in content["benchmarks"]:
        tab.goto(f"{tab.url.partition('#')[0]}#/benchmark?name={benchmark['name']}")
        tab.wait_for_selector("figure.chart svg")
        assert tab.locator("figure.chart").count() == len(benchmark["charts"])


@pytest.mark.nightly
def test_marks_lie_on_the_right_pixels(opened, content):
    name = "VisualSearch_COCOSearch18_DEMO"
    row = content["samples"][name]["rows"][0]
    tab = opened(f"#/samples?dataset={name}&index={row['index']}")
    image = tab.locator(".picture img").first.bounding_box()
    drawn = tab.locator(".picture .role-target > rect").first.bounding_box()
    mark = next(mark for mark in row["pictures"][0]["marks"] if mark["role"] == "target")
    for start, side in (("x", "width"), ("y", "height")):
        assert drawn[start] == pytest.approx(image[start] + mark[start] * image[side], abs=4)  # half the line's width
        assert drawn[side] == pytest.approx(mark[side] * image[side], abs=8)


@pytest.mark.nightly
def test_hostile_names_and_replies_are_words(opened, content):
    name, hostile = "HVSBench_DEMO", "</script><script>alert(2)</script>"
    assert opened().get_by_text("<img src=x onerror=alert(1)>[/red]").count() >= 1
    book, place = content["samples"][name], place_of(content, name)
    said = zip(book["rows"], book["answers"][place], strict=True)
    index = next(row["index"] for row, answer in said if hostile in answer["reply"])
    tab = opened(f"#/samples?dataset={name}&index={index}&a={book['runs'][place]}")
    assert hostile in tab.locator(".reply pre").inner_text()
