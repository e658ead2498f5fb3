"""Commands of single benchmarks."""

import json

import numpy as np
import pytest
from PIL import Image

from tests.results.score_file import save_scores
from vlmeval_hvs.errors import DataError


@pytest.mark.long
def test_tests_of_an_item_file(response_table, tmp_path, told):
    from vlmeval_hvs.benchmarks.gaze.responses import read_responses

    path, out = tmp_path / "model_GazeTarget_hvs_items.tsv", tmp_path / "out.json"
    table, _ = response_table.observer("head-only", "model")
    table.to_csv(tmp_path / "result.csv", index=False)
    trials = read_responses(tmp_path / "result.csv")["model"].trials
    trials.to_csv(path, sep="\t", index=False)
    printed = told("gaze", "tests", path, "--json", out).out
    assert [words in printed for words in ("category 3, head-only", "(paper's z-test: p ")] == [True, True]
    found = json.loads(out.read_text())["groups"]["model_GazeTarget"]["characterization"]
    assert f"{found['tests']['3']['estimate']:+.3f}" in printed
    assert (found["category"], set(found["tests"])) == (3, {*"134", "2.1", "2.2", "2.3", "2.4", "proximity", "view"})
    trials[:4].to_csv(path, sep="\t", index=False)
    printed = told("gaze", "tests", path, "--json", out).out
    tests = json.loads(out.read_text())["groups"]["model_GazeTarget"]["characterization"]["tests"].values()
    untold = [test["note"] for test in tests if test["p"] is None]
    assert (len(untold) > 0, [note for note in untold if note not in printed]) == (True, []), "too few answers"
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    for arguments, words in (([path, "--group", "gpt"], "no group gpt"), ([path, "--human", "P"], "no group P"),
                             ([tmp_path / "other.csv"], "neither the study's response table")):  # fmt: skip
        assert words in told("gaze", "tests", *arguments, status=(1,)).err


@pytest.fixture
def scored(tmp_path, told):
    """Runs the command; gives the sets that it wrote, and what it said."""

    def run(*arguments):
        said = told("visual-search", "tables", *arguments, "--json", tmp_path / "out.json").out
        return json.loads((tmp_path / "out.json").read_text())["sets"], said

    return run


def grid_entry(one, hit):
    """A scanpath in a 24 x 32 grid, as the published grid models write them."""
    height, width = one.shape
    x, y = [16, 2, int(one.bbox[1] / width * 32)], [12, 2, int(one.bbox[0] / height * 24)]
    frame = {"image_height": 24, "image_width": 32, "receptive_height": 1, "receptive_width": 1}
    claim = {"target_found": not hit}  # which must not count
    return {**frame, **claim, "X": x[: 2 + hit], "Y": y[: 2 + hit]}


@pytest.mark.long
def test_grid_scanpaths_are_scored_in_their_own_frame_and_odd_ones_left_out_or_an_error(demo, tmp_path, scored):
    from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import read_scanpath_file
    from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
    from vlmeval_hvs.metrics.search_similarity import within_humans
    from vlmeval_hvs.sets import read_set

    demo("VisualSearch_MCS_DEMO")
    trials = read_trials(read_set("VisualSearch_MCS_DEMO")[0].to_dict("records"))
    hits = {name: number % 2 == 0 for number, name in enumerate(trials)}
    file = tmp_path / "Scanpaths.json"
    file.write_text(json.dumps({name: grid_entry(trials[name], hit) for name, hit in hits.items()}))
    assert {name: path.found for name, path in read_scanpath_file(file, trials)[0].items()} == hits
    result, _ = scored("--model", "IRL", "--scanpaths", f"MCS_DEMO={file}")
    area, humans = (result["MCS_DEMO"][row][of] for row, of in (("IRL", "AUCperf"), ("Humans", "AvgMM")))
    assert (area["value"], area["n"]) == (pytest.approx(0.5 * (6 - 3 + 0.5) / 5), len(hits))
    people = within_humans({name: trial.humans for name, trial in trials.items()})  # in their own frame
    assert humans["value"] == pytest.approx(np.mean(list(people.values())))
    file.write_text(json.dumps(dict(list(json.loads(file.read_text()).items())[::2])))
    result, _ = scored("--model", "half", "--scanpaths", f"MCS_DEMO={file}")
    assert "AUCperf" not in result["MCS_DEMO"].get("half", {})  # less than 80 % of the set, as published
    for content, message in (("x", "JSON"), ("[]", "list"), ('{"other.png": {}}', "no usable")):
        file.write_text(content)
        with pytest.raises(DataError, match=message):
            read_scanpath_file(file, trials)
    first, second, third = list(trials)[:3]
    bad = {first: grid_entry(trials[first], True), second: {"X": [1], "Y": []}, third: 5, "other.png": {}}
    file.write_text(json.dumps(bad))
    paths, left_out = read_scanpath_file(file, trials)
    assert (list(paths), len(left_out)) == ([first], 3)


