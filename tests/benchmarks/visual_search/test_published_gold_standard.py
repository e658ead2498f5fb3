"""The gold standard of the real Interiors set, against the values that ViSioNS published."""

import json

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias
from vlmeval_hvs.benchmarks.visual_search.next_fixation import METRICS, FixationTable, draw_trials
from vlmeval_hvs.benchmarks.visual_search.reference_rows import baseline_tables
from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
from vlmeval_hvs.sets import read_set

# AUC, NSS (not clipped in that version) and LL of the gold standard: NeuroLIAA/visions,
# Results/Interiors_dataset/baseline_hsp.json at 22943088.
PER_IMAGE = {
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
        assert found[image] == pytest.approx(PER_IMAGE[image], abs=2e-5), image


@pytest.mark.long
def test_an_image_scores_as_published(rows, lmu_data):
    image = "grayscale_3_kitchen.jpg"
    trials = read_trials(rows[rows["image_name"] == image].to_dict("records"))
    score_as_published(baseline_tables(trials, CentreBias())["gold_standard"], [image])


@pytest.mark.slow
@pytest.mark.nightly
def test_the_whole_set_scores_as_published_and_so_does_every_draw(rows, shared, lmu_data):
    table = baseline_tables(read_trials(rows.to_dict("records")), CentreBias())["gold_standard"]
    score_as_published(table, PER_IMAGE)
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
