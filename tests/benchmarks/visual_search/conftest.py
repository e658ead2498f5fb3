"""What the tests of visual search share."""

import json

import pytest

from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import ModelTraits
from vlmeval_hvs.responders import HVSBaseline


@pytest.fixture
def run():
    """Asks a model about all rows; returns scores and prediction file: ``run(dataset, "hvs-human", folder)``."""

    def ask(dataset, model, folder):
        from vlmeval_hvs.benchmarks.visual_search.search_model import HVSSearcher

        folder.mkdir(exist_ok=True)
        name = model if isinstance(model, str) else "M"
        if isinstance(model, str):
            model = HVSSearcher(model) if model == "hvs-ELM-flat" else HVSBaseline(model)
        traits = ModelTraits(name, model.INTERLEAVE)
        predictions = []
        for position, index in enumerate(dataset.rows["index"]):
            prompt = dataset.build_prompt(position)
            driven = drive(prompt, model.generate_inner, traits)
            predictions.append({"index": index, "prediction": driven[0] if driven else model.generate_inner(prompt)})
        file = folder / f"{name}_{dataset.dataset_name}.json"
        file.write_text(json.dumps(predictions))
        return dataset.score_file(file), file

    return ask


@pytest.fixture
def answered(run, tmp_path):
    """The scores of a model that was asked about all rows: ``answered(dataset, "hvs-human")``."""
    return lambda dataset, model: run(dataset, model, tmp_path)[0]
