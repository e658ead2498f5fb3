"""Contracts of what reads records, whole turns and answers with maps: any text gives a result of the promised kind."""

import json
import math
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from typing import Any

import numpy as np

from tests.fuzz.mutate import Cut, as_bytes, mutated
from tests.fuzz.readers import FINISHED, REPLIES
from vlmeval_hvs.answer_frames import FRAMES
from vlmeval_hvs.benchmarks.actiview import pipeline as views_asked
from vlmeval_hvs.benchmarks.actiview.scoring import Scoring, _item
from vlmeval_hvs.benchmarks.actiview.session import Task
from vlmeval_hvs.benchmarks.actiview.wording import read_wording
from vlmeval_hvs.benchmarks.visual_search import answers
from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias, Kernel
from vlmeval_hvs.benchmarks.visual_search.next_fixation import score_answer
from vlmeval_hvs.benchmarks.visual_search.pipeline import decide_searches, interactive_search, placed_outside
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, Trial, finish_path
from vlmeval_hvs.benchmarks.visual_search.wording import Asking
from vlmeval_hvs.messages import INTERLEAVED, ModelTraits, pack, read_record, reply_text

TRIAL = Trial("a.png", (24, 32), (10, 10, 14, 14), (4, 4), (16.0, 12.0), 6)
SEARCH = {
    "answer": "[[0.5, 0.5], [0.4, 0.3]]", "found": False, "stopped": False, "fixations": [[16.0, 12.0], [13.0, 7.0]],
    "unreadable": 0, "said": [{"points": [[0.5, 0.5, 1.0]], "stated": "", "read_as": "unit"}], "calls": 2,
}  # fmt: skip
VIEWS = {
    "answer": "The answer is B.", "views_selected": [1, 3], "views_final": [1, 3], "n_zoom": 2, "n_added": 0,
    "n_dropped": 0, "n_shift": 0, "n_view": 2, "n_invalid": 0, "stop_reason": "answered", "strategy": "interleaved",
    "turns": [{"step": "select", "reply": "1, 3", "ok": True}], "per_view": [{"view": 1, "answer": "B"}], "start": 1,
    "profile": "paper", "n_splits": 4, "wording": "x", "calls": 2,
}  # fmt: skip
QUESTION = "How many dogs are there?"
ROW = {"index": "1", "question": QUESTION, "options": '["a dog", "a cat", "None"]', "answer": "1",
       "category": "counting", "clue_views": "[1, 3]", "distraction": "1", "image_path": '["a.jpg"]',
       "failed": False}  # fmt: skip
DENSITY = {"points": [[0.5, 0.5], [0.2, 0.1], [0.4, 0.4]], "owners": ["01", "02", "01"]}
STATED = ({"priority_map": [[0.1, 0.2], [0.3, 0.4]]}, {"density": DENSITY})
READINGS = ("robust", "paper")


def _text(cut: Cut, *made: Any) -> str:
    """The fuzzer's own text, or one of the made values with odd places, as JSON."""
    kind = cut.byte() % (1 + len(made))
    if kind == 0:
        return cut.parts(1)[0]
    return json.dumps(mutated(made[kind - 1], cut), ensure_ascii=cut.byte() % 2 == 0)


def record(target: str, data: bytes) -> None:
    """A prediction is a record or is none; what a record holds is decoded whatever it is."""
    cut = Cut(data)
    kind = cut.one_of(("zoom", "shift", "mixed", "single", "text_only"))
    scoring = Scoring(kind, cut.one_of(READINGS), cut.one_of((4, 9)), 0)
    finished = cut.one_of(FINISHED)
    found = read_record(_text(cut, SEARCH, VIEWS))
    if found is None:
        return
    assert {"answer", "calls"} <= found.keys(), found
    reply = reply_text(found["answer"])
    assert isinstance(reply, str), reply
    item = _item({**ROW, "reply": reply, "record": found, "finished": finished}, scoring)
    counts = [item[name] for name in ("n_zoom", "n_shift", "n_added", "n_dropped", "n_invalid", "calls", "n_read")]
    assert all(type(number) is int and number >= 0 for number in counts), counts
    assert 0 <= item["hits"] <= item["n_clues"] == 2, item
    assert item["score"] in (0.0, 1.0), item
    assert placed_outside(found, TRIAL.shape) >= 0
    decision, warnings = decide_searches([(found, TRIAL.shape)], cut.one_of(FRAMES))
    assert all(isinstance(one, str) for one in warnings), warnings
    json.dumps(decision.details())


