"""The page of a preview in a real browser, as wide as a phone."""

import pytest

from vlmeval_hvs.cli import main


@pytest.mark.nightly
def test_numbers_turns_and_marks_are_there_and_fit_a_phone(demo, opened, tmp_path):
    demo("ActiView_DEMO")
    page = tmp_path / "preview.html"
    asked = ["--price-in", "2", "--price-out", "8", "--html", str(page)]
    assert main(["preview", "ActiView_Mixed_DEMO", *asked]) == 0
    tab = opened("", page, viewport={"width": 400, "height": 800})
    assert tab.locator("h1").inner_text() == "Preview of ActiView_Mixed_DEMO"
    first = tab.locator("table").first
    assert first.locator("tbody tr th").all_inner_texts() == ["fewest calls", "most calls"]
    assert [cell.split()[0] for cell in first.locator("tbody tr td:nth-child(4)").all_inner_texts()] == ["32", "48"]
    first.locator("thead button", has_text="text tokens").click()
    assert first.locator("tbody tr th").all_inner_texts() == ["most calls", "fewest calls"]
    samples = tab.locator("article.sample")
    assert samples.count() == 8
    turns = samples.first.locator("details").nth(1)
    turns.locator("summary").click()
    assert turns.locator("li").count() == 3
    assert "Scripted reply" in turns.inner_text()
    assert "scripted, not a model" in tab.locator("#numbers").inner_text()
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    light = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    tab.locator("#theme").click()
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") != light
