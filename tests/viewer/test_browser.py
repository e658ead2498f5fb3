"""The page in a real browser: what a reader sees, presses and is told."""

import json
import re
import shutil
import threading
import urllib.error
import urllib.request
from urllib.parse import urlencode

import pytest

from vlmeval_hvs.viewer.server import serve


def test_the_leaderboard_sorts_by_a_press_on_its_head(opened) -> None:
    tab = opened()
    head = tab.locator("table").first.locator("th button", has_text="GazeTarget_DEMO")
    column = 1 + tab.locator("table").first.locator("thead th").all_inner_texts().index("GazeTarget_DEMO")
    head.click()
    cells = tab.locator("table").first.locator(f"tbody tr td:nth-child({column}) .value").all_inner_texts()
    values = [float(cell) for cell in cells]
    assert values == sorted(values, reverse=True)
    assert len(values) == 2
    head.press("Enter")
    assert (
        tab.locator("table").first.locator("th", has_text="GazeTarget_DEMO").get_attribute("aria-sort") == "ascending"
    )


def test_a_narrow_leaderboard_shows_one_dataset_and_is_sorted_by_it(opened, content) -> None:
    tab = opened("#/", viewport={"width": 400, "height": 800})
    table = tab.locator("table").first
    for name in ("GazeTarget_DEMO", "HVSBench_DEMO"):
        tab.get_by_label("Scores on").select_option(label=name)
        heads = [head for head in table.locator("thead th").all() if head.is_visible()]
        assert [head.text_content() for head in heads] == ["model", name]
        scored = [run for run in content["runs"] if run["dataset"] == name and run["score"] is not None]
        assert table.locator("tbody tr").count() == len(scored)
        values = [float(value) for value in table.locator("tbody .value").all_inner_texts()]
        assert values == sorted(values, reverse=True)
        assert table.bounding_box()["width"] <= 400
    tab.get_by_role("button", name=name).press("Enter")
    values = [float(value) for value in table.locator("tbody .value").all_inner_texts()]
    assert values == sorted(values)
    tab.set_viewport_size({"width": 1200, "height": 800})
    tab.wait_for_function("document.querySelector('thead').querySelectorAll('th:not([hidden])').length > 2")
    assert not tab.get_by_label("Scores on").is_visible()


def test_every_page_can_be_reached_and_is_quiet(opened, content) -> None:
    tab = opened()
    for link in tab.locator("nav.top a").all():
        link.click()
        tab.wait_for_selector("nav.top a[aria-current]")
        assert tab.locator("main h1").inner_text()
    for benchmark in content["benchmarks"]:
        tab.goto(f"{tab.url.partition('#')[0]}#/benchmark?name={benchmark['name']}")
        tab.wait_for_selector("figure.chart svg")
        assert tab.locator("figure.chart").count() >= len(benchmark["charts"]) + 1


def test_a_filter_shows_what_it_says_and_stands_in_the_address(opened, content) -> None:
    name = "VPB_Stage2_DEMO"
    book = content["samples"][name]
    place = next(place for place, run in enumerate(book["runs"]) if content["runs"][run]["model"] == "hvs-random")
    expected = [answer["verdict"] for answer in book["answers"][place]]
    tab = opened(f"#/samples?dataset={name}&a={book['runs'][place]}")
    assert tab.locator(".wall .card").count() == len(expected)
    tab.get_by_label("Show").select_option("failed")
    tab.wait_for_function("location.hash.includes('verdict=failed')")
    assert tab.locator(".wall .card").count() == expected.count("failed") == 1
    again = opened(tab.url[tab.url.index("#") :])
    assert again.locator(".wall .chip").all_inner_texts() == ["failed: no reply"]


