"""The texts of the visual-search prompts."""

from later import later

from vlmeval_hvs.benchmarks.visual_search.trials import Trial

with later():
    from vlmeval_hvs.benchmarks.visual_search import wording


TRIAL = Trial("a.png", (200, 300), (150, 250, 170, 270), (10, 10), (150.0, 100.0), 5, target_object="potted_plant")


def test_shown_points():
    assert wording.shown_point((150, 100), TRIAL, "unit") == "(0.500, 0.500)"
    assert wording.shown_point((150, 100), TRIAL, "thousand") == "(500, 500)"
    assert wording.shown_point((150, 100), TRIAL, "pixels") == "(150, 100)"


def test_the_text_names_a_category_but_never_tbd():
    assert "(a potted plant)" in wording.search_text("whole", TRIAL)
    unknown = Trial("a", (2, 3), (0, 0, 1, 1), (1, 1), (1, 1), 5, target_object="TBD")
    assert "TBD" not in wording.search_text("whole", unknown)
    assert "{" not in wording.search_text("hsp", TRIAL, wording.Asking(frame="pixels"), [(1, 2)])


def test_a_target_without_a_picture_is_named():
    words = wording.search_text("whole", TRIAL, wording.Asking(picture=False, one_image=True))
    assert words.startswith("The image shows a scene. The target is a potted plant: the scene contains")
    assert "left edge of the image " in words
    assert [item["type"] for item in wording.search_message("a.png", None, words, one_image=True)] == ["image", "text"]


def test_a_stop_is_offered_only_where_the_target_may_be_absent():
    for kind in ["whole", "interactive", "hsp"]:
        sure, open_ended = (
            wording.search_text(kind, TRIAL, history=[(1, 2)]),
            wording.search_text(kind, TRIAL, wording.Asking(stop=True), [(1, 2)]),
        )
        assert "exactly once" in sure
        assert "absent" not in sure
        assert "or it may not" in open_ended
        assert "exactly once" not in open_ended
        assert ("absent" in open_ended) == (kind != "hsp")


def test_durations_are_asked_for_in_milliseconds():
    assert "[[x1, y1, ms1]" in wording.search_text("whole", TRIAL, wording.Asking(durations=True))
    assert "ms" not in wording.search_text("whole", TRIAL).split()


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
        assert wording.search_text(kind, TRIAL, wording.Asking(**asking), [(1, 2)], left=3) == words
