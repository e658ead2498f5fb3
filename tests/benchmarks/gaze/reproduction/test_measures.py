"""What the paper counts, on answers counted by hand."""

import pytest
from later import later

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze.reproduction import measures
    from vlmeval_hvs.benchmarks.gaze.responses import Responses


def answer(choice, gaze, head=-1, n=3, scene="s", photo="p", prompt=0, proximity=1, view="front", person=""):
    condition = "natural" if head < 0 else "congruent" if head == gaze else "incongruent"
    return {
        "stimulus_id": photo, "prompt_id": f"{prompt}.0", "prompt": prompt, "scene_id": scene, "condition": condition,
        "view": view, "proximity": proximity, "n_objects": n, "gaze_pos": gaze, "head_pos": head, "choice_pos": choice,
        "participant": person,
    }  # fmt: skip


def value(measure, rows, **claim):
    found = measures.MEASURES[measure](Responses(pd.DataFrame(rows)), claim, 0)
    return None if found is None else found.value


def test_accuracy_and_wrongness_of_the_answers_a_claim_speaks_of():
    rows = [answer(0, 0), answer(2, 0), answer(-1, 0), answer(1, 2, n=4, proximity=3), answer(1, 1, 1, n=4)]
    assert value("accuracy", rows) == pytest.approx(2 / 5)
    assert value("accuracy", rows, n_objects=3) == pytest.approx(1 / 3)
    assert value("accuracy", rows, condition=["natural", "congruent"], proximity=[1, 2]) == pytest.approx(2 / 4)
    assert value("accuracy", rows, n_objects=2) is None
    # Distances 0 and 2 of at most 2; 1 of at most 2; 0: the unmatched answer has none.
    assert value("wrongness", rows) == pytest.approx((0 + 1 + 0.5 + 0) / 4)
    # Guessing: one end of three, three times: 1/2; a place of four: (2+1+0+1)/4 of 2 = 1/2, twice.
    assert value("guessed_wrongness", rows) == pytest.approx(0.5)
    assert value("answers", rows, n_objects=4) == 2
    assert value("photos", [answer(0, 0, photo=name) for name in "aab"]) == 2


def test_head_among_head_and_gaze_answers_of_three_and_more_objects():
    rows = [
        answer(0, 2, 0), answer(2, 2, 0, photo="q"), answer(0, 2, 0), answer(1, 2, 0), answer(-1, 2, 0),
        answer(0, 1, 0, n=2), answer(0, 0, 0), answer(0, 0),
    ]  # fmt: skip
    assert value("head_given_either", rows) == pytest.approx(2 / 3)
    assert value("decided_answers", rows) == 3
    assert value("decided_photos", rows) == 2


def test_groups_in_which_only_the_eyes_move():
    groups = {  # scene, head, prompt: choices over the photos
        ("a", 0, 0): [0, 0, 0],  # always the head
        ("a", 1, 0): [2, 2, 2],  # the same, but not the head
        ("a", 2, 0): [0, 1, 2],
        ("a", 0, 1): [0, 0, -1],  # one reply named no option: no group
        ("b", 0, 0): [0],  # one photo only: no group
        ("b", 1, 0): [1, 1],  # two of three photos
    }
    rows = [
        answer(choice, gaze, head, scene=scene, prompt=prompt)
        for (scene, head, prompt), choices in groups.items()
        for gaze, choice in enumerate(choices)
    ] + [answer(0, 0, scene="a")]
    assert value("same_choice", rows) == pytest.approx(3 / 4)
    assert value("always_head", rows) == pytest.approx(2 / 4)
    assert value("same_choice", rows[-1:]) is None


def test_prompt_factors_are_paired_by_photo_and_the_other_factors():
    right, wrong = {"choice": 0, "gaze": 0}, {"choice": 1, "gaze": 0}
    # Names in order: prompts 2, 3, 6, 7 ...; here 0-2, 1-3 of two photos: differences 1, 0, 1, -1.
    cells = {("p", 0): right, ("p", 2): wrong, ("p", 1): right, ("p", 3): right, ("q", 0): right, ("q", 2): wrong,
             ("q", 1): wrong, ("q", 3): right}  # fmt: skip
    rows = [answer(**cell, photo=photo, prompt=prompt) for (photo, prompt), cell in cells.items()]
    assert value("factor_difference", rows, factor="object_order") == pytest.approx(0.25)
    # t = .25 / (sd .957 / 2) = .522 with 3 degrees of freedom, two-sided p from a printed t table's inverse: .638.
    assert value("factor_p", rows, factor="object_order") == pytest.approx(0.638, abs=0.001)
    assert value("factor_difference", rows, factor="task_hint") is None
    hints = [answer(**right, prompt=9), answer(**wrong, prompt=1)]
    assert value("factor_difference", hints, factor="task_hint") == -1.0
