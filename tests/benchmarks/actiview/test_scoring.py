"""The arithmetic of ActiView's tables, on the public annotations of all 325 questions."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.actiview.cells import paper_tables
from vlmeval_hvs.benchmarks.actiview.scoring import CLASSES, TYPES, Scoring, score_actiview
from vlmeval_hvs.results.contract import MAX_FAILED, ScoreReport, finished
from vlmeval_hvs.results.predictions import join_predictions

DATA = Path(__file__).parent
TABLES = paper_tables()


def annotations() -> pd.DataFrame:
    columns = ("image", "n_options", "answer", "category", "bbox", "clue_views", "easy", "medium", "hard")
    rows = json.loads((DATA / "annotations.json").read_text(encoding="utf-8"))["rows"]
    table = pd.DataFrame(rows, columns=columns)
    table["index"] = [str(place) for place in range(1, len(table) + 1)]
    return table


def items(predictions: list[str]) -> pd.DataFrame:
    table = annotations()
    rows = pd.DataFrame(
        {
            "index": table["index"],
            "question": "What is shown?",
            "options": [json.dumps([f"option {k}" for k in range(n)]) for n in table["n_options"]],
            "answer": table["answer"].astype(str),
            "category": table["category"],
            "clue_views": [json.dumps(views) for views in table["clue_views"]],
            "image_path": table["image"].astype(str),
        }
    )
    return join_predictions(rows, pd.DataFrame({"index": rows["index"], "prediction": predictions}))


def score(predictions: list[str], scoring: Scoring, max_failed: float = MAX_FAILED) -> ScoreReport:
    """The report with what the contract derives."""
    rows = items(predictions)
    return finished(score_actiview(rows, scoring), rows, scoring.reading, scoring.other, max_failed)


def record(answer: str, final: list[int] | None = None, **more: object) -> str:
    return json.dumps({"answer": answer, "views_final": final or [], "calls": 1, **more})


def letters() -> list[str]:
    return [chr(ord("A") + answer) for answer in annotations()["answer"]]


def test_counts_of_the_release() -> None:
    table = annotations()
    assert len(table) == 325
    assert table["image"].nunique() == 315  # the paper says 314
    assert sum(map(len, table["clue_views"])) == 859
    assert Counter(CLASSES[category][0] for category in table["category"]) == {
        **{"Geo-Loc": 37, "Orient": 30, "Daily-Loc": 41, "Obj-Attr": 50},
        **{"Obj-Rel": 46, "Count-Dis": 47, "Event-M": 34, "Event-S": 40},
    }
    assert (table["bbox"] == "nnnn").sum() == 42


@pytest.mark.parametrize("kind", ["zoom", "shift", "mixed"])
def test_recall_of_selecting_all_views_is_complete(kind: str) -> None:
    metrics = score([record("A", [1, 2, 3, 4])] * 325, Scoring(kind, n_resamples=0)).metrics
    assert metrics["R_select"] == 1.0
    assert metrics["#view"] == 4.0
    printed = 641 / 859 if kind == "shift" else 1.0
    assert metrics["R_select_paper"] == pytest.approx(printed)
    assert round(100 * 641 / 859, 2) == TABLES["table13"]["Qwen2-VL"]["shiftR_R"] == 74.62


def test_recall_is_pooled_over_views() -> None:
    table = annotations()
    finals = [[views[0]] for views in table["clue_views"]]
    report = score([record("A", final) for final in finals], Scoring("zoom", n_resamples=50))
    assert report.metrics["R_select"] == pytest.approx(325 / 859)
    low, high = report.intervals["R_select"]
    assert low < 325 / 859 < high


def test_printed_classes_pool_to_the_printed_type_averages() -> None:
    sizes = Counter(CLASSES[category][0] for category in annotations()["category"])
    columns = {kind: [name for name, own in CLASSES.values() if own == kind] for kind in TYPES}
    printed = dict(zip(TYPES, ("AVG_I", "AVG_II", "AVG_III"), strict=True))
    checked = 0
    for name, table in TABLES.items():
        if not name.startswith(("table8", "table9", "table10", "table11", "table12")):
            continue
        for model, row in table.items():
            if model == "Mantis" and "zooming" in name:
                continue  # its percentages are of one question less in four classes
            for kind in TYPES:
                right = sum(round(row[column] * sizes[column] / 100) for column in columns[kind])
                total = sum(sizes[column] for column in columns[kind])
                assert 100 * right / total == pytest.approx(row[printed[kind]], abs=0.006), (name, model, kind)
                checked += 1
    assert checked > 350


def test_types_are_pooled_not_averaged_over_classes() -> None:
    categories = annotations()["category"]
    right = letters()
    replies = [
        record(letter if category == "counting" else "Z") for letter, category in zip(right, categories, strict=True)
    ]
    metrics = score(replies, Scoring("zoom", n_resamples=0)).metrics
    assert metrics["Count-Dis"] == 1.0
    assert metrics["Type-II"] == pytest.approx(47 / 143)
    assert metrics["Type-I"] == metrics["Obj-Attr"] == 0.0
    assert metrics["Overall"] == pytest.approx(47 / 325)


def test_perfect_and_constant_answers() -> None:
    assert score([record(letter) for letter in letters()], Scoring("full")).metrics["Overall"] == 1.0
    always_a = score([record("A.")] * 325, Scoring("full", n_resamples=0)).metrics
    always_b = score([record("B. x")] * 325, Scoring("full", n_resamples=0)).metrics
    assert round(100 * always_a["Overall"], 2) == 35.69
    assert round(100 * always_b["Overall_paper"], 2) == 40.00
    assert round(100 * always_a["Chance"], 2) == 34.24


def test_both_readings_are_reported_and_the_profile_chooses_the_headline() -> None:
    replies = [record(f"The answer is ({letter})") for letter in letters()]
    robust = score(replies, Scoring("zoom", n_resamples=0)).metrics
    paper = score(replies, Scoring("zoom", "paper", n_resamples=0))
    assert (robust["Overall"], robust["Overall_paper"]) == (1.0, 0.0)
    assert (paper.metrics["Overall"], paper.metrics["Overall_robust"], paper.metrics["Fallback"]) == (
        0.0,
        1.0,
        1.0,
    )
    assert paper.metrics["Differ"] == 1.0


def test_failures_count_as_wrong_and_lose_their_views() -> None:
    failed = [record("", error="Failed to obtain answer via API. x")] * 325
    none = score(failed, Scoring("zoom", n_resamples=0), max_failed=1.0)
    assert (none.validity, none.validity_reason) == ("invalid", "no row has a reply")
    assert "Overall" not in none.metrics
    assert (none.metrics["R_select"], none.metrics["Fallback"]) == (0.0, 1.0)
    clues = annotations()["clue_views"][0]
    report = score([record(letters()[0], clues), *failed[1:]], Scoring("zoom", n_resamples=0), max_failed=1.0)
    assert (report.validity, report.failed) == ("partial", 324)
    names = ("Overall", "R_select", "Fallback")
    assert [report.metrics[name] for name in names] == pytest.approx([1 / 325, len(clues) / 859, 324 / 325])


def test_plain_replies_count_only_where_one_turn_is_the_whole_pipeline() -> None:
    single = score(letters(), Scoring("full", n_resamples=0))
    multi = score(letters(), Scoring("shift", n_resamples=0))
    assert (single.metrics["Overall"], multi.metrics["Overall"]) == (1.0, 0.0)
    assert "325 predictions are plain replies" in multi.warnings[0]


def test_any_view_is_reported_with_the_deployable_answer() -> None:
    replies = [
        record("Z", [1, 2], per_view=[{"view": 1, "answer": "Z"}, {"view": 2, "answer": letter}], strategy="concat")
        for letter in letters()
    ]
    report = score(replies, Scoring("zoom", n_resamples=0))
    assert (report.metrics["Overall"], report.metrics["AnyView_oracle"]) == (0.0, 1.0)
    assert any("uses the key" in warning for warning in report.warnings)


def test_any_view_never_falls_below_the_accuracy_it_bounds() -> None:
    """Of half the questions no view was selected: they were asked on the full image and rightly answered."""
    wrong = [{"view": 1, "answer": "Z"}]
    replies = [record(letter, **({"per_view": wrong} if place % 2 else {})) for place, letter in enumerate(letters())]
    metrics = score(replies, Scoring("zoom", n_resamples=0)).metrics
    assert metrics["AnyView_oracle"] == metrics["Overall"] == 1.0
    replies = [record("Z", **({"per_view": wrong} if place % 2 else {})) for place in range(325)]
    assert score(replies, Scoring("zoom", n_resamples=0)).metrics["AnyView_oracle"] == 0.0


def test_accuracy_with_and_without_distracting_information() -> None:
    rows = items([record(letter if place % 5 else "Z") for place, letter in enumerate(letters())])
    rows["distraction"] = ["1" if place < 93 else "0" for place in range(325)]
    metrics = score_actiview(rows, Scoring("full", n_resamples=0)).metrics
    assert metrics["Distracting"] == pytest.approx(1 - len(range(0, 93, 5)) / 93)
    assert metrics["NotDistracting"] == pytest.approx(1 - len(range(95, 325, 5)) / 232)


def test_operations_are_averaged_over_all_questions() -> None:
    turns = [{"step": "mix_init", "reply": "", "ok": True}, {"step": "mix_revise", "reply": "", "ok": False}]
    reply = record("A", [1, 4], n_zoom=2, n_shift=2, n_added=1, n_dropped=1, n_invalid=1, turns=turns)
    metrics = score([reply] * 325, Scoring("mixed", n_resamples=0)).metrics
    assert {name: metrics[name] for name in ("#zoom", "#shift", "#added", "#view", "#calls", "InvalidReplies")} == {
        **{"#zoom": 2.0, "#shift": 2.0, "#added": 1.0, "#view": 2.0, "#calls": 1.0, "InvalidReplies": 0.5}
    }


@pytest.mark.parametrize(
    "broken",
    [
        *("", "{}", "[]", "\x00", "null"),
        '{"answer": 77, "calls": "x", "views_final": "1", "turns": [3], "per_view": {}}',
        '{"answer": null, "calls": 1, "views_final": [9, "1", 2], "per_view": [1, {"answer": null}], "turns": null}',
    ],
)
def test_damaged_predictions_are_wrong_not_fatal(broken: str) -> None:
    for kind in ("zoom", "full"):
        report = score([record(letters()[0]), *[broken] * 324], Scoring(kind, n_resamples=0))
        assert report.metrics["Overall"] == pytest.approx(1 / 325)
        assert all(np.isfinite(value) for value in report.metrics.values())