def search(target: str, data: bytes) -> None:
    """Replies of searches: positions inside the image, stops, and answers that are maps, scored."""
    cut = Cut(data)
    frame, reading = cut.one_of(FRAMES), cut.one_of(READINGS)
    text = _text(cut, *STATED)
    decision, _ = answers.decide_answers([(text, TRIAL, (1, 2))], cut.one_of(("scanpath", "fixation")), frame)
    as_read = answers.Reading(frame, reading, decision)
    path = answers.read_path(text, TRIAL, as_read)
    assert all(0 <= x <= 31 and 0 <= y <= 23 for x, y in path.places), path
    assert len(finish_path(path.places, TRIAL).x) <= TRIAL.max_length
    assert type(answers.says_absent(text, reading)) is bool
    assert isinstance(answers.without_stop(text), str)
    assert all(isinstance(reply, str) for reply in answers.single_replies(text))
    answer = answers.read_samples(text, TRIAL, as_read)
    asked = [AskedFixation(TRIAL, person, 1, 8, 9) for person in ("01", "02")]
    with np.errstate(all="ignore"):
        scores = score_answer(answer, asked, Kernel(4.0, 0.1, 0.0), CentreBias())
    assert not any(math.isnan(value) for score in scores if score for value in score[:2]), (answer, scores)


def turns(target: str, data: bytes) -> None:
    """Whole conversations: every pipeline ends in a record that can be packed, whatever the replies are."""
    cut = Cut(data)
    kind = cut.one_of((*views_asked.MACHINES, "search"))
    reading, traits = cut.one_of(READINGS), cut.one_of((INTERLEAVED, ModelTraits("x", interleave=False)))
    stop = cut.byte() % 2 == 0
    if kind == "search":
        pipeline: Any = interactive_search(TRIAL, "a.png", None, Asking(stop=stop), reading)
    else:
        pipeline = views_asked.run(kind, _task(reading, cut.one_of(("concat", "describe")), 1 + cut.byte() % 3), traits)
    made, asked = _ended(pipeline, cycle(cut.parts(12)))
    assert read_record(pack({"answer": "", **made, "calls": asked})) is not None


def _ended(pipeline: Any, replies: Iterator[str]) -> tuple[dict[str, Any], int]:
    """What a pipeline ends with, and how many turns it asked."""
    turn = next(pipeline)
    for asked in range(1, 64):
        assert turn.text.strip() or turn.images
        try:
            turn = pipeline.send(next(replies))
        except StopIteration as ended:
            return ended.value, asked
    raise AssertionError("more than 64 turns")


_wording = cache(read_wording)


def _task(reading: str, single: str, revise: int) -> Task:
    return Task(
        question=QUESTION, options=("one", "two", "three"), full="full.jpg", lined="lined.jpg",
        views=("1.jpg", "2.jpg", "3.jpg", "4.jpg"), start=2, clue_views=(1, 3), wording=_wording(reading),
        locate=lambda path: path, stitch=lambda paths: "joined.jpg", reading=reading, single_image=single,
        revise_turns=revise,
    )  # fmt: skip


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to begin with: records, answers with maps, and replies, some of them as conversations."""
    for made in (SEARCH, VIEWS, {"samples": ["[0.5, 0.5]", "x"]}, {"density": "center_bias"}, {"priority_map": [[1]]}):
        yield bytes({"record": 5, "search": 3}.get(target, 4)) + json.dumps(made).encode()
    replies = [as_bytes(reply) for reply in REPLIES * 2]
    for number, reply in enumerate(replies):
        head = bytes([number % 256, number % 7, number % 5, number % 3, 0, 0])
        yield head + (b"\xff".join(replies[number : number + 4]) if target == "turns" else reply)
