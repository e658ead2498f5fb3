"""Every dataset as a task of lmms-eval (https://github.com/EvolvingLMMs-Lab/lmms-eval), in one turn or several.

    python examples/lmms_eval_tasks.py tasks HVSBench_Searching_DEMO ActiView_Zooming_DEMO --options '{"limit": 100}'
    lmms-eval --include_path tasks --tasks hvs_HVSBench_Searching_DEMO,hvs_ActiView_Zooming_DEMO --model vllm ...

The first command writes a task and a file of rows for each dataset, and copies this file, whose functions they name.
``Overall`` is that of ``vlmeval-hvs score``, NaN where the result is invalid. Models of the kind `chat` get a message
as it is, others its pictures first. Several turns need a model whose ``generate_until_multi_round`` asks.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import math
import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.messages import INTERLEAVED, Prompt, clean, pack
from vlmeval_hvs.registry import card_of, dataset_class

Document = Mapping[str, Any]
TEMPLATE = "lmms_eval_template_yaml"


def write_task(folder: Path, dataset: str, options: str = "{}") -> str:
    """Write the task of a dataset, whose options are JSON; returns its name."""
    data = opened(dataset, options)
    rows = [data.row(position) for position in range(len(data))]
    rounds = any(data.pipeline(row, INTERLEAVED) is not None for row in rows)
    shared = {"dataset": dataset, "options": options, "rounds": rounds}
    folder.mkdir(parents=True, exist_ok=True)
    for name in (Path(__file__).name, TEMPLATE):
        shutil.copyfile(Path(__file__).with_name(name), folder / name)
    name = f"hvs_{dataset}"
    file = folder.absolute() / f"{name}.jsonl"
    lines = [{**shared, "index": int(row["index"]), "target": row.get("truth", "")} for row in rows]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    task = {"include": TEMPLATE, "task": name, "dataset_kwargs": {"data_files": {"test": str(file)}}}
    task["output_type"] = "generate_until_multi_round" if rounds else "generate_until"
    (folder / f"{name}.yaml").write_text(json.dumps(task, indent=1), encoding="utf-8")  # JSON is YAML, too
    return name


@cache
def opened(name: str, options: str) -> HVSDataset[Any]:
    """A dataset, read once; its options are JSON."""
    data: HVSDataset[Any] = dataset_class(card_of(name))(dataset=name, **json.loads(options))
    return data


def after(document: Document, replies: Sequence[str]) -> Prompt | str:
    """A row after these replies: the next turn, or the prediction where all has been asked.

    Pipelines are deterministic, so they are played from their beginning and no state is kept.
    """
    prompt = opened(document["dataset"], document["options"]).build_prompt({"index": str(document["index"])})
    pipeline = prompt.pipeline(INTERLEAVED)
    if pipeline is None:
        return str(clean(replies[0])) if replies else prompt
    try:
        turn = next(pipeline)
        for reply in replies:
            turn = pipeline.send(reply)
        return turn
    except StopIteration as end:
        return pack({"answer": "", **end.value, "calls": len(replies)})


def doc_to_visual(document: Document) -> list[Image.Image]:
    """Pictures of the first turn."""
    return [*map(_picture, after(document, ()).images)]


def doc_to_text(document: Document, lmms_eval_specific_kwargs: Any = None, **asked: Any) -> Any:
    """Words of the first turn; of a later one its pictures and words, whether all was asked, the replies, and None."""
    replies = list(asked.get("previous_output") or ())
    turn = after(document, replies)
    if not replies:
        return turn.text
    done = isinstance(turn, str)
    return *((None, None) if done else ([*map(_picture, turn.images)], turn.text)), done, replies, None


def doc_to_messages(document: Document, **asked: Any) -> Any:
    """The message of the first turn; of a later one also whether all was asked, the replies, and None."""
    replies = list(asked.get("previous_output") or ())
    turn = after(document, replies)
    shown = None if isinstance(turn, str) else _messages(turn)
    return (shown, isinstance(turn, str), replies, None) if replies else shown


def _picture(path: str) -> Image.Image:
    return Image.open(path).convert("RGB")


def _messages(turn: Prompt) -> list[dict[str, Any]]:
    parts: dict[str, list[dict[str, Any]]] = {"system": [], "user": []}
    for item in turn:
        shown = {"text": item["value"]} if item["type"] == "text" else {"url": _picture(item["value"])}
        parts[item.get("role", "user")].append({"type": item["type"], **shown})
    return [{"role": role, "content": content} for role, content in parts.items() if content]


def process_results(document: Document, results: Sequence[Any]) -> dict[str, Any]:
    """What the metric needs of a row; its one result is the reply, or all replies of a model that asks in rounds."""
    replies = results
    if document["rounds"]:  # classes of the kind `simple` give a tuple, of which lmms-eval makes a text
        replies = ast.literal_eval(results[0]) if isinstance(results[0], str) else results[0]
    prediction = after(document, replies)
    if not isinstance(prediction, str):
        raise ValueError(f"row {document['index']} takes more turns than the {len(replies)} that this model asked")
    return {"Overall": {**document, "prediction": prediction}}


def overall(rows: Sequence[Document]) -> float:
    """``Overall`` of all rows together."""
    data = copy.copy(opened(rows[0]["dataset"], rows[0]["options"]))
    data.data = data.data[data.data["index"].isin([row["index"] for row in rows])]
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"model_{data.dataset_name}.jsonl"
        lines = [{name: row[name] for name in ("index", "prediction")} for row in rows]
        file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        return data.score_file(file).get("Overall", math.nan)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("datasets", nargs="+")
    parser.add_argument("--options", default="{}", help="options of the datasets, a JSON object")
    given = parser.parse_args()
    for dataset in given.datasets:
        print(write_task(given.folder, dataset, given.options))
