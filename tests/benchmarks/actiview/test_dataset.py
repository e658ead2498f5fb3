"""ActiView in a real host: every pipeline through its inference loop, resuming, failures, options."""

import json
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import FAIL_MARKER, ModelTraits, read_record
from vlmeval_hvs.results.predictions import read_predictions

pytestmark = pytest.mark.host

NAMES = [
    *("Full", "SingleView", "Zooming", "ZoomingGT", "ShiftingR", "ShiftingE", "ShiftingM", "ShiftingH"),
    *("Mixed", "TextOnly", "TextOnlyGuess"),
]


@pytest.fixture
def make(host, lmu_data, monkeypatch):
    """Builds ActiView datasets on the demo set."""
    monkeypatch.setenv("PRED_FORMAT", "tsv")
    from vlmeval.dataset import build_dataset

    return lambda name, **options: build_dataset(f"ActiView_{name}_DEMO", **options)


@pytest.fixture
def scripted(host):
    """A local model class of the host that answers by a function of (step, shown images, text) and remembers."""
    from vlmeval.vlm.base import BaseModel

    class Scripted(BaseModel):
        INSTALL_REQ = False
        INTERLEAVE = True

        def __init__(self, answer, interleave=True):
            self.answer, self.INTERLEAVE, self.asked = answer, interleave, []

        def generate_inner(self, message, dataset=None):
            shown = [Path(item["value"]).stem for item in message if item["type"] == "image"]
            text = "\n".join(item["value"] for item in message if item["type"] == "text")
            self.asked.append((shown, text))
            return self.answer(shown, text)

    return Scripted


def infer(model, dataset, folder: Path) -> Path:
    from vlmeval.inference import infer_data_job

    folder.mkdir(exist_ok=True)
    infer_data_job(model, work_dir=str(folder), model_name="M", dataset=dataset, verbose=False)
    return folder / f"M_{dataset.dataset_name}.tsv"


def records(file: Path) -> dict[str, dict]:
    frame = read_predictions(file)
    found = {index: read_record(text) for index, text in zip(frame["index"], frame["prediction"], strict=True)}
    assert all(record is not None for record in found.values())
    return found


def by_question(dataset, asked) -> dict[str, list[list[str]]]:
    """Images of every request, by row, in the order asked."""
    found: dict[str, list[list[str]]] = {row["index"]: [] for row in dataset.rows.to_dict("records")}
    for shown, text in asked:
        (index,) = [row["index"] for row in dataset.rows.to_dict("records") if row["question"] in text]
        found[index].append(shown)
    return found


def pictures(row) -> tuple[str, str, list[str]]:
    full, lined, *views = [Path(path).stem for path in json.loads(row["image_path"])]
    return full, lined, views


def steer(shown: list[str], text: str) -> str:
    """Selects 2 and 3; goes on once; zooms into 1 and 2, keeps 1, shifts to 4."""
    if '"part": type' in text:
        return '{"part": "1,2", "reason": ""}'
    if '"shift": type' in text:
        return '{"keep": "1", "shift": "4"}'
    if "Response with the number of part" in text:
        return "2, 3"
    if "Yes or No" in text:
        return "Yes" if len(shown) == 1 else "No."
    return "B"


def expected(name: str, row, start: int) -> list[list[str]]:
    full, lined, views = pictures(row)
    order = [views[(start - 1 + step) % 4] for step in range(4)]
    clues = [views[view - 1] for view in json.loads(row["clue_views"])]
    return {
        "Full": [[full]],
        "SingleView": [order[:1]],
        "Zooming": [[lined], [full, views[1], views[2]]],
        "ZoomingGT": [[full, *clues]],
        "Mixed": [[lined], [lined, views[0], views[1]], [lined, views[0], views[3]]],
        "TextOnly": [[]],
        "TextOnlyGuess": [[]],
    }.get(name, [order[:1], order[:2], order[:2]])


@pytest.mark.parametrize("name", NAMES)
def test_every_turn_shows_the_right_images_in_the_right_order(make, scripted, tmp_path, name):
    dataset, model = make(name), scripted(steer)
    found = records(infer(model, dataset, tmp_path))
    asked = by_question(dataset, model.asked)
    level = {"E": "easy", "M": "medium", "H": "hard"}.get(name[-1]) if name.startswith("Shifting") else None
    for row in dataset.rows.to_dict("records"):
        record = found[row["index"]]
        start = int(row[f"start_{level}"]) if level else record["start"] or 1
        assert asked[row["index"]] == expected(name, row, start)
        assert record["calls"] == len(asked[row["index"]])
    metrics = dataset.evaluate(str(tmp_path / f"M_{dataset.dataset_name}.tsv"))
    always_b = (dataset.rows["answer"] == "1").mean()
    assert metrics["Overall"] == metrics["Overall_paper"] or name != "Full"
    assert metrics["Overall"] == pytest.approx(always_b)
    scores = json.loads((tmp_path / f"M_{dataset.dataset_name}_hvs_scores.json").read_text())
    assert scores["counts"] == {"samples": 16, "failed": 0, "cut_cells": 0}


