"""Every dataset as a task of Inspect (https://inspect.aisi.org.uk), whether it asks in one turn or in several.

    inspect eval examples/inspect_task.py -T dataset=HVSBench_Searching_DEMO -T limit=100 --model vllm/MODEL

Options of the dataset are arguments of the task; ``-T one_image=true`` is for models that take one image per message.
The metrics are those of ``vlmeval-hvs score``, made of all samples together. The score of a sample is that of its row
alone, without what a benchmark decides from all replies, such as the frame of coordinates.
"""

from __future__ import annotations

import base64
import copy
import json
import math
from collections.abc import Awaitable, Callable
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, ContentImage, ContentText, get_model
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, mean, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.messages import EXPLAIN, ModelTraits, Prompt, clean, pack
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.results.predictions import join_predictions

PREDICTION = "hvs_prediction"
FINISHED = {"stop": True, "max_tokens": False, "model_length": False}
UNSCORED = "unscored"
"""Value of a sample without a right answer, such as a scanpath; NaN would take it out of the metrics."""


@task
def hvs(dataset: str, one_image: bool = False, **options: Any) -> Task:
    """A dataset of vlmeval_hvs, by its name."""
    given = json.dumps(options, sort_keys=True)
    data = opened(dataset, given)
    # Words only: images are read when a row is asked, for those of all rows would fill the memory.
    prompts = [data.build_prompt(position) for position in range(len(data))]
    samples = [Sample(id=int(one.row["index"]), input=one.text, target=one.row.get("truth", "")) for one in prompts]
    return Task(
        dataset=MemoryDataset(samples, name=dataset),
        solver=ask_rows(dataset, given, one_image),
        scorer=score_rows(dataset, given),
        metrics=[all_metrics(dataset, given)],
        version=data.manifest.digest[:12],
    )


@cache
def opened(name: str, options: str) -> HVSDataset[Any]:
    """A dataset, read once; its options are JSON."""
    data: HVSDataset[Any] = dataset_class(card_of(name))(dataset=name, **json.loads(options))
    return data


@solver
def ask_rows(dataset: str, options: str, one_image: bool) -> Solver:
    """Asks about a row in as many turns as it takes; every turn is a conversation of its own."""
    data, traits = opened(dataset, options), ModelTraits("inspect_ai", interleave=not one_image)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.messages = []

        async def ask(turn: Prompt) -> str:
            messages = chat(turn)
            output = await get_model().generate(messages)
            state.messages += [*messages, output.message]
            if turn.step != EXPLAIN:  # the output of a sample is what its answer is read from
                state.output = output
            return output.completion

        text = await answer(data.build_prompt({"index": str(state.sample_id)}), ask, traits)
        state.metadata[PREDICTION] = {"prediction": text, "finished": FINISHED.get(str(state.output.stop_reason))}
        return state

    return solve


async def answer(prompt: Prompt, ask: Callable[[Prompt], Awaitable[str]], traits: ModelTraits) -> str:
    """The prediction for a row: the reply, or the packed record of a pipeline."""
    pipeline = prompt.pipeline(traits)
    if pipeline is None:
        return str(clean(await ask(prompt.in_one_turn())))
    calls, turn = 0, next(pipeline)
    while True:
        calls += 1
        try:
            turn = pipeline.send(await ask(turn.of(prompt)))
        except StopIteration as end:
            return pack({"answer": "", **end.value, "calls": calls})


def chat(turn: Prompt) -> list[ChatMessage]:
    """A turn as Inspect's messages: the words for the system, then the user's. Images are sent as they are."""
    system = [item["value"] for item in turn if item.get("role") == "system"]
    user = [
        ContentImage(image=_data_url(item["value"])) if item["type"] == "image" else ContentText(text=item["value"])
        for item in turn
        if item.get("role") != "system"
    ]
    return [*([ChatMessageSystem(content="\n".join(system))] if system else []), ChatMessageUser(content=user)]


def _data_url(path: str) -> str:
    return f"data:{guess_type(path)[0]};base64,{base64.b64encode(Path(path).read_bytes()).decode('ascii')}"


@scorer(metrics=[mean()])
def score_rows(dataset: str, options: str) -> Scorer:
    """Scores each row alone; `all_metrics` scores all together."""
    data = opened(dataset, options)

    async def score(state: TaskState, target: Target) -> Score:
        given = {"index": str(state.sample_id), **state.metadata[PREDICTION]}
        rows = data.rows[data.rows["index"] == given["index"]].reset_index(drop=True)
        # Scoring may change the settings of a dataset to those of the predictions.
        report = copy.copy(data).score(join_predictions(rows, pd.DataFrame([given], dtype=object)))
        item = report.items.iloc[0]
        value = float(item["score"]) if isinstance(item["score"], (int, float)) else math.nan
        kept = {PREDICTION: state.metadata[PREDICTION], "rule": str(item["rule"])}
        return Score(value=UNSCORED if math.isnan(value) else value, answer=str(item["answer"]), metadata=kept)

    return score


@metric
def all_metrics(dataset: str, options: str) -> Metric:
    """The metrics of ``vlmeval-hvs score`` from all rows; without ``Overall`` where the result is invalid."""

    def compute(scores: list[SampleScore]) -> dict[str, float]:
        table = pd.DataFrame([{"index": one.sample_id, **(one.score.metadata or {})[PREDICTION]} for one in scores])
        data = copy.copy(opened(dataset, options))
        data.data = data.data[data.data["index"].isin(table["index"].astype(int))]
        with TemporaryDirectory() as folder:
            file = Path(folder) / f"model_{data.dataset_name}.jsonl"
            table.to_json(file, orient="records", lines=True)
            return dict(data.score_file(file))

    return compute
