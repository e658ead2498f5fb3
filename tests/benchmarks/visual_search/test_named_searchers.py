import json
from importlib.util import find_spec

import numpy as np
import pytest
from later import later
from PIL import Image

from vlmeval_hvs.benchmarks.visual_search.searchers import grid
from vlmeval_hvs.benchmarks.visual_search.searchers.bayesian import BayesianSearcher
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.registry import model_cards

with later():
    import torch
    from scipy.stats import multivariate_normal

    from vlmeval_hvs.benchmarks.visual_search import named_searchers
    from vlmeval_hvs.benchmarks.visual_search.searchers import ivsn


pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed")


def test_visibility_is_the_published_one_to_the_last_digit():
    height, width = grid.IMAGE_SHAPE
    rows, columns = np.meshgrid(np.linspace(0, height, 24), np.linspace(0, width, 32), indexing="ij")
    places = np.stack([columns.ravel(), rows.ravel()], axis=1)
    seen = [
        multivariate_normal.pdf(places, mean=[column * 32 + 16, row * 32 + 16], cov=[[4000, 0], [0, 2600]])
        for row in range(24)
        for column in range(32)
    ]
    shifted = np.array(seen) - np.min(seen)
    np.testing.assert_array_equal(grid.visibility()[0], shifted / shifted.max() * 3)


def test_prior_keeps_every_cell_possible():
    for strength in [10, 15]:
        prior = grid.prior_cells(grid.centre_prior(), strength)
        assert prior.sum() == pytest.approx(1)
        assert prior.min() >= 1 / (strength * grid.N_CELLS) * 0.999
        spot = np.zeros(grid.IMAGE_SHAPE)
        spot[:32, :32] = 7
        # By hand: a cell with the whole map has (strength - 1) N + 1 of strength N, every other cell 1.
        assert grid.prior_cells(spot, strength)[0] == pytest.approx(((strength - 1) * 768 + 1) / (strength * 768))
        assert grid.prior_cells(spot, strength)[1] == pytest.approx(1 / (strength * 768))
        saliency = np.zeros(grid.IMAGE_SHAPE)
        assert np.allclose(grid.prior_cells(saliency), 1 / grid.N_CELLS)


def test_the_posterior_rules_out_what_was_looked_at_and_finds_the_target():
    searcher = BayesianSearcher((768, 1024), (400, 700, 464, 764), seed=1234)
    start = [(512.0, 384.0)]
    posterior = searcher.posterior(start)
    assert posterior.sum() == pytest.approx(1)
    assert posterior[12, 16] < 0.2 / 768  # the fixated cell
    near = searcher.posterior([*start, (730.0, 430.0)])
    assert np.unravel_index(np.argmax(near), near.shape)[0] in (12, 13, 14)
    assert near.max() > 10 * posterior.max()


def test_noise_is_the_published_one_and_depends_on_the_seed_only():
    def make(seed, history):
        searcher = BayesianSearcher((768, 1024), (400, 700, 464, 764), seed=seed)
        return np.log(searcher.posterior(history)).ravel()

    start, then = (10.0, 10.0), (700.0, 500.0)
    assert np.array_equal(make(1, [start]), make(1, [start]))
    assert not np.array_equal(make(1, [start]), make(2, [start]))
    # What the second fixation adds: the evidence of its cell with the generator's second draw, transposed.
    generator = np.random.RandomState(1234)
    noise = [generator.standard_normal((32, 24)).T.ravel() for _ in range(2)][1]
    d_prime, seen = (values[:, 15 * 32 + 21] for values in grid.visibility())
    target = np.full(grid.GRID_SHAPE, -0.5)
    target[12:15, 21:24] = 0.5
    mean = 0.5 * target.ravel() * ((seen + 0.5) + (1.5 - seen))
    expected = (mean + noise / (3 * seen + 4)) * d_prime**2
    added = make(1234, [start, then]) - make(1234, [start])
    np.testing.assert_allclose(added - added.mean(), expected - expected.mean(), atol=1e-9)


def test_evidence_counts_once_or_again_with_every_fixation():
    def log_posterior(history, evidence):
        searcher = BayesianSearcher((768, 1024), (400, 700, 464, 764), evidence=evidence)
        return np.log(searcher.posterior(history))

    path = [(10.0, 10.0), (700.0, 500.0), (300.0, 300.0)]
    sums = sum(log_posterior(path[:n], "once") for n in (1, 2, 3))  # the prior is flat
    repeated = log_posterior(path, "repeated")
    np.testing.assert_allclose(repeated - repeated.mean(), sums - sums.mean(), atol=1e-9)
    with pytest.raises(ValueError, match="evidence"):
        log_posterior(path, "twice")


