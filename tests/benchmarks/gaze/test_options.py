"""Every value of an option that makes no sense is refused at construction."""

import pytest

from vlmeval_hvs.benchmarks.gaze.options import GazeTargetOptions
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.metrics.characterization.analysis import ENGINES


def read(**given):
    return GazeTargetOptions.read("GazeTarget_DEMO", given)


def test_defaults():
    options = read()
    assert (options.prompts, options.templates, options.human) == (None, None, None)
    assert (options.answers, options.engine, options.profile) == ("letter", "fixed-effects", "robust")


@pytest.mark.parametrize(
    "given",
    [
        {"prompts": [0, 11]},
        {"prompts": None},
        {"answers": "point-dx"},
        {"engine": ENGINES[-1]},
        {"human": {"2": 0.94, "3": 0.88, "4": 1}},
        {"human": {"2": 0}},
        {"templates": __file__},
    ],
)
def test_allowed_values(given):
    options = read(**given)
    assert all(getattr(options, name) == value for name, value in given.items())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"prompts": 0}, "prompts=0 is not allowed; give a list of different whole numbers"),
        ({"prompts": []}, "prompts="),
        ({"prompts": ["0"]}, "prompts="),
        ({"prompts": [True]}, "prompts="),
        ({"prompts": [0.0]}, "prompts="),
        ({"prompts": [3, 3]}, "prompts="),
        ({"prompts": [30]}, "from 0 to 29"),
        ({"prompts": [-1]}, "prompts="),
        ({"prompts": "[0]"}, "prompts="),
        ({"templates": "/nowhere.json"}, "templates='/nowhere.json' is not allowed; give a file that exists"),
        ({"templates": 3}, "templates=3"),
        ({"templates": __file__, "answers": "point-l2"}, "templates=.* has no effect without answers=letter"),
        ({"prompts": [0], "answers": "point-l2"}, r"prompts=\[0\] has no effect without answers=letter"),
        (
            {"answer_frame": "pixels"},
            "answer_frame='pixels' has no effect without answers=point-l2 or answers",
        ),
        ({"answer_frame": "feet", "answers": "point-l2"}, "answer_frame='feet' is not allowed"),
        ({"answers": "words"}, "answers='words' is not allowed; give one of letter, point-l2, point-dx"),
        ({"answers": None}, "answers=None"),
        ({"engine": "anova"}, "engine='anova' is not allowed; give one of fixed-effects, paper, glmm, lme4"),
        ({"human": {"two": 0.9}}, "human={'two': 0.9} is not allowed; give accuracies from 0 to 1"),
        ({"human": {"2": 94}}, "human="),
        ({"human": {"2": -0.1}}, "human="),
        ({"human": {"2": "0.9"}}, "human="),
        ({"human": {"2": True}}, "human="),
        ({"human": {"2": float("nan")}}, "human="),
        ({"human": {"2": None}}, "human="),
        ({"human": {"5": 0.9}}, "human="),
        ({"human": {}}, "human="),
        ({"human": 0.9}, "human=0.9"),
        ({"human": [0.9]}, "human="),
        ({"human_error": {"2": -0.1}}, "human_error="),
        ({"human_error": {"5": 0.1}}, "human_error="),
        ({"margin": 0}, "margin=0 is not allowed; give a number above 0 and below 1"),
        ({"margin": 1.0}, "margin="),
        ({"margin": "0.1"}, "margin="),
        ({"margin": True}, "margin="),
        ({"profile": "strict"}, "profile='strict'"),
        ({"seed": "x"}, "seed='x'"),
        ({"limit": 0}, "limit=0"),
        ({"n_resamples": 5}, "unknown option n_resamples"),
        ({"prompt": [0]}, "unknown option prompt, did you mean prompts"),
    ],
)
def test_values_that_make_no_sense(given, message):
    with pytest.raises(OptionError, match=message):
        read(**given)


def test_only_questions_belong_to_the_receipt():
    options = read(prompts=[0], human={"2": 0.9, "3": 0.8, "4": 0.7}, engine="glmm", profile="paper")
    assert set(options.settings("GazeTarget")) == {
        "seed", "limit", "profile", "prompts", "templates", "answers", "answer_frame", "engine", "human",
        "human_error", "margin", "split", "split_file", "max_failed",
    }  # fmt: skip
    assert set(options.asking("GazeTarget")) == {"seed", "prompts", "templates", "answers"}
