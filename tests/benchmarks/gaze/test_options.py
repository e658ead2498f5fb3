"""Values of options that make no sense are refused at construction."""

import pytest

from vlmeval_hvs.benchmarks.gaze.options import GazeTargetOptions
from vlmeval_hvs.errors import OptionError


def read(**given):
    return GazeTargetOptions.read("GazeTarget_DEMO", given)


def test_options_that_exclude_each_other_and_those_that_decide_what_is_asked():
    points = {"answers": "point-l2"}
    for given, message in (
        ({"templates": __file__, **points}, "templates=.* has no effect without answers=letter"),
        ({"prompts": [0], **points}, r"prompts=\[0\] has no effect without answers=letter"),
        ({"answer_frame": "pixels"}, "answer_frame='pixels' has no effect without answers=point-l2 or answers"),
        ({"answer_frame": "feet", **points}, "answer_frame='feet' is not allowed"),
        ({"prompts": [30]}, r"prompts=\[30\] is not allowed; give "),
        ({"margin": 1.0}, "margin=1.0 is not allowed"),
        ({"human": {"2": 94}}, "human=.* is not allowed; give "),
    ):
        with pytest.raises(OptionError, match=message):
            read(**given)
    with pytest.raises(OptionError, match="margin"):
        GazeTargetOptions.read("GazeTarget_Psychometric", {"margin": 0.2})
    asking = read(prompts=[0], engine="glmm", profile="paper").asking("GazeTarget")
    assert set(asking) == {"seed", "prompts", "templates", "answers"}
