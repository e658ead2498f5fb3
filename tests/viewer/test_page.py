"""The page stands alone: nothing in it comes from elsewhere, nothing but its own parts may run."""

import base64
import hashlib
import io
import json
import re
from html.parser import HTMLParser
from itertools import combinations

import pytest
from PIL import Image

from vlmeval_hvs.results.collect import collect


def made_of(runs):
    from vlmeval_hvs.viewer.book import book
    from vlmeval_hvs.viewer.thumbnails import Images

    return book(runs, Images(), "outputs")


class Parts(HTMLParser):
    """Scripts, styles, and all addresses of a page."""

    def __init__(self):
        super().__init__()
        self.inside, self.scripts, self.styles, self.addresses, self.policy = "", [], [], [], ""

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.addresses += [named[name] for name in ("src", "href") if named.get(name)]
        if named.get("http-equiv") == "Content-Security-Policy":
            self.policy = named["content"]
        data = tag == "script" and named.get("type") == "application/json"
        self.inside = "" if data else tag if tag in ("script", "style") else ""
        if self.inside:
            getattr(self, f"{tag}s").append("")

    def handle_data(self, data):
        if self.inside:
            getattr(self, f"{self.inside}s")[-1] += data

    def handle_endtag(self, tag):
        self.inside = ""


