"""ActiView's datasets: what every pipeline shows and in which order, options, scores of a prediction file."""

import json
import logging
from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.actiview import official_texts
from vlmeval_hvs.benchmarks.actiview.dataset import ActiViewDataset
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import INTERLEAVED, ModelTraits, read_record
from vlmeval_hvs.responders import HVSBaseline

NAMES = [
    *("Full", "SingleView", "Zooming", "ZoomingGT", "ShiftingR", "ShiftingE", "ShiftingM", "ShiftingH"),
    *("Mixed", "TextOnly", "TextOnlyGuess"),
]


@pytest.fixture
def make(demo):
    """Makes datasets of the demo set, with options."""
    demo("ActiView_DEMO")
    return lambda name, **options: ActiViewDataset(f"ActiView_{name}_DEMO", **options)


@pytest.fixture
def make_own(lmu_data):
    """The same on a demo set of the test's own, which it may damage."""
    return lambda name, **options: ActiViewDataset(f"ActiView_{name}_DEMO", **options)


class Scripted:
    """Answers every turn by a function of (shown images, text), and remembers them."""

    def __init__(self, answer, interleave=True):
        self.answer, self.INTERLEAVE, self.asked = answer, interleave, []

    def generate_inner(self, turn):
        shown = [Path(path).stem for path in turn.images]
        self.asked.append((shown, turn.text))
        return self.answer(shown, turn.text)


def infer(model, dataset, folder: Path) -> Path:
    """A prediction file of all rows."""
    folder.mkdir(exist_ok=True)
    rows = []
    for position, index in enumerate(dataset.rows["index"]):
        driven = drive(dataset.build_prompt(position), model.generate_inner, ModelTraits("M", model.INTERLEAVE))
        rows.append({"index": index, "prediction": driven[0]})
    file = folder / f"M_{dataset.dataset_name}.json"
    file.write_text(json.dumps(rows))
    return file


def records(file: Path) -> dict[str, dict]:
    """What the pipelines returned, by row."""
    return {entry["index"]: read_record(entry["prediction"]) for entry in json.loads(file.read_text())}


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
def test_every_turn_shows_the_right_images_in_the_right_order(make, tmp_path, name):
    dataset, model = make(name), Scripted(steer)
    found = records(infer(model, dataset, tmp_path))
    asked = by_question(dataset, model.asked)
    level = {"E": "easy", "M": "medium", "H": "hard"}.get(name[-1]) if name.startswith("Shifting") else None
    for row in dataset.rows.to_dict("records"):
        record = found[row["index"]]
        start = int(row[f"start_{level}"]) if level else record["start"] or 1
        assert asked[row["index"]] == expected(name, row, start)
        assert record["calls"] == len(asked[row["index"]])
    metrics = dataset.score_file(tmp_path / f"M_{dataset.dataset_name}.json")
    always_b = (dataset.rows["answer"] == "1").mean()
    assert metrics["Overall"] == metrics["Overall_paper"] or name != "Full"
    assert metrics["Overall"] == pytest.approx(always_b)
    scores = json.loads((tmp_path / f"M_{dataset.dataset_name}_hvs_scores.json").read_text())
    assert scores["counts"] == dict.fromkeys(("failed", "left_out", "reader_errors", "cut_cells", "cut_replies"), 0) | {
        "samples": 16
    }


@pytest.mark.parametrize(("profile", "interleave"), [("robust", True), ("official", False)])
def test_oracle_reaches_the_ceiling(make, tmp_path, profile, interleave):
    for name in NAMES:
        dataset = make(name, profile=profile)
        file = infer(HVSBaseline("hvs-oracle", interleave=interleave), dataset, tmp_path)
        metrics = dataset.score_file(file)
        assert metrics["Overall"] == metrics.get("Overall_paper", metrics.get("Overall_robust")) == 1.0, name
        assert metrics.get("R_select", 1.0) == 1.0, name
        assert metrics.get("InvalidReplies", 0.0) == 0.0, name
        assert ("AVG" in metrics) == (name == "ShiftingH"), name
    assert metrics["Overall"] == 1.0


