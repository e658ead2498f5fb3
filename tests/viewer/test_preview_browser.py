"""The page of a preview in a real browser."""

import pytest

from vlmeval_hvs.cli import main

pytestmark = pytest.mark.nightly


@pytest.fixture
def tab(demo, tmp_path, browser):
    """The preview of ActiView's mixed pipeline; the console has to stay empty, and no request is made."""
    demo("ActiView_DEMO")
    page = tmp_path / "preview.html"
    asked = ["--price-in", "2", "--price-out", "8", "--html", str(page)]
    assert main(["preview", "ActiView_Mixed_DEMO", *asked]) == 0
    said = []
    tab = browser.new_page(viewport={"width": 400, "height": 800})
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    tab.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else said.append(request.url))
    tab.goto(page.as_uri())
    tab.wait_for_selector("h1")
    yield tab
    tab.close()
    assert said == []


def test_numbers_turns_and_marks_are_there(tab):
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


def test_the_page_fits_a_phone_and_turns_dark(tab):
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    light = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    tab.locator("#theme").click()
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") != light