def test_marks_lie_on_the_right_pixels(opened, content) -> None:
    name = "VisualSearch_COCOSearch18_DEMO"
    row = content["samples"][name]["rows"][0]
    tab = opened(f"#/samples?dataset={name}&index={row['index']}")
    image = tab.locator(".picture img").first.bounding_box()
    drawn = tab.locator(".picture .role-target > rect").first.bounding_box()
    mark = next(mark for mark in row["pictures"][0]["marks"] if mark["role"] == "target")
    assert drawn["x"] == pytest.approx(image["x"] + mark["x"] * image["width"], abs=4)  # half the line's width
    assert drawn["y"] == pytest.approx(image["y"] + mark["y"] * image["height"], abs=4)
    assert drawn["width"] == pytest.approx(mark["width"] * image["width"], abs=8)
    assert drawn["height"] == pytest.approx(mark["height"] * image["height"], abs=8)


def test_the_slider_shows_a_search_step_by_step(opened, content) -> None:
    name = "VisualSearch_COCOSearch18_DEMO"
    book = content["samples"][name]
    run = next(run for run in book["runs"] if content["runs"][run]["model"] == "hvs-random")
    tab = opened(f"#/samples?dataset={name}&index={book['rows'][3]['index']}&a={run}")
    tab.locator("input[type=range]").fill("2")
    assert tab.locator(".path.role-answer circle").count() == 2
    assert tab.locator(".slider output").inner_text().startswith("2 of ")


def test_a_persons_scanpath_can_be_seen_alone(opened, content) -> None:
    rows = content["samples"]["HVSBench_DEMO"]["rows"]
    row = next(row for row in rows if any(mark["role"] == "human" for mark in row["pictures"][0]["marks"]))
    tab = opened(f"#/samples?dataset=HVSBench_DEMO&index={row['index']}&person=person+2")
    marks = [mark for mark in row["pictures"][0]["marks"] if mark["role"] == "human"]
    assert tab.locator(".path.role-human").count() == 1
    assert tab.locator(".path.role-human circle").count() == len(marks[1]["points"])


def test_keys_move_between_samples_and_back(opened, content) -> None:
    rows = content["samples"]["GazeTarget_DEMO"]["rows"]
    tab = opened(f"#/samples?dataset=GazeTarget_DEMO&index={rows[0]['index']}")
    tab.keyboard.press("ArrowRight")
    tab.wait_for_function(f"location.hash.includes('index={rows[1]['index']}')")
    tab.keyboard.press("ArrowLeft")
    tab.wait_for_function(f"location.hash.includes('index={rows[0]['index']}')")
    tab.keyboard.press("Escape")
    tab.wait_for_selector(".wall")


def test_an_address_names_its_run_and_what_is_not_there_is_told(opened, content) -> None:
    book = content["samples"]["HVSBench_DEMO"]
    names = [content["runs"][run]["name"] for run in book["runs"]]
    tab = opened(f"#/samples?{urlencode({'dataset': 'HVSBench_DEMO', 'a': names[-1]})}")
    assert tab.locator(".filters select").nth(1).locator("option:checked").inner_text() == names[-1]
    tab.locator(".card").first.click()
    tab.wait_for_selector(".sample")
    assert urlencode({"a": names[-1]}) in tab.url
    tab = opened("#/samples?dataset=HVSBench_DEMO&a=nobody&index=none")
    told = tab.locator("main").inner_text()
    assert "There is no run nobody in this page." in told
    assert "There is no sample none in this page." in told


def test_the_search_finds_while_one_types(opened, content) -> None:
    rows = content["samples"]["HVSBench_DEMO"]["rows"]
    tab = opened("#/samples?dataset=HVSBench_DEMO")
    tab.locator("input[type=search]").press_sequentially("no such words")
    tab.locator(".note", has_text="0 samples").wait_for()
    assert tab.evaluate("document.activeElement.type") == "search"
    assert len(rows) > 0


def test_two_runs_stand_side_by_side(opened, content) -> None:
    book = content["samples"]["GazeTarget_DEMO"]
    first, second = book["runs"]
    tab = opened(f"#/samples?dataset=GazeTarget_DEMO&index={book['rows'][0]['index']}&a={first}&b={second}")
    boxes = [column.bounding_box() for column in tab.locator(".column").all()]
    assert len(boxes) == 2
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]


