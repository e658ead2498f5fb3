"""A scripted model, and what the plugin itself asks of it and makes of its replies."""

import hashlib
import json

from vlmeval_hvs.configs import make_dataset
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import INTERLEAVED

REPLIES = ("A", "B", "1", "2", "Yes", "No.", '{"part": "1,2", "reason": ""}', '{"shift": "4"}', "[[0.5, 0.5]]")


def reply(shown):
    """A reply that depends on everything that was shown."""
    return REPLIES[hashlib.sha256(json.dumps(shown).encode()).digest()[0] % len(REPLIES)]


def run_by_the_plugin(name, options, shown, folder):
    """The metrics, the turns as `shown` tells them, and the predictions by index."""
    dataset = make_dataset(name, [f"{option}={json.dumps(value)}" for option, value in options.items()])
    turns, predictions = [], {}

    def ask(turn):
        turns.append(shown(turn))
        return reply(turns[-1])

    for position in range(len(dataset)):
        prompt = dataset.build_prompt(position)
        driven = drive(prompt, ask, INTERLEAVED)
        predictions[int(prompt.row["index"])] = driven[0] if driven else ask(prompt)
    file = folder / f"m_{name}.jsonl"
    lines = [json.dumps({"index": index, "prediction": one, "finished": True}) for index, one in predictions.items()]
    file.write_text("\n".join(lines), "utf-8")
    return dataset.score_file(file), turns, predictions
