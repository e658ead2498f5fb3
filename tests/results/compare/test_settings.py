"""What two runs may differ in."""

import pytest

from vlmeval_hvs.errors import DataError, UsageError

FILE = {"caption_file": "/a/b.json", "caption_file_sha256": "1"}
OTHER_FILE = {"caption_file": "/c/d.json", "caption_file_sha256": "2"}
VIEWS = {"dataset": "ActiView_Zooming", "benchmark": "ActiView", "data": {"set": "ActiView"}}


def test_runs_on_different_data_or_asked_otherwise_are_refused_with_what_differs(write, pair):
    truth, images = {"score": [1, 0], "truth": ["x", "y"]}, {"score": [1, 0], "image": ["a", "b"]}
    for first, second, across, words in (
        ({}, {"digest": "e" * 64}, [], r"A on HVSBench and B on HVSBench are on different data \(HVSBench, dddddddd; "),
        ({}, {"data": {"set": "Other"}}, ["dataset", "hint"], "different data"),
        ({}, {"columns": {**truth, "truth": ["x", "z"]}, "dataset": "HVSBench_Searching"}, ["dataset"],
         "have other right answers"),
        ({"columns": images, "settings": {"profile": "paper"}, **VIEWS},  # changes the turns
         {"columns": images, "settings": {"profile": "robust"}, **VIEWS}, [], "--across profile"),
        ({"settings": FILE}, {"settings": OTHER_FILE}, [], "--across caption_file"),
    ):  # fmt: skip
        paths = [write(name, **{"columns": truth, **given}) for name, given in (("A", first), ("B", second))]
        with pytest.raises(DataError, match=words):
            pair(*paths, across=across)


def test_what_was_asked_otherwise_has_to_be_named(write, pair):
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


def test_what_changes_no_row_is_told_and_files_of_the_same_content_are_the_same(write, pair):
    settings = {"seed": 0, "limit": 2, "profile": "paper", "max_failed": 0.5, "hint_sent_as": "system"}
    a = write("A", {"score": [1, 0]}, settings=settings, version="2", validity="partial", provenance="none")
    told = pair(a, write("B", {"score": [1, 0, 1]})).told
    assert list(told) == ["hint_sent_as", "limit", "max_failed", "profile", "version", "validity", "provenance"]
    assert (told["profile"], told["provenance"]) == (("paper", "robust"), ("none", "ledger"))
    c = write("C", {"score": [1, 0]}, settings=FILE)
    same = pair(c, write("D", {"score": [1, 0]}, settings={**FILE, "caption_file": "/c/d.json"}))
    assert (same.across, same.told) == ({}, {})
