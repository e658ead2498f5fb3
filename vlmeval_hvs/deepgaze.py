"""DeepGaze IIE and III through their authors' package, where it and its weights are on this machine.

Sources: A. Linardos, M. Kümmerer, O. Press and M. Bethge, Calibrated prediction in and out-of-domain for
state-of-the-art saliency modeling, ICCV 2021 (IIE); M. Kümmerer, M. Bethge and T. S. A. Wallis, DeepGaze III, Journal
of Vision 22(5), 2022 (III); the package ``deepgaze_pytorch`` (github.com/matthias-k/DeepGaze). Nothing of it is part
of this package.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vlmeval_hvs.errors import DataError, MissingModelError, MissingWeightsError
from vlmeval_hvs.files import read_rgb
from vlmeval_hvs.responders import HVSBaseline
from vlmeval_hvs.saliency import Floats, Point, as_density, center_bias, scaled_to, using

TRUST = "VLMEVAL_HVS_TRUST_REMOTE_CODE"  # environment variable: 1 lets models run the Python code that comes with them
GET = "git+https://github.com/matthias-k/DeepGaze"
RELEASES = "https://github.com/matthias-k/DeepGaze/releases/download"
WEIGHTS = {"IIE": ("v1.0.0", "deepgaze2e.pth"), "III": ("v1.1.0", "deepgaze3.pth")}  # release and file by variant
CENTER_BIAS = "centerbias_mit1003.npy"  # the published log density of the centre bias, of release v1.0.0
LONGEST = 1024  # px: the longer side that the network sees, that of the pictures it was trained on (MIT1003)


class HVSDeepGaze(HVSBaseline):
    """DeepGaze as a host model; it answers the questions of the weight-free saliency models from its own map.

    Args:
        model: ``hvs-deepgaze-IIE``, which sees the picture alone, or ``hvs-deepgaze-III``, which also knows the latest
            four fixations.
        seed: Seed of the scanpaths that III draws; every answer is a function of (seed, row, turn).
        weights: File with the published weights; None looks for it in torch's folder of checkpoints.
        prior: File with the log density of the centre bias (``.npy``); None looks for the published one in the same
            folder, and uses a Gaussian where it is missing.
        device: Torch device; the first GPU, else the CPU, when None.
        trust_remote_code: Allows the package to have torch.hub download and run the code of its backbones, as the
            environment variable ``VLMEVAL_HVS_TRUST_REMOTE_CODE=1`` does.

    Raises:
        MissingModelError: The package is missing, or cannot be loaded; MissingWeightsError where the weights are.
        DataError: A file does not hold weights or a centre bias.
    """

    def __init__(
        self,
        model: str = "hvs-deepgaze-IIE",
        seed: int = 0,
        weights: str | None = None,
        prior: str | None = None,
        device: str | None = None,
        trust_remote_code: bool = False,
    ) -> None:
        super().__init__(model=model, seed=seed)
        self.variant = variant = model.removeprefix("hvs-deepgaze-")
        if variant not in WEIGHTS:
            raise ValueError(f"model={model!r}: choose hvs-deepgaze-IIE or hvs-deepgaze-III")
        torch, deepgaze = _package("torch", "torch"), _package("deepgaze_pytorch", GET)
        release, name = WEIGHTS[variant]
        checkpoints = Path(torch.hub.get_dir()) / "checkpoints"
        found = Path(weights).expanduser() if weights else checkpoints / name
        if not found.is_file():
            raise MissingWeightsError(
                f"DeepGaze {variant} needs its published weights, looked for in {found}: get "
                f'{RELEASES}/{release}/{name}, and put it there or name it as "weights" in the model\'s --config entry'
            )
        if not trust_remote_code and os.environ.get(TRUST) != "1":
            raise MissingModelError(
                f"DeepGaze {variant} downloads and runs Python code of its backbones on torch.hub. If you trust it, "
                f'set {TRUST}=1 or give "trust_remote_code": true in the model\'s --config entry'
            )
        bias = Path(prior).expanduser() if prior else checkpoints / CENTER_BIAS
        self.log_prior = _log_prior(bias) if prior or bias.is_file() else None
        self.torch, self.device = torch, device or ("cuda" if torch.cuda.is_available() else "cpu")
        try:
            network = getattr(deepgaze, f"DeepGaze{variant}")(pretrained=False)
        except Exception as error:  # torch.hub raises errors of urllib, of zip files, of the repositories
            raise MissingModelError(
                f"DeepGaze {variant} could not be made ({type(error).__name__}: {error}). Its backbones come from "
                f"torch.hub into {torch.hub.get_dir()}; make it once on a machine with network, and copy that folder"
            ) from error
        try:
            network.load_state_dict(torch.load(found, map_location="cpu", weights_only=True))
        except Exception as error:  # whatever a broken file makes torch raise
            raise DataError(f"{found}: no weights of DeepGaze {variant} ({type(error).__name__}: {error})") from error
        self.network = network.eval().to(self.device)
        self._of_picture = lru_cache(maxsize=32)(self._density)

    def generate_inner(self, message: Any, dataset: str | None = None) -> str:
        """Answer one prompt of a dataset of this package."""
        with using(self.model.removeprefix("hvs-"), self):
            return super().generate_inner(message, dataset)

    def density(self, path: str) -> Floats:
        """Where a picture is looked at; III is asked for the fixation that follows the one at the centre."""
        return self._of_picture(path, ((0.5, 0.5),) if self.variant == "III" else ())

    def next_density(self, path: str, before: Sequence[Point]) -> Floats | None:
        """The density of the next fixation after fixations (x, y), relative to the picture; None from IIE."""
        return self._of_picture(path, tuple(before)[-4:]) if self.variant == "III" and len(before) else None

    def _density(self, path: str, before: tuple[Point, ...]) -> Floats:
        torch = self.torch
        picture = scaled_to(read_rgb(Path(path)).astype(np.float64), LONGEST).astype(np.float32)
        height, width = picture.shape[:2]
        if self.log_prior is None:
            prior = np.log(center_bias((height, width)))
        else:
            prior = cv2.resize(self.log_prior, (width, height), interpolation=cv2.INTER_LINEAR)
            prior = prior - prior.max() - np.log(np.exp(prior - prior.max()).sum())
        shown = torch.from_numpy(np.ascontiguousarray(picture.transpose(2, 0, 1)))[None].to(self.device)
        inputs = [shown, torch.from_numpy(prior.astype(np.float32))[None].to(self.device)]
        if self.variant == "III":
            for axis in ([x * width for x, _ in before], [y * height for _, y in before]):
                # The latest fixation first, NaN where there was none.
                known = [axis[at] if -at <= len(axis) else float("nan") for at in self.network.included_fixations]
                inputs.append(torch.tensor([known]).to(self.device))
        with torch.inference_mode():
            answer = self.network(*inputs).double().cpu().numpy().reshape(height, width)
        density = as_density(np.exp(answer - answer.max()))
        density.flags.writeable = False  # every question about the picture gets the same array
        return density


def _log_prior(path: Path) -> Floats:
    """The centre bias in a file: finite log densities ``(height, width)``."""
    try:
        values = np.asarray(np.load(path, allow_pickle=False), dtype=np.float64)
        if values.ndim != 2 or values.size == 0 or not np.isfinite(values).all():
            raise ValueError(f"an array of shape {values.shape}")
    except (OSError, ValueError, EOFError) as error:
        raise DataError(f"{path}: not a finite array (height, width) of log densities ({error})") from error
    return values


def _package(name: str, get: str) -> Any:
    """An installed package; a MissingModelError says how to install it, or why it cannot be imported."""
    try:
        return import_module(name)
    except ImportError as error:
        if error.name != name:  # it is installed, but something that it needs is not
            raise MissingModelError(f"the package {name} cannot be imported: {error}") from error
        raise MissingModelError(f"the package {name} is needed: pip install {get}") from error
