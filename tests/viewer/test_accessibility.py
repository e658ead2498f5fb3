"""Every page can be read and worked with by keyboard and by a screen reader, as axe-core checks it."""

from importlib.resources import files

import pytest

pytestmark = pytest.mark.nightly

FOUND = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .map((fault) => [fault.id, fault.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3)])"""


@pytest.fixture(scope="module")
def axe() -> str:
    pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def places(content) -> list[str]:
    """All kinds of pages."""
    search = content["samples"]["VisualSearch_COCOSearch18_DEMO"]["rows"][0]["index"]
    gaze = content["samples"]["GazeTarget_DEMO"]
    beside = f"index={gaze['rows'][0]['index']}&a={gaze['runs'][0]}&b={gaze['runs'][1]}"
    return [
        *("#/", "#/?all=1", "#/samples?dataset=VPB_Stage2_DEMO", "#/compare?dataset=HVSBench_DEMO"),
        *(f"#/benchmark?name={one['name']}" for one in content["benchmarks"]),
        f"#/samples?dataset=VisualSearch_COCOSearch18_DEMO&index={search}",
        f"#/samples?dataset=GazeTarget_DEMO&{beside}",
    ]


@pytest.mark.parametrize(("width", "scheme"), [(400, "dark"), (1400, "light")])
def test_no_page_has_a_fault(opened, content, axe, width: int, scheme: str) -> None:
    tab = opened("#/", viewport={"width": width, "height": 900}, color_scheme=scheme)
    tab.evaluate(axe)
    for place in places(content):
        tab.evaluate("(place) => { location.hash = place; }", place)
        tab.wait_for_timeout(250)  # figures are drawn for the width of their place
        assert tab.evaluate(FOUND) == [], place


def test_the_keyboard_stays_where_it_is(opened, content) -> None:
    tab = opened("#/samples?dataset=GazeTarget_DEMO")
    chosen = tab.get_by_label("Show")
    chosen.focus()
    chosen.press("ArrowDown")
    tab.wait_for_function("location.hash.includes('verdict=')")
    assert tab.evaluate("document.activeElement.closest('label').firstChild.textContent") == "Show"
    tab.get_by_label("Show").select_option("")
    tab.wait_for_function("!location.hash.includes('verdict=')")
    tab.locator(".card").first.focus()
    tab.keyboard.press("Enter")
    tab.wait_for_selector("article.sample")
    assert tab.evaluate("document.activeElement.id") == "main"  # the card is gone: the new page is read from its top
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.querySelector('main').contains(document.activeElement)")
