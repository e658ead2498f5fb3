"""The arithmetic of ActiView's tables, on the public annotations of all 325 questions."""

import json

import pytest

from vlmeval_hvs.benchmarks.actiview import scoring
from vlmeval_hvs.benchmarks.actiview.presentation import paper_tables
from vlmeval_hvs.results import predictions
from vlmeval_hvs.results.contract import MAX_FAILED, finished

SIZES = {"Geo-Loc": 37, "Orient": 30, "Daily-Loc": 41, "Obj-Attr": 50}
SIZES |= {"Obj-Rel": 46, "Count-Dis": 47, "Event-M": 34, "Event-S": 40}


@pytest.fixture
def score(released):
    """The report on predictions for all questions, with what the contract derives."""
    import pandas as pd

    def run(said, kind, reading="robust", max_failed=MAX_FAILED, n_resamples=0):
        table = pd.DataFrame({"index": [row["index"] for row in released], "prediction": said})
        items = predictions.join_predictions(pd.DataFrame(released), table)
        how = scoring.Scoring(kind, reading, n_resamples=n_resamples)
        return finished(scoring.score_actiview(items, how), items, how.reading, how.other, max_failed)

    return run


def record(answer, final=None, **more):
    return json.dumps({"answer": answer, "views_final": final or [], "calls": 1, **more})


def test_recall_is_pooled_over_views_and_classes_to_the_printed_type_averages(score, released) -> None:
    for kind in ("zoom", "shift", "mixed"):
        metrics = score([record("A", [1, 2, 3, 4])] * 325, kind).metrics
        printed = 641 / 859 if kind == "shift" else 1.0
        assert [metrics[name] for name in ("R_select", "#view", "R_select_paper")] == pytest.approx([1, 4, printed])
    assert round(100 * 641 / 859, 2) == paper_tables()["table13"]["Qwen2-VL"]["shiftR_R"] == 74.62
    report = score([record("A", json.loads(row["clue_views"])[:1]) for row in released], "zoom", n_resamples=50)
    assert report.metrics["R_select"] == pytest.approx(325 / 859)
    low, high = report.intervals["R_select"]
    assert low < 325 / 859 < high
    columns = {kind: [name for name, own in scoring.CLASSES.values() if own == kind] for kind in scoring.TYPES}
    printed = dict(zip(scoring.TYPES, ("AVG_I", "AVG_II", "AVG_III"), strict=True))
    checked = 0
    for name in ("table8_zooming", "table9_shift_R", "table10_shift_E", "table11_shift_M", "table12_shift_H"):
        for model, row in paper_tables()[name].items():
            if (model, name) == ("Mantis", "table8_zooming"):
                continue  # its percentages are of one question less in four classes
            for kind, names in columns.items():
                right = sum(round(row[column] * SIZES[column] / 100) for column in names)
                total = sum(SIZES[column] for column in names)
                assert 100 * right / total == pytest.approx(row[printed[kind]], abs=0.006), (name, model, kind)
                checked += 1
    assert checked > 350


def test_types_are_pooled_and_constant_answers_score_what_they_must(score, released) -> None:
    letters = ["ABCDEFGH"[int(row["answer"])] for row in released]
    counting = [row["category"] == "counting" for row in released]
    said = [record(letter if kind else "Z") for letter, kind in zip(letters, counting, strict=True)]
    metrics = score(said, "zoom").metrics
    wanted = {"Count-Dis": 1.0, "Type-II": 47 / 143, "Type-I": 0.0, "Obj-Attr": 0.0, "Overall": 47 / 325}
    assert {name: metrics[name] for name in wanted} == pytest.approx(wanted)
    metrics, other = (score([record(text)] * 325, "full").metrics for text in ("A.", "B. x"))
    assert round(100 * metrics["Overall"], 2) == 35.69
    assert (round(100 * other["Overall_paper"], 2), round(100 * metrics["Chance"], 2)) == (40.00, 34.24)


def test_plain_replies_failures_damaged_records_and_any_view(score, released) -> None:
    letters = ["ABCDEFGH"[int(row["answer"])] for row in released]
    plain = score([*letters[:300], *["Failed to obtain answer via API."] * 25], "full", max_failed=1.0)
    assert plain.metrics["Overall"] == pytest.approx(300 / 325)
    assert plain.metrics["#calls"] == pytest.approx(300 / 325)
    assert any(text.startswith("300 predictions are plain replies") for text in plain.warnings)
    unread = score(letters, "mixed")
    assert (unread.metrics["Overall"], unread.metrics["R_select"]) == (0, 0)
    assert any("count as unanswered" in text for text in unread.warnings)
    assert not any("AnyView" in text for text in (*plain.warnings, *unread.warnings))
    odd = {"n_zoom": -1, "n_shift": 10_001, "n_added": True, "n_invalid": 10_000}
    odd["turns"] = [3, {"step": "select"}, {"step": "answer"}]
    report = score([record("A", [0, 1, "2", 5, 4], **odd, per_view="x", views_selected="no")] * 325, "zoom")
    first = report.items.iloc[0]
    names = ["n_zoom", "n_shift", "n_added", "n_invalid", "n_read", "views_final", "views_selected"]
    assert list(first[names]) == [0, 0, 0, 10_000, 1, "1,4", ""]
    assert (report.metrics["InvalidReplies"], report.metrics["#view"], first["strategy"]) == (10_000, 2, "")
    assert "AnyView_oracle" not in report.metrics
    views = score([record("A", [1, 2])] * 325, "zoom_clues").metrics
    assert (views["#view"], "R_select" in views, "#zoom" in views) == (2, False, False)
    views = [[{"view": 1, "answer": "Z"}, {"view": 2, "answer": letter}] for letter in letters]
    report = score([record("Z", [1, 2], per_view=per_view, strategy="concat") for per_view in views], "zoom")
    assert (report.metrics["Overall"], report.metrics["AnyView_oracle"]) == (0.0, 1.0)
    assert any("uses the key" in warning for warning in report.warnings)