def test_hostile_names_and_replies_are_words(opened, content) -> None:
    tab = opened()
    assert tab.get_by_text("<img src=x onerror=alert(1)>[/red]").count() >= 1
    book = content["samples"]["HVSBench_DEMO"]
    place = next(place for place, run in enumerate(book["runs"]) if content["runs"][run]["model"] == "hvs-random")
    index = next(
        row["index"]
        for row, answer in zip(book["rows"], book["answers"][place], strict=True)
        if "alert(2)" in answer["reply"]
    )
    tab = opened(f"#/samples?dataset=HVSBench_DEMO&index={index}&a={book['runs'][place]}")
    assert "</script><script>alert(2)</script>" in tab.locator(".reply pre").inner_text()


@pytest.mark.parametrize("width", [400, 1400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_the_window(opened, content, width: int, scheme: str) -> None:
    index = content["samples"]["HVSBench_DEMO"]["rows"][0]["index"]
    for place in ("#/", "#/benchmark?name=HVSBench", "#/samples", f"#/samples?dataset=HVSBench_DEMO&index={index}"):
        tab = opened(place, viewport={"width": width, "height": 800}, color_scheme=scheme)
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        paper = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        light = sum(int(part) for part in re.findall(r"\d+", paper)[:3]) > 380
        assert light == (scheme == "light")


def test_printing_leaves_the_tables(opened) -> None:
    tab = opened()
    tab.emulate_media(media="print")
    assert tab.locator("table").first.is_visible()
    assert not tab.locator("header.bar").is_visible()


def test_every_picture_and_control_has_a_name(opened, content) -> None:
    index = content["samples"]["HVSBench_DEMO"]["rows"][0]["index"]
    for place in ("#/", "#/samples", f"#/samples?dataset=HVSBench_DEMO&index={index}"):
        tab = opened(place)
        nameless = tab.evaluate(
            """() => [...document.querySelectorAll('img, button, a, input, select')].filter((node) => {
                const label = node.closest('label');
                return !(node.alt || node.getAttribute('aria-label') || node.textContent.trim()
                    || (label && label.textContent.trim()));
            }).map((node) => node.outerHTML.slice(0, 80))"""
        )
        assert nameless == []


def test_the_served_page_shows_new_results(browser, results, demo_root, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("LMUData", str(demo_root.parent))
    work = tmp_path / "outputs"
    work.mkdir()

    def copy(stem: str) -> None:
        for path in results.glob(f"{stem}_hvs_*"):
            shutil.copy(path, work)

    copy("hvs-oracle_GazeTarget_DEMO")
    server, folder = serve(work)
    with server, folder:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        tab = browser.new_page()
        tab.goto(address)
        tab.get_by_text("hvs-oracle").first.wait_for()
        copy("hvs-random_GazeTarget_DEMO")
        tab.get_by_text("hvs-random").first.wait_for(timeout=60_000)
        with urllib.request.urlopen(f"{address}state") as answer:
            assert json.loads(answer.read())
        strange = urllib.request.Request(address, headers={"Host": "example.org"})
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(strange)
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}images/..%2findex.html")
        server.shutdown()


def test_an_invalid_run_has_no_score(opened, content) -> None:
    run = next(run for run in content["runs"] if run["dataset"] == "VPB_Stage2_DEMO" and run["model"] == "hvs-random")
    assert run["validity"] == "invalid"
    assert run["score"] is None
    tab = opened("#/?all=1")
    head = tab.locator("table").first.locator("thead th").all_inner_texts()
    row = tab.locator("table").first.locator("tbody tr", has_text="hvs-random").first
    assert "n/a" in row.locator(f"td:nth-child({1 + head.index('VPB_Stage2_DEMO')})").inner_text()
