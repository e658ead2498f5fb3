"""Tables of all runs: in every format, with hostile names, and with what tells whether a number counts."""

import os
from pathlib import Path

import pytest

from tests.results.score_file import save_scores
from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.registry import all_cards
from vlmeval_hvs.results.collect import Result, collect, usable
from vlmeval_hvs.results.files import file_digests
from vlmeval_hvs.results.row_names import distinct_names, free_name, on_the_same_data, places, row_name, row_names
from vlmeval_hvs.results.table_formats import as_markdown
from vlmeval_hvs.results.tables import chosen, leaderboards, metric_grid

FIRST, SECOND = all_cards()[0].dataset_names[:2]
INTERVAL = "[0.1000, 0.9000]"


def test_names_of_files_differ_whatever_the_case():
    taken = set()
    assert [free_name(name, taken) for name in ("a b", "A/b", "a-b-2", "c")] == ["a-b", "A-b-2", "a-b-2-2", "c"]


def test_the_newest_result_counts_and_links_are_not_counted_twice(tmp_path):
    os.utime(save_scores(tmp_path / "m" / "T1", "m", FIRST, 0.1, settings={"seed": 0, "limit": 5}), (1, 1))
    new = save_scores(tmp_path / "m" / "T2", "m", FIRST, 0.25, settings={"limit": 5, "seed": 0})
    (tmp_path / "m" / new.name).symlink_to(new)
    (tmp_path / "torn_hvs_scores.json").write_text("{")
    assert [result.metrics["Overall"] for result in collect(tmp_path)] == [0.25]
    with pytest.raises(DataError, match="no such folder"):
        collect(tmp_path / "none")


def test_tables(tmp_path):
    for model, score, more in (("b|odd", 0.25, {}), ("a", None, {"data": {"digest": "x"}})):
        save_scores(tmp_path, model, FIRST, score)
        save_scores(tmp_path, model, SECOND, 12.5, **more)
    results = collect(tmp_path)
    (board,) = leaderboards(results)
    assert [board.head, *board.rows] == [
        ["model", FIRST, SECOND], ["a", "n/a", f"12.50 {INTERVAL}"],
        ["b|odd", f"0.2500 {INTERVAL}", f"12.50 {INTERVAL}"], ["people (published)", "0.7753", ""],
    ]  # fmt: skip
    assert board.notes == [f"{SECOND}: the models were run on different builds of the data; do not compare them"]
    assert "b\\|odd" in as_markdown(board)
    assert metric_grid(results, FIRST).rows[0] == ["Overall", "", f"0.2500 {INTERVAL}"]
    save_scores(tmp_path, "a", "HVSBench:mine", 0.5)
    assert [result.dataset for result in collect(tmp_path)] == [FIRST, FIRST, SECOND, SECOND, "HVSBench:mine"]


HOSTILE_NAMES = [
    "[/red]", "[link=http://x]y", "a\x1b[31mb\x1b]0;title\x07", "a\nb\r\tc", "\u202ex", "<script>alert(1)</script>",
    'x" onmouseover="alert(1)', "<img src=x>",
]  # fmt: skip


def test_names_reach_every_format_as_they_are_and_never_steer_it(tmp_path, capsys):
    dataset, page = FIRST + "@bbox[red]", tmp_path / "page.html"
    shown = [name if name.isprintable() else name.encode("unicode_escape").decode() for name in HOSTILE_NAMES]
    for place, name in enumerate(HOSTILE_NAMES):
        told = {"details": {"explanation": f"What [/i] {name} does."}, "warnings": [name], "dataset": dataset}
        save_scores(tmp_path, name, FIRST, 0.5, f"m{place}", **told)
    for more in ([], ["--data", dataset]):
        assert main(["report", str(tmp_path), "--html", str(page), *more]) == 0
        out = capsys.readouterr().out
        assert [name for name in [*shown, dataset] if name not in out] == []
        assert all(mark.isprintable() or mark == "\n" for mark in out)
    text = as_markdown(leaderboards(collect(tmp_path))[0])
    assert len({line.count("|") for line in text.splitlines() if line.startswith("| ")}) == 1
    assert ("<img" in text, "&lt;img" in text) == (False, True)
    words = ("default-src 'none'", "<script>alert(1)", 'x" onmouseover')
    assert [each in page.read_text() for each in words] == [True, False, False]