@pytest.mark.parametrize(("profile", "interleave"), [("robust", True), ("official", False)])
def test_oracle_reaches_the_ceiling_in_the_host(make, tmp_path, profile, interleave):
    from vlmeval_hvs.host.baseline import HVSBaseline

    for name in NAMES:
        dataset = make(name, profile=profile)
        file = infer(HVSBaseline("hvs-oracle", interleave=interleave), dataset, tmp_path)
        metrics = dataset.evaluate(str(file))
        assert metrics["Overall"] == metrics["Overall_paper"] == 1.0, name
        assert metrics.get("R_select", 1.0) == 1.0, name
        assert metrics.get("InvalidReplies", 0.0) == 0.0, name
        assert ("AVG" in metrics) == (name == "ShiftingH"), name
    assert metrics["Overall"] == 1.0


def test_single_image_models_get_strips_and_single_views(make, scripted, tmp_path):
    dataset, model = make("Zooming"), scripted(steer, interleave=False)
    infer(model, dataset, tmp_path)
    row = dataset.rows.iloc[0].to_dict()
    _, lined, views = pictures(row)
    assert by_question(dataset, model.asked)[row["index"]] == [[lined], [views[1]], [views[2]]]
    metrics = dataset.evaluate(str(tmp_path / "M_ActiView_Zooming_DEMO.tsv"))
    assert "AnyView_oracle" in metrics
    dataset, model = make("ShiftingE"), scripted(lambda shown, text: "Yes" if "Yes or No" in text else "A", False)
    infer(model, dataset, tmp_path)
    assert all(len(shown) == 1 for shown, _ in model.asked)
    strips = {shown[0] for shown, _ in model.asked}
    folder = next((Path(dataset.folder).parent / "_views").iterdir()) / "strips"
    made = {path.stem: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert set(made) <= strips
    infer(scripted(lambda shown, text: "Yes" if "Yes or No" in text else "A", False), make("ShiftingE"), tmp_path / "x")
    assert {path.stem: path.stat().st_mtime_ns for path in folder.iterdir()} == made  # joined once


def test_other_splits_are_cut_once_and_shown(make, scripted, tmp_path):
    dataset, model = make("Zooming", n_splits=9), scripted(lambda shown, text: "9, 2" if "9 equal" in text else "A")
    file = infer(model, dataset, tmp_path)
    assert records(file)["1"]["views_final"] == [2, 9]
    assert by_question(dataset, model.asked)["1"] == [
        ["astronaut-9_lined"],
        ["astronaut-9_full", "astronaut-9_2", "astronaut-9_9"],
    ]
    assert "R_select" not in dataset.evaluate(str(file))
    folder = next((Path(dataset.folder).parent / "_views").iterdir())
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert len(before) == 8 * (9 + 2 + 1)
    infer(scripted(lambda shown, text: "1"), make("Zooming", n_splits=9), tmp_path / "again")
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before


class Killed(BaseException):
    """What the process dies of."""


def test_a_killed_run_resumes_without_losing_or_repeating_finished_samples(make, scripted, tmp_path):
    calls = Counter()

    def until_killed(shown, text):
        calls["all"] += 1
        if calls["all"] == 18:  # in the middle of a sample, before the host's first save
            raise Killed
        return steer(shown, text)

    dataset, model = make("Mixed"), scripted(until_killed)
    with pytest.raises(Killed):
        infer(model, dataset, tmp_path)
    done = {index for index, asked in by_question(dataset, model.asked).items() if len(asked) == 3} - {"6"}
    assert len(done) == 5
    again = scripted(steer)
    found = records(infer(again, make("Mixed"), tmp_path))
    asked = by_question(dataset, again.asked)
    assert {index for index, requests in asked.items() if not requests} == done
    assert len(found) == 16
    assert all(record["calls"] == 3 and "error" not in record for record in found.values())
    transcripts = (tmp_path / "M_ActiView_Mixed_DEMO_hvs_transcripts.jsonl").read_text().splitlines()
    assert {json.loads(line)["index"] for line in transcripts} == set(found)


def test_a_failed_turn_is_retried_on_the_next_run(make, scripted, tmp_path):
    def failing(shown, text):
        if "Yes or No" in text and len(shown) == 2 and "the cat?" in text:
            raise RuntimeError("CUDA out of memory")
        return FAIL_MARKER if "the motorcycle" in text and len(shown) == 2 else steer(shown, text)

    dataset, model = make("ShiftingE"), scripted(failing)
    found = records(infer(model, dataset, tmp_path))
    failed = {index for index, record in found.items() if "error" in record}
    assert failed == {"3", "6", "8"}
    metrics = dataset.evaluate(str(tmp_path / "M_ActiView_ShiftingE_DEMO.tsv"))
    scores = json.loads((tmp_path / "M_ActiView_ShiftingE_DEMO_hvs_scores.json").read_text())
    assert scores["counts"]["failed"] == 3
    assert any("3 of 16 samples failed" in warning for warning in scores["warnings"])
    again = scripted(steer)
    found = records(infer(again, make("ShiftingE"), tmp_path))
    assert {index for index, asked in by_question(dataset, again.asked).items() if asked} == failed
    assert not any("error" in record for record in found.values())
    assert make("ShiftingE").evaluate(str(tmp_path / "M_ActiView_ShiftingE_DEMO.tsv"))["Overall"] >= metrics["Overall"]


def test_missing_and_corrupt_views_fail_their_samples_only(make, scripted, tmp_path):
    folder = Path(make("Zooming").folder)
    (folder / "images_split" / "rocket_1_0.png").unlink()
    coffee = folder / "images_split" / "coffee_resized_lines.png"
    coffee.write_bytes(coffee.read_bytes()[:2000])
    dataset, model = make("Zooming"), scripted(steer)
    found = records(infer(model, dataset, tmp_path))
    failed = {index: record["error"] for index, record in found.items() if "error" in record}
    rows = dataset.rows.set_index("index")["image_path"]
    assert set(failed) == {index for index, paths in rows.items() if "rocket" in paths or "coffee" in paths}
    for index, error in failed.items():
        assert ("damaged" if "coffee" in rows[index] else "missing") in error
    metrics = dataset.evaluate(str(tmp_path / "M_ActiView_Zooming_DEMO.tsv"))
    scores = json.loads((tmp_path / "M_ActiView_Zooming_DEMO_hvs_scores.json").read_text())
    assert scores["counts"]["failed"] == len(failed) == 5
    assert 0 < metrics["Overall"] < 1


HOSTILE = [
    "",
    "x" * 100_000,
    "```\n```",
    '{"part": "0,9"}',
    "yes and no",
    "view 9",
    "\ud800\x00",
    "1\t2\n\"'=1",
    "None",
]


@pytest.mark.parametrize("reply", HOSTILE)
@pytest.mark.parametrize("format", ["xlsx", "tsv"])
def test_hostile_replies_end_in_a_score(make, scripted, tmp_path, monkeypatch, reply, format):
    monkeypatch.setenv("PRED_FORMAT", format)
    for name in ("Zooming", "ShiftingR", "Mixed"):
        dataset = make(name)
        infer(scripted(lambda shown, text: reply), dataset, tmp_path)
        metrics = dataset.evaluate(str(tmp_path / f"M_{dataset.dataset_name}.{format}"))
        assert metrics["Fallback"] > 0.9 or reply in ("yes and no", "None")  # "9" is an option of one question
        assert metrics["#calls"] <= 5
        items = pd.read_csv(tmp_path / f"M_{dataset.dataset_name}_hvs_items.tsv", sep="\t", keep_default_na=False)
        assert len(items) == 16


@pytest.mark.parametrize(
    "options",
    [
        {"profile": "strict"},
        {"reading": "loose"},
        {"n_splits": 5},
        {"single_image": "drop"},
        {"revise_turns": 0},
        {"limit": 0},
    ],
)
def test_bad_options_are_named(host, lmu_data, options):
    from vlmeval_hvs.benchmarks.actiview.dataset import ActiViewDataset

    (name,) = options
    with pytest.raises(DataError, match=name):
        ActiViewDataset("ActiView_Zooming_DEMO", **options)
    with pytest.raises(DataError, match="n_splits=4"):
        ActiViewDataset("ActiView_ShiftingE_DEMO", n_splits=9)


def test_random_starts_are_a_function_of_seed_and_row(make):
    def starts(**options):
        dataset = make("ShiftingR", **options)
        return {row["index"]: dataset._start(row) for row in dataset.rows.to_dict("records")}

    assert starts() == starts()
    assert starts(seed=1) != starts()
    assert starts(limit=8).items() <= starts().items()
    assert set(starts().values()) == {1, 2, 3, 4}


def test_prompts_of_the_release_replace_the_bundled_ones(make):
    dataset = make("ShiftingR", profile="official")
    assert dataset.settings["prompts"] == "bundled"
    release = {
        "splits_4": "1 is here",
        "steps": {"decide": "OWN {views} {question}", "select": "OWN {description_of_splits}"},
    }
    (Path(dataset.folder) / "prompts_release.json").write_text(json.dumps(release))
    dataset = make("ShiftingR", profile="official")
    assert dataset.settings["prompts"] == "release"
    assert dataset.messages(dataset.row(0))[-1]["value"].startswith("OWN  image 1, the ")
    assert make("Zooming").messages(dataset.row(0))[-1]["value"] == "OWN 1 is here"
    assert make("ShiftingR", profile="paper").settings["prompts"] == "bundled"


def test_prompt_of_a_row_can_be_driven_anywhere(make):
    prompt = make("Mixed").build_prompt(0)
    prediction, transcript = drive(
        prompt, lambda turn: "none" if turn.step != "answer" else "C", ModelTraits("any", True)
    )
    assert [entry["step"] for entry in transcript] == ["mix_init", "answer"]
    assert read_record(prediction)["answer"] == "C"
