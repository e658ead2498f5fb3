"""What the tests of all benchmarks share: datasets of the demo sets, and prediction files from replies to scores."""

import json
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import INTERLEAVED


@pytest.fixture
def make(demo) -> Callable:
    """Makes a dataset of a demo set, with options."""
    from vlmeval_hvs.registry import base_name, card_of, dataset_class

    def dataset(name: str, **options: object):
        demo(f"{card_of(name).datasets[base_name(name)]['set']}_DEMO")
        return dataset_class(card_of(name))(dataset=name, **options)

    return dataset


@pytest.fixture
def replies() -> Callable:
    """Predictions of all rows in the form that the host writes, and what was asked in turns."""

    def ask(dataset, reply: Callable, traits=INTERLEAVED) -> list[str]:
        prompts = [dataset.build_prompt(position) for position in range(len(dataset))]
        return [(drive(prompt, reply, traits) or [reply(prompt)])[0] for prompt in prompts]

    return ask


@pytest.fixture
def score(tmp_path) -> Callable:
    """Scores predictions as a file; gives the metrics, the score file's content, the items as text, and the file."""

    def run(dataset, predictions: list[str], judge=None, model: str = "M") -> SimpleNamespace:
        import pandas as pd

        stem = tmp_path / f"{model}_{dataset.dataset_name}"
        rows = pd.DataFrame({"index": dataset.rows["index"], "prediction": predictions})
        rows.to_csv(file := stem.with_name(f"{stem.name}.tsv"), sep="\t", index=False)
        metrics = dataset.score_file(file, judge)
        scores = json.loads(stem.with_name(f"{stem.name}_hvs_scores.json").read_text())
        place = stem.with_name(f"{stem.name}_hvs_items.tsv")
        items = pd.read_csv(place, sep="\t", dtype=str, na_filter=False)
        return SimpleNamespace(metrics=metrics, scores=scores, items=items, file=file)

    return run


@pytest.fixture
def numbers() -> Callable:
    """A column of items as numbers, not-a-number where nothing is."""
    import pandas as pd

    return lambda items, name: pd.to_numeric(items[name], errors="coerce")
