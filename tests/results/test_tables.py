import json
from pathlib import Path

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.registry import all_cards
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.page import html_page
from vlmeval_hvs.results.tables import as_csv, as_markdown, leaderboards, metric_grid


def save(folder, model, dataset, overall, digest="d", **extra):
    benchmark = next(card.name for card in all_cards() if dataset in card.dataset_names)
    folder.mkdir(parents=True, exist_ok=True)
    scores = {
        "model": model,
        "dataset": dataset,
        "benchmark": benchmark,
        "metrics": {"Overall": overall, "Overall_paper": 0.5},
        "intervals": {"Overall": [0.1, 0.9]} if overall is not None else {},
        "counts": {"samples": 10, "failed": 0},
        "warnings": [],
        "data": {"digest": digest},
        **extra,
    }
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
    assert lines[0] == "benchmark,dataset,model,metric,value,low,high,chance_low,chance_high,mark"


def test_many_datasets_and_few_models_are_turned(tmp_path, names):
    save(tmp_path, "a", names[0], 0.25)
    save(tmp_path, "a", names[1], 0.5)
    (board,) = leaderboards(collect(tmp_path))
    assert board.head == ["dataset", "a"]
    assert [row[0] for row in board.rows] == names[:2]


def test_the_page_escapes_and_asks_for_nothing(tmp_path, names):
    save(tmp_path, "<script>alert(1)</script>"[:9], names[0], 0.25, warnings=["<b>bad</b>"])
    page = html_page(collect(tmp_path))
    assert "<script" not in page
    assert "&lt;b&gt;bad&lt;/b&gt;" in page
    assert "http:" not in page
    assert "https:" not in page


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
