"""The page stands alone: nothing in it comes from elsewhere, nothing but its own parts may run."""

import base64
import csv
import hashlib
import html as html_text
import json
import re

import pytest

from tests.viewer.conftest import HOSTILE, content_of


@pytest.mark.long
def test_the_policy_lets_exactly_the_pages_own_parts_run_and_no_text_becomes_markup(page, content):
    from vlmeval_hvs.viewer.page import html

    def digest(part):
        return f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'"

    text = page.read_text(encoding="utf-8")
    policy = html_text.unescape(re.search(r'http-equiv="Content-Security-Policy" content="(.*?)"', text)[1])
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    fixed = {"default-src": "'none'", "img-src": "data:", "connect-src": "'none'"}
    assert fixed.items() <= rules.items()
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    assert rules["script-src"].split() == [digest(script) for script in scripts] != []
    assert digest(re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]) in rules["style-src"].split()
    assert "unsafe" not in policy
    markup = re.sub(r"<(script|style).*?</\1>", "", text, flags=re.DOTALL)
    assert set(re.findall(r'\s(?:src|href)="([^#"][^"]*)"', markup)) == {"data:,"}  # no icon
    replies = [answer for book in content["samples"].values() for run in book["answers"] for answer in run]
    hostile = "</script><script>alert(2)"
    assert any(hostile in (answer or {}).get("reply", "") for answer in replies)
    assert not [markup for markup in (hostile, "<img src=x") if markup in text]
    # A served page asks its server for the state that it shows.
    for state, rule in (("now", "connect-src 'self'"), ("", "connect-src 'none'")):
        served = html(content, state=state).replace("&#39;", "'")
        assert rule in served
        assert f'"state":"{state}"' in served


@pytest.mark.long
def test_runs_stand_with_their_options_validity_chance_people_and_parts(content, results):
    runs = {(run["model"], run["dataset"]): run for run in content["runs"]}
    oracle = runs["hvs-oracle", "HVSBench_DEMO"]
    with (results / "hvs-oracle_HVSBench_DEMO_hvs_items.tsv").open(newline="") as file:
        counted = sum(row["truth"] != "" for row in csv.DictReader(file, delimiter="\t"))  # scanpaths have none
    scores = json.loads((results / "hvs-oracle_HVSBench_DEMO_hvs_scores.json").read_text())
    chance = scores["chances"]["Overall"]
    expected = {
        "benchmark": "HVSBench", "label": "", "name": "hvs-oracle · limit=26, n_resamples=50", "score": 1.0,
        "variant": {"limit": 26, "n_resamples": 50},
        "interval": scores["intervals"]["Overall"], "n": counted, "rows": 26, "rests": [], "mark": "above chance",
        "chance": [chance[name] for name in ("value", "low", "high")], "people": None, "validity": "valid",
        "reason": "", "trust": [], "fallback": 0.0, "differ": 0.0, "failed": 0, "model_settings": {},
        "digest": scores["digest"][:12], "warnings": scores["warnings"],
    }  # fmt: skip
    assert {name: oracle[name] for name in expected} == expected
    assert 0 < counted < 26
    fields = ["Prominence", "Subitizing", "Prioritizing", "Free-viewing", "Searching"]
    assert [part["name"] for part in oracle["parts"]] == fields
    part = oracle["parts"][0]
    assert (part["value"], part["interval"]) == (1.0, scores["intervals"]["Prominence_Acc"])
    hostile, invalid = runs[HOSTILE, "HVSBench_DEMO"], runs["hvs-random", "VPB_Stage2_DEMO"]
    assert (hostile["variant"], hostile["rests"]) == ({"limit": 25, "n_resamples": 50}, ["12 % unread", "4 % refused"])
    assert (invalid["validity"], invalid["score"], invalid["failed"]) == ("invalid", None, 1)
    assert "1 of 6 rows failed" in invalid["reason"]
    search = runs["hvs-oracle", "VisualSearch_COCOSearch18_DEMO"]
    people = search["people"]
    assert people["own"] == search["score"] > people["value"] > 0
    assert people["standing"] in ("above human level", "at human level", "not distinguishable from humans")


def test_a_benchmark_has_its_datasets_charts_and_tables(content):
    found = {one["name"]: one for one in content["benchmarks"]}
    assert {name: one["datasets"] for name, one in found.items()} == {
        "HVSBench": ["HVSBench_DEMO"], "ActiView": ["ActiView_Zooming_DEMO"], "GazeTarget": ["GazeTarget_DEMO"],
        "VisualSearch": ["VisualSearch_COCOSearch18_DEMO"], "VPB": ["VPB_Stage2_DEMO"],
    }  # fmt: skip
    for name, one in found.items():
        charts = {chart["name"]: chart for chart in one["charts"]}
        overall = charts[f"overall-{one['datasets'][0].lower().replace('_', '-')}"]
        models = {series["name"]: series["place"] for series in overall["series"] if series["standing"] == "run"}
        assert set(models.values()) == {0}, "the axis names them"
        assert overall["reach"] == [0, 1] or name == "VisualSearch"
        assert (one["tables"][-1]["title"], one["published"]) == (one["datasets"][0], {one["datasets"][0]: {}})
    lines = next(chart for chart in found["VisualSearch"]["charts"] if chart["kind"] == "lines")
    assert [one["place"] for one in lines["series"] if one["standing"] == "run"] == [0, 1]
    assert lines["reach"] is None


@pytest.mark.long
def test_a_folder_has_a_file_for_every_dataset_and_its_images_beside(collected, tmp_path):
    from vlmeval_hvs.viewer.page import write_page

    runs = [one for one in collected if one.dataset in ("GazeTarget_DEMO", "ActiView_Zooming_DEMO")]
    page = write_page(runs, tmp_path / "site", "outputs")  # in processes of a pool
    assert page == tmp_path / "site" / "index.html"
    assert "img-src data: 'self' file:" in page.read_text().replace("&#39;", "'")
    found = content_of(page)
    numbers = {name: len(one["rows"]) for name, one in found["samples"].items()}
    assert numbers == {"ActiView_Zooming_DEMO": 4, "GazeTarget_DEMO": 12}
    files = {path.name for path in (tmp_path / "site" / "images").iterdir()}
    assert {one["source"] for one in found["images"].values()} == {f"images/{name}" for name in files}
