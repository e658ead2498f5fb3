"""Misspelt names of the host's own models and options, from source texts of hosts of both layouts."""

import sys

import pytest

from vlmeval_hvs.host.known import misspelt, model_names, option_names
from vlmeval_hvs.host.runner import find_runner

CONFIG = """
raise SystemExit("nobody imports this")
first = {"InternVL3-8B": partial(InternVLChat, version="V2.0"), "GPT4o": partial(GPT4V)}
settings = {"temperature": 0}
supported_VLM = {**first}
"""
RUN = """
import vlmeval
parser.add_argument("--work-dir", type=str)
parser.add_argument("--limit", type=int)
parser.add_argument("--model", "-m", nargs="+")
"""


@pytest.fixture(params=["checkout", "package"])
def runner(request, tmp_path, monkeypatch):
    package = tmp_path / "vlmeval"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('nobody imports this')")
    (package / "config.py").write_text(CONFIG)
    (tmp_path / "run.py" if request.param == "checkout" else package / "run.py").write_text(RUN)
    if request.param == "package":
        (package / "__main__.py").write_text("")
        monkeypatch.delitem(sys.modules, "vlmeval", raising=False)
        monkeypatch.syspath_prepend(tmp_path)
    return find_runner(tmp_path)


def test_names_are_read_without_an_import(runner):
    assert option_names(runner) == ["--work-dir", "--limit", "--model"]
    assert model_names(runner) == ["InternVL3-8B", "GPT4o"]


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["--model", "InternVL3-8b"], ["no model InternVL3-8b, did you mean InternVL3-8B?"]),
        (["--model=GPT4o", "--limt", "3"], ["no option --limt, did you mean --limit?"]),
        (["--model", "GPT-4o", "InternVL3-8B", "--limt=3"], [
            "no option --limt, did you mean --limit?",
            "no model GPT-4o, did you mean GPT4o?",
        ]),
        (["--model", "hvs-random", "somebody-elses", "--work", "x", "--newer-option"], []),
        (["--model", "InternVL3-8b", "--base-url=http://x"], []),
    ],
)  # fmt: skip
def test_only_what_is_nearly_a_known_name_is_misspelt(runner, arguments, meant):
    assert misspelt(arguments, runner) == meant


def test_a_host_whose_source_cannot_be_read_is_not_judged(tmp_path):
    (tmp_path / "run.py").write_text("def (")
    assert misspelt(["--model", "InternVL3-8b", "--limt", "3"], [sys.executable, str(tmp_path / "run.py")]) == []
