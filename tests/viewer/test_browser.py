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
