"""The texts of the visual-search prompts."""

from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.benchmarks.visual_search.wording import search_text, shown_point

TRIAL = Trial("a.png", (200, 300), (150, 250, 170, 270), (10, 10), (150.0, 100.0), 5, target_object="potted_plant")


def test_shown_points():
    assert shown_point((150, 100), TRIAL, "unit") == "(0.500, 0.500)"
    assert shown_point((150, 100), TRIAL, "thousand") == "(500, 500)"
    assert shown_point((150, 100), TRIAL, "pixels") == "(150, 100)"


def test_the_text_names_a_category_but_never_tbd():
    assert "(a potted plant)" in search_text("whole", TRIAL, "unit")
    unknown = Trial("a", (2, 3), (0, 0, 1, 1), (1, 1), (1, 1), 5, target_object="TBD")
    assert "TBD" not in search_text("whole", unknown, "unit")
    assert "{" not in search_text("hsp", TRIAL, "pixels", [(1, 2)])
