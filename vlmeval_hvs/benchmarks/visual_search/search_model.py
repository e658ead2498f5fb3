"""Searchers by name: their options, one made for a trial (images in, a searcher out), and the model class of a host.

Picture, target and saliency map are brought to the searchers' frame as published.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.files import bundled, data_root, read_rgb
from vlmeval_hvs.messages import Prompt, declined
from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.responders import HVSBaseline
from vlmeval_hvs.store.versions import present_folder

from .baselines import Question, searcher_answer
from .searchers import compiled, grid
from .searchers.bayesian import EVIDENCE, RULES, BayesianSearcher
from .searchers.ivsn import AttentionSearcher, attention_map, find_weights, load_features
from .trials import Trial

Pixels = NDArray[np.uint8]
Searcher = BayesianSearcher | AttentionSearcher
ATTENTION = "attention"
"""The rule of IVSN, which is no Bayesian searcher."""
SIMILARITIES = ("correlation", "ssim", "network", "none")
"""Ways to compare the target with every place of the image; ``none`` knows the target's cells alone."""
SET_PRIOR, MAPS = "set", "priors"
"""The prior of a built set, whose folder ``priors`` has a saliency map per image."""
PRIORS = (SET_PRIOR, "center", "flat")
MAP_ENDINGS = (".npy", ".png", ".jpg", ".jpeg")
_WITHOUT_MAPS = (
    "as published, the searcher's prior is DeepGaze II. Put one map per image there (<image stem>.npy, .png or .jpg), "
    "name a folder of maps (prior=FOLDER), or take the model whose name ends in -center or -flat, for another prior"
)


@dataclass(frozen=True)
class SearcherOptions:
    """What makes a searcher."""

    similarity: str = "correlation"
    prior: str = SET_PRIOR  # the maps in the built set, "center", "flat", or the path of a folder with a map per image
    rule: str = "posterior-maximum"  # or "attention" (IVSN)
    priority: str | None = None  # the rule whose map is the next-fixation map; None is `rule`
    evidence: str = "once"  # or "repeated", as in the older published code
    strength: float = grid.PRIOR_STRENGTH  # weight of the prior: 15 in the published Python code, 10 in the MATLAB code
    seed: int = 1234  # of the internal noise; this one is the published code's
    weights: str | None = None  # path of the VGG16 weights; None looks in torch's cache

    def __post_init__(self) -> None:
        rules, there = (*RULES, ATTENTION), self.prior in PRIORS or Path(self.prior).exists()
        for option, right, words in (
            ("similarity", self.similarity in SIMILARITIES, f"one of {', '.join(SIMILARITIES)}"),
            ("rule", self.rule in rules, f"one of {', '.join(rules)}"),
            ("priority", self.priority in (None, *RULES), f"one of {', '.join(RULES)}"),
            ("evidence", self.evidence in EVIDENCE, f"one of {', '.join(EVIDENCE)}"),
            ("strength", self.strength >= 1, "a number of at least 1"),
            ("seed", 0 <= self.seed < 2**32, "a whole number from 0 to 2**32 - 1"),
            ("prior", there, f"one of {', '.join(PRIORS)}, or a folder of saliency maps"),
        ):
            if not right:
                raise ValueError(f"{option}={getattr(self, option)!r}: choose {words}")

    def bayesian(
        self, shape: tuple[int, int], bbox: Sequence[float], similarity: Floats | None, prior: Floats | None
    ) -> BayesianSearcher:
        """The Bayesian searcher with these options and maps; see `BayesianSearcher`."""
        chosen = {name: getattr(self, name) for name in ("rule", "priority", "evidence", "strength", "seed")}
        return BayesianSearcher(shape, bbox, similarity, prior, **chosen)


@cache
def known_searchers() -> dict[str, SearcherOptions]:
    """Options of every named searcher; ``-center`` or ``-flat`` at the end of a name is its prior."""
    known = {name: SearcherOptions(**options) for name, options in bundled(__package__, "searchers.json").items()}
    bayesian = {name: options for name, options in known.items() if options.rule != ATTENTION}
    for prior in ("center", "flat"):
        known |= {f"{name}-{prior}": replace(options, prior=prior) for name, options in bayesian.items()}
    return known


