"""ActiView's datasets: what every pipeline shows and in which order, options, scores of a prediction file."""

import json
from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.actiview.dataset import KINDS, random_start
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import read_record
from vlmeval_hvs.registry import presentation_of
from vlmeval_hvs.responders import respond

pytestmark = pytest.mark.long


@pytest.fixture
def make(make):
    """Makes datasets of the demo set, with options."""
    return lambda name, **options: make(f"{name if 'ActiView' in name else f'ActiView_{name}'}_DEMO", **options)


def scripted(answer):
    """A model that answers every turn by a function of (shown images, text), and what it was asked."""
    asked = []

    def reply(turn):
        asked.append(([Path(path).stem for path in turn.images], turn.text))
        return answer(*asked[-1])

    return reply, asked


def steer(shown: list[str], text: str) -> str:
    """Selects 2 and 3; goes on once; zooms into 1 and 2, keeps 1, shifts to 4."""
    said = {
        '"part": type': '{"part": "1,2", "reason": ""}', '"shift": type': '{"keep": "1", "shift": "4"}',
        "Response with the number of part": "2, 3", "Yes or No": "Yes" if len(shown) == 1 else "No.", "": "B",
    }  # fmt: skip
    return next(reply for words, reply in said.items() if words in text)


def by_question(dataset, asked) -> dict[str, list[list[str]]]:
    """Images of every request, by row, in the order asked."""
    rows = dataset.rows.to_dict("records")
    found = {row["index"]: [shown for shown, text in asked if row["question"] in text] for row in rows}
    assert sum(map(len, found.values())) == len(asked)
    return found


def expected(name: str, row, start: int) -> list[list[str]]:
    full, lined, *views = [Path(path).stem for path in json.loads(row["image_path"])]
    order = [views[(start - 1 + step) % 4] for step in range(4)]
    clues = [views[view - 1] for view in json.loads(row["clue_views"])]
    return {
        "ActiView_Full": [[full]], "ActiView_SingleView": [order[:1]], "ActiView_ZoomingGT": [[full, *clues]],
        "ActiView_Zooming": [[lined], [full, views[1], views[2]]], "ActiView_TextOnly": [[]],
        "ActiView_Mixed": [[lined], [lined, views[0], views[1]], [lined, views[0], views[3]]],
        "ActiView_TextOnlyGuess": [[]],
    }.get(name, [order[:1], order[:2], order[:2]])  # fmt: skip


def test_every_turn_shows_the_right_images_in_the_right_order(make, replies, score):
    for name, (_, level) in KINDS.items():
        dataset, (reply, asked) = make(name, limit=4), scripted(steer)
        said = replies(dataset, reply)
        asked = by_question(dataset, asked)
        for row, text in zip(dataset.rows.to_dict("records"), said, strict=True):
            record = read_record(text)
            start = int(row[f"start_{level}"]) if level in ("easy", "medium", "hard") else record["start"] or 1
            assert asked[row["index"]] == expected(name, row, start), name
            assert record["calls"] == len(asked[row["index"]])
        metrics = score(dataset, said).metrics
        assert metrics["Overall"] == pytest.approx((dataset.rows["answer"] == "1").mean())  # always B


def test_other_splits_are_cut_once_and_damaged_views_are_never_shown(make, replies, score):
    dataset = make("Zooming", n_splits=9, limit=4)
    reply, asked = scripted(lambda shown, text: "9, 2" if "9 equal" in text else "A")
    said = replies(dataset, reply)
    assert read_record(said[list(dataset.rows["index"]).index("1")])["views_final"] == [2, 9]
    shown = ["astronaut-9_full", "astronaut-9_2", "astronaut-9_9"]
    assert by_question(dataset, asked)["1"] == [["astronaut-9_lined"], shown]
    assert "R_select" not in score(dataset, said).metrics
    (shown,) = [Path(item["value"]) for item in dataset.first_turn(dataset.row(0)) if item["type"] == "image"]
    good = shown.read_bytes()
    shown.write_bytes(bytes(len(good)))
    other = make("Zooming", n_splits=9, limit=4)  # another process
    assert [item["value"] for item in other.first_turn(other.row(0)) if item["type"] == "image"] == [str(shown)]
    assert shown.read_bytes() == good


