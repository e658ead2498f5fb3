"""The generate hook: lets every model of the host answer a prompt that has a pipeline.

``generate`` of a model class is wrapped once. It drives the pipeline of one of our prompts with the model's own
``generate``; every call goes through the ledger of the run. Messages of other datasets pass unchanged.

The prediction of a pipeline is one compact JSON string: the host drops, splits or stringifies everything else.
"""

import copy
import functools
import inspect
import itertools
from collections.abc import Callable
from types import CodeType
from typing import Any

from vlmeval_hvs.errors import InferenceStopped
from vlmeval_hvs.host.model_facts import ONE_PICTURE, fitted, host_class_name
from vlmeval_hvs.host.run import Run, current_run, noting, sentence_of, take_ending
from vlmeval_hvs.messages import (
    ANY_FAIL_MARKER,
    EXPLAIN,
    FAIL_MARKER,
    ModelTraits,
    Pipeline,
    Prompt,
    Turn,
    clean,
    pack,
    reply_text,
)
from vlmeval_hvs.registry import all_cards, base_name
from vlmeval_hvs.results.ledger import finished_of
from vlmeval_hvs.results.receipt import ONE_AT_A_TIME, PICTURES_AS, SENT_AS

TURN_LIMIT = 64
"""More turns than any pipeline needs; a pipeline that asks for more has a defect."""


def drive(
    prompt: Prompt,
    ask: Callable[[Turn], Any],
    traits: ModelTraits,
    finished: Callable[[], bool | None] = lambda: None,
    fault: Callable[[Exception], None] = lambda error: None,
) -> tuple[str, list[dict[str, Any]]] | None:
    """Answer ``prompt`` by its pipeline; None where one turn is enough for this row and this model.

    ``ask`` sends one turn to the model, and may raise, or return anything the host's models return; ``finished`` tells
    after each turn whether the reply ended by itself; ``fault`` gets what ended the sample too early, but for
    `InferenceStopped`, which is raised.

    Returns the prediction, JSON with at least ``answer`` and ``calls``, and the transcript, one ``{"step", "images",
    "text", "reply"}`` per turn; ``finished: false`` where the reply was cut. When a turn fails, ``answer`` is "" and
    ``error`` starts with the host's failure sentence, so that a re-run asks this sample again.
    """
    if prompt.pipeline is None:
        return None
    transcript: list[dict[str, Any]] = []
    try:
        pipeline = prompt.pipeline(traits)
        if pipeline is None:
            return None
        record = {"answer": "", **_run(pipeline, prompt, ask, transcript, finished)}
        deciding = [turn for turn in transcript if turn["step"] != EXPLAIN]
        cut = {"finished": False} if deciding and deciding[-1].get("finished") is False else {}
        return pack({**record, "calls": len(transcript), **cut}), transcript
    except InferenceStopped:
        raise
    except Exception as error:  # one sample must never end the host's run; the record says what happened
        fault(error)
        reason = f"{FAIL_MARKER} {type(error).__name__}: {error}"[:2000]
        return pack({"answer": "", "error": reason, "calls": len(transcript)}), transcript


def _run(
    pipeline: Pipeline,
    prompt: Prompt,
    ask: Callable[[Turn], Any],
    transcript: list[dict[str, Any]],
    finished: Callable[[], bool | None],
) -> dict[str, Any]:
    try:
        turn = next(pipeline)
        for _ in range(TURN_LIMIT):
            turn = turn.of(prompt)
            entry: dict[str, Any] = {"step": turn.step, "images": turn.images, "text": turn.text, "reply": None}
            transcript.append(entry)
            reply = reply_text(ask(turn))
            entry["reply"] = reply
            if finished() is False:
                entry["finished"] = False
            if ANY_FAIL_MARKER in reply:
                raise RuntimeError(f"no reply to turn {len(transcript)} ({turn.step}): {reply[:300]}")
            turn = pipeline.send(reply)
        raise RuntimeError(f"the pipeline asked for more than {TURN_LIMIT} turns")
    except StopIteration as stop:
        return stop.value or {}
    finally:
        pipeline.close()


