"""Values of options that make no sense are refused at construction."""

import pytest

from vlmeval_hvs.benchmarks.gaze.options import GazeTargetOptions
from vlmeval_hvs.errors import OptionError


def read(**given):
    return GazeTargetOptions.read("GazeTarget_DEMO", given)


def test_values():
    given = {"answers": "point-dx", "answer_frame": "896x896", "human": {"2": 0.94, "3": 0.88, "4": 1}}
    options = read(**given)
    assert {name: getattr(options, name) for name in given} == given
    not_a_number = float("nan")
    for name, values in {
        "prompts": (0, [], ["0"], [True], [3, 3], [30]),
        "human": ({"2": 94}, {"2": "0.9"}, {"2": True}, {"2": not_a_number}, {"5": 0.9}, {}),
        "margin": (0, 1.0, "0.1", True),
    }.items():
        for value in values:
            with pytest.raises(OptionError, match=f"{name}=.* is not allowed; give "):
                read(**{name: value})


def test_options_that_exclude_each_other_and_those_that_decide_what_is_asked():
    points = {"answers": "point-l2"}
    for given, message in (
        ({"templates": __file__, **points}, "templates=.* has no effect without answers=letter"),
        ({"prompts": [0], **points}, r"prompts=\[0\] has no effect without answers=letter"),
        ({"answer_frame": "pixels"}, "answer_frame='pixels' has no effect without answers=point-l2 or answers"),
        ({"answer_frame": "feet", **points}, "answer_frame='feet' is not allowed"),
    ):
        with pytest.raises(OptionError, match=message):
            read(**given)
    with pytest.raises(OptionError, match="margin"):
        GazeTargetOptions.read("GazeTarget_Psychometric", {"margin": 0.2})
    asking = read(prompts=[0], engine="glmm", profile="paper").asking("GazeTarget")
    assert set(asking) == {"seed", "prompts", "templates", "answers"}
