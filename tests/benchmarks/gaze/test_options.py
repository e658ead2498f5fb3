"""Every value of an option that makes no sense is refused at construction."""

import pytest
from later import later

from vlmeval_hvs.errors import OptionError

with later():
    from vlmeval_hvs.benchmarks.gaze.options import GazeTargetOptions


def read(**given):
    return GazeTargetOptions.read("GazeTarget_DEMO", given)


def test_defaults_and_allowed_values():
    for given in (
        {"prompts": None, "templates": None, "human": None, "answers": "letter", "engine": "fixed-effects"},
        {"prompts": [0, 11], "engine": "lme4"},
        {"answers": "point-dx", "human": {"2": 0.94, "3": 0.88, "4": 1}},
        {"human": {"2": 0}, "templates": __file__},
    ):
        options = read(**given)
        assert all(getattr(options, name) == value for name, value in given.items())
    assert read().settings("GazeTarget") == read(answers="letter", engine="fixed-effects").settings("GazeTarget")


def test_values_that_make_no_sense():
    for name, values in {
        "prompts": (0, [], ["0"], [True], [0.0], [3, 3], [-1], [30], "[0]"),
        "templates": ("/nowhere.json", 3),
        "answers": ("words", None),
        "engine": ("anova",),
        "human": ({"two": 0.9}, {"2": 94}, {"2": -0.1}, {"2": "0.9"}, {"2": True}, {"2": float("nan")}, {"5": 0.9}, {}),
        "human_error": ({"2": -0.1}, {"5": 0.1}),
        "margin": (0, 1.0, "0.1", True),
        "profile": ("strict",),
        "seed": ("x",),
        "limit": (0,),
    }.items():
        for value in values:
            with pytest.raises(OptionError, match=f"{name}=.* is not allowed; give "):
                read(**{name: value})
    points = {"answers": "point-l2"}
    for given, message in (
        ({"templates": __file__, **points}, "templates=.* has no effect without answers=letter"),
        ({"prompts": [0], **points}, r"prompts=\[0\] has no effect without answers=letter"),
        ({"answer_frame": "pixels"}, "answer_frame='pixels' has no effect without answers=point-l2 or answers"),
        ({"answer_frame": "feet", **points}, "answer_frame='feet' is not allowed"),
        ({"n_resamples": 5}, "unknown option n_resamples"),
        ({"prompt": [0]}, "unknown option prompt, did you mean prompts"),
    ):
        with pytest.raises(OptionError, match=message):
            read(**given)


def test_only_questions_belong_to_the_receipt():
    options = read(prompts=[0], human={"2": 0.9, "3": 0.8, "4": 0.7}, engine="glmm", profile="paper")
    assert set(options.settings("GazeTarget")) == {
        "seed", "limit", "profile", "prompts", "templates", "answers", "answer_frame", "engine", "human",
        "human_error", "margin", "split", "split_file", "max_failed",
    }  # fmt: skip
    assert set(options.asking("GazeTarget")) == {"seed", "prompts", "templates", "answers"}