def test_the_next_fixation_map_is_that_of_its_own_rule():
    searcher = BayesianSearcher((768, 1024), (400, 700, 464, 764), priority="elm")
    history = [(512.0, 384.0)]
    posterior = searcher.posterior(history)
    assert searcher.next_cell(history) == np.unravel_index(np.argmax(posterior), posterior.shape)
    gain = np.einsum("i,ik->k", posterior.ravel(), grid.visibility()[0] ** 2)
    np.testing.assert_allclose(searcher.priority_map(history).ravel(), gain)
    plain = BayesianSearcher((768, 1024), (400, 700, 464, 764))
    assert np.array_equal(plain.priority_map(history), posterior)


def test_attention_map_covers_the_image_with_an_untrained_network():
    rng = np.random.default_rng(0)
    image = rng.integers(0, 255, (250, 300, 3), dtype=np.uint8)
    values = ivsn.attention_map(image, image[:40, :40], ivsn.build_features())
    assert values.shape == (250, 300)
    assert values.min() == 0
    assert values.max() == 1


def trial(tmp_path):
    rng = np.random.default_rng(3)
    pixels = rng.integers(0, 255, (192, 256), dtype=np.uint8)
    Image.fromarray(pixels).save(tmp_path / "a.png")
    Image.fromarray(pixels[150:170, 200:220]).save(tmp_path / "t.png")
    return (
        Trial("a.png", (192, 256), (150, 200, 170, 220), (8, 8), (128.0, 96.0), 8),
        tmp_path / "a.png",
        tmp_path / "t.png",
    )


@pytest.mark.parametrize("name", ["hvs-cIBS-flat", "hvs-ELM-center"])
def test_named_searchers_search(tmp_path, name):
    one, image, target = trial(tmp_path)
    searcher = named_searchers.make_searcher(named_searchers.named_options(name), one, str(image), str(target))
    x, y = searcher.next_fixation([one.initial])
    assert 0 <= x < 256
    assert 0 <= y < 192
    assert searcher.priority_map([one.initial]).shape == grid.GRID_SHAPE


@pytest.mark.parametrize("name", ["hvs-nnIBS-flat", "hvs-IVSN"])
def test_network_searchers_run_from_a_weights_file(tmp_path, name):
    one, image, target = trial(tmp_path)
    state = {f"features.{key}": value for key, value in ivsn.build_features().state_dict().items()}
    torch.save(state, tmp_path / "vgg16.pth")
    options = named_searchers.named_options(name, weights=str(tmp_path / "vgg16.pth"))
    searcher = named_searchers.make_searcher(options, one, str(image), str(target))
    x, y = searcher.next_fixation([one.initial])
    assert 0 <= x < 256
    assert 0 <= y < 192
    assert np.isfinite(searcher.priority_map([one.initial])).all()


def test_a_folder_of_saliency_maps_is_a_prior(tmp_path):
    one, image, target = trial(tmp_path)
    folder = tmp_path / "maps"
    folder.mkdir()
    options = named_searchers.named_options("hvs-greedy-flat", prior=str(folder), similarity="none")
    with pytest.raises(DataError, match="no saliency map a"):
        named_searchers.make_searcher(options, one, str(image), str(target))
    saliency = np.zeros((48, 64))
    saliency[:24, :32] = 1
    np.save(folder / "a.npy", saliency)
    posterior = named_searchers.make_searcher(options, one, str(image), str(target)).priority_map([])
    assert posterior[:12, :16].sum() > 0.9
    np.save(folder / "a.npy", np.array([{"pickled": 1}], dtype=object))
    with pytest.raises(DataError, match="not a numeric array"):
        named_searchers.make_searcher(
            named_searchers.named_options("hvs-greedy-flat", prior=str(folder)), one, str(image), str(target)
        )


def test_options_are_checked():
    searchers = {name for name, card in model_cards().items() if card.get("class", "").endswith("HVSSearcher")}
    assert set(named_searchers.known_searchers()) == searchers
    priors = {name: options.prior for name, options in named_searchers.known_searchers().items()}
    assert priors["hvs-cIBS"] == priors["hvs-sIBS"] == priors["hvs-ELM"] == "set"
    assert priors["hvs-cIBS-flat"] == priors["hvs-ELM-flat"] == "flat"
    assert priors["hvs-nnIBS-center"] == "center"
    wrongs = [{"prior": "/nowhere"}, {"rule": "best"}, {"similarity": "magic"}, {"priority": "best"}]
    for wrong in (*wrongs, {"evidence": "twice"}, {"strength": 0.5}, {"seed": -1}):
        with pytest.raises(ValueError, match="rule" if "priority" in wrong else next(iter(wrong))):
            named_searchers.SearcherOptions(**wrong)


def test_answers_keep_maps_small():
    from vlmeval_hvs.benchmarks.visual_search.baselines import compact_map

    rng = np.random.default_rng(0)
    rows = compact_map(rng.random((768, 1024)))
    assert len(rows) * len(rows[0]) <= 3072
    assert len(json.dumps(rows)) < 32_000
    small = rng.random((24, 32))
    np.testing.assert_allclose(compact_map(small), small / small.max(), rtol=6e-3)
