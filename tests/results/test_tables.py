import json
from pathlib import Path

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.registry import all_cards
from vlmeval_hvs.results.collect import collect, usable
from vlmeval_hvs.results.tables import as_csv, as_markdown, leaderboards, metric_grid


def save(folder, model, dataset, overall, digest="d", **extra):
    benchmark = next(card.name for card in all_cards() if dataset in card.dataset_names)
    folder.mkdir(parents=True, exist_ok=True)
    scores = {
        "model": model, "dataset": dataset, "benchmark": benchmark,
        "metrics": {"Overall": overall, "Overall_paper": 0.5},
        "intervals": {"Overall": [0.1, 0.9]} if overall is not None else {}, "counts": {"samples": 10, "failed": 0},
        "warnings": [], "data": {"digest": digest}, **extra,
    }  # fmt: skip
    path = folder / f"{model}_{dataset}_hvs_scores.json"
    path.write_text(json.dumps(scores))
    return path


@pytest.fixture
def names():
    return all_cards()[0].dataset_names


def test_the_newest_result_counts_and_links_are_not_counted_twice(tmp_path, names):
    import os

    old = save(tmp_path / "m" / "T1", "m", names[0], 0.1)
    new = save(tmp_path / "m" / "T2", "m", names[0], 0.25)
    os.utime(old, (1, 1))
    (tmp_path / "m" / new.name).symlink_to(new)
    (tmp_path / "torn_hvs_scores.json").write_text("{")
    results = collect(tmp_path)
    assert [result.metrics["Overall"] for result in results] == [0.25]


def test_tables(tmp_path, names):
    save(tmp_path, "b|odd", names[0], 0.25)
    save(tmp_path, "a", names[0], None)
    save(tmp_path, "a", names[1], 12.5, digest="x", counts={"failed": 3})
    save(tmp_path, "b|odd", names[1], 12.5, details={"explanation": "It reads heads."})
    results = collect(tmp_path)
    (board,) = leaderboards(results)
    assert board.head == ["model", names[0], names[1]]
    assert board.rows == [
        ["a", "n/a", "12.50 [0.1000, 0.9000]"],
        ["b|odd", "0.2500 [0.1000, 0.9000]", "12.50 [0.1000, 0.9000]"],
    ]
    assert board.notes == [
        f"b|odd on {names[1]}: It reads heads.",
        f"a on {names[1]}: 3 samples failed and count as unanswered",
        f"{names[1]}: the models were run on different builds of the data; do not compare them",
    ]
    assert "b\\|odd" in as_markdown(board)
    assert metric_grid(results, names[0]).rows == [["Overall", "", "0.2500"], ["Overall_paper", "0.5000", "0.5000"]]
    lines = as_csv(results).splitlines()
    assert len(lines) == 1 + 7
    assert (
        lines[0] == "benchmark,dataset,model,metric,value,low,high,chance_low,chance_high,mark,caution,validity,options"
    )


def test_the_command_writes_all_formats_and_refuses_empty_folders(tmp_path, names, capsys):
    save(tmp_path / "out", "m", names[0], 0.25)
    files = [str(tmp_path / name) for name in ("r.md", "r.csv", "r.html")]
    assert main(["report", str(tmp_path / "out"), "--markdown", files[0], "--csv", files[1], "--html", files[2]]) == 0
    assert "0.2500 [0.1000, 0.9000]" in capsys.readouterr().out
    assert all(Path(name).read_text() for name in files)
    assert main(["report", str(tmp_path / "out"), "--dataset", "nope"]) == 1
    assert f"there are results for {names[0]}" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert main(["report", str(tmp_path / "empty")]) == 1
    with pytest.raises(DataError, match="no such folder"):
        collect(tmp_path / "none")


HOSTILE_NAMES = [
    "[/red]", "[link=http://x]y", "a\x1b[31mb\x1b]0;title\x07", "a\nb\r\tc", "\u202ex", "<script>alert(1)</script>",
    'x" onmouseover="alert(1)', "<img src=x>",
]  # fmt: skip


