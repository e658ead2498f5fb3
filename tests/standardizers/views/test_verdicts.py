import pytest

from standardizers import view_operations, views
from standardizers.views.verdicts import verdicts


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("parts:\n  1: use\n  2: skip\n  3: use\n  4: skip", (1, 3)),
        ("1: no\n2: no\n3: no\n4: no", ()),
        ('<parts><part id="3" needed="yes"/><part id="1" needed="no"/><part id="2" needed="yes"/></parts>', (2, 3)),
        ("1: yes", None),
        ("1: a tree\n2: a house", None),
        ("1: yes\n7: no", None),
    ],
)
def test_a_verdict_on_each_view(reply, expected):
    assert verdicts(reply, 4) == expected


def test_views_that_a_reply_judges_one_by_one():
    assert views("```yaml\nviews:\n  1: skip\n  4: zoom\n```").value == (4,)


def test_what_the_prompt_asks_for_is_no_selection():
    assert views('The response should be a list of numbers separated by commas, such as "1, 3".').fallback


def test_confidence_is_no_view():
    assert views("**Answer: view 2** (confidence 4/4)").value == (2,)


def test_a_correction_of_operations_replaces_them():
    found = view_operations("keep 2; shift to 3. Correction: the door leads up, so keep 2; shift to 1.").value
    assert found == (None, (2,), (1,))