def kept_views(dataset):
    """The folder of what was cut beyond the built set."""
    (folder,) = (data_root() / ".rendered" / dataset.set_name).iterdir()
    return folder


def test_single_image_models_get_strips_and_single_views(make, tmp_path):
    dataset, model = make("Zooming"), Scripted(steer, interleave=False)
    infer(model, dataset, tmp_path)
    row = dataset.rows.iloc[0].to_dict()
    _, lined, views = pictures(row)
    assert by_question(dataset, model.asked)[row["index"]] == [[lined], [views[1]], [views[2]]]
    metrics = dataset.score_file(tmp_path / "M_ActiView_Zooming_DEMO.json")
    assert "AnyView_oracle" in metrics
    dataset, model = make("ShiftingE"), Scripted(lambda shown, text: "Yes" if "Yes or No" in text else "A", False)
    infer(model, dataset, tmp_path)
    assert all(len(shown) == 1 for shown, _ in model.asked)
    strips = {shown[0] for shown, _ in model.asked}
    folder = kept_views(dataset)
    made = {path.stem: path.stat().st_mtime_ns for path in folder.glob("strip_*.png")}
    assert set(made) <= strips
    infer(Scripted(lambda shown, text: "Yes" if "Yes or No" in text else "A", False), make("ShiftingE"), tmp_path / "x")
    assert {path.stem: path.stat().st_mtime_ns for path in folder.glob("strip_*.png")} == made  # joined once


def test_other_splits_are_cut_once_and_shown(make, tmp_path):
    dataset, model = make("Zooming", n_splits=9), Scripted(lambda shown, text: "9, 2" if "9 equal" in text else "A")
    file = infer(model, dataset, tmp_path)
    assert records(file)["1"]["views_final"] == [2, 9]
    assert by_question(dataset, model.asked)["1"] == [
        ["astronaut-9_lined"],
        ["astronaut-9_full", "astronaut-9_2", "astronaut-9_9"],
    ]
    assert "R_select" not in dataset.score_file(file)
    folder = kept_views(dataset)
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("*-9_*.*")}
    assert len(before) == 8 * (9 + 2) * 2  # a picture and its record
    infer(Scripted(lambda shown, text: "1"), make("Zooming", n_splits=9), tmp_path / "again")
    assert {path.name: path.stat().st_mtime_ns for path in folder.glob("*-9_*.*")} == before


def test_missing_and_corrupt_views_fail_their_samples_only(real, tmp_path):
    folder = real("ActiView")  # a demo set would mend itself
    (folder / "images_split" / "rocket_1_0.png").unlink()
    coffee = folder / "images_split" / "coffee_resized_lines.png"
    coffee.write_bytes(coffee.read_bytes()[:2000])
    dataset, model = ActiViewDataset("ActiView_Zooming"), Scripted(steer)
    found = records(infer(model, dataset, tmp_path))
    failed = {index: record["error"] for index, record in found.items() if "error" in record}
    rows = dataset.rows.set_index("index")["image_path"]
    assert set(failed) == {index for index, paths in rows.items() if "rocket" in paths or "coffee" in paths}
    for index, error in failed.items():
        assert ("damaged" if "coffee" in rows[index] else "missing") in error
    metrics = dataset.score_file(tmp_path / "M_ActiView_Zooming.json")
    scores = json.loads((tmp_path / "M_ActiView_Zooming_hvs_scores.json").read_text())
    assert scores["counts"]["failed"] == len(failed) == 5
    assert "Overall" not in metrics
    assert (scores["validity"], scores["Overall"]) == ("invalid", None)
    lenient = ActiViewDataset("ActiView_Zooming", max_failed=0.5).score_file(tmp_path / "M_ActiView_Zooming.json")
    assert 0 < lenient["Overall"] < 1


