"""The human study as a form: one HTML page without answers, and its results as predictions of a model ``human``.

Source: ActiView paper, Appendix B (60 questions; people answer by themselves, or with the help of the Internet).
"""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from PIL import Image

from vlmeval_hvs.benchmarks.actiview.cutting import read_image
from vlmeval_hvs.benchmarks.actiview.dataset import ActiViewDataset
from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.files import inside, write_atomically
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.collect import Result, result_at

FORM = "vlmeval_hvs ActiView form 1"
QUESTIONS = 60
"""Questions that the paper asked people."""
VIEW_NAMES = ("upper left", "lower left", "upper right", "lower right")
_ASKED = {
    "ActiView_Full": "Answer each question about the image.",
    "ActiView_Zooming": "Answer each question about the image. You see it in small; zoom into the parts that you need, "
    "and into no others.",
}
_HELP = {
    False: "Please answer by yourself, without the Internet and without other people.",
    True: "You may look up general knowledge on the Internet, but not the answer itself.",
}


@dataclass(frozen=True)
class Head:
    """What a form was made of; its result brings it back.

    Attributes:
        dataset: Dataset name.
        digest: Digest of the built set.
        limit: Number of questions.
        seed: Seed of the sample of questions.
        options: Further options of the dataset.
        assisted: Whether people may use the Internet (the paper's ``Human*``).
    """

    dataset: str
    digest: str
    limit: int
    seed: int
    options: dict[str, Any]
    assisted: bool
    form: str = FORM

    def open(self) -> ActiViewDataset:
        """The dataset with the questions of the form."""
        return ActiViewDataset(self.dataset, limit=self.limit, seed=self.seed, **self.options)


def make_form(dataset: str, limit: int = QUESTIONS, seed: int = 0, assisted: bool = False, max_side: int = 1600) -> str:
    """A self-contained HTML page: questions and images, no answers, no clues, nothing loaded from elsewhere.

    Args:
        dataset: ``ActiView_Full`` (the original images, as in the paper) or ``ActiView_Zooming`` (the small image, and
            views that open on demand); a demo or label may follow.
        limit: Number of questions, drawn evenly over the sub-classes.
        seed: Seed of the sample.
        assisted: Whether people may use the Internet.
        max_side: Longer side of the images in pixels at most.

    Raises:
        UsageError: Another dataset.
    """
    plain = base_name(dataset)
    if plain not in _ASKED:
        raise UsageError(f"{dataset}: forms are made for {' and '.join(_ASKED)}")
    options = {"full_image": "original"} if plain == "ActiView_Full" else {}
    opened = ActiViewDataset(dataset, limit=limit, seed=seed, **options)
    head = Head(dataset, opened.manifest.digest, limit, seed, options, assisted)
    questions = [_question(opened, opened.row(place), max_side) for place in range(len(opened.rows))]
    data = {"head": asdict(head), "names": VIEW_NAMES, "questions": questions}
    return _page("ActiView", _ASKED[plain], _HELP[assisted], data)


def _question(dataset: ActiViewDataset, row: Mapping[str, str], max_side: int) -> dict[str, Any]:
    """One question as the page shows it."""
    full, lined, *views = json.loads(row["image_path"])
    zooming = base_name(dataset.dataset_name) == "ActiView_Zooming"
    shown = lined if zooming else row["original_path"] or full
    return {
        "index": row["index"],
        "question": row["question"],
        "options": json.loads(row["options"]),
        "full": _embedded(Path(dataset.image(shown)), max_side),
        "views": [_embedded(Path(dataset.image(view)), max_side) for view in views] if zooming else [],
    }


def _embedded(path: Path, max_side: int) -> str:
    image, _ = read_image(path)
    image.thumbnail((max_side, max_side), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    image.save(buffer, format="JPEG", quality=90)
    return "data:image/jpeg;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")


def _page(title: str, instructions: str, help_text: str, data: Mapping[str, Any]) -> str:
    from jinja2 import Environment
    from markupsafe import Markup

    safe = json.dumps(data, ensure_ascii=True).replace("<", "\\u003c")  # nothing in it can end the script element
    template = Environment(autoescape=True).from_string((files(__package__) / "human_form.html.j2").read_text("utf-8"))
    return template.render(title=title, instructions=instructions, help=help_text, data=Markup(safe))


def score_result(path: Path, work_dir: Path) -> Result:
    """Score a downloaded result as a model ``human-NAME``; a second column ``human-NAME-assisted``.

    Args:
        path: The JSON file that the form saved.
        work_dir: Folder above the results of models.

    Returns:
        The scored row; an invalid one, such as that of a form without any answer, has no metrics.

    Raises:
        DataError: The file is no result of a form, or the set is not the one that the form was made of.
    """
    result = _read(path)
    fields = ("dataset", "digest", "limit", "seed", "options", "assisted")
    dataset = Head(**{name: result[name] for name in fields}).open()
    if dataset.manifest.digest != result["digest"]:
        raise DataError(f"{path} was made of another build of {dataset.set_name}")
    unknown = set(result["answers"]) - set(dataset.rows["index"])
    if unknown:
        raise DataError(f"{path}: the form asked index {', '.join(sorted(unknown))}, which is not in this sample")
    name = re.sub(r"[^\w.-]+", "-", str(result.get("name") or ""))[:40].strip("-.")
    person = {"name": name or "human", "background": str(result.get("background") or "")[:40]}
    form = {**person, "assisted": bool(result["assisted"])}
    model = "-".join(["human", *([name] if name else []), *(["assisted"] if form["assisted"] else [])])
    predictions = [
        {"index": row["index"], "prediction": json.dumps(_record(row, result["answers"].get(row["index"]), form))}
        for row in map(dataset.row, range(len(dataset.rows)))
    ]
    file = inside(work_dir, model) / f"{model}_{dataset.dataset_name}.json"
    write_atomically(file, json.dumps(predictions, indent=1).encode())
    dataset.score_file(file)
    return result_at(file)


def _record(row: Mapping[str, str], answer: Any, form: Mapping[str, Any]) -> dict[str, Any]:
    """A person's answer in the form of a pipeline's record; an unanswered question has no answer."""
    answer = answer if isinstance(answer, dict) else {}
    options, chosen = json.loads(row["options"]), answer.get("option")
    seen = answer.get("views") if isinstance(answer.get("views"), list) else []
    views = [view for view in dict.fromkeys(seen or []) if view in (1, 2, 3, 4)]
    valid = isinstance(chosen, int) and 0 <= chosen < len(options)
    return {
        "answer": f"{chr(ord('A') + chosen)}. {options[chosen]}" if valid else "",
        "wording": "form",
        "n_splits": 4,
        "views_selected": views,
        "views_final": views,
        "n_zoom": len(views),
        "n_view": len(views),
        "seconds": answer.get("seconds"),
        "stop_reason": "person",
        "calls": 1,
        "turns": [],
        "form": dict(form),
    }


def _read(path: Path) -> dict[str, Any]:
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read ({error})") from error
    kinds = {
        "dataset": str,
        "digest": str,
        "limit": int,
        "seed": int,
        "options": dict,
        "assisted": bool,
        "answers": dict,
    }
    if not isinstance(result, dict) or result.get("form") != FORM:
        raise DataError(f"{path} is no result of an ActiView form ({FORM!r})")
    wrong = [name for name, kind in kinds.items() if not isinstance(result.get(name), kind)]
    if wrong:
        raise DataError(f"{path} is no complete result of a form: {', '.join(wrong)}")
    return result
