"""Score files as a scoring leaves them."""

import json

from vlmeval_hvs.registry import card_of


def save_scores(folder, model, dataset, overall, stem="", /, **changes):
    """Write the score file of a model on a dataset; `changes` replace its entries."""
    scores = {
        "model": model, "dataset": dataset, "benchmark": card_of(dataset).name,
        "metrics": {"Overall": overall, "Overall_paper": 0.5},
        "intervals": {"Overall": [0.1, 0.9]} if overall is not None else {},
        "counts": {"samples": 10, "failed": 0}, "warnings": [], "data": {"digest": "d"}, **changes,
    }  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{stem or model}_{dataset}_hvs_scores.json"
    path.write_text(json.dumps(scores))
    return path
