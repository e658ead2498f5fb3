"""Names of sets and datasets: demo sets, own sets, labels."""

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.names import base_name, folder_name, is_demo, own_name, own_names, with_own


@pytest.mark.parametrize(
    ("name", "base", "own", "demo"),
    [
        ("A_B", "A_B", "", False),
        ("A_B_DEMO", "A_B", "", True),
        ("A_B_DEMO@x", "A_B", "", True),
        ("A_B:lab-1", "A_B", "lab-1", False),
        ("A_B:lab.2_c@blurred", "A_B", "lab.2_c", False),
        ("A_B@a:b", "A_B", "", False),
        ("A_B=lab.2_c@blurred=1", "A_B", "lab.2_c", False),
        ("A_B@sigma=2", "A_B", "", False),
    ],
)
def test_parts_of_a_name(name, base, own, demo):
    assert (base_name(name), own_name(name), is_demo(name)) == (base, own, demo)


@pytest.mark.parametrize(
    "name", ["A:", "A:b/c", "A:..", "A:b c", "A:b:c", "A:b_DEMO", "A_DEMO:b", "A:=b", "A=b:c", "A=b=c"]
)
def test_what_cannot_name_a_set_is_refused(name):
    with pytest.raises(DataError, match="A"):
        own_name(name)


def test_folders_have_no_colon_and_give_the_names_back():
    name = with_own("A_B", "lab.1")
    assert name == "A_B:lab.1"
    assert folder_name(name) == folder_name("A_B=lab.1") == "A_B=lab.1"
    assert folder_name("A_B:lab.1@x:y") == "A_B=lab.1@x:y"
    assert own_names("A_B", ["A_B", "A_B=z", "A_B_C=x", folder_name(name)]) == ["lab.1", "z"]
    assert with_own("A_B", "") == "A_B"
