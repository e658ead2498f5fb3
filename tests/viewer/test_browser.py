"""The page in a real browser: what a reader sees, presses and is told."""

import pytest


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