def test_random_starts_are_a_function_of_seed_and_row(make):
    def starts(**options):
        dataset = make("ShiftingR", **options)
        return {row["index"]: dataset._start_view(row) for row in dataset.rows.to_dict("records")}

    assert starts() == starts()
    assert starts(seed=1) != starts()
    assert starts(limit=8).items() <= starts().items()
    assert set(starts().values()) == {1, 2, 3, 4}


def test_every_build_is_asked_alike_and_says_with_which_wording(make_own):
    dataset = make_own("ShiftingR")
    stamped = dataset.settings["wording"]
    assert stamped.startswith("robust ")
    (Path(dataset.folder) / "prompts_release.json").write_text('{"steps": {"decide": "OTHER"}}')  # of older builds
    assert make_own("ShiftingR").first_turn(dataset.row(0)) == dataset.first_turn(dataset.row(0))
    assert make_own("ShiftingR").receipt.settings["wording"] == stamped
    assert make_own("ShiftingR", profile="official").settings["wording"] != stamped


def test_official_is_refused_without_the_released_texts(make, monkeypatch):
    monkeypatch.setattr("vlmeval_hvs.benchmarks.actiview.dataset.installed", official_texts.installed)
    with pytest.raises(DataError, match="vlmeval-hvs actiview-wording CHECKOUT"):
        make("ShiftingR", profile="official")
    official_texts.place().parent.mkdir()
    official_texts.place().write_text('{"QA_TEMPLATES": "a paraphrase"}')
    with pytest.raises(DataError, match="has no template"):
        make("ShiftingR", profile="official")
    texts = dict.fromkeys(official_texts.declared()["templates"], "a paraphrase")
    official_texts.place().write_text(json.dumps(texts))
    with pytest.raises(DataError, match="QA_TEMPLATES_CHAT.* differ from the released texts"):
        make("ShiftingR", profile="official")
    make("ShiftingR")


def test_records_keep_the_settings_they_were_made_with(make, tmp_path, caplog):
    file = infer(HVSBaseline("hvs-first"), make("Zooming", profile="paper"), tmp_path)
    now = make("Zooming", profile="official")
    receipt = now.receipt
    with caplog.at_level(logging.WARNING, "vlmeval_hvs"):
        now.score_file(file)
    scores = json.loads((tmp_path / "M_ActiView_Zooming_DEMO_hvs_scores.json").read_text())
    assert scores["settings"]["profile"] == "paper"
    assert scores["settings"]["wording"] == make("Zooming", profile="paper").settings["wording"]
    assert "made with profile=paper, not official" in caplog.text
    assert now.receipt == receipt
    assert receipt.settings["profile"] == "official"
    nine = infer(HVSBaseline("hvs-first"), make("Zooming", n_splits=9), tmp_path / "nine")
    make("Zooming").score_file(nine)
    scores = json.loads((tmp_path / "nine" / "M_ActiView_Zooming_DEMO_hvs_scores.json").read_text())
    assert scores["settings"]["n_splits"] == scores["details"]["n_views"] == 9
    assert any("n_splits=9, not 4" in warning for warning in scores["warnings"])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("Full", {"full_image": "original"}),
        ("Full", {"clue_hints": True}),
        ("SingleView", {"simple_prompt": True, "seed": 5}),
        ("Zooming", {"single_image": "describe"}),
        ("Mixed", {"revise_turns": 2}),
    ],
)
def test_records_name_every_option_that_decides_what_is_asked(make, tmp_path, name, options):
    file = infer(HVSBaseline("hvs-first"), make(name, **options), tmp_path)
    make(name).score_file(file)
    place = tmp_path / f"M_ActiView_{name}_DEMO_hvs_scores.json"
    scores = json.loads(place.read_text())
    assert {option: scores["settings"][option] for option in options} == options
    assert not any("no ledger" in warning for warning in scores["warnings"])
    old = json.loads(file.read_text())
    file.write_text(json.dumps([{**row, "prediction": "A"} for row in old]))
    if name in ("Zooming", "Mixed"):
        with pytest.raises(DataError, match="a plain reply, and is asked in several turns; at index 1, 2, 3"):
            make(name).score_file(file)
        return
    make(name).score_file(file)
    assert any("no ledger" in warning for warning in json.loads(place.read_text())["warnings"])


