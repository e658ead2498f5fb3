"""How the pages look, by structure: nothing overlaps or is cut, all words can be read, no figure is empty."""

from importlib.resources import files

import pytest

pytestmark = pytest.mark.nightly

FAULTS = """() => {
  const faults = [];
  const seen = (node) => { const box = node.getBoundingClientRect(); return box.width > 0 && box.height > 0 && getComputedStyle(node).visibility === "visible"; };
  const told = (node) => `${node.tagName} ${node.getAttribute("class") || ""} ${(node.textContent || "").trim().slice(0, 40)}`;
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);

  // Parts that stand beside or below each other.
  for (const parts of [".profiles > *", ".charts > *", ".wall > *", "main > section > *", ".pair > *", ".filters > *", "header.bar > *"]) {
    const boxes = [...document.querySelectorAll(parts)].filter(seen).map((node) => [node, node.getBoundingClientRect()]);
    for (const [one, a] of boxes) for (const [two, b] of boxes) {
      if (one === two || !(one.compareDocumentPosition(two) & 4)) continue;
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) faults.push(`overlap: ${told(one)} | ${told(two)}`);
    }
  }

  for (const node of document.querySelectorAll("main *, header *")) {
    const style = getComputedStyle(node);
    if (style.overflowX === "hidden" && node.scrollWidth > node.clientWidth + 1 && node.tagName !== "CAPTION" && seen(node)) faults.push(`cut: ${told(node)}`);
  }
  for (const text of document.querySelectorAll(".plot svg text, .profile svg text")) {
    if (!seen(text)) continue;
    const [box, card] = [text.getBoundingClientRect(), text.closest(".chart, .profile").getBoundingClientRect()];
    if (box.left < card.left - 1 || box.right > card.right + 1) faults.push(`outside its card: ${told(text)}`);
  }

  for (const plot of document.querySelectorAll("figure.chart div.plot")) {
    const shapes = [...plot.querySelectorAll("svg [aria-label=dot] > *, svg [aria-label=bar] rect, svg [aria-label=cell] rect, svg .point")].filter(seen);
    if (!shapes.length) faults.push(`empty: ${plot.getAttribute("aria-label")}`);
  }
  return [...new Set(faults)].slice(0, 20);
}"""  # noqa: E501


AXE = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .map((fault) => [fault.id, fault.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3)])"""


def places(content):
    """All kinds of pages: overview, benchmarks, wall, sample, two runs side by side, comparison."""
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
def test_pages_are_whole_and_can_be_read_by_everybody(opened, content, width, scheme):
    pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    tab = opened("#/", viewport={"width": width, "height": 900}, color_scheme=scheme)
    tab.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    for place in places(content):
        tab.evaluate("(place) => { location.hash = place; }", place)
        tab.wait_for_timeout(250)  # figures are drawn for the width of their place
        assert tab.evaluate(FAULTS) == [], place
        assert tab.evaluate(AXE) == [], place
    tab.evaluate("document.querySelector('main').append(document.createElement('button'), new Image())")
    assert {"button-name", "image-alt"} <= {fault for fault, _ in tab.evaluate(AXE)}, "a fault is seen"
