"""The texts of the visual-search prompts."""

from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.benchmarks.visual_search.wording import Asking, search_text

TRIAL = Trial("a.png", (200, 300), (150, 250, 170, 270), (10, 10), (150.0, 100.0), 5, target_object="potted_plant")
GOLDEN = {
    "whole": (
        {},
        "Image 1 is a scene. Image 2 shows the target (a potted plant): the scene contains this object, or one like "
        "it, exactly once as the target.\nA person searches the scene for the target by moving the eyes. Their gaze "
        "starts at (0.500, 0.500). Give positions as x, y between 0 and 1: x = 0 is the left edge of image 1 and x = 1 "
        "its right edge; y = 0 is its top edge and y = 1 its bottom edge.\nPredict where the gaze goes: list the next "
        "fixations in order, up to and including the one that lands on the target, at most 4 of them. Do not repeat "
        "the starting position.\nAnswer with a JSON list only: [[x1, y1], [x2, y2], ...]",
    ),
    "interactive": (
        {"frame": "pixels", "one_image": True, "foveated": True, "stop": True},
        "The image shows a scene and, in the grey band below it, the target (a potted plant). The scene may contain "
        "this object, or one like it, or it may not.\nYou search the scene for the target by choosing one fixation "
        "after the other. Your gaze started at (150, 100). Give positions as x, y in pixels of the scene (the image "
        "without the grey band), which is 300 pixels wide and 200 pixels high; (0, 0) is its top left corner.\nYou "
        "have already looked at these positions, in this order: (1, 2). The target was not found at any of them.\nThe "
        "scene is sharp where you look now and blurred elsewhere.\nYou have 3 fixations left. Choose the next position "
        "to look at, so that you find the target with few fixations.\nAnswer with the position only: [x, y]\nIf you "
        'are sure that the target is not in the scene, end the search: answer "absent" instead of a position.',
    ),
}


def test_the_prompts_word_by_word():
    for kind, (asking, words) in GOLDEN.items():
        assert search_text(kind, TRIAL, Asking(**asking), [(1, 2)], left=3) == words