def named_options(name: str, **changes: Any) -> SearcherOptions:
    """Options of a named searcher with some of them changed (``None`` changes nothing); a ValueError names mistakes."""
    known = known_searchers()
    if name not in known:
        raise ValueError(f"no searcher {name!r}; searchers: {', '.join(known)}")
    if unknown := changes.keys() - {one.name for one in fields(SearcherOptions)}:
        raise ValueError(f"searchers have no option {', '.join(sorted(unknown))}")
    return replace(known[name], **{key: value for key, value in changes.items() if value is not None})


@lru_cache(maxsize=4)
def make_searcher(options: SearcherOptions, trial: Trial, scene: str, target: str) -> Searcher:
    """The searcher for one trial and the paths of its pictures; cached for the turns of a search."""
    tall, wide = trial.bbox[2] - trial.bbox[0], trial.bbox[3] - trial.bbox[1]
    if options.rule == ATTENTION:
        attention = _attention(read_rgb(Path(scene)), read_rgb(Path(target)), options.weights, trial.shape)
        # The published window is tuned to each set's mean target size; here it is the target's own.
        window = max(trial.receptive[0], round(tall)), max(trial.receptive[1], round(wide))
        return AttentionSearcher(attention, window)
    prior, size = prior_map(prior_file(options.prior, trial.image, scene)), size_in_frame(trial.shape, tall, wide)
    similarity = _similarity(options.similarity, scene, target, size, options.weights)
    return options.bayesian(trial.shape, trial.bbox, similarity, prior)


def _attention(image: Pixels, target: Pixels, weights: str | None, shape: tuple[int, int]) -> Floats:
    """The attention map of IVSN at a size."""
    attention = attention_map(image, target, load_features(str(find_weights(weights))))
    return np.asarray(cv2.resize(attention, shape[::-1]), dtype=np.float64)


@lru_cache(maxsize=4096)
def _similarity(kind: str, scene: str, target: str, size: tuple[int, int], weights: str | None) -> Floats | None:
    """As `similarity_map`, of files; computed once for all models and datasets that search the same pictures."""
    return similarity_map(kind, read_picture(scene), read_picture(target), size, weights)


def read_picture(source: str | Path | NDArray[Any]) -> Pixels:
    """A file, or its pixels (grey or RGB), as uint8 ``(h, w, 3)``, or ``(h, w)`` where all channels are equal."""
    pixels = read_rgb(Path(source)) if isinstance(source, (str, Path)) else np.asarray(source)
    if pixels.shape[2:] not in ((), (3,)) or pixels.ndim < 2 or pixels.size == 0 or pixels.dtype != np.uint8:
        raise DataError(f"a picture is uint8 (h, w) or (h, w, 3), not {pixels.dtype} {pixels.shape}")
    return pixels[..., 0] if pixels.ndim == 3 and (pixels == pixels[..., :1]).all() else pixels


def size_in_frame(shape: Sequence[int], height: float, width: float) -> tuple[int, int]:
    """Size of something in ``grid.IMAGE_SHAPE`` that is ``height`` by ``width`` px in an image of ``shape``."""
    tall, wide = grid.IMAGE_SHAPE
    return max(int(height / shape[0] * tall), 1), max(int(width / shape[1] * wide), 1)


def similarity_map(
    kind: str, image: Pixels, target: Pixels, size: tuple[int, int], weights: str | None = None
) -> Floats | None:
    """The largest similarity to the target in every cell, ``grid.GRID_SHAPE``; ``None`` for the kind ``none``.

    ``size`` is the height and width at which the target is seen in the scene of ``grid.IMAGE_SHAPE``.
    """
    if kind == "none":
        return None
    if kind == "network":
        return grid.pool(_attention(_coloured(image), _coloured(target), weights, grid.IMAGE_SHAPE), maximum=True)
    similarity = compiled("similarity")
    scene, template = _resized(image, grid.IMAGE_SHAPE), _resized(target, size)
    if scene.ndim > template.ndim:
        template = _coloured(template)
    elif scene.ndim < template.ndim:
        template = _rounded(template @ similarity.LUMINANCE)
    compare = similarity.correlation_map if kind == "correlation" else similarity.ssim_map
    return grid.pool(compare(scene, template), maximum=True)


