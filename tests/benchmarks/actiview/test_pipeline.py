"""Every branch of ActiView's state machines with scripted replies, answer matching, and the prompts as golden files."""

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vlmeval_hvs.benchmarks.actiview import pipeline
from vlmeval_hvs.benchmarks.actiview.replies import official_choice
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import ModelTraits, Prompt, read_record

GOLDEN = Path(__file__).parent / "prompts.json"
PROFILES = ("robust", "official", "paper")
UL, LL, UR, LR = "UL", "LL", "UR", "LR"


def play(kind, task, replies, interleave=True):
    """Drive one pipeline; returns the record and the turns."""
    turns, script = [], iter(() if callable(replies) else replies)

    def ask(turn):
        turns.append(turn)
        return replies(turn) if callable(replies) else next(script)

    prompt = Prompt([], row={"index": "1"}, pipeline=lambda traits: pipeline.run(kind, task, traits))
    return read_record(drive(prompt, ask, ModelTraits("Scripted", interleave))[0]), turns


def shown(turns):
    return [(turn.step, *turn.images) for turn in turns]


def part(views):
    return json.dumps({"part": views, "reason": ""})


def shift(keep, views, key="keep"):
    return json.dumps({key: keep, "shift": views})


ASK, INIT, DECIDE = "answer", ("mix_init", "L"), "decide"
CASES = [  # kind, task, replies, (step, images) of the turns, what the record says
    ("full", {}, ["A"], [(ASK, "F")], {}),
    ("full", {"clue_pictures": ("M", "C1", "C2")}, ["A"], [(ASK, "M", "C1", "C2")], {}),
    ("single", {"start": 3}, ["B"], [(ASK, UR)], {"start": 3, "views_final": [3], "answer": "B"}),
    ("text_only", {}, ["None"], [(ASK,)], {"calls": 1}),
    # Selected views are shown in ascending order; without a readable selection the full image is.
    *(
        ("zoom", {"profile": profile}, ["4,1,1", "A. 69"], [("select", "L"), (ASK, "F", UL, LR)],
         {"views_selected": [1, 4], "views_final": [1, 4], "n_zoom": 2, "n_view": 2, "n_invalid": 0,
          "stop_reason": "selected", "calls": 2, "answer": "A. 69"})
        for profile in PROFILES
    ),
    ("zoom", {}, ["1 and 3", "A"], [("select", "L"), (ASK, "F")],
     {"views_selected": [], "n_invalid": 1, "stop_reason": "nothing_selected"}),
    ("zoom", {"profile": "robust"}, ["1 and 3", "A"], [("select", "L"), (ASK, "F", UL, UR)], {"n_invalid": 0}),
    ("zoom_clues", {"clue_views": (2, 3)}, ["A"], [(ASK, "F", LL, UR)], {"views_final": [2, 3], "calls": 1}),
    # The official shifting stops at an exact no only, and asks even though no view is left.
    ("shift", {"start": 3}, ["Yes", "no", "C"], [(DECIDE, UR), (DECIDE, UR, LR), (ASK, UR, LR)],
     {"views_final": [3, 4], "start": 3, "stop_reason": "model", "n_decisions": 2, "n_added": 1, "n_invalid": 0}),
    ("shift", {"start": 2}, ["No.", "No, thanks", "", "YES", "A"],
     [(DECIDE, LL), (DECIDE, LL, UR), (DECIDE, LL, UR, LR), (DECIDE, LL, UR, LR, UL), (ASK, LL, UR, LR, UL)],
     {"stop_reason": "exhausted", "n_invalid": 3, "calls": 5}),
    ("shift", {}, ["?", "?", "?", "?", "A"], None, {"stop_reason": "invalid", "n_invalid": 4, "n_decisions": 4}),
    ("shift", {"profile": "robust"}, ["Yes.", "**No.**", "A"], None, {"views_final": [1, 2], "n_invalid": 0}),
    # The paper's follows named views, and takes the next one where that is known or unreadable.
    ("shift", {"profile": "paper"}, ["upper-right", "NO", "A"], [(DECIDE, UL), (DECIDE, UL, UR), (ASK, UL, UR)], {}),
    ("shift", {"profile": "paper"}, ["lower-right, lower-left", "NO.", "A"],
     [(DECIDE, UL), (DECIDE, UL, LL, LR), (ASK, UL, LL, LR)], {"n_invalid": 0}),
    ("mixed", {}, [part("1,2"), shift("1", "4,2"), "C"], [INIT, ("mix_revise", "L", UL, LL), (ASK, "L", UL, LR)],
     {"views_selected": [1, 2], "views_final": [1, 4], "n_zoom": 2, "n_added": 1, "n_dropped": 1, "n_shift": 2,
      "stop_reason": "shifted"}),
    ("mixed", {"profile": "paper"}, [part("2"), shift("2", "none", "zoom_keep"), "C"],
     [INIT, ("mix_revise", "L", LL), (ASK, "F", LL)], {"views_final": [2], "stop_reason": "kept"}),
    ("mixed", {}, [part("none"), "A"], [INIT, (ASK, "L")], {"stop_reason": "nothing_selected", "n_invalid": 0}),
    ("mixed", {}, ["I would not zoom", "A"], [INIT, (ASK, "L")], {"stop_reason": "invalid", "n_invalid": 1}),
    ("mixed", {}, [part("3,1"), "keep both", "A"], [INIT, ("mix_revise", "L", UR, UL), (ASK, "L", UR, UL)],
     {"stop_reason": "invalid", "n_invalid": 1, "views_final": [3, 1]}),  # the order that the model gave
    ("mixed", {}, [part("3"), shift("none", "none"), "A"], [INIT, ("mix_revise", "L", UR), (ASK, "L")],
     {"views_final": [], "n_shift": 1}),
    # Replies and resulting views of the official results/qwen2vl/action_history_mix.json.
    ("mixed", {}, [part("1,2"), '{\n  "keep": "1",\n  "shift": "2,3,4"\n}', "A"], None, {"views_final": [1, 3, 4]}),
    ("mixed", {}, [part("1,2,3,4"), '```json\n{\n  "keep": "3",\n  "shift": "4"\n}\n```', "A"], None,
     {"views_final": [1, 2, 3, 4]}),
    ("mixed", {}, [part("2,4"), shift("2, 3", "1, 4"), "A"], None, {"views_final": [1, 2]}),
    ("mixed", {}, [part("2, 3"), shift("3", "4"), "A"], None, {"views_final": [3, 4]}),
    # Models of one image see joined pictures, or are asked about every view, and the majority answers.
    ("shift", {"interleave": False}, ["yes", "no", "A"], [(DECIDE, UL), (DECIDE, "UL+LL"), (ASK, "UL+LL")],
     {"strategy": "concat"}),
    ("mixed", {"profile": "paper", "reading": "robust", "interleave": False}, [part("2"), '{"keep": "2"}', "A"],
     [INIT, ("mix_revise", "L+LL"), (ASK, "F+LL")], {}),
    ("zoom", {"interleave": False}, ["1,2,4", "B. 39", "I do not know", "B. 39"],
     [("select", "L"), (ASK, UL), (ASK, LL), (ASK, LR)],
     {"answer": "B. 39", "per_view": [{"view": 1, "answer": "B. 39"}, {"view": 2, "answer": "I do not know"},
                                      {"view": 4, "answer": "B. 39"}]}),
]  # fmt: skip


