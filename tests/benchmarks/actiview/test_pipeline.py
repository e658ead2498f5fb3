"""Every branch of ActiView's state machines, with scripted replies, and the prompts as golden files."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vlmeval_hvs.benchmarks.actiview.pipeline import MACHINES, run
from vlmeval_hvs.benchmarks.actiview.session import Task
from vlmeval_hvs.benchmarks.actiview.wording import PROFILES, read_wording
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import ModelTraits, Prompt, Turn, read_record

GOLDEN = Path(__file__).parent / "prompts.json"
TEMPLATES = json.loads(Path(__file__).with_name("official_turns.json").read_text(encoding="utf-8"))["templates"]
TEXTS = {name: entry["stand_in"] for name, entry in TEMPLATES.items()}
"""Stand-ins for the texts of the released code, which are not part of this repository."""
NAMES = ("UL", "LL", "UR", "LR")


def make_task(profile: str = "official", n_views: int = 4, reading: str = "", **changes: object) -> Task:
    views = NAMES if n_views == 4 else tuple(f"V{number}" for number in range(1, n_views + 1))
    settings = {
        "question": "Which {price} is highest?",
        "options": ("69", "39", "59"),
        "full": "F",
        "lined": "L",
        "views": views,
        "start": 1,
        "clue_views": (1, 3),
        "wording": read_wording(profile, TEXTS),
        "locate": lambda path: path,
        "stitch": "+".join,
        "reading": reading or ("robust" if profile == "robust" else "paper"),
    }
    return Task(**{**settings, **changes})


def play(kind: str, task: Task, replies: Sequence[str] | Callable[[Turn], str], interleave: bool = True):
    """Drive one pipeline; returns the record and the turns as (step, images, text)."""
    turns: list[Turn] = []
    script = iter(replies) if not callable(replies) else None

    def ask(turn: Turn) -> str:
        turns.append(turn)
        return next(script) if script is not None else replies(turn)

    traits = ModelTraits("Scripted", interleave)
    prompt = Prompt([], row={"index": "1"}, pipeline=lambda traits: run(kind, task, traits))
    prediction, _ = drive(prompt, ask, traits)
    record = read_record(prediction)
    assert record is not None
    return record, [(turn.step, turn.images, turn.text) for turn in turns]


def images(turns: list[tuple[str, list[str], str]]) -> list[tuple[str, list[str]]]:
    return [(step, shown) for step, shown, _ in turns]


def test_full_single_and_text_only_ask_once() -> None:
    assert images(play("full", make_task(), ["A"])[1]) == [("answer", ["F"])]
    record, turns = play("single", make_task(start=3), ["B"])
    assert images(turns) == [("answer", ["UR"])]
    assert (record["start"], record["views_final"], record["answer"]) == (3, [3], "B")
    for kind in ("text_only", "text_only_guess"):
        record, turns = play(kind, make_task(), ["None"])
        assert images(turns) == [("answer", [])]
        assert record["calls"] == 1


@pytest.mark.parametrize("profile", PROFILES)
def test_zooming_shows_the_selected_views_in_ascending_order(profile: str) -> None:
    record, turns = play("zoom", make_task(profile), ["4,1,1", "A. 69"])
    assert images(turns) == [("select", ["L"]), ("answer", ["F", "UL", "LR"])]
    assert record["views_selected"] == record["views_final"] == [1, 4]
    assert (record["n_zoom"], record["n_view"], record["n_invalid"], record["stop_reason"]) == (2, 2, 0, "selected")
    assert (record["calls"], record["answer"]) == (2, "A. 69")


def test_zooming_without_a_readable_selection_goes_on_with_the_full_image() -> None:
    record, turns = play("zoom", make_task(), ["1 and 3", "A"])
    assert images(turns)[1] == ("answer", ["F"])
    assert (record["views_selected"], record["n_invalid"], record["stop_reason"]) == ([], 1, "nothing_selected")
    assert [turn["ok"] for turn in record["turns"]] == [False, True]
    record, turns = play("zoom", make_task("robust"), ["1 and 3", "A"])
    assert images(turns)[1] == ("answer", ["F", "UL", "UR"])
    assert record["n_invalid"] == 0


def test_zooming_with_clue_views_needs_no_selection() -> None:
    record, turns = play("zoom_clues", make_task(clue_views=(2, 3)), ["A"])
    assert images(turns) == [("answer", ["F", "LL", "UR"])]
    assert (record["views_final"], record["calls"]) == ([2, 3], 1)


def test_shifting_official_yes_no() -> None:
    record, turns = play("shift", make_task(start=3), ["Yes", "no", "C"])
    assert images(turns) == [("decide", ["UR"]), ("decide", ["UR", "LR"]), ("answer", ["UR", "LR"])]
    assert (record["views_final"], record["start"], record["stop_reason"]) == ([3, 4], 3, "model")
    assert (record["n_decisions"], record["n_added"], record["n_invalid"]) == (2, 1, 0)


def test_shifting_official_stops_at_an_exact_no_only() -> None:
    record, turns = play("shift", make_task(start=2), ["No.", "No, thanks", "", "YES", "A"])
    assert images(turns)[-1] == ("answer", ["LL", "UR", "LR", "UL"])
    assert images(turns)[3] == ("decide", ["LL", "UR", "LR", "UL"])  # asked even though no view is left
    assert (record["stop_reason"], record["n_invalid"], record["calls"]) == ("exhausted", 3, 5)
    record, _ = play("shift", make_task(), ["No."] * 4 + ["A"])
    assert (record["stop_reason"], record["views_final"]) == ("invalid", [1, 2, 3, 4])


def test_shifting_robust_reads_more_and_skips_the_idle_decision() -> None:
    record, turns = play("shift", make_task("robust"), ["Yes.", "**No.**", "A"])
    assert (record["views_final"], record["n_invalid"]) == ([1, 2], 0)
    record, turns = play("shift", make_task("robust"), ["yes", "yes", "yes", "A"])
    assert [step for step, _, _ in turns] == ["decide", "decide", "decide", "answer"]
    assert record["stop_reason"] == "exhausted"


def test_shifting_paper_follows_named_views() -> None:
    record, turns = play("shift", make_task("paper"), ["upper-right", "NO", "A"])
    assert images(turns) == [("decide", ["UL"]), ("decide", ["UL", "UR"]), ("answer", ["UL", "UR"])]
    record, turns = play("shift", make_task("paper"), ["lower-right, lower-left", "NO.", "A"])
    assert images(turns)[1] == ("decide", ["UL", "LL", "LR"])
    assert record["n_invalid"] == 0


def test_shifting_paper_takes_the_next_view_when_the_named_one_is_known_or_unreadable() -> None:
    record, turns = play("shift", make_task("paper", start=4), ["lower-right", "what?", "upper-left", "A"])
    assert [shown for _, shown in images(turns)] == [
        ["LR"],
        ["LR", "UL"],
        ["LR", "UL", "LL"],
        ["LR", "UL", "LL", "UR"],
    ]
    assert (record["n_invalid"], record["stop_reason"]) == (3, "invalid")


def test_mixed_zooms_keeps_and_shifts() -> None:
    replies = ['{"part": "1,2", "reason": ""}', '{"keep": "1", "shift": "4,2"}', "C"]
    record, turns = play("mixed", make_task(), replies)
    assert images(turns) == [
        ("mix_init", ["L"]),
        ("mix_revise", ["L", "UL", "LL"]),
        ("answer", ["L", "UL", "LR"]),
    ]
    assert (record["views_selected"], record["views_final"]) == ([1, 2], [1, 4])
    assert (record["n_zoom"], record["n_added"], record["n_dropped"], record["n_shift"]) == (2, 1, 1, 2)
    assert record["stop_reason"] == "shifted"


def test_mixed_paper_answers_from_the_plain_full_image() -> None:
    replies = ['{"part": "2"}', '{"zoom_keep": "2", "shift": "none"}', "C"]
    record, turns = play("mixed", make_task("paper"), replies)
    assert images(turns)[2] == ("answer", ["F", "LL"])
    assert (record["views_final"], record["stop_reason"]) == ([2], "kept")


@pytest.mark.parametrize(
    ("reply", "stop", "invalid"),
    [
        ('{"part": "none"}', "nothing_selected", 0),
        ("I would not zoom", "invalid", 1),
        ('```json\n{"part": "1"}\n```', "invalid", 1),
    ],
)
def test_mixed_official_without_a_selection_answers_at_once(reply: str, stop: str, invalid: int) -> None:
    record, turns = play("mixed", make_task(), [reply, "A"])
    assert images(turns) == [("mix_init", ["L"]), ("answer", ["L"])]
    assert (record["stop_reason"], record["n_invalid"], record["views_final"]) == (stop, invalid, [])


def test_mixed_official_goes_on_after_numbers_out_of_range() -> None:
    record, turns = play("mixed", make_task(), ['{"part": "7"}', '{"keep": "none", "shift": "2"}', "A"])
    assert images(turns)[1:] == [("mix_revise", ["L"]), ("answer", ["L", "LL"])]
    assert record["n_shift"] == 1


def test_mixed_unreadable_second_turn_keeps_the_views() -> None:
    record, turns = play("mixed", make_task(), ['{"part": "3,1"}', "keep both", "A"])
    assert images(turns)[2] == ("answer", ["L", "UR", "UL"])  # the order that the model gave
    assert (record["stop_reason"], record["n_invalid"], record["views_final"]) == ("invalid", 1, [3, 1])


@pytest.mark.parametrize(
    ("part", "reply", "final"),
    [
        ("1,2", '{\n  "keep": "1",\n  "shift": "2,3,4"\n}', [1, 3, 4]),
        ("1,2,3,4", '```json\n{\n  "keep": "3",\n  "shift": "4"\n}\n```', [1, 2, 3, 4]),
        ("1,2,3,4", '{"keep": "1", "shift": "2,3,4,5"}', [1]),
        ("4", '{"keep": "2", "shift": "3"}', [3]),
        ("2,4", '{"keep": "2, 3", "shift": "1, 4"}', [1, 2]),
        ("2, 3", '{"keep": "3", "shift": "4"}', [3, 4]),
    ],
)
def test_mixed_official_ends_with_the_views_of_the_published_run(part: str, reply: str, final: list[int]) -> None:
    """Replies and resulting views of the official ``results/qwen2vl/action_history_mix.json``."""
    record, _ = play("mixed", make_task(), [json.dumps({"part": part, "reason": "..."}), reply, "A"])
    assert record["views_final"] == final


def test_mixed_may_drop_everything() -> None:
    for profile in PROFILES:
        key = "zoom_keep" if profile == "paper" else "keep"
        replies = ['{"part": "3"}', json.dumps({key: "none", "shift": "none"}), "A"]
        record, turns = play("mixed", make_task(profile), replies)
        assert images(turns)[2][1] == (["F"] if profile == "paper" else ["L"])
        assert (record["views_final"], record["n_shift"]) == ([], 1)


def test_mixed_may_revise_several_times_and_ends() -> None:
    shifting = iter(['{"keep": "1", "shift": "2"}', '{"keep": "2", "shift": "3"}', '{"keep": "3", "shift": "1"}'] * 9)

    def reply(turn: Turn) -> str:
        return {"mix_init": '{"part": "1"}', "answer": "A"}.get(turn.step) or next(shifting)

    record, _ = play("mixed", make_task("robust", revise_turns=5), reply)
    assert (record["n_decisions"], record["calls"]) == (5, 7)


def test_concatenation_for_single_image_models() -> None:
    record, turns = play("shift", make_task(), ["yes", "no", "A"], interleave=False)
    assert images(turns) == [("decide", ["UL"]), ("decide", ["UL+LL"]), ("answer", ["UL+LL"])]
    assert "image 2, the lowerleft view" in turns[2][2]
    assert record["strategy"] == "concat"
    record, turns = play(
        "mixed", make_task("paper", reading="robust"), ['{"part": "2"}', '{"keep": "2"}', "A"], interleave=False
    )
    assert images(turns)[1:] == [("mix_revise", ["L+LL"]), ("answer", ["F+LL"])]


def test_single_image_zooming_asks_every_view_and_takes_the_majority() -> None:
    record, turns = play("zoom", make_task(), ["1,2,4", "B. 39", "I do not know", "B. 39"], interleave=False)
    assert images(turns) == [("select", ["L"]), ("answer", ["UL"]), ("answer", ["LL"]), ("answer", ["LR"])]
    assert record["answer"] == "B. 39"
    assert [(entry["view"], entry["answer"]) for entry in record["per_view"]] == [
        (1, "B. 39"),
        (2, "I do not know"),
        (4, "B. 39"),
    ]
    record, turns = play("zoom", make_task(), ["", "C. 59"], interleave=False)
    assert images(turns)[1] == ("answer", ["F"])
    assert "per_view" not in record


def test_descriptions_for_single_image_models() -> None:
    task = make_task("paper", reading="robust", single_image="describe")

    def reply(turn: Turn) -> str:
        seen = len(turn.context.get("views", ()))
        return {"describe": f"picture of {turn.images[0]}", "decide": "NO" if seen == 3 else "more"}.get(turn.step, "A")

    record, turns = play("shift", task, reply, interleave=False)
    assert images(turns) == [
        ("decide", ["UL"]),
        ("describe", ["UL"]),
        ("decide", ["LL"]),
        ("describe", ["LL"]),
        ("decide", ["UR"]),
        ("answer", ["UR"]),
    ]
    assert "picture of UL" in turns[-1][2]
    assert "picture of LL" in turns[-1][2]
    assert record["calls"] == 6


def test_missing_image_fails_the_sample_without_a_call() -> None:
    def locate(path: str) -> str:
        if path == "LL":
            raise DataError("images/LL is missing")
        return path

    record, turns = play("zoom", make_task(locate=locate), ["2", "A"])
    assert len(turns) == 1
    assert "Failed to obtain answer via API." in record["error"]
    assert "images/LL is missing" in record["error"]


def test_model_that_raises_in_the_middle_fails_the_sample() -> None:
    def reply(turn: Turn) -> str:
        if turn.step == "answer":
            raise RuntimeError("out of memory")
        return "1,2"

    record, _ = play("zoom", make_task(), reply)
    assert "Failed to obtain answer via API." in record["error"]
    assert "out of memory" in record["error"]
    assert record["calls"] == 2


HOSTILE = st.one_of(
    st.sampled_from(
        [
            "",
            "0",
            "9",
            "1,9",
            "no",
            "No",
            "yes no",
            "all",
            "x" * 50_000,
            "\x00" * 5000,
            '"' * 50_000,
            "\ud800",
            "{" * 3000,
        ]
    )
    | st.sampled_from(
        ['{"part": "0,9"}', '{"keep": "9", "shift": "0"}', '```json\n{"part": "1"}\n```', "None", "null"]
    ),
    st.text(max_size=40),
)


def test_the_longest_record_fits_a_spreadsheet_cell() -> None:
    task = make_task("official", 16, single_image="describe")
    record, turns = play("shift", task, lambda turn: '"' * 50_000, interleave=False)
    assert len(turns) == 32
    assert len(json.dumps(record, ensure_ascii=False)) < 32_767


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(MACHINES)),
    st.sampled_from(PROFILES),
    st.sampled_from([4, 6, 16]),
    st.booleans(),
    st.sampled_from(["concat", "describe"]),
    st.sampled_from(["robust", "paper"]),
    st.lists(HOSTILE, min_size=40, max_size=40),
)
def test_any_replies_end_in_a_record(
    kind: str, profile: str, n_views: int, interleave: bool, single_image: str, reading: str, replies: list[str]
) -> None:
    task = make_task(profile, n_views, reading, single_image=single_image, revise_turns=3)
    record, turns = play(kind, task, replies, interleave)
    assert "error" not in record
    assert record["calls"] == len(turns) <= 2 * n_views + 4
    assert all(1 <= view <= n_views for view in record["views_final"])
    assert len(set(record["views_final"])) == record["n_view"] <= n_views
    assert len(json.dumps(record, ensure_ascii=False)) < 32_767
    if not interleave:
        assert all(len(shown) <= 1 for _, shown, _ in turns)


def golden() -> dict[str, dict[str, list]]:
    """Every step of every profile as the model gets it."""
    scripts = {
        "full": ["A"],
        "single": ["A"],
        "zoom": ["1,4", "A"],
        "shift": ["yes", "no", "A"],
        "mixed": ['{"part": "1,2"}', '{"keep": "1", "zoom_keep": "1", "shift": "4"}', "A"],
        "text_only": ["None"],
        "text_only_guess": ["A"],
    }
    found: dict[str, dict[str, list]] = {}
    for profile in ("robust", "paper"):  # test_official_turns.py has the third
        for kind, replies in scripts.items():
            for n_views in (4, 6):
                turns: list[list] = []
                task = make_task(profile, n_views, "robust")
                generator = run(kind, task, ModelTraits("Golden", True))
                turn = next(generator)
                for reply in [*replies, "A", "A"]:
                    turns.append([turn.step, [item["value"] for item in turn]])
                    try:
                        turn = generator.send(reply)
                    except StopIteration:
                        break
                found.setdefault(profile, {})[f"{kind}-{n_views}"] = turns
    return found


def test_prompts_are_as_frozen() -> None:
    assert golden() == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_the_official_wording_is_the_released_one_or_none() -> None:
    with pytest.raises(ValueError, match="needs the texts of the released code"):
        read_wording("official")
    assert read_wording("official", TEXTS).identity != read_wording("official", {**TEXTS, "QA_TEMPLATES": "x"}).identity
    assert read_wording("robust", TEXTS).identity == read_wording("robust").identity


@pytest.mark.parametrize("n_views", [6, 8, 9, 16])
@pytest.mark.parametrize("profile", ["robust", "paper"])
def test_other_splits_are_told_their_layout_in_every_turn_with_views(profile: str, n_views: int) -> None:
    columns, rows = {6: (3, 2), 8: (4, 2), 9: (3, 3), 16: (4, 4)}[n_views]
    scripts = {"single": ["A"], "zoom": ["2", "A"], "shift": ["yes", "NO", "A"]}
    scripts["mixed"] = ['{"part": "2"}', '{"keep": "2", "zoom_keep": "2", "shift": "1"}', "A"]
    for kind, replies in scripts.items():
        for _, _, text in play(kind, make_task(profile, n_views, "robust"), replies)[1]:
            assert f"{columns} columns and {rows} rows" in text
            assert f"{n_views} is the last part" in text
            assert "{" not in text.replace("{price}", "").replace("2 fields:", "") or kind == "mixed"


def test_mixed_official_orders_views_as_the_released_code() -> None:
    replies = ['{"part": "4"}', '{"keep": "2", "shift": "3,1"}', "A"]
    assert images(play("mixed", make_task(), replies)[1])[2] == ("answer", ["L", "UL", "UR"])
    replies = ['{"part": "4"}', '{"keep": "none", "shift": "3,1"}', "A"]
    assert images(play("mixed", make_task(), replies)[1])[2] == ("answer", ["L", "UR", "UL"])


def test_clue_hints_show_the_marked_image_and_each_clue() -> None:
    for profile in PROFILES:
        _, turns = play("full", make_task(profile, clue_pictures=("M", "C1", "C2")), ["A"])
        assert images(turns) == [("answer", ["M", "C1", "C2"])]
        assert play("full", make_task(profile), ["A"])[1][0][1] == ["F"]
    assert "image 2, image 3" in play("full", make_task("robust", clue_pictures=("M", "C1", "C2")), ["A"])[1][0][2]


def test_joined_pictures_are_announced_except_in_the_official_profile() -> None:
    for profile in PROFILES:
        task = make_task(profile, reading="robust", stitch="+".join)
        _, turns = play("shift", task, ["yes, lower-left", "NO", "A"], interleave=False)
        announced = ["side by side" in text for _, _, text in turns]
        assert announced == ([False, False, False] if profile == "official" else [False, True, True])


if __name__ == "__main__":
    GOLDEN.parent.mkdir(parents=True, exist_ok=True)
    GOLDEN.write_text(json.dumps(golden(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
