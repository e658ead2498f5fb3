"""Runs without a host: rows are asked one by one, and every call stands in a ledger."""

import json
from dataclasses import replace
from itertools import count

from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import FAIL_MARKER, ModelTraits
from vlmeval_hvs.results.ledger import Call, Ledger, prompt_digest


def ask_rows(folder, dataset, model, reply, rows=None, interleave=True):
    """Ask the first rows of a dataset, or all, as the host does.

    `reply(turn, place)` gives what the model says to a turn of the row at that place; where it says the host's sentence
    of failure, the call failed. Returns the prediction file, and the turns of every row by its index.
    """
    stem = f"{model}_{dataset.dataset_name}"
    ledger = Ledger(folder, stem)
    ledger.begin(replace(dataset.receipt, model={"class": "Model"}))
    predictions, turns = {}, {}
    for place in range(rows or len(dataset)):
        prompt, numbers = dataset.build_prompt(place), count()

        def ask(turn, place=place, numbers=numbers):
            said = reply(turn, place)
            failed = (None, True, "RuntimeError: the server <b>hung</b> up") if FAIL_MARKER in said else None
            facts = (*(failed or (said, False, "")), 0.5, "stop", {"prompt": 100, "completion": 7})
            ledger.call(Call(turn.row["index"], next(numbers), turn.step, prompt_digest(turn), *facts))
            return said

        index = prompt.row["index"]
        driven = drive(prompt, ask, ModelTraits("Model", interleave), lambda: True)
        predictions[index], turns[index] = driven or (ask(prompt.in_one_turn()), [])
        ledger.answer(index, predictions[index], FAIL_MARKER in predictions[index], "stop")
    ledger.close()
    path = folder / f"{stem}.jsonl"
    path.write_text("".join(json.dumps({"index": k, "prediction": said}) + "\n" for k, said in predictions.items()))
    return path, turns
