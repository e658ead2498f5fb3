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

  // Contrast of all words with what lies behind them.
  const canvas = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d", {willReadFrequently: true});
  const parse = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = (rgb) => rgb.slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const behind = (node) => { for (let one = node; one; one = one.parentElement) { const found = parse(getComputedStyle(one).backgroundColor); if (found[3] > 250) return found; } return [255, 255, 255, 255]; };
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (words.nextNode()) {
    const node = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || !node || !seen(node) || node.closest(".marks, .heat, script, title, .skip, noscript, caption")) continue;
    const style = getComputedStyle(node);
    const [ink, paper] = [parse(node.namespaceURI.endsWith("svg") ? style.fill : style.color), behind(node)];
    const [a, b] = [light(ink), light(paper)].sort((x, y) => y - x);
    count += 1;
    if (ink[3] > 0 && (a + 0.05) / (b + 0.05) < 4.5) faults.push(`contrast ${((a + 0.05) / (b + 0.05)).toFixed(2)}: ${told(node)}`);
  }
  if (count < 20) faults.push(`only ${count} texts`);

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


def test_what_is_printed_is_unfolded(opened, content):
    tab = opened("#/", viewport={"width": 794, "height": 1123})
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.evaluate(FAULTS) == []
    assert tab.locator("details:not([open])").count() == 0
    assert not tab.locator("header.bar").is_visible()


def test_the_keyboard_stays_where_it_is(opened, content):
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
