"""Gaze scores against plain loops, and what bad runs lead to."""

import json

import numpy as np
import pytest
from scipy.special import ndtr

from vlmeval_hvs.benchmarks.gaze.scoring import score as score_gaze
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import wrongness
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.files import plain

pytestmark = pytest.mark.long


@pytest.fixture
def rows(make):
    """Rows of a fully crossed set of 36 scenes with two prompts."""
    return make("GazeTarget_DEMO", prompts=[0, 11]).rows.reset_index(drop=True)


def answered(rows, choose):
    """Rows with the letter of the position `choose(row)` as reply; None leaves the reply empty."""
    chosen = [(row["option_order"], choose(row)) for row in rows.to_dict("records")]
    letters = ["" if at is None else LETTERS[order.index(str(at))] for order, at in chosen]
    return rows.assign(reply=letters, failed=False)


def test_metrics_equal_a_loop(rows):
    rng = np.random.default_rng(0)
    mixed = answered(rows, lambda row: None if rng.random() < 0.1 else int(rng.integers(int(row["n_objects"]))))
    report = score_gaze(mixed)
    names = ("Overall", "wrongness", "wrongness_expected", "head_share", "gaze_share", "chance", "0", "11")
    values = {name: [] for name in names}
    for row in mixed.to_dict("records"):
        n, gaze, head = (int(row[name]) for name in ("n_objects", "gaze_pos", "head_pos"))
        letter = row["reply"]
        values["chance"].append(1 / n)
        values["Overall"].append(letter == row["answer"])
        values[row["prompt_id"]].append(letter == row["answer"])
        if letter:
            position = int(row["option_order"][LETTERS.index(letter)])
            values["wrongness"].append(wrongness(position, gaze, n))
            values["wrongness_expected"].append(np.mean([wrongness(other, gaze, n) for other in range(n)]))
            if row["condition"] == "incongruent":
                values["head_share"].append(position == head)
                values["gaze_share"].append(position == gaze)
    means = {name: np.mean(found) for name, found in values.items()}
    found = report.metrics
    assert [found[name] for name in names[:5]] == pytest.approx([means[name] for name in names[:5]])
    assert found["other_share"] == pytest.approx(1 - means["head_share"] - means["gaze_share"])
    assert report.chance.value == report.details["against_chance"]["chance"] == pytest.approx(means["chance"])
    excess, chance = np.array(values["Overall"]) - values["chance"], np.array(values["chance"])
    against = report.details["against_chance"]
    assert against["difference"] == pytest.approx(excess.mean())
    assert against["paper_z"] == pytest.approx(excess.sum() / np.sqrt((chance * (1 - chance)).sum()))
    assert against["paper_p"] == pytest.approx(2 * ndtr(-abs(against["paper_z"])))
    low, high = report.intervals["Overall"]
    assert low < found["Overall"] < high
    assert report.details["by_prompt"] == pytest.approx({name: means[name] for name in ("0", "11")})
    table = report.details["by_condition_and_objects"]
    assert [table[f"natural, {n} objects"]["chance"] for n in (2, 3, 4)] == pytest.approx([1 / 2, 1 / 3, 1 / 4])


def test_a_simulated_observer_gets_its_category_and_odd_runs_warnings_and_options_act(make, replies, score, rows):
    data = make("GazeTarget_DEMO", prompts=[0])
    found = score(data, replies(data, lambda turn: respond("hvs-gaze-head-only", turn, 0)))
    assert found.metrics["category"] == found.scores["details"]["characterization"]["category"] == 3
    report = score_gaze(rows.assign(reply="He looks at the camera.", failed=False))
    assert (report.metrics["Overall"], report.items["fallback"].mean()) == (0, 1)
    assert {"wrongness", "category"}.isdisjoint(report.metrics)  # left out, not NaN
    assert any("named no option" in text for text in report.warnings)
    json.dumps(plain([report.metrics, report.details]), allow_nan=False)
    refused = ["I'm sorry, but I cannot help with that.", *["He looks at the camera."] * (len(rows) - 1)]
    assert score_gaze(rows.assign(reply=refused, failed=False)).metrics["refused"] == 1 / len(rows)
    part = rows[rows["scene_id"] == rows["scene_id"].iloc[-1]]
    report = score_gaze(answered(part, lambda row: int(row["gaze_pos"])))
    assert (report.metrics["Overall"], "Overall" in report.intervals) == (1, False)
    assert any("only 1 scene:" in text for text in report.warnings)
    heads = answered(rows[rows["proximity"] == "1"], lambda row: max(int(row["head_pos"]), 0))
    report = score_gaze(answered(rows, lambda row: int(row["gaze_pos"])), human=dict.fromkeys("234", 0.0), margin=0.2)
    assert report.metrics["category"] == 1
    assert report.details["characterization"]["tests"]["1"]["details"]["margin"] == 0.2
    place = heads.index[20]
    heads.loc[place, "gaze_pos"] = "1" if heads.loc[place, "gaze_pos"] == "0" else "0"
    with pytest.raises(DataError, match="photo"):
        score_gaze(heads)