_MARK = "_vlmeval_hvs_wrapped"


def hook_class(cls: type) -> None:
    """Wrap ``generate`` and ``use_custom_prompt`` of a class and of the host's classes above it."""
    for owner in cls.__mro__:
        if owner is cls or owner.__module__.startswith("vlmeval."):
            wrap_once(owner, "generate", _driving)
            wrap_once(owner, "generate_inner", noting)
            wrap_once(owner, "use_custom_prompt", _ours_use_the_dataset_prompt)


def hook_subclasses(base: type) -> None:
    """Hook a base class and all its subclasses, also those defined later."""
    classes = [base]
    for cls in classes:
        hook_class(cls)
        classes += cls.__subclasses__()
    previous = vars(base).get("__init_subclass__")
    if getattr(getattr(previous, "__func__", None), _MARK, False):
        return

    def init_subclass(cls: type, **kwargs: Any) -> None:
        if previous is not None:
            previous.__func__(cls, **kwargs)
        else:
            super(base, cls).__init_subclass__(**kwargs)  # type: ignore[arg-type]
        hook_class(cls)

    setattr(init_subclass, _MARK, True)
    base.__init_subclass__ = classmethod(init_subclass)  # type: ignore[assignment]


def wrap_once(owner: Any, name: str, wrapper: Callable[[Any], Any]) -> None:
    """Replace a function that a class or module itself defines by its wrapper, once."""
    original = vars(owner).get(name)
    if callable(original) and not getattr(original, _MARK, False):
        wrapped = functools.wraps(original)(wrapper(original))
        setattr(wrapped, _MARK, True)
        setattr(owner, name, wrapped)


def _driving(original: Any) -> Any:
    def generate(self: Any, *args: Any, **kwargs: Any) -> Any:
        given: dict[Any, Any] = {**dict(enumerate(args)), **kwargs}
        # A prompt that is being asked already came from a subclass. The host's classes name their message differently.
        key = next((key for key, value in given.items() if isinstance(value, Prompt) and not value.asked), None)
        if key is None:
            return original(self, *args, **kwargs)

        def ask(model: Any, turn: Prompt) -> Any:
            sent = {**given, key: turn}
            return original(model, *[sent.pop(place) for place in range(len(args))], **sent)

        return answered(self, given[key], ask)

    return generate


def answered(model: Any, prompt: Prompt, ask: Callable[[Any, Prompt], Any]) -> str:
    """The prediction of a model for a row, within the run of its dataset; ``ask`` sends one turn to the model."""
    run = current_run(prompt.dataset)
    if run:
        run.note_model(model)

    def asked(asker: Any, turn: Prompt) -> Any:
        return ask(asker, fitted(type(asker), turn))

    return answer(prompt, lambda turn: deliver(model, turn, asked), traits_of(model, run))


def traits_of(model: Any, run: Run | None = None) -> ModelTraits:
    """Facts about a host model for pipelines: by a probe, else by its class."""
    by_class = bool(getattr(model, "INTERLEAVE", False)) and host_class_name(type(model)) not in ONE_PICTURE
    probed = None if run is None else run.interleave
    return ModelTraits(type(model).__name__, by_class if probed is None else probed)