def test_the_full_image_at_its_original_size_and_with_clues(make):
    row = make("Full").row(0)
    name = Path(row["original_path"]).name
    shown = {size: make("Full", full_image=size).first_turn(row)[0]["value"] for size in ("tile", "original")}
    assert Path(shown["original"]).name == name
    assert Path(shown["tile"]).name != name
    hinted = make("Full", clue_hints=True).first_turn(row)
    clues = [Path(item["value"]).stem for item in hinted if item["type"] == "image"]
    assert clues == ["all_bboxes", *(f"bbox_{place}" for place in range(len(clues) - 1))]
    assert len(clues) > 1
    with pytest.raises(OptionError, match="clue_hints has its own template"):
        make("Full", clue_hints=True, simple_prompt=True)
    with pytest.raises(OptionError, match="clue_hints"):
        make("Zooming", clue_hints=True)


def test_damaged_views_are_cut_again_and_never_shown(make, tmp_path):
    dataset = make("Zooming", n_splits=9)
    shown = [item["value"] for item in dataset.first_turn(dataset.row(0)) if item["type"] == "image"]
    good = Path(shown[0]).read_bytes()
    for content in (b"garbage", good[:100], bytes(len(good))):
        Path(shown[0]).write_bytes(content)
        again = make("Zooming", n_splits=9)  # another process
        assert [item["value"] for item in again.first_turn(again.row(0)) if item["type"] == "image"] == shown
        assert Path(shown[0]).read_bytes() == good
    asked = []

    def ask(turn):
        asked.append(turn.images)
        view = Path(shown[0]).with_name(Path(shown[0]).name.replace("_lined", "_2"))
        view.write_bytes(b"garbage")
        return "2"

    prediction, _ = drive(dataset.build_prompt(0), ask, ModelTraits("M", True))
    assert "has changed since it was cut" in read_record(prediction)["error"]
    assert len(asked) == 1


def test_prompt_of_a_row_can_be_driven_anywhere(make):
    prompt = make("Mixed").build_prompt(0)
    prediction, transcript = drive(
        prompt, lambda turn: "none" if turn.step != "answer" else "C", ModelTraits("any", True)
    )
    assert [entry["step"] for entry in transcript] == ["mix_init", "answer"]
    assert read_record(prediction)["answer"] == "C"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("profile", ["robust", "official", "paper"])
def test_the_prompt_is_the_first_turn_of_the_pipeline(make, name, profile):
    dataset = make(name, profile=profile)
    for position in range(3):
        prompt = dataset.build_prompt(position)
        turn = next(prompt.pipeline(INTERLEAVED))
        assert list(prompt) == list(turn) == dataset.first_turn(dataset.row(position))


@pytest.mark.parametrize(
    ("options", "reading"),
    [
        ({}, "robust"),
        ({"profile": "official"}, "paper"),
        ({"profile": "paper"}, "paper"),
        ({"profile": "paper", "reading": "robust"}, "robust"),
        ({"reading": "paper"}, "paper"),
    ],
)
def test_the_reading_follows_the_profile_unless_it_is_given(make, tmp_path, options, reading):
    dataset = make("Zooming", **options)
    assert dataset.reading == reading
    assert {dataset.reading, dataset.other_reading} == {"robust", "paper"}
    assert dataset._task(dataset.row(0)).reading == reading
    metrics = dataset.score_file(infer(Scripted(steer), dataset, tmp_path))
    assert f"Overall_{dataset.other_reading}" in metrics
    assert f"Overall_{reading}" not in metrics