def test_records_of_other_settings_pipelines_or_rows_are_refused_without_a_ledger(make, replies, score):
    def asked(dataset):
        return replies(dataset, lambda turn: respond("hvs-oracle", turn, 0))

    for name, option, value in (
        ("Zooming", "n_splits", 9), ("SingleView", "simple_prompt", True), ("Zooming", "profile", "paper"),
    ):  # fmt: skip
        said = asked(dataset := make(name, limit=3, **{option: value}))
        assert score(dataset, said).scores["settings"][option] == value
        with pytest.raises(DataError, match=f"it was asked with {option}={value}, not "):
            score(make(name, limit=3), said)
    with pytest.raises(DataError, match="a plain reply, and is asked in several turns; at index"):
        score(make("Mixed", limit=3), ["A"] * 3)
    start = "it started with view [1-4], not [1-4]"
    for made, scored_as, why in (
        ("Zooming", "ShiftingR", "it was asked by the pipeline zoom, not shift"), ("ShiftingE", "ShiftingH", start),
    ):  # fmt: skip
        said = asked(dataset := make(made, limit=8))
        with pytest.raises(DataError, match=why):
            score(make(scored_as, limit=8), said)
        score(dataset, said)
    with pytest.raises(DataError, match=f"{start}; at index"):
        score(dataset, said[1:] + said[:1])


def test_what_a_dataset_needs_keeps_and_asks_is_that_of_its_pipeline(make):
    data, other = make("Mixed", limit=2), make("Zooming", n_splits=9, profile="paper", limit=2)
    assert (make("TextOnly").needs(), data.needs()) == (frozenset(), make("Full").needs())
    assert data.needs()
    sizes = [data.sizes[row["original_path"]] for row in data.rows.to_dict("records")]
    ((folder, size),) = other.cache_folders()
    assert (size, data.cache_folders()[0][1], data.set_name in str(folder)) == (sum(sizes), 0, True)
    row = data.row(0)
    answer = data.turn_case(row, "answer", "?")
    assert answer == data.reply_case(row) == {**answer, "kind": "option", "options": json.loads(row["options"])}
    assert row["question"] in answer["question"]
    for dataset, step, kind, fields in (
        (data, "select", "views", ("views",)), (data, "decide", "decision", ("views",)),
        (other, "decide", "views", ("views",)), (data, "mix_init", "view_operations", ("part",)),
        (data, "mix_revise", "view_operations", ("keep", "shift")),
    ):  # fmt: skip
        case = {"kind": kind, "question": "?", "n_views": 9 if dataset is other else 4, "fields": fields}
        assert dataset.turn_case(row, step, "?") == case
    assert data.turn_case(row, "describe", "?") is None
    with pytest.raises(DataError, match="row 1: this needs the original image, which the set lacks"):
        other.split({**row, "original_path": ""})
    made = [make("Mixed", **given).reading for given in ({}, {"profile": "paper"}, {"reading": "paper"})]
    assert made == ["robust", "paper", "paper"]
    show, stems = presentation_of("ActiView"), [Path(path).stem for path in json.loads(row["image_path"])]
    (picture,), (opened,) = show.pictures(data, row), show.answered(data, row, {"views_selected": "2"})
    assert (Path(picture.image).stem, len(picture.marks)) == (stems[1], len(json.loads(row["clue_views"])))
    assert (Path(opened.image).stem, show.pictures(other, row)[0].marks) == (stems[3], ())


def test_released_random_starts() -> None:
    starts = [random_start(str(index), 4, 0, 325) - 1 for index in range(1, 326)]
    assert starts[:25] == [3, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 2, 3, 3, 1, 0, 1, 0, 0, 3, 1, 0, 3, 0]
    assert [starts.count(view) for view in range(4)] == [82, 77, 88, 78]
    assert {random_start(str(index), 9, 5, 16) for index in range(99)} == set(range(1, 10))
