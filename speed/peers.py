"""The cases that are measured beside other libraries."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import cv2
import numpy as np
from scipy.integrate import trapezoid
from scipy.ndimage import gaussian_filter
from scipy.special import ndtr

from speed.timing import Case
from vlmeval_hvs.benchmarks.visual_search.searchers.bayesian import BayesianSearcher, decision_map
from vlmeval_hvs.benchmarks.visual_search.searchers.grid import (
    IMAGE_SHAPE,
    N_CELLS,
    centre_prior,
    prior_cells,
    visibility,
)
from vlmeval_hvs.benchmarks.visual_search.searchers.integral import LIMIT, MIN_VISIBILITY, NODES
from vlmeval_hvs.metrics import gaussian_kde_map, multimatch_batch, select_bandwidth
from vlmeval_hvs.metrics.kde import bandwidth_grid
from vlmeval_hvs.metrics.maps import MapScorer
from vlmeval_hvs.visual_prompts import Region, parse_style, render


def multimatch(quick: bool) -> Iterator[Case]:
    """MultiMatch of a pair of scanpaths: `multimatch_batch` on 2,000 pairs, and multimatch-gaze's `docomparison`."""
    from multimatch_gaze import docomparison

    screen, pairs, of_peer = (512, 320), 2000, 100
    as_record: Any = np.rec.fromarrays  # its stub knows no names
    rng = np.random.default_rng(0)
    for n in (6, 14):
        for kind, digits in (("no ties", 15), ("ties", 2)):
            points = rng.random((pairs, 2, n, 2)).round(digits) * screen
            both = [(a, b) for a, b in np.concatenate([points, rng.integers(50, 900, (pairs, 2, n, 1))], axis=3)]
            records = [[as_record(path.T, names="start_x,start_y,duration") for path in two] for two in both[:of_peer]]

            def theirs(records: Any = records) -> list[Any]:
                return [docomparison(a, b, screen) for a, b in records]

            yield Case(f"{n}, {kind}", theirs, partial(multimatch_batch, both, screen), slice(of_peer), pairs)


def densities(quick: bool) -> Iterator[Case]:
    """Cross-validated Gaussian density of fixations on 768 x 1024 pixels: this package and scikit-learn."""
    from sklearn.model_selection import GridSearchCV, KFold
    from sklearn.neighbors import KernelDensity

    shape = (768, 1024)
    for n in (20,) if quick else (20, 60, 250):
        points = np.clip(np.random.default_rng(n).normal((384, 512), (120, 180), (n, 2)), 0, (767, 1023))

        def theirs(points: np.ndarray = points) -> np.ndarray:
            grid = {"bandwidth": bandwidth_grid(shape)}
            search = GridSearchCV(KernelDensity(), grid, cv=KFold(n_splits=min(5, len(points)))).fit(points)
            cells = np.indices(shape).reshape(2, -1).T + 0.5
            return np.exp(search.best_estimator_.score_samples(cells)).reshape(shape)

        def ours(points: np.ndarray = points) -> np.ndarray:
            rows, columns = points.T
            return gaussian_kde_map(rows, columns, shape, select_bandwidth(rows, columns, shape))

        yield Case(f"{n} fixations", theirs, ours)


def maps(quick: bool) -> Iterator[Case]:
    """AUC, NSS and information gain over a uniform map of fixations on priority maps: this package and pysaliency."""
    import pysaliency

    base: Any = pysaliency
    vars(np).setdefault("trapz", np.trapezoid)  # pysaliency 0.2.22 calls it; numpy 2.4 has it no longer
    rng, shape = np.random.default_rng(0), (480, 640)
    for n in (10,) if quick else (10, 100):
        noise = gaussian_filter(rng.random(shape), 20)
        density = np.exp((noise - noise.mean()) / noise.std())
        density /= density.sum()
        x, y = rng.uniform(0, shape[1], n), rng.uniform(0, shape[0], n)
        fixations = base.Fixations.create_without_history(x, y, np.zeros(n, int))
        asked = base.Stimuli([np.zeros((*shape, 3), np.uint8)]), fixations

        def theirs(density: np.ndarray = density, asked: Any = asked) -> list[float]:
            kept = {"_saliency_map": lambda self, stimulus: density}
            priority = type("Maps", (base.SaliencyMapModel,), kept)()
            model = type("Density", (base.Model,), {"_log_density": lambda self, stimulus: np.log(density)})()
            gain = model.information_gain(*asked, baseline_model=base.UniformModel())
            return [float(priority.AUC(*asked)), float(priority.NSS(*asked)), float(gain)]

        def ours(density: np.ndarray = density, x: np.ndarray = x, y: np.ndarray = y) -> np.ndarray:
            score = MapScorer(density, repeated=len(x) > 20)
            found = [score(row, column) for row, column in zip(y, x, strict=True)]
            return np.mean([(one.auc, one.nss_unclipped, one.log_likelihood) for one in found], axis=0)

        yield Case(f"{n} fixations", theirs, ours)


