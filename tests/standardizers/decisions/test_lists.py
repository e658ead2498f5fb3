"""A verdict on each view that the prompt offers, and views that may be enough or not."""

import pytest

from standardizers import decision

ASKED = (
    "image 0 is the left part of the full image. Please determine if you need more visual information to answer the "
    "question: What does the boy carry? If you can answer without, response with NO. Otherwise, you can choose from "
    "these views: middle, upper right, lower right."
)


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("| part | needed? |\n|---|---|\n| middle | **yes** |\n| lower right | no |", "yes"),
        ("| part | needed? |\n|:--|:--|\n| middle | \u274c |\n| lower right | \u274c |", "no"),
        ("- middle: not needed\n- upper right: required\n- lower right: not needed", "yes"),
        ("- middle: needed (his hand)\n- lower right: not needed", "yes"),
        ("middle: no\nupper right: no\nlower right: no", "no"),
        ("Middle: Yes, upper right: No, lower right: No.", "yes"),
        ("- [x] middle\n- [ ] upper right\n- [ ] lower right", "yes"),
        ('{"middle": false, "upper_right": true, "lower_right": false}', "yes"),
        ('{"middle": "no", "lower right": "no"}', "no"),
        ("- middle: needed\n- lower right: not needed\n\nSo I need the middle.", "yes"),
        ("- middle: not needed\n- lower right: not needed\n\nAnswer: NO", "no"),
        ("| view | visible |\n|---|---|\n| middle | yes |\n| lower right | no |", ""),  # not what is needed
        ("More views needed: no", "no"),  # one line is no list
    ],
)
def test_verdicts_of_views(reply, wanted):
    assert decision(reply, question=ASKED).value == wanted


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("It might suffice, it might not be enough.", ""),
        ("Vielleicht reicht es, vielleicht auch nicht.", ""),
        ("It could be enough, but I would need the middle to be sure.", "yes"),
        ("Nein, den Korb sieht man hier gut.", "no"),  # "hier" is no yesterday
        ("I can see the boy but not what he carries.", "yes"),
        ("I can see the boy but not the car, which does not matter: no.", "no"),
        ("The middle is not needed, but the lower right is.", "yes"),
        ("The middle is not needed, and neither is the lower right.", "no"),
        ("Hier, l'autre \u00e9l\u00e8ve a r\u00e9pondu oui.", ""),
        ("Nein, alles N\u00f6tige ist hier zu sehen.", "no"),
        ("Nee, de mand is hier goed te zien.", "no"),
        ("Ja, ik wil meer zien.", "yes"),
        ("\u3053\u306e\u753b\u50cf\u3060\u3051\u3067\u5224\u65ad\u3067\u304d\u307e\u3059\u3002", "no"),
        ("\u3053\u306e\u753b\u50cf\u3060\u3051\u3067\u306f\u5224\u65ad\u3067\u304d\u307e\u305b\u3093\u3002", "yes"),
    ],
)
def test_enough_or_not(reply, wanted):
    assert decision(reply, question=ASKED).value == wanted
