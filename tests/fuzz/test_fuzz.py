"""Saved inputs hold, the fuzz job finds a planted defect, and readers take linear time."""

import sys
from functools import partial
from itertools import islice

import pytest

from tests.fuzz import readers
from tests.fuzz.mutate import Cut
from tests.fuzz.run import CORPUS, TARGETS, check_of, kept, main, seeds


@pytest.mark.long
@pytest.mark.parametrize("name", TARGETS)
def test_every_target_holds_on_what_once_failed_and_on_some_of_what_it_begins_with(name):
    check = check_of(name)
    for data in [*kept(name), *islice(seeds(name), 0, 120, 32 if TARGETS[name][0] == "builders" else 15)]:
        check(data)


def test_a_broken_contract_is_printed_as_a_line_of_the_corpus(monkeypatch, capsys):
    import standardizers

    assert {path.stem for path in CORPUS.glob("*.jsonl")} <= set(TARGETS)
    wrong = standardizers.Standardized(99, "phrase", False)
    monkeypatch.setattr(standardizers, "option", lambda text, options, profile: wrong)
    assert main(["--seconds", "0", "option"]) == 1
    assert 'option: {"input": ' in capsys.readouterr().out


SHORT, TIMES, SLACK = 3000, 4, 1.5
"""Characters of a text, how many times as long a second one is, and how much more than that its work may be."""
LINES = 40
"""Lines per character that are linear work, whatever the short text cost: some rules read short texts only."""
UNITS = (
    "B, ", "the answer is A. ", "not the bunny, ", "A > B; ", "one ", "十", "(0.5, 0.5) ", '{"answer": "B"} ',
    "keep 1, ",
)  # fmt: skip


def lines_of(call):
    """Lines of Python that a call runs, in all functions, which no clock changes."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.long
@pytest.mark.parametrize("units", [UNITS[:2], pytest.param(UNITS[2:], marks=pytest.mark.nightly)], ids=["two", "all"])
def test_four_times_the_text_is_about_four_times_the_work(units):
    for name in readers.ASKED:
        for call, _ in readers.calls(name, Cut(bytes(8))):
            for unit in units:
                texts = [unit * (size // len(unit)) for size in (SHORT, SHORT * TIMES)]
                call(texts[1])  # what is made once per process or question is no work of the text's
                short, long = (lines_of(partial(call, text)) for text in texts)
                assert long <= SLACK * TIMES * short + LINES * len(texts[1]), (name, unit, short, long)