def test_every_branch_shows_and_records_what_it_should(make_task) -> None:
    for kind, given_task, replies, turns, said in CASES:
        changes = dict(given_task)
        interleave = changes.pop("interleave", True)
        record, asked = play(kind, make_task(**changes), replies, interleave)
        case = (kind, given_task, replies)
        assert turns is None or shown(asked) == turns, case
        assert {name: record.get(name) for name in said} == said, case


def test_revising_and_describing_end_and_scripted_replies_give_the_shortest_and_the_longest_run(make_task) -> None:
    shifting = itertools.cycle([shift("1", "2"), shift("2", "3"), shift("3", "1")])

    def revise(turn):
        return {"mix_init": part("1"), "answer": "A"}.get(turn.step) or next(shifting)

    record, _ = play("mixed", make_task("robust", revise_turns=5), revise)
    assert (record["n_decisions"], record["calls"]) == (5, 7)

    def describe(turn):
        seen = len(turn.context.get("views", ()))
        return {"describe": f"picture of {turn.images[0]}", "decide": "NO" if seen == 3 else "more"}.get(turn.step, "A")

    task = make_task("paper", reading="robust", single_image="describe")
    record, turns = play("shift", task, describe, interleave=False)
    described = [(DECIDE, UL), ("describe", UL), (DECIDE, LL), ("describe", LL), (DECIDE, UR), (ASK, UR)]
    assert shown(turns) == described
    assert all(f"picture of {view}" in turns[-1].text for view in (UL, LL))
    assert record["calls"] == 6
    for kind, profile, short, long in (
        ("zoom", "official", ([], 2), ([1, 2, 3, 4], 2)), ("shift", "official", ([2], 2), ([2, 3, 4, 1], 5)),
        ("shift", "paper", ([2], 2), ([2, 1, 3, 4], 4)), ("mixed", "official", ([], 2), ([2, 3, 4], 5)),
    ):  # fmt: skip
        for replies, expected in ((pipeline.shortest, short), (pipeline.longest, long)):
            record, _ = play(kind, make_task(profile, start=2, revise_turns=3), replies)
            assert (record["views_final"], record["calls"]) == expected, (kind, profile)


