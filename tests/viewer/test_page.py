"""The page stands alone: nothing in it comes from elsewhere, nothing but its own parts may run."""

import base64
import hashlib
import html as html_text
import json
import re

import pytest


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
def test_runs_stand_with_their_options_validity_and_number_of_rows(content, results):
    runs = [run for run in content["runs"] if run["dataset"] == "HVSBench_DEMO"]
    assert {json.dumps(run["variant"]) for run in runs} == {'{"limit": 40}', '{"limit": 39}'}
    lines = (results / "hvs-oracle_HVSBench_DEMO_hvs_items.tsv").read_text().splitlines()
    truth = lines[0].split("\t").index("truth")
    counted = sum(line.split("\t")[truth] != "" for line in lines[1:])  # scanpaths have no right answer
    assert {(run["n"], run["rows"]) for run in runs} == {(counted, 40)}
    assert counted < 40
    (invalid,) = [run for run in content["runs"] if (run["dataset"], run["model"]) == ("VPB_Stage2_DEMO", "hvs-random")]
    assert (invalid["validity"], invalid["score"]) == ("invalid", None)
