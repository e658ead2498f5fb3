"""Models that take one picture: what reaches them of every registered dataset, through the hook and the host's rule.

The host gives a class with ``INTERLEAVE = False`` the first picture of a message and all of its words. Whatever a
model of several pictures is shown in one turn has to be in that one picture. OpenCV looks for it there.
"""

import numpy as np
import pytest

from vlmeval_hvs.host.generate import hook_subclasses
from vlmeval_hvs.messages import FAIL_MARKER, read_record
from vlmeval_hvs.names import is_demo
from vlmeval_hvs.registry import all_cards, base_name

pytestmark = pytest.mark.long

NAMES = [name for card in all_cards() for name in card.dataset_names if is_demo(name)]
ORDINARY = {"HVSBench", "ActiView_Mixed", "GazeTarget", "VisualSearch_MCS_Interactive", "VPB_Stage2"}  # others nightly
PER_VIEW = {"ActiView_Zooming", "ActiView_ZoomingGT"}
"""One question per selected view, without the full image: the paper's rule for these models (Appendix G.3)."""


def model_of(interleave):
    """A model of the host's shape that notes what it is given, and sees what the host's rule leaves of it."""

    class Base:
        INTERLEAVE = interleave
        given, seen = [], []

        def generate(self, message, dataset=None):
            return self.generate_inner(message, dataset)

        def generate_inner(self, message, dataset=None):
            pictures = [item["value"] for item in message if item["type"] == "image"]
            self.given.append((pictures, "\n".join(item["value"] for item in message if item["type"] == "text")))
            self.seen.append(pictures if interleave else pictures[:1])
            return "1"

    hook_subclasses(Base)
    return Base()


def pixels(path):
    import cv2

    return cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)


def shows(whole, part):
    """Whether a picture holds another one: as it is, or at the picture's own height, as side by side."""
    import cv2

    def holds(width, height):
        if width > whole.shape[1] or height > whole.shape[0]:
            return False
        template = part if (height, width) == part.shape[:2] else cv2.resize(part, (width, height))
        if template.std() < 1:  # one colour: correlation is not defined
            return cv2.matchTemplate(whole, template, cv2.TM_SQDIFF).min() / template.size < 1
        return cv2.matchTemplate(whole, template, cv2.TM_CCOEFF_NORMED).max() > 0.97

    height, width = part.shape[:2]
    return holds(width, height) or holds(round(width * whole.shape[0] / height), whole.shape[0])


def ask(dataset, model, position):
    model.given.clear(), model.seen.clear()
    reply = model.generate(dataset.build_prompt(position), dataset.dataset_name)
    assert FAIL_MARKER not in reply, reply
    return reply


RARE = [pytest.param(name, marks=pytest.mark.nightly) for name in NAMES if base_name(name) not in ORDINARY]


@pytest.mark.parametrize("name", [*RARE, *(name for name in NAMES if base_name(name) in ORDINARY)])
def test_one_picture_holds_all_that_several_show(make, name):
    dataset = make(name)
    one, several = model_of(interleave=False), model_of(interleave=True)
    for position in range(min(2, len(dataset))):
        record = read_record(ask(dataset, one, position))
        ask(dataset, several, position)
        assert max(len(pictures) for pictures, _ in one.given) <= 1
        shown = [pixels(pictures[0]) for pictures in one.seen if pictures]
        expected = {path for pictures in several.seen for path in pictures}
        if base_name(name) in PER_VIEW:
            expected -= set(several.seen[-1][:1])
        for path in expected:
            assert any(shows(whole, pixels(path)) for whole in shown), f"{path} is in no picture of row {position}"
        if max(len(pictures) for pictures, _ in several.given) > 1:
            assert record is not None, "only a record says how a row was asked"
            assert [words for _, words in one.given] != [words for _, words in several.given]


def test_solved_examples_are_refused_in_words(make):
    dataset, model = make("HVSBench_Searching_DEMO", prompt="few-shot"), model_of(interleave=False)
    reply = model.generate(dataset.build_prompt(0), dataset.dataset_name)
    assert ("few-shot needs a model that takes several images; Base takes one" in reply, model.given) == (True, [])