def test_published_rows_are_printed_beside_the_model(tmp_path, scored):
    save_scores(tmp_path, "M", "VisualSearch_Interiors", 0.4, metrics={"AUCperf": 0.4, "AUCperf_humans": 0.424})
    found, said = scored(tmp_path)
    assert all(f"{row} (published)" in said for row in ("Humans", "Gold Standard", "nnIBS", "Center Bias"))
    assert found["Interiors"]["M"]["AUCperf"]["value"] == 0.4


def test_best_visual_prompt_writes_the_run_config(tmp_path, told):
    from vlmeval_hvs.visual_prompts import all_styles

    styles = [str(style) for style in all_styles("oval")][:3]
    by_style = {style: {"n": 2, "accuracy": share} for style, share in zip(styles, (0.0, 1.0, 0.5), strict=True)}
    details = {"by_style": by_style, "by_shape": {"oval": {"n": 6, "accuracy": 0.5}}}
    save_scores(tmp_path, "M", "VPB_Stage1", 0.5, details=details)
    output = tmp_path / "config.json"
    assert f"best: {styles[1]}; 1 styles" in told("vpb", "best-prompt", tmp_path, "--model", "M", "--out", output).out
    data = {"class": "VPBDataset", "dataset": "VPB_Stage2@BVP", "visual_prompt": styles[1], "geometry": "scaled",
            "contrast": "lab"}  # fmt: skip
    assert json.loads(output.read_text()) == {"model": {"M": {}}, "data": {"VPB_Stage2@BVP": data}}


@pytest.mark.long
def test_questions_are_generated_from_sifr_as_its_authors_ship_it(tmp_path, told):
    sifr, out = tmp_path / "SIFR", tmp_path / "new"
    (sifr / "test" / "rgb").mkdir(parents=True)
    entries = []
    for number in range(12):  # pictures of four objects each
        Image.effect_noise((80, 60), 10 * number + 5).save(sifr / "test" / "rgb" / f"{number}.jpg")
        annotations = [{"bbox": [10 * rank, 5, 20, 30 + rank], "gt_rank": rank} for rank in range(4)]
        entries.append({"file_name": f"{number}.jpg", "image_id": number, "annotations": annotations})
    (sifr / "test" / "test_annotations.json").write_text(json.dumps(entries))
    command = ["hvsbench", "generate", out, "--sifr", sifr, "--test-share", "0.25"]
    assert "as COCO-FreeView has it" in told(*command, "--freeview", sifr, status=(1,)).err
    assert not out.exists(), "a source that is refused leaves nothing behind"
    shown = told(*command).out
    kinds = [f"{kind}: 9 train, 3 test (SIFR)" for kind in ("Q1", "Q2", "Q3", "Q4")]
    assert [words for words in (*kinds, "SIFR: 12 pictures", "60 questions in") if words not in shown] == []
    train, test = ([*map(json.loads, (out / f"{side}.jsonl").read_text().splitlines())] for side in ("train", "test"))
    for row in (row for row in test if row["question_type"] == "Q1"):
        assert f"[{row['answer']}] 0.38,0.08,0.62,0.63" in row["question"], "the highest gt_rank, at the right"
    train, test = ({row["image_path"] for row in side} for side in (train, test))
    assert (len(train), len(test), train & test) == (9, 3, set())
    exported = told("hvsbench", "export", out, "--format", "trl", "--out", tmp_path / "trl").out
    assert ": 45 records (Q1 9, Q2 9, Q3 9, Q4 9, Q6 9)\n" in exported
