"""The page stands alone: nothing in it comes from elsewhere, nothing but its own parts may run."""

import base64
import hashlib
import json
from html.parser import HTMLParser

import pytest


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
        self.inside = tag if tag in ("script", "style") and not data else ""
        if self.inside:
            getattr(self, f"{tag}s").append("")

    def handle_data(self, data):
        if self.inside:
            getattr(self, f"{self.inside}s")[-1] += data

    def handle_endtag(self, tag):
        self.inside = ""


@pytest.mark.long
def test_the_policy_lets_exactly_the_pages_own_parts_run_and_no_text_becomes_markup(page, content):
    from vlmeval_hvs.viewer.page import html

    def digest(part):
        return f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'"

    text = page.read_text(encoding="utf-8")
    found = Parts()
    found.feed(text)
    rules = dict(rule.split(" ", 1) for rule in found.policy.split("; "))
    fixed = {"default-src": "'none'", "img-src": "data:", "connect-src": "'none'"}
    assert fixed.items() <= rules.items()
    assert rules["script-src"].split() == [digest(script) for script in found.scripts]
    assert digest(found.styles[0]) in rules["style-src"].split()
    assert "unsafe" not in found.policy
    assert [address for address in found.addresses if not address.startswith("#")] == ["data:,"]  # no icon
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
