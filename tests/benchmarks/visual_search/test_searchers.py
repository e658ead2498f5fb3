import json

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.benchmarks.visual_search.named_searchers import (
    SearcherOptions,
    known_searchers,
    make_searcher,
    named_options,
)
from vlmeval_hvs.benchmarks.visual_search.searchers import grid
from vlmeval_hvs.benchmarks.visual_search.searchers.bayesian import BayesianSearcher
from vlmeval_hvs.benchmarks.visual_search.searchers.decision import expected_accuracy, next_cell, reference_accuracy
from vlmeval_hvs.benchmarks.visual_search.searchers.ivsn import (
    AttentionSearcher,
    MissingWeightsError,
    attention_map,
    build_features,
    find_weights,
)
from vlmeval_hvs.benchmarks.visual_search.searchers.similarity import correlation_map, ssim_map
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.errors import DataError

torch = pytest.importorskip("torch")


def small_visibility(height=6, width=8):
    rows, columns = np.mgrid[:height, :width].reshape(2, -1)
    squared = (rows[:, None] - rows) ** 2 + (columns[:, None] - columns) ** 2
    return 3 * np.exp(-squared / 4)


@pytest.mark.parametrize("case", ["flat", "random", "peaked", "one", "tiny"])
def test_exact_rule_equals_the_published_integral(case):
    d = small_visibility()
    n = len(d)
    rng = np.random.default_rng(1)
    p = {
        "flat": np.full(n, 1 / n),
        "random": rng.dirichlet(np.ones(n)),
        "peaked": rng.dirichlet(np.full(n, 0.05)),
        "one": np.r_[1.0, np.zeros(n - 1)],
        "tiny": np.r_[0.5, 0.5, np.full(n - 2, 1e-200)],
    }[case]
    fast = expected_accuracy(p, d)
    slow = [reference_accuracy(p, d, cell) for cell in range(n)]
    np.testing.assert_allclose(fast, slow, rtol=0, atol=1e-10)


def test_exact_rule_on_the_full_grid():
    d_prime = grid.visibility()[0]
    posterior = grid.prior_cells(grid.centre_prior())
    fast = expected_accuracy(posterior, d_prime)
    assert np.isfinite(fast).all()
    assert fast[300] == pytest.approx(reference_accuracy(posterior, d_prime, 300), abs=1e-12)


def test_the_three_rules():
    d = small_visibility()
    p = np.full(len(d), 0.1 / (len(d) - 1))
    p[13] = 0.9
    assert next_cell(p, d, "greedy") == 13
    assert next_cell(p, d, "elm") == int(np.argmax([sum(p * d[:, k] ** 2) for k in range(len(d))]))
    assert next_cell(p, d, "exact") == int(np.argmax([reference_accuracy(p, d, k) for k in range(len(d))]))
    with pytest.raises(ValueError, match="unknown rule"):
        next_cell(p, d, "best")


def test_visibility_follows_the_published_scaling():
    d_prime, template = grid.visibility()
    assert d_prime.shape == (768, 768)
    assert d_prime.min() == 0
    assert d_prime.max() == 3
    assert np.all(template.max(axis=0) == 1)
    assert np.all(template.min(axis=0) == 0)
    assert template[400, 400] > 0.9


def test_prior_keeps_every_cell_possible():
    prior = grid.prior_cells(grid.centre_prior())
    assert prior.sum() == pytest.approx(1)
    assert prior.min() >= 1 / (10 * grid.N_CELLS) * 0.999
    saliency = np.zeros(grid.IMAGE_SHAPE)
    assert np.allclose(grid.prior_cells(saliency), 1 / grid.N_CELLS)


def scene(size=64, seed=0):
    image = np.random.default_rng(seed).integers(0, 255, grid.IMAGE_SHAPE).astype(float)
    top, left = 400, 700
    return image, image[top : top + size, left : left + size].copy(), (top + size / 2, left + size / 2)


def test_correlation_equals_its_definition_and_peaks_on_the_target():
    image, template, (row, column) = scene()
    scores = correlation_map(image, template)
    assert np.unravel_index(np.argmax(scores), scores.shape) == (row, column)
    assert scores.max() == pytest.approx(1, abs=1e-4)
    patch = image[100:164, 200:264]
    assert scores[132, 232] == pytest.approx(np.corrcoef(patch.ravel(), template.ravel())[0, 1], abs=1e-4)


def test_ssim_equals_its_definition_and_peaks_on_the_target():
    image, template, (row, column) = scene()
    scores = ssim_map(image, template)
    assert np.unravel_index(np.argmax(scores), scores.shape) == (row, column)
    patch = image[100:164, 200:264]
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    covariance = np.mean((patch - patch.mean()) * (template - template.mean()))
    expected = (
        (2 * patch.mean() * template.mean() + c1)
        * (2 * covariance + c2)
        / ((patch.mean() ** 2 + template.mean() ** 2 + c1) * (patch.var() + template.var() + c2))
    )
    assert scores[132, 232] == pytest.approx(expected, abs=1e-4)


def test_flat_templates_and_images_are_no_evidence():
    image, template, _ = scene()
    assert np.all(correlation_map(image, np.full((20, 20), 7.0)) == 0)
    assert np.all(correlation_map(np.full((60, 80), 7.0), template) == 0)
    assert np.isfinite(ssim_map(np.zeros((60, 80)), np.zeros((9, 9)))).all()