def answer(prompt: Prompt, ask: Callable[[Prompt], Any], traits: ModelTraits) -> str:
    """The prediction for a row: the reply, or the packed record if the row is asked in several turns.

    Within a run, every call goes through its ledger, and an exception of the model makes a failed row.
    """
    run = current_run(prompt.dataset)
    index = str(prompt.row.get("index", ""))
    calls = itertools.count()
    latest: str | None = None  # finish reason of the last reply
    finish: str | None = None  # that of the reply with the answer, not of an explanation after it

    def one(turn: Prompt) -> str:
        nonlocal latest, finish
        if run:
            reply, latest = run.ask(index, next(calls), turn, ask)
        else:
            take_ending()  # of an earlier message in this thread
            reply, latest = reply_text(ask(turn.for_model())), take_ending().finish
        finish = finish if turn.step == EXPLAIN else latest
        return reply

    driven = None
    try:
        fault = (lambda error: run.log_fault(index, error)) if run else (lambda error: None)
        driven = drive(prompt, one, traits, lambda: finished_of(latest), fault)
        given: str = driven[0] if driven else clean(one(prompt.in_one_turn()))
    except Exception as error:
        stopped = isinstance(error, InferenceStopped)
        if run is None or (stopped and run.raises):
            raise
        given = clean(f"{FAIL_MARKER} {error if stopped else sentence_of(error)}")
    if run:
        if driven and not traits.interleave:
            run.note_sent(PICTURES_AS, ONE_AT_A_TIME)
        run.answered(index, given, finish)
    return given


def _ours_use_the_dataset_prompt(original: Any) -> Any:
    # The host lets a model replace the dataset's prompt, in API mode even if the dataset objects; but the benchmarks
    # measure their own prompts, and a pipeline would be lost.
    def use_custom_prompt(self: Any, *args: Any, **kwargs: Any) -> Any:
        dataset = kwargs.get("dataset", args[0] if args else None)
        if isinstance(dataset, str) and any(base_name(dataset) in card.datasets for card in all_cards()):
            return False
        return original(self, *args, **kwargs)

    return use_custom_prompt


ATTRIBUTE = "system_prompt"
_NOT_SENDING = ("__init__", "preprocess_message_with_role")  # they set it up


def deliver(model: Any, prompt: Prompt, ask: Callable[[Any, Prompt], Any]) -> Any:
    """Ask a model; text for the system message becomes one, or stays where it is in the message.

    Most classes send their attribute ``system_prompt`` with every call, to which the host would only ever append. A
    call gets a shallow copy of the model with the text added, so neither later calls nor other threads see it.
    """
    words = [item["value"] for item in prompt if item.get("role") == "system"]
    if not words:
        return ask(model, prompt)
    how = sent_as(model)
    if run := current_run(prompt.dataset):
        run.note_sent(SENT_AS, how)
    if how == "text":
        return ask(model, prompt.of_items([{**item, "role": None} for item in prompt]))
    asked, own = copy.copy(model), getattr(model, ATTRIBUTE) or ""
    text = own.rstrip()  # white space at its end stays there, because some classes need it
    setattr(asked, ATTRIBUTE, "\n".join([text, *words] if text else words) + own[len(text) :])
    network = getattr(model, "model", None)  # InternVLChat sets the system prompt on it, and copies share it
    known = getattr(network, "system_message", None)
    try:
        return ask(asked, prompt.of_items([item for item in prompt if item.get("role") != "system"]))
    finally:
        if known is not None:
            network.system_message = known  # type: ignore[union-attr]


def sent_as(model: Any) -> str:
    """How a model gets text for the system message: as ``"system"`` message, or as ``"text"`` of the message."""
    cls: Any = type(model)
    return "system" if ATTRIBUTE in vars(model) and sends_system_prompt(cls) else "text"


@functools.cache
def sends_system_prompt(cls: type) -> bool:
    """Whether the compiled code of a model class uses its attribute ``system_prompt`` when it is asked."""
    for owner in cls.__mro__:
        if owner.__module__ not in ("vlmeval.api.base", "vlmeval.vlm.base"):
            for name, member in vars(owner).items():
                code = getattr(inspect.unwrap(getattr(member, "__func__", member)), "__code__", None)
                if name not in _NOT_SENDING and code is not None and _uses_attribute(code):
                    return True
    return False


def _uses_attribute(code: CodeType) -> bool:
    inner = (one for one in code.co_consts if isinstance(one, CodeType))
    return ATTRIBUTE in code.co_names or any(map(_uses_attribute, inner))
