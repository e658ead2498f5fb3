"""Gaze-target models that return a point, as host models on the same multiple-choice questions.

The answer is the offered object nearest to the point. It does not depend on the prompt's wording, so a model sees every
photo once. Sources: section 2.1 and appendix A.8 of the study (Gaze-LLE with annotated face boxes, Moondream2 of
2025-01-09), and its published evaluation of both.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from vlmeval_hvs.benchmarks.gaze.baselines import letter_of
from vlmeval_hvs.errors import MissingModelError
from vlmeval_hvs.messages import Prompt
from vlmeval_hvs.metrics.point_choice import RULES, nearest_option
from vlmeval_hvs.outside_code import ask_trust, is_trusted, package
from vlmeval_hvs.seeding import rng

Point = tuple[float, float] | None


class GazePointer:
    """Base of the point models: subclasses define `load` and `point`.

    Args:
        by: Rule of the nearest object: ``"l2"`` in the plane, ``"dx"`` along the horizontal.
        device: Torch device; the first GPU, else the CPU, when None.
        trust_remote_code: These models come with code of their own, which is run only if this is true or the
            environment variable ``VLMEVAL_HVS_TRUST_REMOTE_CODE`` is 1.
        seed: Seed of models that sample; every photo has its own draw, whatever the order of photos.

    Raises:
        MissingModelError: Something the model needs is missing.
    """

    INSTALL_REQ = False
    INTERLEAVE = False

    def __init__(
        self, by: str = "l2", device: str | None = None, trust_remote_code: bool = False, seed: int = 0
    ) -> None:
        super().__init__()
        self.seed = seed
        if by not in RULES:
            raise ValueError(f"by={by!r}: choose one of {', '.join(RULES)}")
        self.by = by
        self.trusted = is_trusted(trust_remote_code)
        torch = package("torch")
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self._points: dict[str, Point] = {}
        self.load()

    def load(self) -> None:
        """Load the model."""
        raise NotImplementedError

    def point(self, image: Any, face: list[float] | None) -> Point:
        """Gaze point x, y (0-1) in a PIL image, given the face box x0, y0, x1, y1 (0-1); None when it finds none."""
        raise NotImplementedError

    def generate_inner(self, message: Any, dataset: str | None = None) -> str:
        """The letter of the object nearest to the gaze point; a sentence without one when there is no point."""
        if not isinstance(message, Prompt) or message.benchmark != "GazeTarget":
            raise TypeError(f"{type(self).__name__} answers GazeTarget datasets only, not {dataset!r}")
        row, path = message.row, message.images[0]
        if not row["points"]:
            return "The objects of this photo have no coordinates."
        if path not in self._points:
            from PIL import Image

            with Image.open(path) as image:
                face = json.loads(row["face"]) if row["face"] else None
                package("torch").manual_seed(int(rng(self.seed, "gaze-pointer", Path(path).name).integers(2**31)))
                self._points[path] = self.point(image.convert("RGB"), face)
        found = self._points[path]
        if found is None:
            return "No gaze point was found."
        return letter_of(row, nearest_option(found, json.loads(row["points"]), self.by))


class GazeLLE(GazePointer):
    """Gaze-LLE: a gaze decoder on frozen DINOv2 features; the peak of its heat map is the gaze point.

    Args:
        variant: Name on torch.hub: ``gazelle_dinov2_vitb14`` or ``gazelle_dinov2_vitl14`` (also with ``_inout``).
        repo: ``fkryan/gazelle``, or a local clone of it.
        weights: Decoder checkpoint (``.pt``) to load instead of the published one, for example a fine-tuned one.
        use_box: Whether the model is told where the face is.
        **options: Options of `GazePointer`.
    """

    def __init__(
        self,
        variant: str = "gazelle_dinov2_vitl14",
        repo: str = "fkryan/gazelle",
        weights: str | None = None,
        use_box: bool = True,
        **options: Any,
    ) -> None:
        self.variant, self.repo, self.weights, self.use_box = variant, repo, weights, use_box
        super().__init__(**options)

    def load(self) -> None:
        """Load model and transform from torch.hub or a local clone."""
        torch = package("torch")
        package("timm")
        local = Path(self.repo).is_dir()
        if not local:
            ask_trust(f"Gaze-LLE ({self.repo} on torch.hub)", self.trusted)
        try:
            model, self.transform = torch.hub.load(
                self.repo, self.variant, source="local" if local else "github", trust_repo=True
            )
            if self.weights:
                model.load_gazelle_state_dict(torch.load(self.weights, map_location="cpu", weights_only=True))
        except Exception as error:  # the hub raises errors of urllib, of zip files, of the repository itself
            raise MissingModelError(
                f"Gaze-LLE could not be loaded from {self.repo} ({type(error).__name__}: {error}). It needs the "
                "repository (github.com/fkryan/gazelle), its weights and the DINOv2 backbone: load them once on a "
                "machine with network, or give a local clone as `repo`"
            ) from error
        self.model = model.eval().to(self.device)

    def point(self, image: Any, face: list[float] | None) -> Point:
        """Centre of the strongest cell of the heat map."""
        torch = package("torch")
        box = tuple(face) if face and self.use_box else None
        with torch.inference_mode():
            batch = self.transform(image).unsqueeze(0).to(self.device)
            heat = self.model({"images": batch, "bboxes": [[box]]})["heatmap"][0][0]
        row, column = divmod(int(heat.argmax()), heat.shape[1])
        return (column + 0.5) / heat.shape[1], (row + 0.5) / heat.shape[0]


class MoondreamGaze(GazePointer):
    """Moondream2 with its gaze detection.

    Args:
        model: Hub name or local folder.
        revision: Revision of the hub repository.
        prioritize_accuracy: Average over several samples, as in the study.
        force_detect: Return a point even when unsure.
        dtype: Torch type of the weights, such as ``float16``, which the study used; as stored when None.
        **options: Options of `GazePointer`.
    """

    def __init__(
        self,
        model: str = "vikhyatk/moondream2",
        revision: str = "2025-01-09",
        prioritize_accuracy: bool = True,
        force_detect: bool = True,
        dtype: str | None = None,
        **options: Any,
    ) -> None:
        self.name, self.revision, self.dtype = model, revision, dtype
        self.settings = {"prioritize_accuracy": prioritize_accuracy, "force_detect": force_detect}
        super().__init__(**options)

    def load(self) -> None:
        """Load the model with its code."""
        transformers = package("transformers")
        ask_trust(f"Moondream2 ({self.name})", self.trusted)
        kind = {} if self.dtype is None else {"dtype": getattr(package("torch"), self.dtype)}
        try:
            model = transformers.AutoModelForCausalLM.from_pretrained(
                self.name, revision=self.revision, trust_remote_code=True, **kind
            )
        except Exception as error:  # hub, file and model-code errors alike
            raise MissingModelError(
                f"Moondream2 could not be loaded from {self.name}, revision {self.revision} "
                f"({type(error).__name__}: {error}). Load it once on a machine with network, or give a local folder "
                "as `model`; its code may also need an older transformers"
            ) from error
        if not hasattr(model, "detect_gaze"):
            raise MissingModelError(f"{self.name}, revision {self.revision} has no detect_gaze; use 2025-01-09")
        self.model = model.eval().to(self.device)

    def point(self, image: Any, face: list[float] | None) -> Point:
        """What `detect_gaze` returns for the annotated face."""
        if face is None:
            return None
        box = dict(zip(("x_min", "y_min", "x_max", "y_max"), face, strict=True))
        found = self.model.detect_gaze(image, eye=None, face=box, unstable_settings=dict(self.settings))
        gaze = (found or {}).get("gaze")
        return (float(gaze["x"]), float(gaze["y"])) if gaze else None