def test_the_result_contract(make, tmp_path):
    dataset = make("Zooming")
    metrics = dataset.score_file(infer(HVSBaseline("hvs-random"), dataset, tmp_path))
    stem = f"M_{dataset.dataset_name}"
    scores = json.loads((tmp_path / f"{stem}_hvs_scores.json").read_text())
    first, *lines = (tmp_path / f"{stem}_hvs_items.tsv").read_text().splitlines()
    contract = ["index", "reply", "answer", "rule", "fallback", "score"]
    contract += ["answer_paper", "rule_paper", "fallback_paper", "score_paper", "failed", "truth"]
    assert first.split("\t")[:12] == contract
    column = contract.index("score")
    assert sum(float(line.split("\t")[column]) for line in lines) / 16 == metrics["Overall"] == scores["Overall"]
    assert scores["reading"] == "robust"
    assert scores["Chance"]["low"] < scores["Chance"]["value"] == metrics["Chance"] < scores["Chance"]["high"]
    assert {"Overall_paper", "Fallback", "Differ", "Chance"} <= set(metrics)


def test_no_avg_over_runs_with_different_options(make, tmp_path, caplog):
    names = [name for name in NAMES if name == "Zooming" or name.startswith("Shifting")]
    for name in names:
        changed = {"seed": 1} if name == "ShiftingE" else {}
        dataset = make(name, **changed)
        with caplog.at_level(logging.WARNING, "vlmeval_hvs"):
            metrics = dataset.score_file(infer(HVSBaseline("hvs-first"), dataset, tmp_path))
        assert "AVG" not in metrics
    assert "no AVG, because the datasets differ in seed" in caplog.text


def test_other_splits_are_refused_where_views_are_annotated(make):
    with pytest.raises(OptionError, match="annotated for n_splits=4 only"):
        make("ShiftingE", n_splits=9)


@pytest.mark.parametrize(
    ("made", "scored_as", "why"),
    [
        ("Zooming", "ShiftingR", "it was asked by the pipeline zoom, not shift"),
        ("Zooming", "Full", "it was asked by the pipeline zoom, not full"),
        ("Zooming", "TextOnly", "it was asked by the pipeline zoom, not text_only"),
        ("Mixed", "Zooming", "it was asked by the pipeline mixed, not zoom"),
        ("ShiftingE", "ShiftingH", "it started with view [1-4], not [1-4]"),
    ],
)
@pytest.mark.parametrize("old", [False, True])
def test_predictions_of_another_pipeline_are_refused(make, tmp_path, made, scored_as, why, old):
    file = infer(HVSBaseline("hvs-first"), make(made), tmp_path)
    if old:  # records from before they named their pipeline
        rows = [{**row, "prediction": json.loads(row["prediction"])} for row in json.loads(file.read_text())]
        for row in rows:
            row["prediction"].pop("kind")
        file.write_text(json.dumps(rows))
        why = {"Zooming": "its first turn asks for select", "Mixed": "its first turn asks for mix_init"}.get(made, why)
    other = make(scored_as)
    renamed = file.rename(tmp_path / "any.json")
    with pytest.raises(DataError, match=why):
        other.score_file(renamed)
    make(made).score_file(renamed)


def test_permuted_rows_are_refused_where_starts_are_random(make, tmp_path):
    dataset = make("ShiftingR")
    rows = json.loads(infer(HVSBaseline("hvs-first"), dataset, tmp_path).read_text())
    indices = [row["index"] for row in rows]
    shifted = [{**row, "index": index} for row, index in zip(rows, indices[1:] + indices[:1], strict=True)]
    (tmp_path / "permuted.json").write_text(json.dumps(shifted))
    with pytest.raises(DataError, match="it started with view [1-4], not [1-4]; at index"):
        dataset.score_file(tmp_path / "permuted.json")
