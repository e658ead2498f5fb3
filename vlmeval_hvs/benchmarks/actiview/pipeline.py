"""The evaluation pipelines of ActiView as generators: they yield turns, receive replies and return the record.

Sources: ActiView paper, section 4.1, Appendix C, G and I; the official repository's ``toolkit/evaluator.py``
(class ``EvaluatorChat``). Every turn is a fresh request with all its images; no history is sent.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from standardizers import view_operations, views
from vlmeval_hvs.benchmarks.actiview.replies import choice, named, yes_no
from vlmeval_hvs.benchmarks.actiview.session import ANSWER_CHARS, Asking, Session, Task, shorten
from vlmeval_hvs.benchmarks.actiview.wording import ANSWER, DECIDE, MIX_INIT, MIX_REVISE, SELECT, Picture
from vlmeval_hvs.messages import ModelTraits, Prompt

Record = dict[str, Any]
Machine = Callable[[Session], Asking[Record]]


def run(kind: str, task: Task, traits: ModelTraits) -> Asking[Record]:
    """The pipeline ``kind``, a key of `MACHINES`, for one question: yields turns and returns the record (`_record`)."""
    return MACHINES[kind](Session(task, traits.interleave))


def _full(s: Session) -> Asking[Record]:
    marked, *clues = s.task.clue_pictures or ("",)
    if marked:
        pictures = [Picture(0, clue) for clue in clues]
        reply = yield from s.ask(ANSWER, "clue_answer", main=Picture(0, marked), views=pictures)
    else:
        template = "answer_simple" if s.task.simple_prompt else "answer"
        reply = yield from s.ask(ANSWER, template, main=Picture(0, s.task.full))
    return _record(s, reply, stop="single_turn")


def _single(s: Session) -> Asking[Record]:
    view = s.task.view(s.task.start)
    if s.task.simple_prompt:
        reply = yield from s.ask(ANSWER, "answer_simple", main=view)
    else:
        reply = yield from s.ask(ANSWER, "single", views=[view])
    return _record(s, reply, final=[view.number], stop="single_turn", start=view.number)


def _text_only(template: str) -> Machine:
    def machine(s: Session) -> Asking[Record]:
        reply = yield from s.ask(ANSWER, template)
        return _record(s, reply, stop="single_turn")

    return machine


def _zoom(s: Session) -> Asking[Record]:
    reply = yield from s.ask(SELECT, "select", main=Picture(0, s.task.lined))
    selected = views(reply, s.task.n_views, s.task.reading, question=s.prompt)
    if selected.fallback:
        s.unreadable()
    return (yield from _zoom_answer(s, selected.value, "selected" if selected.value else "nothing_selected"))


def _zoom_clues(s: Session) -> Asking[Record]:
    return (yield from _zoom_answer(s, s.task.clue_views, "given"))


def _zoom_answer(s: Session, selected: Sequence[int], stop: str) -> Asking[Record]:
    """Question answering on the full image and the selected views.

    A single-image model is asked once per view (paper, Appendix G.3); accepting any right answer would need the key.
    """
    full, pictures = Picture(0, s.task.full), s.task.pictures(selected)
    if s.interleave or s.task.single_image == "describe" or not pictures:
        reply = yield from s.ask(ANSWER, "zoom_answer", main=full, views=pictures)
        return _record(s, reply, selected=selected, final=selected, stop=stop)
    per_view: list[Record] = []
    for picture in pictures:
        reply = yield from s.ask(ANSWER, "answer", main=picture)
        per_view.append({"view": picture.number, "answer": shorten(reply, ANSWER_CHARS // s.task.n_views)})
    reply = _majority([entry["answer"] for entry in per_view], s.task)
    return _record(s, reply, selected=selected, final=selected, stop=stop, per_view=per_view)


def _majority(replies: Sequence[str], task: Task) -> str:
    """The first reply with the most frequent option; replies without an option vote only when there are no others."""
    chosen = [choice(reply, task.options, task.reading) for reply in replies]
    votes = Counter(index for index in chosen if index >= 0) or Counter(chosen)
    best = max(votes.values())
    return next(reply for reply, index in zip(replies, chosen, strict=True) if votes.get(index) == best)


def _shift(s: Session) -> Asking[Record]:
    """Start with one view and add views until the model says that it can answer.

    The next view is the next in the cyclic order of the view numbers (official), or those that the reply names
    (paper); a reply that cannot be read, or names only views already seen, counts as a wish for the next view.
    """
    task = s.task
    order = [(task.start - 1 + step) % task.n_views + 1 for step in range(task.n_views)]
    used: list[int] = []
    pending = order[:1]
    decisions, stop = 0, "exhausted"
    while pending:
        used += pending
        left = [number for number in order if number not in used]
        if not left and not task.wording.last_decision:
            break
        reply = yield from s.ask(
            DECIDE,
            "decide",
            views=task.pictures(used),
            fields=task.wording.looking_at(used, task.n_views),
            context={"naming": task.wording.naming},
        )
        decisions += 1
        if task.wording.naming:
            names = [task.wording.view_name(number, task.n_views) for number in range(1, task.n_views + 1)]
            decision = named(reply, task.n_views, names, task.reading, question=s.prompt)
        else:
            decision = yes_no(reply, task.reading, question=s.prompt)
        wanted = [number for number in left if number in decision.views]
        if not decision.ok or (decision.views and left and not wanted):
            s.unreadable()
        if decision.stop:
            stop = "model"
            break
        pending = wanted or left[:1]
    if stop == "exhausted" and decisions and s.invalid == decisions:
        stop = "invalid"
    reply = yield from s.ask(ANSWER, "shift_answer", views=task.pictures(used))
    return _record(s, reply, selected=used, final=used, stop=stop, start=task.start, decisions=decisions)


def _mixed(s: Session) -> Asking[Record]:
    """Zoom into parts of the full image, then keep or shift, then answer."""
    task = s.task
    lined = Picture(0, task.lined)
    full = lined if task.wording.lined_answer else Picture(0, task.full)
    reply = yield from s.ask(MIX_INIT, "mix_init", main=lined)
    asked = view_operations(reply, task.n_views, task.reading, question=s.prompt)
    part = asked.value.part
    if part is None:
        s.unreadable()
    # The official code goes on to the second turn, without views, when all numbers were out of range.
    if not part and asked.rule != "out_of_range":
        template = "mix_answer_none" if task.wording.has("mix_answer_none") else "answer"
        answer = yield from s.ask(ANSWER, template, main=full)
        return _record(s, answer, stop="invalid" if part is None else "nothing_selected")

    selected = list(part or ())
    current, decisions, stop = selected, 0, "kept"
    for _ in range(task.revise_turns):
        reply = yield from s.ask(MIX_REVISE, "mix_revise", main=lined, views=task.pictures(current))
        decisions += 1
        operations = view_operations(reply, task.n_views, task.reading, question=s.prompt).value
        if operations.keep is None and operations.shift is None:
            s.unreadable()
            stop = "invalid"
            break
        keep, shift = current if operations.keep is None else operations.keep, operations.shift or ()
        kept = [number for number in keep if number in current]
        added = [number for number in shift if isinstance(number, int) and number not in current]
        current = sorted({*kept, *added}) if keep and shift else kept or added  # the order of the released code
        if not added:
            break
        stop = "shifted"
    if current or task.wording.has("mix_answer_none"):
        answer = yield from s.ask(ANSWER, "mix_answer", main=full, views=task.pictures(current))
    else:
        answer = yield from s.ask(ANSWER, "answer", main=full)
    return _record(s, answer, selected=selected, final=current, stop=stop, decisions=decisions)


def _record(
    s: Session,
    answer: str,
    *,
    stop: str,
    selected: Sequence[int] = (),
    final: Sequence[int] = (),
    start: int | None = None,
    decisions: int = 0,
    per_view: Sequence[Record] | None = None,
) -> Record:
    """The account of one sample: views are 1-based, ``per_view`` has replies of views that were asked one by one.

    ``n_zoom`` counts the views first asked for (for shifting, 0), ``n_added`` and ``n_dropped`` compare the final views
    with these (for shifting, with the start), and ``n_shift`` is their sum: this reproduces the paper's Table 3.
    """
    before = {start} if start is not None else set(selected)
    added, dropped = len(set(final) - before), len(before - set(final))
    strategy = "interleaved" if s.interleave else s.task.single_image
    record: Record = {
        "answer": shorten(answer, ANSWER_CHARS),
        "profile": s.task.wording.profile,
        "wording": s.task.wording.identity,
        "n_splits": s.task.n_views,
        "strategy": strategy,
        "start": start,
        "views_selected": list(selected),
        "views_final": list(final),
        "n_zoom": 0 if start is not None else len(selected),
        "n_added": added,
        "n_dropped": dropped,
        "n_shift": added + dropped,
        "n_view": len(final),
        "n_decisions": decisions,
        "n_invalid": s.invalid,
        "stop_reason": stop,
        "turns": s.turns,
    }
    if per_view is not None:
        record["per_view"] = list(per_view)
    return record


MACHINES: dict[str, Machine] = {
    "full": _full,
    "single": _single,
    "zoom": _zoom,
    "zoom_clues": _zoom_clues,
    "shift": _shift,
    "mixed": _mixed,
    "text_only": _text_only("text_only"),
    "text_only_guess": _text_only("text_only_guess"),
}
"""State machine of each pipeline."""


def shortest(turn: Prompt) -> str:
    """No view is zoomed into, and none is shifted to."""
    if turn.step == MIX_INIT:
        return json.dumps({"part": "none"})
    return {SELECT: "none", DECIDE: "No", MIX_REVISE: "none"}.get(turn.step, "A")


def longest(turn: Prompt) -> str:
    """All views are zoomed into, and another one is shifted to for as long as there is one."""
    numbers = list(range(1, int(turn.context.get("n_views", 4)) + 1))
    seen = [view for view in turn.context.get("views", ()) if view]
    missing = [view for view in numbers if view not in seen]
    if turn.step == SELECT:
        return _listed(numbers)
    if turn.step == MIX_INIT:
        return json.dumps({"part": _listed(numbers[:-1]), "reason": ""})
    if turn.step == MIX_REVISE:  # one view goes for each that comes, so that another turn can follow
        keep = _listed(seen[1:])
        return json.dumps({"keep": keep, "shift": _listed(missing), "zoom_keep": keep})
    if turn.step == DECIDE:
        if turn.context.get("naming"):
            return turn.context["names"][missing[0] - 1] if missing else "No"
        return "Yes"
    return "A"


def _listed(views: list[int]) -> str:
    return ",".join(map(str, views)) or "none"
