"""Every dataset as a task of Inspect (`inspect_ai`): ``inspect eval vlmeval_hvs/HVSBench_Searching --model ...``.

Importing this module declares the tasks; the entry point of Inspect does so. Options of a dataset are arguments of its
task: ``-T limit=100 -T hint=field``.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import anyio
import anyio.from_thread
import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    ContentImage,
    ContentText,
    ModelOutput,
    get_model,
)
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, mean, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.files import image_suffix
from vlmeval_hvs.harness.scoring import Prediction, dataset_of, score_all, score_row
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import EXPLAIN, ModelTraits, Prompt, clean
from vlmeval_hvs.registry import all_cards

FINISHED = {"stop": True, "max_tokens": False, "model_length": False}
"""Inspect's reasons why a reply ended: whether it ended by itself; others do not tell."""

UNSCORED = "unscored"
"""Value of a sample that has no right answer, as a scanpath; it counts in the metrics of all rows only."""

_PREDICTION = "hvs_prediction"
_AT_ONCE = 1024  # rows; Inspect itself bounds the calls


def hvs_task(name: str, one_image: bool = False, **options: Any) -> Task:
    """A dataset as a task.

    Args:
        name: Name of the dataset.
        one_image: Whether the model takes one image per message.
        **options: Options of the dataset.
    """
    dataset = dataset_of(name, json.dumps(options, sort_keys=True))
    traits = ModelTraits("inspect_ai", interleave=not one_image)
    samples = [_sample(dataset, dataset.row(position), traits) for position in range(len(dataset))]
    settings = {"dataset": name, "options": options}
    return Task(
        dataset=MemoryDataset(samples, name=name),
        solver=hvs_solver(one_image=one_image, **settings),
        scorer=hvs_scorer(**settings),
        metrics=[hvs_metrics(**settings)],
        version=dataset.manifest.digest[:12],
        metadata={"digest": dataset.manifest.digest, "wording": dataset.receipt.wording, **dataset.settings},
    )


@solver
def hvs_solver(dataset: str, options: dict[str, Any], one_image: bool = False) -> Solver:
    """Asks about a row, in as many turns as it takes; every turn is a conversation of its own.

    Args:
        dataset: Name of the dataset.
        options: Its options.
        one_image: Whether the model takes one image per message.
    """
    data, traits = dataset_of(dataset, json.dumps(options, sort_keys=True)), ModelTraits("inspect_ai", not one_image)
    room = anyio.CapacityLimiter(_AT_ONCE)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        asking = _Asking(data.build_prompt({"index": str(state.sample_id)}), traits)
        # Pipelines are driven by plain functions that wait for each reply: not on the event loop.
        prediction = await anyio.to_thread.run_sync(asking.prediction, limiter=room)
        state.messages = asking.messages
        state.output = asking.output
        state.metadata[_PREDICTION] = {"text": prediction, "finished": asking.finished()}
        return state

    return solve


class _Asking:
    """Asks about one row, from a thread that Inspect's event loop waits for."""

    def __init__(self, prompt: Prompt, traits: ModelTraits) -> None:
        self.messages: list[ChatMessage] = []
        self.output = ModelOutput()
        self._prompt, self._traits = prompt, traits
        self._fault: Exception | None = None

    def prediction(self) -> str:
        """What the host would be given for the row.

        Raises:
            Exception: What the model raised; Inspect knows what is to be done about it.
        """
        driven = drive(self._prompt, self._ask, self._traits, self.finished)
        if self._fault:
            raise self._fault
        return driven[0] if driven else str(clean(self._ask(self._prompt.in_one_turn())))

    def finished(self) -> bool | None:
        """Whether the last reply ended by itself."""
        return FINISHED.get(str(self.output.stop_reason)) if self.output.choices else None

    def _ask(self, turn: Prompt) -> str:
        asked = chat(turn)
        try:
            output = anyio.from_thread.run(_generate, asked)
        except Exception as error:
            self._fault = error
            raise
        if turn.step != EXPLAIN:  # the output of a sample is what its answer is read from
            self.output = output
        self.messages += [*asked, output.message]
        return output.completion


