"""Reference rows of next-fixation scores: what they are, that they are computed once, and the published values."""

import json

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias
from vlmeval_hvs.benchmarks.visual_search.next_fixation import METRICS, FixationTable, draw_trials
from vlmeval_hvs.benchmarks.visual_search.reference_rows import (
    baseline_tables,
    gold_standard_scores,
    kept_scores,
    reference_tables,
)
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, HumanPath, Trial, read_trials
from vlmeval_hvs.files import data_root
from vlmeval_hvs.metrics import gaussian_kde_map, select_bandwidth
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer
from vlmeval_hvs.sets import read_set

FRAME = (120, 160), (-90, -90, -80, -80), (2, 2)  # nobody meets the target


def human(seed, n):
    rng = np.random.default_rng(seed)
    return HumanPath((80.0, *rng.uniform(0, 159, n)), (60.0, *rng.uniform(0, 119, n)), *FRAME, False)


def trials_of(images):
    trials = {}
    for number in range(images):
        people = {str(person): human(10 * number + person, 2 + person) for person in range(4)}
        name = f"{number}.png"
        trials[name] = Trial(name, *FRAME, (80, 60), 9, people)
    return trials


def test_the_gold_standard_is_the_density_of_the_others(lmu_data, bias):
    (trial,) = trials_of(1).values()
    scores = gold_standard_scores(trial, bias)
    for person, own in trial.humans.items():
        others = [one for name, one in trial.humans.items() if name != person]
        rows, columns = np.concatenate([one.y for one in others]), np.concatenate([one.x for one in others])
        density = gaussian_kde_map(rows, columns, trial.shape, select_bandwidth(rows, columns, trial.shape))
        scorer = MapScorer(density, bias.map(trial.shape))
        expected = [scorer(y, x) for x, y in zip(own.x[1:], own.y[1:], strict=True)]
        np.testing.assert_allclose(scores[trial.image, person], expected, atol=1e-4)


def test_reference_rows_are_consistent(lmu_data, bias):
    trials = trials_of(6)
    asked = [
        AskedFixation(trial, person, number, int(x), int(y))
        for trial in trials.values()
        for person, one in trial.humans.items()
        for number, (x, y) in enumerate(zip(one.x, one.y, strict=True))
        if number
    ]
    tables, told = reference_tables(asked, trials, bias, None)
    means = {name: table.means() for name, table in tables.items()}
    assert means["uniform"]["AUChsp"] == 0.5
    assert means["uniform"]["LLhsp"] == pytest.approx(0, abs=1e-9)
    assert means["center_bias"]["IGhsp"] == pytest.approx(0, abs=1e-9)
    assert means["uniform"]["IGhsp"] == pytest.approx(-means["center_bias"]["LLhsp"], abs=1e-9)
    assert told["another_human"]["kernel"] == "fitted"
    # Random people: nothing is to be gained from another one, and the fit knows it.
    assert -0.2 < means["another_human"]["LLhsp"] < 0.1
    assert {len(table) for table in tables.values()} == {len(asked)}
    for name, table in baseline_tables(trials, bias).items():
        assert table.means() == pytest.approx(means[name])


def test_scores_of_a_set_are_computed_once(lmu_data, bias):
    trials, computed = trials_of(3), []

    def compute(trial, bias):
        computed.append(trial.image)
        one = np.full((2, len(FixationScore._fields)), len(computed))
        return {(trial.image, person): one for person in trial.humans}

    first = kept_scores("test", trials.values(), compute, bias)
    again = kept_scores("test", reversed(list(trials.values())), compute, bias)
    assert len(computed) == 3
    assert first.keys() == again.keys()
    assert all(np.array_equal(first[key], again[key]) for key in first)
    # Other people, another bias or other settings are other scores.
    changed = {**trials, "0.png": Trial(**{**vars(trials["0.png"]), "humans": {"0": human(99, 3)}})}
    kept_scores("test", changed.values(), compute, bias)
    kept_scores("test", trials.values(), compute, CentreBias("b", (1.0, 2.0), (1.0, 2.0), (10, 10)))
    kept_scores("test", trials.values(), compute, bias, "other settings")
    assert len(computed) == 12
    # A damaged file is not believed.
    for file in (data_root() / ".references").rglob("*.npy"):
        file.write_bytes(file.read_bytes()[:-3])
    kept_scores("test", trials.values(), compute, bias)
    assert len(computed) == 15


# AUC, NSS (not clipped in that version) and LL of the gold standard: NeuroLIAA/visions,
# Results/Interiors_dataset/baseline_hsp.json at 22943088.
PUBLISHED = {
    "grayscale_11_opensource.jpg": (0.84752, 1.71656, 1.32947),
    "grayscale_100_oliva.jpg": (0.92468, 2.55417, 2.30971),
    "grayscale_18_kitchen.jpg": (0.90195, 2.74801, 1.96195),
    "grayscale_60_oliva.jpg": (0.74831, 0.93162, 0.58477),
    "grayscale_5_housebeautiful.jpg": (0.92466, 2.45188, 2.17179),
    "grayscale_3_other.jpg": (0.88280, 2.21540, 1.61474),
    # Images on which fixations that are merged twice, later, or not at all give other values.
    "grayscale_38_housebeautiful.jpg": (0.88460, 2.03400, 1.68274),
    "grayscale_83_oliva.jpg": (0.83417, 1.50116, 1.16979),
    "grayscale_3_kitchen.jpg": (0.88364, 2.45096, 1.70855),
    "grayscale_5_opensource.jpg": (0.88218, 1.86745, 1.57389),
    "grayscale_30_opensource.jpg": (0.83990, 1.34878, 1.19646),
}


@pytest.fixture(scope="module")
def rows(real_interiors):
    return read_set("VisualSearch_Interiors", real_interiors)[0]


def score_as_published(table, images):
    columns = [METRICS.index(metric) for metric in ("AUChsp", "NSShsp_unclipped", "LLhsp")]
    found = dict(zip(table.images, table.by_image()[:, columns].tolist(), strict=True))
    for image in images:
        assert found[image] == pytest.approx(PUBLISHED[image], abs=2e-5), image


@pytest.mark.long
def test_an_image_scores_as_published(rows, lmu_data):
    image = "grayscale_3_kitchen.jpg"
    trials = read_trials(rows[rows["image_name"] == image].to_dict("records"))
    score_as_published(baseline_tables(trials, CentreBias())["gold_standard"], [image])


@pytest.mark.slow
@pytest.mark.nightly
def test_the_whole_set_scores_as_published_and_so_does_every_draw(rows, shared, lmu_data):
    table = baseline_tables(read_trials(rows.to_dict("records")), CentreBias())["gold_standard"]
    score_as_published(table, PUBLISHED)
    published = json.loads((shared / "tables" / "visions_published_metrics.json").read_text())["Interiors"]
    means = table.means()
    for metric in ("AUChsp", "NSShsp", "LLhsp"):
        assert round(means[metric], 3) == published["gold_standard"][metric]
    prompts = rows[rows["family"] == "hsp"]
    draws = []
    for seed in range(25):
        drawn = draw_trials(prompts, 2000, seed)
        part = FixationTable()
        for image, listed in zip(drawn["image_name"], drawn["next"], strict=True):
            for person, number, *_ in json.loads(listed):
                part.add(image, person, table.scores[image][person][number - 1])
        draws.append(part.by_image().mean(axis=0))
    means_of_draws, error = np.mean(draws, axis=0), np.std(draws, axis=0, ddof=1) / np.sqrt(len(draws))
    assert (np.abs(means_of_draws - np.array(list(means.values()))) < 4 * error).all()
