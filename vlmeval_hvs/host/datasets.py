"""The host's dataset and model classes: those of this package, joined with the host's base classes.

The classes are attributes of this module, made at first use, because the host's API mode sends datasets to another
process, which finds their classes by name. This module may be imported first there, so it imports the host only when a
class is made: that import registers our classes and needs this module complete.
"""

import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from vlmeval_hvs.dataset import HVSDataset, Judge
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host.preflight import before_the_first_question
from vlmeval_hvs.messages import ANY_FAIL_MARKER, reply_text
from vlmeval_hvs.registry import BASELINE, Card, all_cards, dataset_class, model_cards

_MADE: dict[str, type] = {}

NO_JUDGE = (None, "", "exact_matching", "extract_matching")  # values of the host's ``--judge`` that mean rules only


class HostDataset:
    """Methods of the host's datasets that `HVSDataset` lacks."""

    def evaluate(self, eval_file: str, **judge_kwargs: Any) -> dict[str, float]:
        """Flat metrics of a prediction file of the host (xlsx, tsv or json); ``Overall`` is the headline.

        ``model`` names a judge. A `DataError` says which rows do not fit this dataset.
        """
        assert isinstance(self, HVSDataset)
        return self.score_file(Path(eval_file), make_judge(judge_kwargs))

    @classmethod
    def report_primary_metric(cls, metrics: dict[str, Any] | None) -> dict[str, float]:
        """The headline only: the host would otherwise pick any key that contains "overall" or "acc"."""
        overall = (metrics or {}).get("Overall")
        return {} if overall is None else {"Overall": overall}

    @classmethod
    def get_judge_file(cls, eval_file: str | Path, judge_model: str | None = None) -> None:
        """None, so that the host does not read our item table as a judge's log."""
        return None


def make_judge(judge_kwargs: dict[str, Any]) -> Judge | None:
    """A judge from what the host passes to ``evaluate``, built at its first call; None when rules decide alone."""
    name = judge_kwargs.get("model")
    if name in NO_JUDGE:
        return None
    lock = threading.Lock()

    @cache
    def model() -> Any:
        from vlmeval.dataset.utils import build_judge

        return build_judge(**{key: value for key, value in judge_kwargs.items() if key != "nproc"})

    def judge(prompt: str) -> str:
        with lock:
            asked = model()
        reply = reply_text(asked.generate(prompt))
        if not reply or ANY_FAIL_MARKER in reply:
            raise RuntimeError(f"the judge {name} gave no reply")
        return reply

    judge.model = name  # type: ignore[attr-defined]
    judge.workers = int(judge_kwargs.get("nproc") or 1)  # type: ignore[attr-defined]
    return judge


def host_class(card: Card) -> Any:
    """The host's dataset class of a benchmark; the same object at every call."""
    from vlmeval.dataset.image_base import ImageBaseDataset  # first of all: it may make all classes on its way

    if card.class_name in globals():
        raise DataError(f"the class name {card.class_name} is taken by {__name__}")
    # HVSDataset is first, because ImageBaseDataset.__init__ evaluates cells of the data as Python code.
    bases = (HostDataset, ImageBaseDataset)
    return _made(card.class_name, dataset_class(card), *bases, started=before_the_first_question)


def host_model(path: str) -> type:
    """The host's model class for ``module:Class``; the same object at every call."""
    from vlmeval.vlm.base import BaseModel  # first of all, as above

    return _made(path.rpartition(":")[2], resolve_name(path), BaseModel)


def _made(name: str, own: type, *bases: type, **more: Any) -> type:
    body = {"__module__": __name__, "__doc__": own.__doc__, **more}
    if name not in _MADE:
        _MADE[name] = type(name, (own, *bases), body)
    return _MADE[name]


def model_paths() -> list[str]:
    """``module:Class`` of every model class of this package."""
    return sorted({card.get("class", BASELINE) for card in model_cards().values()})


def build_model(name: str, of: Callable[[str], type] = host_model, /, **kwargs: Any) -> Any:
    """Make a model of this package by its name, as ``supported_VLM[name]()`` does.

    ``of`` gives the class of a path; with `pkgutil.resolve_name` it needs no host.
    """
    card = model_cards()[name]
    named = {} if "class" in card else {"model": name}
    return of(card.get("class", BASELINE))(**{**named, **card.get("kwargs", {}), **kwargs})


def __getattr__(name: str) -> type:
    for card in all_cards():
        if card.class_name == name:
            return host_class(card)
    for path in model_paths():
        if path.endswith(f":{name}"):
            return host_model(path)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