async def _generate(messages: list[ChatMessage]) -> ModelOutput:
    return await get_model().generate(messages)


def chat(turn: Iterable[Mapping[str, Any]]) -> list[ChatMessage]:
    """A message as Inspect's messages: the words for the system, then the user's; images are sent as they are."""
    items = list(turn)
    words = [item["value"] for item in items if item.get("role") == "system"]
    content = [
        ContentImage(image=_address(item["value"])) if item["type"] == "image" else ContentText(text=item["value"])
        for item in items
        if item.get("role") != "system"
    ]
    system: list[ChatMessage] = [ChatMessageSystem(content="\n".join(words))] if words else []
    return [*system, ChatMessageUser(content=content)]


def _address(path: str) -> str:
    data = Path(path).read_bytes()
    kind = image_suffix(data).removeprefix(".").replace("jpg", "jpeg")
    return f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"


@scorer(metrics=[mean()])
def hvs_scorer(dataset: str, options: dict[str, Any]) -> Scorer:
    """Scores each row by itself; `hvs_metrics` scores all together.

    Args:
        dataset: Name of the dataset.
        options: Its options.
    """
    data = dataset_of(dataset, json.dumps(options, sort_keys=True))

    async def score(state: TaskState, target: Target) -> Score:
        given = Prediction(**state.metadata[_PREDICTION])
        found = await anyio.to_thread.run_sync(score_row, data, str(state.sample_id), given)
        kept = {_PREDICTION: state.metadata[_PREDICTION], "rule": found.rule}
        # Inspect leaves samples whose value is NaN out of every metric; ours need all of them.
        value = UNSCORED if math.isnan(found.value) else found.value
        return Score(value=value, answer=found.answer, metadata=kept)

    return score


@metric
def hvs_metrics(dataset: str, options: dict[str, Any]) -> Metric:
    """The metrics of ``vlmeval-hvs score``, from all rows together; of an invalid result only ``invalid``.

    Args:
        dataset: Name of the dataset.
        options: Its options.
    """

    def compute(scores: list[SampleScore]) -> dict[str, float]:
        data = dataset_of(dataset, json.dumps(options, sort_keys=True))
        given = {str(one.sample_id): (one.score.metadata or {}).get(_PREDICTION) for one in scores}
        predictions = {index: Prediction(**found) for index, found in given.items() if found}
        found = score_all(data, predictions)
        if found["validity"] == "invalid":
            return {"invalid": 1.0}
        return {name: float(value) for name, value in found["metrics"].items() if value is not None}

    return compute


def _sample(dataset: HVSDataset[Any], row: Mapping[str, str], traits: ModelTraits) -> Sample:
    """A row; its input holds words only, for the images of all rows would fill the memory. `hvs_solver` asks."""
    try:
        several = dataset.pipeline(row, traits) is not None
        words = "asked in several turns" if several else _words(dataset.messages(row))
    except Exception as error:  # the row will fail, and its prediction say so
        words = f"row {row['index']} cannot be shown: {error}"
    return Sample(input=words, id=int(row["index"]), target=str(row.get("truth") or row.get("answer") or ""))


def _words(message: Iterable[Mapping[str, Any]]) -> str:
    return "\n".join(
        f"[image {Path(item['value']).name}]" if item["type"] == "image" else item["value"] for item in message
    )


def _declare(name: str) -> None:
    def make(one_image: bool = False, **options: Any) -> Task:
        return hvs_task(name, one_image, **options)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"The dataset {name}."
    globals()[name] = task(name=name)(make)


for _name in [name for card in all_cards() for name in (*card.dataset_names, *card.own_dataset_names)]:
    _declare(_name.replace(":", "="))