def test_the_posterior_rules_out_what_was_looked_at_and_finds_the_target():
    searcher = BayesianSearcher((768, 1024), (400, 700, 464, 764), seed=1234, key="a")
    start = [(512.0, 384.0)]
    posterior = searcher.posterior(start)
    assert posterior.sum() == pytest.approx(1)
    assert posterior[12, 16] < 0.2 / 768  # the fixated cell
    near = searcher.posterior([*start, (730.0, 430.0)])
    assert np.unravel_index(np.argmax(near), near.shape)[0] in (12, 13, 14)
    assert near.max() > 10 * posterior.max()


def test_noise_depends_on_seed_and_trial_only():
    def make(seed, key):
        return BayesianSearcher((768, 1024), (400, 700, 464, 764), seed=seed, key=key).posterior([(10.0, 10.0)])

    assert np.array_equal(make(1, "a"), make(1, "a"))
    assert not np.array_equal(make(1, "a"), make(2, "a"))
    assert not np.array_equal(make(1, "a"), make(1, "b"))


def test_greedy_attention_search_never_returns():
    attention = np.random.default_rng(0).random((60, 80))
    searcher = AttentionSearcher(attention, (20, 20))
    history = [(40.0, 30.0)]
    for _ in range(6):
        x, y = searcher.next_fixation(history)
        assert all(abs(x - a) >= 9 or abs(y - b) >= 9 for a, b in history)
        history.append((x, y))
    assert searcher.priority_map([(40.0, 30.0)])[30, 40] == 0


def test_attention_map_covers_the_image_with_an_untrained_network():
    rng = np.random.default_rng(0)
    image = rng.integers(0, 255, (250, 300, 3), dtype=np.uint8)
    values = attention_map(image, image[:40, :40], build_features())
    assert values.shape == (250, 300)
    assert values.min() == 0
    assert values.max() == 1


def test_missing_weights_are_explained(monkeypatch, tmp_path):
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    monkeypatch.delenv("VLMEVAL_HVS_VGG16", raising=False)
    with pytest.raises(MissingWeightsError, match=r"vgg16-397923af\.pth.*hvs-cIBS"):
        find_weights()
    (tmp_path / "mine.pth").write_bytes(b"x")
    assert find_weights(tmp_path / "mine.pth") == tmp_path / "mine.pth"


def trial(tmp_path):
    rng = np.random.default_rng(3)
    pixels = rng.integers(0, 255, (192, 256, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(tmp_path / "a.png")
    Image.fromarray(pixels[150:170, 200:220]).save(tmp_path / "t.png")
    return (
        Trial("a.png", (192, 256), (150, 200, 170, 220), (8, 8), (128.0, 96.0), 8),
        tmp_path / "a.png",
        tmp_path / "t.png",
    )


@pytest.mark.parametrize("name", ["hvs-sIBS", "hvs-ELM", "hvs-ELM-center", "hvs-greedy"])
def test_named_searchers_search(tmp_path, name):
    one, image, target = trial(tmp_path)
    options = named_options(name, rule="elm") if name == "hvs-sIBS" else named_options(name)
    searcher = make_searcher(options, one, str(image), str(target))
    x, y = searcher.next_fixation([one.initial])
    assert 0 <= x < 256
    assert 0 <= y < 192
    assert searcher.priority_map([one.initial]).shape == grid.GRID_SHAPE


@pytest.mark.parametrize("name", ["hvs-nnIBS", "hvs-IVSN"])
def test_network_searchers_run_from_a_weights_file(tmp_path, name):
    one, image, target = trial(tmp_path)
    state = {f"features.{key}": value for key, value in build_features().state_dict().items()}
    torch.save(state, tmp_path / "vgg16.pth")
    options = named_options(name, weights=str(tmp_path / "vgg16.pth"), rule="elm" if name == "hvs-nnIBS" else None)
    searcher = make_searcher(options, one, str(image), str(target))
    x, y = searcher.next_fixation([one.initial])
    assert 0 <= x < 256
    assert 0 <= y < 192
    assert np.isfinite(searcher.priority_map([one.initial])).all()


def test_a_folder_of_saliency_maps_is_a_prior(tmp_path):
    one, image, target = trial(tmp_path)
    folder = tmp_path / "maps"
    folder.mkdir()
    options = named_options("hvs-ELM", prior=str(folder), similarity="none")
    with pytest.raises(DataError, match="no saliency map a"):
        make_searcher(options, one, str(image), str(target))
    saliency = np.zeros((48, 64))
    saliency[:24, :32] = 1
    np.save(folder / "a.npy", saliency)
    posterior = make_searcher(options, one, str(image), str(target)).priority_map([])
    assert posterior[:12, :16].sum() > 0.9
    np.save(folder / "a.npy", np.array([{"pickled": 1}], dtype=object))
    with pytest.raises(DataError, match="not a numeric array"):
        make_searcher(named_options("hvs-greedy", prior=str(folder)), one, str(image), str(target))


def test_options_are_checked():
    assert set(known_searchers()) >= {"hvs-cIBS", "hvs-sIBS", "hvs-nnIBS", "hvs-ELM", "hvs-IVSN"}
    for wrong in ({"prior": "/nowhere"}, {"rule": "best"}, {"similarity": "magic"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            SearcherOptions(**wrong)


def test_answers_keep_maps_small():
    from vlmeval_hvs.benchmarks.visual_search.baselines import compact_map

    rng = np.random.default_rng(0)
    rows = compact_map(rng.random((768, 1024)))
    assert len(rows) * len(rows[0]) <= 3072
    assert len(json.dumps(rows)) < 32_000
    small = rng.random((24, 32))
    np.testing.assert_allclose(compact_map(small), small / small.max(), rtol=6e-3)
