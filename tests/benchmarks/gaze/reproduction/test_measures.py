"""What the paper counts, on answers counted by hand."""

import pytest

from vlmeval_hvs.benchmarks.gaze.reproduction import measures
from vlmeval_hvs.benchmarks.gaze.responses import Responses


def answer(choice, gaze, head=-1, n=3, **more):
    condition = "natural" if head < 0 else "congruent" if head == gaze else "incongruent"
    design = {"condition": condition, "n_objects": n, "gaze_pos": gaze, "head_pos": head, "choice_pos": choice}
    place = {"stimulus_id": "p", "scene_id": "s", "prompt": 0, "proximity": 1, "view": "front", **more}
    return {**place, "prompt_id": f"{place['prompt']}.0", **design}


def value(measure, rows, **claim):
    import pandas as pd

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
    assert value("photos", [answer(0, 0, stimulus_id=name) for name in "aab"]) == 2
    assert value("participants", [answer(0, 0, participant=name) for name in ("x", "y", "x", "")]) == 2


def test_head_among_head_and_gaze_answers_of_three_and_more_objects():
    rows = [answer(0, 2, 0), answer(2, 2, 0, stimulus_id="q"), answer(0, 2, 0), answer(1, 2, 0), answer(-1, 2, 0)]
    rows += [answer(0, 1, 0, n=2), answer(0, 0, 0), answer(0, 0)]
    found = [value(name, rows) for name in ("head_given_either", "decided_answers", "decided_photos")]
    assert found == [pytest.approx(2 / 3), 3, 2]


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
        answer(choice, gaze, head, scene_id=scene, prompt=prompt)
        for (scene, head, prompt), choices in groups.items()
        for gaze, choice in enumerate(choices)
    ]
    natural = [answer(0, 0, scene_id="a")]
    assert value("same_choice", rows + natural) == pytest.approx(3 / 4)
    assert value("always_head", rows + natural) == pytest.approx(2 / 4)
    assert value("same_choice", natural) is None


def test_prompt_factors_are_paired_by_photo_and_the_other_factors():
    # Names in order: prompts 2, 3, 6, 7 ...; here 0-2, 1-3 of two photos: differences 1, 0, 1, -1.
    choices = {("p", 0): 0, ("p", 2): 1, ("p", 1): 0, ("p", 3): 0, ("q", 0): 0, ("q", 2): 1, ("q", 1): 1, ("q", 3): 0}
    rows = [answer(choice, 0, stimulus_id=photo, prompt=prompt) for (photo, prompt), choice in choices.items()]
    assert value("factor_difference", rows, factor="object_order") == pytest.approx(0.25)
    # t = .25 / (sd .957 / 2) = .522 with 3 degrees of freedom, two-sided p from a printed t table's inverse: .638.
    assert value("factor_p", rows, factor="object_order") == pytest.approx(0.638, abs=0.001)
    assert value("factor_difference", rows, factor="task_hint") is None
    hints = [answer(0, 0, prompt=9), answer(1, 0, prompt=1)]
    assert value("factor_difference", hints, factor="task_hint") == -1.0