def test_names_reach_the_terminal_as_they_are_and_never_steer_it(tmp_path, names, capsys):
    dataset = names[0] + "@bbox[red]"
    shown = [name if name.isprintable() else name.encode("unicode_escape").decode() for name in HOSTILE_NAMES]
    for place, name in enumerate(HOSTILE_NAMES):
        path = save(tmp_path, f"m{place}", names[0], 0.5, details={"explanation": f"What [/i] {name} does."})
        scores = {**json.loads(path.read_text()), "model": name, "dataset": dataset, "warnings": [name]}
        path.write_text(json.dumps(scores))
    pages = [part for kind in ("html", "csv", "markdown") for part in (f"--{kind}", str(tmp_path / f"page.{kind}"))]
    for more in ([], ["--dataset", dataset]):
        assert main(["report", str(tmp_path), *pages, *more]) == 0
        out = capsys.readouterr().out
        assert [name for name in [*shown, dataset] if name not in out] == []
        assert all(f"What [/i] {name} does." in out for name in shown)
        assert all(mark.isprintable() or mark == "\n" for mark in out)
        text = (tmp_path / "page.markdown").read_text()
        assert len({line.count("|") for line in text.splitlines() if line.startswith("| ")}) == 1
        assert "<img" not in text
        assert "&lt;img" in text
    page = (tmp_path / "page.html").read_text()
    assert "default-src 'none'" in page
    assert not any(odd in page for odd in ("<script>alert(1)", 'x" onmouseover'))


def test_a_fault_is_no_score_anywhere(tmp_path, names, capsys):
    reason = "9 of 10 rows failed"
    broken = {"validity": "invalid", "validity_reason": reason, "counts": {"samples": 10, "failed": 9}}
    save(tmp_path, "good", names[0], 0.5, validity="valid")
    save(tmp_path, "broken", names[0], 0.0, **broken)
    results = collect(tmp_path)
    (board,) = leaderboards(results)
    assert board.rows == [["broken", "n/a"], ["good", "0.5000 [0.1000, 0.9000]"]]
    assert board.notes == [f"broken on {names[0]}: invalid, no score ({reason})"]
    assert metric_grid(results, names[0]).rows == [["Overall", "n/a", "0.5000"], ["Overall_paper", "n/a", "0.5000"]]
    assert "Overall,,,,,,,,invalid" in as_csv(results)
    assert [result.model for result in usable(results)] == ["good"]
    assert main(["report", str(tmp_path)]) == 1
    assert reason in capsys.readouterr().out


def test_partial_results_and_those_without_a_ledger_are_marked(tmp_path, names):
    save(tmp_path, "m", names[0], 0.5, validity="partial", counts={"samples": 99, "failed": 0, "reader_errors": 2})
    save(tmp_path, "n", names[0], 0.5, provenance="none")
    results = collect(tmp_path)
    (board,) = leaderboards(results)
    marks = [row[1].removeprefix("0.5000 [0.1000, 0.9000]") for row in board.rows]
    assert marks == [" partial", " no ledger"]
    assert any("the reader of replies failed on 2 rows" in note for note in board.notes)
    assert any(note.startswith("no ledger: ") for note in board.notes)
    assert main(["report", str(tmp_path)]) == 2


def test_a_score_file_is_stale_when_what_it_rests_on_changed(tmp_path, names):
    from vlmeval_hvs.results.files import file_digests

    predictions = tmp_path / "p.tsv"
    predictions.write_text("x")
    save(tmp_path, "m", names[0], 0.5, files={**file_digests([predictions]), "gone.tsv": "d", "../p.tsv": "d"})
    assert collect(tmp_path)[0].metrics["Overall"] == 0.5
    predictions.write_text("y")
    (stale,) = collect(tmp_path)
    assert (stale.validity, stale.metrics) == ("invalid", {})
    assert stale.reason == "p.tsv changed after the scoring; score it again"