def parts(page) -> Parts:
    parser = Parts()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_the_policy_lets_exactly_the_pages_own_parts_run(page) -> None:
    found = parts(page)
    rules = dict(rule.split(" ", 1) for rule in found.policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"].split() == [digest(script) for script in found.scripts]
    assert digest(found.styles[0]) in rules["style-src"].split()
    assert "unsafe" not in found.policy
    assert rules["img-src"] == "data:"
    assert rules["connect-src"] == "'none'"
    assert [address for address in found.addresses if not address.startswith("#")] == ["data:,"]  # no icon


def test_a_served_page_asks_its_server_for_the_state_that_it_shows(content) -> None:
    from vlmeval_hvs.viewer.page import html

    for state, rule in (("now", "connect-src 'self'"), ("", "connect-src 'none'")):
        text = html(content, state=state).replace("&#39;", "'")
        assert rule in text
        assert f'"state":"{state}"' in text


def test_no_text_from_data_becomes_markup(page, content) -> None:
    text = page.read_text(encoding="utf-8")
    assert "</script><script>alert(2)" not in text
    assert "<img src=x" not in text
    assert any("</script><script>alert(2)" in (answer or {}).get("reply", "") for answer in replies(content))


def replies(content):
    return [answer for book in content["samples"].values() for answers in book["answers"] for answer in answers]


def test_runs_stand_with_their_options_validity_and_number_of_rows(content, results) -> None:
    runs = [run for run in content["runs"] if run["dataset"] == "HVSBench_DEMO"]
    assert {json.dumps(run["variant"]) for run in runs} == {'{"limit": 40}', '{"limit": 39}'}
    lines = (results / "hvs-oracle_HVSBench_DEMO_hvs_items.tsv").read_text().splitlines()
    truth = lines[0].split("\t").index("truth")
    counted = sum(line.split("\t")[truth] != "" for line in lines[1:])  # scanpaths have no right answer
    assert {(run["n"], run["rows"]) for run in runs} == {(counted, 40)}
    assert counted < 40
    (invalid,) = [run for run in content["runs"] if (run["dataset"], run["model"]) == ("VPB_Stage2_DEMO", "hvs-random")]
    assert (invalid["validity"], invalid["score"]) == ("invalid", None)
    charts = {one["name"]: [chart["name"] for chart in one["charts"]] for one in content["benchmarks"]}
    assert {"fields-demo", "types-demo", "type-dots-demo", "scanpaths-demo"} <= set(charts["HVSBench"])
    drawn = {"pipelines-demo", "recall-zooming-demo", "operations-demo", "classes-zooming-demo"}
    assert drawn <= set(charts["ActiView"])


def test_images_are_small_copies_that_decode(content) -> None:
    assert content["images"]
    for image in content["images"]:
        head, _, data = image["source"].partition(",")
        assert head == "data:image/webp;base64"
        with Image.open(io.BytesIO(base64.b64decode(data))) as small:
            assert max(small.size) <= 448
            assert small.width / small.height == pytest.approx(image["width"] / image["height"], rel=0.02)


def test_a_folder_has_every_sample_and_the_files_themselves(results, demo_root, tmp_path, monkeypatch) -> None:
    from vlmeval_hvs.viewer.page import write_page

    monkeypatch.setenv("LMUData", str(demo_root.parent))
    runs = [result for result in collect(results) if result.dataset == "VPB_Stage2_DEMO"]
    page = write_page(runs, tmp_path / "site", "outputs")
    assert page == tmp_path / "site" / "index.html"
    book = json.loads(page.read_text().partition('id="book">')[2].partition("</script>")[0])
    assert len(book["samples"]["VPB_Stage2_DEMO"]["rows"]) == 6
    names = {image["source"] for image in book["images"]}
    assert names == {f"images/{path.name}" for path in (tmp_path / "site" / "images").iterdir()}
    assert all(re.fullmatch(r"images/[0-9a-f]{20}\.png", name) for name in names)


def test_pages_stay_within_their_budget(demo_root, results) -> None:
    from vlmeval_hvs.viewer.book import BUDGET, SAMPLES, _limit
    from vlmeval_hvs.viewer.samples import _turn
    from vlmeval_hvs.viewer.thumbnails import Images

    assert _limit(1, BUDGET) == SAMPLES
    assert _limit(25, BUDGET) * 25 * 20_000 <= BUDGET
    assert _limit(3, -5) == 6
    path = next((demo_root / "VPB_Stage2_DEMO").rglob("*.png"))
    images = Images()
    turn = {"step": "answer", "text": "", "reply": "?", "images": [str(path)]}
    assert _turn(turn, images) == {**turn, "images": [0]}
    images.most = images.size
    assert _turn(turn, images) == {**turn, "images": [], "left_out": 1}


def test_published_rows_and_marks_stand_beside_a_run(tmp_path) -> None:
    scores = {
        "model": "m", "dataset": "HVSBench", "benchmark": "HVSBench", "n": 8657, "validity": "valid", "settings": {},
        "metrics": {"Overall": 0.4}, "intervals": {"Overall": [0.39, 0.41]},
        "chances": {"Overall": {"value": 0.3, "low": 0.29, "high": 0.31, "mark": "above"}},
    }  # fmt: skip
    (tmp_path / "m_HVSBench_hvs_scores.json").write_text(json.dumps(scores))
    made = made_of(collect(tmp_path))
    assert made["runs"][0]["mark"] == "above chance"
    assert made["runs"][0]["chance"] == [0.3, 0.29, 0.31]
    assert "Qwen2-VL" in made["benchmarks"][0]["published"]["HVSBench"]
    assert "no table of items" in made["samples"]["HVSBench"]["notes"][0]


def labelled(results, folder, label: str, settings, model: str = "hvs-oracle"):
    """A copy of a run on HVSBench_DEMO under a label."""
    for ending in ("scores.json", "items.tsv"):
        text = (results / f"{model}_HVSBench_DEMO_hvs_{ending}").read_text()
        (folder / f"{model}_HVSBench_DEMO@{label}_hvs_{ending}").write_text(text)
    path = folder / f"{model}_HVSBench_DEMO@{label}_hvs_scores.json"
    scores = json.loads(path.read_text())
    told = {"dataset": f"HVSBench_DEMO@{label}", "settings": {**scores["settings"], **settings}, "files": {}}
    path.write_text(json.dumps({**scores, **told}))


def test_a_labelled_run_stands_in_the_column_of_its_dataset(results, demo_root, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("LMUData", str(demo_root.parent))
    for model in ("hvs-oracle", "hvs-random"):
        for ending in ("scores.json", "items.tsv"):
            name = f"{model}_HVSBench_DEMO_hvs_{ending}"
            (tmp_path / name).write_text((results / name).read_text())
    labelled(results, tmp_path, "hint", {"hint": "field"})
    labelled(results, tmp_path, "again", {})
    labelled(results, tmp_path, "more", {})
    found = collect(tmp_path)
    made = made_of(found)
    assert {run["dataset"] for run in made["runs"]} == {"HVSBench_DEMO"}
    names = [run["name"] for run in made["runs"]]
    assert set(names) == {
        *("hvs-oracle · limit=40 @again", "hvs-oracle · limit=40 @more"),
        *("hvs-oracle · limit=40, hint=field", "hvs-oracle · limit=40", "hvs-random · limit=40"),
    }
    assert len(names) == 5
    assert set(names) <= made["places"].keys()
    (samples,) = made["samples"].values()
    assert [len(one) for one in samples["answers"]] == [len(samples["rows"])] * 5
    hinted = names.index("hvs-oracle · limit=40, hint=field")
    asked = [answer["prompt"] for answer in samples["answers"][samples["runs"].index(hinted)] if "prompt" in answer]
    assert asked  # what was asked with the hint stands with its answers
    (compared,) = made["comparisons"].values()
    other = names.index("hvs-random · limit=40")
    assert {frozenset((pair["a"], pair["b"])) for pair in compared["pairs"]} == {
        frozenset(pair) for pair in combinations(range(5), 2) if set(pair) != {hinted, other}
    }
    assert "of different models" in compared["refused"][-1]
    board = made["benchmarks"][0]["tables"][0]
    assert board["head"] == ["model", "HVSBench_DEMO"]
    assert [row[0] for row in board["rows"]][:5] == sorted(names)
