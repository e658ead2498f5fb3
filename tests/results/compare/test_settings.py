"""What two runs may differ in."""

from __future__ import annotations

import pytest

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.results.compare.comparison import How
from vlmeval_hvs.results.compare.pairs import compare
from vlmeval_hvs.results.compare.runs import runs_at


def pair(*paths, **how):
    (found,) = compare(runs_at(paths), How(**how))
    return found


def test_different_data_are_refused_with_both_names(write) -> None:
    a = write("A", {"score": [1, 0]})
    b = write("B", {"score": [1, 0]}, digest="e" * 64)
    with pytest.raises(
        DataError, match=r"A on HVSBench and B on HVSBench are on different data \(HVSBench, dddddddd; "
    ):
        pair(a, b)
    c = write("C", {"score": [1, 0]}, data={"set": "Other"})
    with pytest.raises(DataError, match="different data"):
        pair(a, c, across=["dataset", "hint"])


def test_other_right_answers_are_refused(write) -> None:
    a = write("A", {"score": [1, 0], "truth": ["x", "y"]})
    b = write("B", {"score": [1, 0], "truth": ["x", "z"]}, dataset="HVSBench_Searching")
    with pytest.raises(DataError, match="have other right answers"):
        pair(a, b, across=["dataset"])


def test_what_was_asked_otherwise_has_to_be_named(write) -> None:
    a = write("A", {"score": [1, 0, 1]}, dataset="HVSBench@hint", settings={"hint": "field", "seed": 0})
    b = write("A", {"score": [1, 0, 0]}, settings={"hint": "none", "seed": 1})
    with pytest.raises(DataError) as refused:
        pair(a, b)
    assert str(refused.value) == (
        "A · hint=field on HVSBench@hint and A · seed=1 on HVSBench were not asked or scored alike: "
        "hint ('field' and 'none'); seed (0 and 1). To compare them all the same: --across hint seed"
    )
    assert pair(a, b, across=["hint", "seed"]).across == {"hint": ("field", "none"), "seed": (0, 1)}
    with pytest.raises(DataError, match="alike: seed"):
        pair(a, b, across=["hint"])
    with pytest.raises(UsageError, match="--across hnt: these runs have no such option; did you mean hint"):
        pair(a, b, across=["hnt"])


def test_what_changes_no_row_is_told(write) -> None:
    settings = {"seed": 0, "limit": 2, "profile": "paper", "max_failed": 0.5, "hint_sent_as": "system"}
    a = write("A", {"score": [1, 0]}, settings=settings, version="2", validity="partial", provenance="none")
    b = write("B", {"score": [1, 0, 1]})
    told = pair(a, b).told
    assert list(told) == ["hint_sent_as", "limit", "max_failed", "profile", "version", "validity", "provenance"]
    assert (told["profile"], told["provenance"]) == (("paper", "robust"), ("none", "ledger"))


def test_a_profile_that_changes_the_turns_has_to_be_named(write) -> None:
    how = {"dataset": "ActiView_Zooming", "benchmark": "ActiView", "data": {"set": "ActiView"}}
    a = write("A", {"score": [1, 0], "image": list("ab")}, settings={"profile": "paper"}, **how)
    b = write("B", {"score": [1, 0], "image": list("ab")}, settings={"profile": "robust"}, **how)
    with pytest.raises(DataError, match="--across profile"):
        pair(a, b)


def test_files_of_the_same_content_are_the_same(write) -> None:
    known = {"caption_file": "/a/b.json", "caption_file_sha256": "1"}
    a = write("A", {"score": [1, 0]}, settings=known)
    b = write("B", {"score": [1, 0]}, settings={**known, "caption_file": "/c/d.json"})
    assert (pair(a, b).across, pair(a, b).told) == ({}, {})
    c = write("C", {"score": [1, 0]}, settings={"caption_file": "/c/d.json", "caption_file_sha256": "2"})
    with pytest.raises(DataError, match="--across caption_file"):
        pair(a, c)