def search_rule(quick: bool) -> Iterator[Case]:
    """One choice of the next fixation by the exact rule of the ideal searcher: compiled, and the published formula.

    Both see the same beliefs, and the published noise. The formula is timed on a few of the 768 cells and scaled up.
    """
    d_prime, n = visibility()[0], 1 if quick else 3
    cells = np.linspace(0, N_CELLS - 1, n + 2).astype(int)[1:-1]
    searcher = BayesianSearcher(IMAGE_SHAPE, (500, 800, 572, 872), None, centre_prior())
    beliefs = {
        "flat prior": np.full(N_CELLS, 1 / N_CELLS),
        "centre prior": prior_cells(centre_prior()),
        "after 3 fixations": searcher.posterior([(512.0, 384.0), (300.0, 200.0), (700.0, 500.0)]).ravel(),
    }
    for kind, belief in beliefs.items():

        def theirs(belief: np.ndarray = belief) -> list[float]:
            return [reference_accuracy(belief, d_prime, int(cell)) for cell in cells]

        yield Case(kind, theirs, partial(decision_map, belief, d_prime, "exact-integral"), cells)


def reference_accuracy(posterior: np.ndarray, visibility: np.ndarray, cell: int) -> float:
    """Expected accuracy of one fixation by the formula as it stands, in double precision.

    Args:
        posterior: (N,) probability of the target in each cell.
        visibility: (N, N) d' of each cell (rows) from each fixation (columns).
        cell: The fixated cell.
    """
    nodes = np.linspace(-LIMIT, LIMIT, NODES)
    d = np.maximum(visibility[:, cell], MIN_VISIBILITY)
    p = np.maximum(posterior, 1e-300)
    log_ratio = np.log(p)[None, :] - np.log(p)[:, None]  # ln(p_j / p_i), rows i
    constant = -2 * log_ratio + d[None, :] ** 2 + d[:, None] ** 2
    values = np.empty((NODES, len(p)))
    for number, w in enumerate(nodes):
        factors = ndtr((constant + 2 * d[:, None] * w) / (2 * d[None, :]))
        np.fill_diagonal(factors, 1.0)
        values[number] = factors.prod(axis=1) * np.exp(-0.5 * w * w) / np.sqrt(2 * np.pi)
    return float(p @ trapezoid(values, nodes, axis=0))


def drawing(quick: bool) -> Iterator[Case]:
    """Visual prompts drawn on a picture by this package and by supervision, which has five of the eight shapes.

    Both copy the picture once and draw 4 px lines; supervision gets the object as its classes want it (a box and a
    dense mask), this package a `Region` with a polygon.
    """
    import supervision as sv

    cv2.setNumThreads(1)
    height, width, calls, line = 480, 640, 20, 4
    image = np.random.default_rng(0).integers(0, 256, (height, width, 3), dtype=np.uint8)
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    wavy = np.stack([300 + 90 * np.cos(turn) * (1 + 0.2 * np.sin(3 * turn)), 240 + 70 * np.sin(turn)], axis=1)
    dense = np.zeros((height, width), np.uint8)
    cv2.fillPoly(dense, [wavy.astype(np.int32)], 1)
    x, y, w, h = cv2.boundingRect(dense)
    corners, object_of_mask = np.array([[x, y, x + w, y + h]], float), dense.astype(bool)[None]
    found = sv.Detections(xyxy=corners, mask=object_of_mask, class_id=np.array([0]))
    label = sv.LabelAnnotator(text_position=sv.Position.CENTER)
    ways: dict[str, Any] = {
        "tag(digit, red, square, medium)": partial(label.annotate, labels=["1"]),
        "bbox(red, none, medium)": sv.BoxAnnotator(thickness=line).annotate,
        "mask(red, fill, medium)": sv.MaskAnnotator().annotate,
        "contour(red, contour, medium)": sv.PolygonAnnotator(thickness=line).annotate,
        "point(red, round, medium)": sv.DotAnnotator(radius=2 * line).annotate,
    }
    region = Region((x, y, w, h), polygons=[wavy])
    for style, annotate in ways.items():
        theirs = partial(_repeated, calls, lambda annotate=annotate: annotate(image.copy(), found))
        ours = partial(_repeated, calls, partial(render, image, region, parse_style(style), "official"))
        yield Case(style.partition("(")[0], theirs, ours, items=calls)


def _repeated(calls: int, way: Callable[[], object]) -> None:
    """So many calls that the clock is fine enough."""
    for _ in range(calls):
        way()