def _resized(pixels: Pixels, shape: tuple[int, int]) -> Pixels:
    """The picture at another size, as `skimage.transform.resize` makes it, which the published code calls."""
    from skimage.transform import resize

    return pixels if pixels.shape[:2] == shape else _rounded(resize(pixels, shape, preserve_range=True))


def _rounded(values: Any) -> Pixels:
    return np.rint(np.clip(values, 0, 255)).astype(np.uint8)


def _coloured(pixels: Pixels) -> Pixels:
    return pixels if pixels.ndim == 3 else np.repeat(pixels[..., None], 3, axis=2)


def prior_map(prior: str | Path | NDArray[Any]) -> Floats | None:
    """Saliency prior of ``grid.IMAGE_SHAPE`` of ``center``, ``flat``, the path of a map or a map; ``None`` is flat."""
    if isinstance(prior, str) and prior in ("center", "flat"):
        return grid.centre_prior() if prior == "center" else None
    if isinstance(prior, (str, Path)) and Path(prior).suffix == ".npy":
        try:
            values = np.asarray(np.load(prior, allow_pickle=False))
        except (OSError, ValueError, EOFError) as error:
            raise DataError(f"{prior}: not a numeric array ({error})") from error
    else:
        values = read_picture(prior) if isinstance(prior, (str, Path)) else np.asarray(prior)
    if values.ndim == 3 and values.shape[2] == 3:
        values = cv2.cvtColor(values, cv2.COLOR_RGB2GRAY)
    if values.ndim != 2 or values.size == 0 or values.dtype.kind not in "biuf" or not np.isfinite(values).all():
        raise DataError(f"a saliency map is a finite array (height, width), not {values.dtype} {values.shape}: {prior}")
    resized = cv2.resize(values.astype(np.float64), grid.IMAGE_SHAPE[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(resized, dtype=np.float64)


def prior_file(prior: str, image: str, scene: str) -> str:
    """The file with the saliency map of an image, or a MissingDataError; ``center`` and ``flat`` as they are.

    ``prior`` is one of `PRIORS`, the path of a folder with a map per image, or that of one map for all.
    """
    if prior in ("center", "flat"):
        return prior
    place = Path(scene).parent.parent / MAPS if prior == SET_PRIOR else Path(prior)
    for path in (place, *(place / f"{Path(image).stem}{ending}" for ending in MAP_ENDINGS)):
        if path.is_file():
            return str(path)
    raise MissingDataError(f"no saliency map of {image} in {place}: {_WITHOUT_MAPS}")


class HVSSearcher(HVSBaseline):
    """A visual search model (`known_searchers`) as a host model; answers the visual-search datasets only.

    The options are those of `SearcherOptions`; None is the model's own. Without the weights or saliency maps that it
    needs, it is refused at once (MissingWeightsError, MissingDataError).
    """

    def __init__(self, model: str = "hvs-cIBS", seed: int = 1234, **options: Any) -> None:
        super().__init__(model=model, seed=seed)
        self.options = named_options(model, seed=seed, **options)
        if self.options.similarity == "network":
            find_weights(self.options.weights)
        if self.options.prior == SET_PRIOR:
            sets = [present_folder(home) for home in data_root().glob("VisualSearch_*") if home.is_dir()]
            if sets and not any((folder / MAPS).is_dir() for folder in sets):
                raise MissingDataError(f"no set in {data_root()} has saliency maps (folder {MAPS!r}): {_WITHOUT_MAPS}")

    def generate_inner(self, message: Any, dataset: str | None = None) -> str:
        """Answer one prompt of the visual-search datasets."""
        if not isinstance(message, Prompt) or message.benchmark != "VisualSearch":
            raise TypeError(f"{self.model} answers the VisualSearch datasets only, not {dataset!r}")
        question = Question(message)
        if not question.trial.present:
            return declined("searchers know where the target is, so they search only for targets that are present")
        return searcher_answer(question, make_searcher(self.options, question.trial, *question.images))
