import json

import pytest

from dataset_builders.visual_search import demo as demo_visual_search
from vlmeval_hvs.benchmarks.visual_search.compound import (
    averaged,
    collect_results,
    format_table,
    read_scanpath_file,
    unusable_terms,
)
from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    root = tmp_path_factory.mktemp("LMUData")
    demo_visual_search.build("VisualSearch_MCS_DEMO", None, root / "vlmeval_hvs")
    return root


@pytest.fixture
def trials(data):
    rows, _ = read_set("VisualSearch_MCS_DEMO", data / "vlmeval_hvs")
    return read_trials(rows.to_dict("records"))


def grid_entry(one, hit, **changes):
    """A scanpath in a 24 x 32 grid, as the published grid models write them."""
    height, width = one.shape
    cells = [[16, 12], [2, 2]]
    if hit:
        cells.append([int(one.bbox[1] / width * 32), int(one.bbox[0] / height * 24)])
    return {
        "image_height": 24,
        "image_width": 32,
        "receptive_height": 1,
        "receptive_width": 1,
        "target_found": not hit,  # a claim that must not count
        "X": [x for x, _ in cells],
        "Y": [y for _, y in cells],
        **changes,
    }


def test_grid_scanpaths_are_scored_in_their_own_frame(data, trials, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("LMUData", str(data))
    names = list(trials)
    content = {name: grid_entry(trials[name], number % 2 == 0) for number, name in enumerate(names)}
    file = tmp_path / "Scanpaths.json"
    file.write_text(json.dumps(content))
    paths, _ = read_scanpath_file(file, trials)
    assert [paths[name].found for name in names] == [number % 2 == 0 for number in range(len(names))]
    out = tmp_path / "out.json"
    assert main(["visions-score", "--model", "IRL", "--scanpaths", f"MCS_DEMO={file}", "--output", str(out)]) == 0
    result = json.loads(out.read_text())
    assert result["mean"]["IRL"]["AUCperf"] == pytest.approx(0.5 * (6 - 3 + 0.5) / 5)
    assert {"Humans", "Random scanpaths"} <= set(result["mean"])
    assert len(result["curves"]["MCS_DEMO"]["IRL"]) == 7
    assert "IRL" in capsys.readouterr().out


def test_too_few_images_give_no_area(data, trials, tmp_path, monkeypatch):
    monkeypatch.setenv("LMUData", str(data))
    file, out = tmp_path / "s.json", tmp_path / "out.json"
    few = list(trials)[: len(trials) // 2]
    file.write_text(json.dumps({name: grid_entry(trials[name], True) for name in few}))
    assert main(["visions-score", "--scanpaths", f"MCS_DEMO={file}", "--output", str(out)]) == 0
    assert "AUCperf" not in json.loads(out.read_text())["mean"]["model"]


def test_saved_maps_are_scored_with_the_baselines(data, trials, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("LMUData", str(data))
    name, one = next(iter(trials.items()))
    folder = tmp_path / "subject_01" / "probability_maps" / name.rsplit(".", 1)[0]
    folder.mkdir(parents=True)
    cells = "\n".join(",".join("1" for _ in range(32)) for _ in range(24))
    for number in range(1, len(one.humans["01"].x)):
        (folder / f"fixation_{number}.csv").write_text(",".join(str(k) for k in range(32)) + "\n" + cells)
    out = tmp_path / "out.json"
    command = [
        "visions-score",
        "--model",
        "flat",
        "--maps",
        f"MCS_DEMO={tmp_path}",
        "--baselines",
        "--output",
        str(out),
    ]
    assert main(command) == 0
    rows = json.loads(out.read_text())["mean"]
    assert rows["flat"]["AUChsp"] == rows["Uniform"]["AUChsp"] == 0.5
    assert rows["Gold Standard"]["AUChsp"] > 0.6
    assert "substitute" in capsys.readouterr().out


def test_unusable_files_are_errors_in_words(trials, tmp_path, capsys):
    file = tmp_path / "s.json"
    for content, message in (("x", "JSON"), ("[]", "list"), ('{"other.png": {}}', "no usable")):
        file.write_text(content)
        with pytest.raises(DataError, match=message):
            read_scanpath_file(file, trials)
    names = list(trials)
    bad = {names[0]: grid_entry(trials[names[0]], True), names[1]: {"X": [1], "Y": []}, names[2]: 5, "other.png": {}}
    file.write_text(json.dumps(bad))
    paths, left_out = read_scanpath_file(file, trials)
    assert list(paths) == names[:1]
    assert len(left_out) == 3
    assert main(["visions-score"]) == 1
    assert main(["visions-score", "--scanpaths", "nothing"]) == 1
    assert main(["visions-score", str(tmp_path)]) == 1
    assert "no visual-search results" in capsys.readouterr().err


def test_results_of_the_families_share_a_row(tmp_path):
    def save(dataset, metrics):
        record = {"benchmark": "VisualSearch", "dataset": dataset, "model": "M", "metrics": metrics}
        (tmp_path / f"M_{dataset}_hvs_scores.json").write_text(json.dumps(record))

    for name, shift in (("Interiors", 0.0), ("MCS", 0.2)):
        save(
            f"VisualSearch_{name}",
            {"AUCperf": 0.4 + shift, "AvgMM": 0.8, "Corr": 0.1, "AUCperf_humans": 0.5 + shift, "AvgMM_humans": 0.9},
        )
        hsp = {"AUChsp": 0.7, "NSShsp": 1.2, "IGhsp": 0.3, "LLhsp": 0.2}
        gold = {f"{key}_gold_standard": value for key, value in zip(hsp, (0.9, 2.6, 1.9, 1.9), strict=True)}
        save(f"VisualSearch_{name}_HSP", {**hsp, **gold})
    save("VisualSearch_MCS_Interactive", {"AUCperf": 0.3, "AvgMM": 0.7})
    (tmp_path / "other_hvs_scores.json").write_text('{"benchmark": "HVSBench"}')
    rows = averaged(collect_results(tmp_path))
    expected = ((1 - 0.1) + (0.8 - 0.9) / 0.9 + 0.1 + (0.7 - 0.9) / 0.9 + (1.2 - 2.6) / 2.6 + (0.3 - 1.9) / 1.9) + (
        0.2 - 1.9
    ) / 1.9
    assert rows["M"]["Score"] == pytest.approx(expected / 7)
    assert rows["M"]["Score_six_terms"] == pytest.approx((expected - 0.1) / 6)
    assert rows["M (interactive)"]["AUCperf"] == 0.3
    assert rows["M (interactive)"]["AUChsp"] == 0.7
    assert (rows["M"]["terms"], rows["M (interactive)"]["terms"], rows["Gold Standard"]["terms"]) == (7, 6, 4)
    assert format_table(rows).splitlines()[0].split() == [
        *("AUCperf", "AvgMM", "Corr", "AUChsp", "NSShsp", "IGhsp", "LLhsp", "Score", "Score-6", "terms"),
    ]


def test_terms_without_a_positive_reference_are_named():
    table = {
        "M": {"a": {"AUCperf": 0.5, "IGhsp": 0.1, "AUChsp": 0.6}},
        "Gold Standard": {"a": {"IGhsp": -0.1, "AUChsp": 0.8}},
    }
    rows = averaged(table)
    assert unusable_terms(rows) == ["AUCperf", "IGhsp"]
    assert rows["M"]["Score"] == pytest.approx(-0.25)