LONG = ["x" * 50_000, "\x00" * 5000, '"' * 50_000, "\ud800", "{" * 3000]
KINDS, STRATEGIES = ("full", "mixed", "shift", "single", "text_only", "zoom", "zoom_clues"), ("concat", "describe")
WORDS = ["", "0", "9", "1,9", "no", "No", "yes no", "all", "None", "null", part("0,9"), shift("9", "0")]


@pytest.mark.long
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.tuples(*map(st.sampled_from, (KINDS, PROFILES, (4, 6, 16), (True, False), STRATEGIES, ("robust", "paper")))),
    st.lists(st.sampled_from(WORDS + LONG) | st.text(max_size=40), min_size=40, max_size=40),
)
def test_any_replies_end_in_a_record(make_task, given_task, replies) -> None:
    kind, profile, n_views, interleave, single_image, reading = given_task
    task = make_task(profile, n_views, reading, single_image=single_image, revise_turns=3)
    record, turns = play(kind, task, replies, interleave)
    assert "error" not in record
    assert record["calls"] == len(turns) <= 2 * n_views + 4
    assert all(1 <= view <= n_views for view in record["views_final"])
    assert len(set(record["views_final"])) == record["n_view"] <= n_views
    assert len(json.dumps(record, ensure_ascii=False)) < 32_767
    assert interleave or all(len(turn.images) <= 1 for turn in turns)


def test_prompts_are_as_frozen(make_task) -> None:
    """Every step of the profiles that test_official_turns.py does not hold against the released code."""
    scripts = {
        "full": ["A"], "single": ["A"], "zoom": ["1,4", "A"], "shift": ["yes", "no", "A"], "text_only": ["None"],
        "mixed": [part("1,2"), '{"keep": "1", "zoom_keep": "1", "shift": "4"}', "A"], "text_only_guess": ["A"],
    }  # fmt: skip
    found = {}
    for profile in ("robust", "paper"):
        for kind, replies in scripts.items():
            for n_views in (4, 6):
                _, turns = play(kind, make_task(profile, n_views, "robust"), [*replies, "A", "A"])
                told = [[turn.step, [item["value"] for item in turn]] for turn in turns]
                found.setdefault(profile, {})[f"{kind}-{n_views}"] = told
    assert found == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_official_answer_matching() -> None:
    for reply, choice in {
        "A. Yes;": 0, "A": 0, "Answer: B. No": 1, "yes": 0, "  NO ": 1, "A: Yes": -1, "(A)": -1, "The answer is A": -1,
        " A": -1, "A Yes": -1, "Z": -1, "H. x": 7, "": -1, "Answer:": -1,
    }.items():  # fmt: skip
        assert official_choice(reply, ["Yes", "No"]) == choice, reply