def test_a_fault_is_no_score_anywhere(tmp_path, capsys):
    reason = "9 of 10 rows failed"
    save_scores(tmp_path, "good", FIRST, 0.5, validity="valid")
    save_scores(tmp_path, "broken", FIRST, 0.0, validity="invalid", validity_reason=reason)
    results = collect(tmp_path)
    (board,) = leaderboards(results)
    assert board.rows[:2] == [["broken", "n/a"], ["good", f"0.5000 {INTERVAL}"]]
    assert board.notes == [f"broken on {FIRST}: invalid, no score ({reason})"]
    assert [result.model for result in usable(results)] == ["good"]
    for more, words in ([], reason), (["--data", "nope"], f"there are {FIRST}"):
        assert main(["report", str(tmp_path), *more]) == 1
        assert words in "".join(capsys.readouterr())


def test_a_score_file_is_stale_when_what_it_rests_on_changed(tmp_path):
    predictions = tmp_path / "p.tsv"
    predictions.write_text("x")
    files = {**file_digests([predictions]), "gone.tsv": "d", "../p.tsv": "d"}
    save_scores(tmp_path, "m", FIRST, 0.5, files=files)
    assert collect(tmp_path)[0].metrics["Overall"] == 0.5
    predictions.write_text("y")
    (stale,) = collect(tmp_path)
    told = ("invalid", {}, "p.tsv changed after the scoring; score it again")
    assert (stale.validity, stale.metrics, stale.reason) == told


def test_what_decides_the_meaning_of_a_score_stands_beside_it(tmp_path):
    """The rows that it counts, what was not read, and whether it rests on other questions than its neighbours."""
    from vlmeval_hvs.results.tables import as_record

    chances = {"Overall": {"value": 0.4, "low": 0.3, "high": 0.5, "mark": "below"}}
    asked = {"n": 260, "rests_on": {"n": 220, "rows": "all"}, "chances": chances}
    counts = {"samples": 260, "failed": 0, "refused": 5, "cut_replies": 52}
    for model, score, more in (
        ("mute", 0.25, {"Fallback": 0.53, "counts": counts}), ("wrong", 0.25, {"Fallback": 0.0}),
        ("others", 0.25, {"rests_on": {"n": 220, "rows": "others"}, "Fallback": 0.021, "chances": {}}),
        ("cut", None, {"validity": "invalid", "validity_reason": "every reply was cut", "Fallback": 1.0}),
    ):  # fmt: skip
        save_scores(tmp_path, model, FIRST, score, **{**asked, **more})
    results = collect(tmp_path)
    (board,) = leaderboards(results)
    assert {row[0]: row[1].removeprefix(f"0.2500 {INTERVAL} ") for row in board.rows} == {
        "cut": "n/a", "mute": "below chance, n 220, 53 % unread, 20 % cut",
        "others": "n 220, 2 % unread, other rows", "wrong": "below chance, n 220, 0 % unread",
        "guessing": "0.4000 [0.3000, 0.5000]", "people (published)": "0.7753",
    }  # fmt: skip
    assert f"other rows: others on {FIRST}" in board.notes
    assert any("every reply was cut" in note for note in board.notes)
    told = as_record(results[1])
    assert [told[name] for name in ("n", "rows", "unread", "cut", "refused")] == [220, 260, 0.53, 0.2, 5 / 260]


def test_labels_share_a_figure_and_builds_do_not_and_no_two_runs_have_one_name():
    def run_on(ending, model="m", digest="d", **scores):
        name = f"HVSBench_Searching{ending}"
        return Result(model, name, "HVSBench", Path("x"), {"digest": digest, "settings": {}, **scores})

    runs = [
        run_on(""), run_on("@hint"), run_on("", "n", digest="abcdefgh"), run_on("", "o", validity="invalid"),
        run_on("_DEMO"),
    ]  # fmt: skip
    found = {name: [run.model for run in own] for name, own in on_the_same_data(runs).items()}
    assert found == {
        "HVSBench_Searching d": ["m", "m"], "HVSBench_Searching abcdef": ["n"], "HVSBench_Searching_DEMO": ["m"],
    }  # fmt: skip
    runs = [run_on(""), run_on("@again"), run_on("", "n")]
    with pytest.raises(DataError, match="no result on HVSBench_Serching, did you mean HVSBench_Searching"):
        chosen(runs, None, ["HVSBench_Serching"])
    assert row_names(runs) == ["m", "m @again", "n"]
    assert row_name(run_on("", settings={"limit": 3, "seed": 0, "n_resamples": 7})) == "m · limit=3, n_resamples=7"
    assert distinct_names([*runs, run_on("_DEMO"), runs[2]]) == ["m", "m @again", "n", "m", "n (2)"]
    assert places(runs) == {"m": 0, "n": 1}, "colours and markers, the same in all figures"
