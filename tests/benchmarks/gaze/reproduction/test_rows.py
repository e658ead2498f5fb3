"""When a number agrees with a printed one."""

import pytest

from vlmeval_hvs.benchmarks.gaze.reproduction.rows import FAIL, NOT_RUN, PASS, SHOWN, Measured, compared


@pytest.mark.parametrize(
    ("paper", "ours", "outcome"),
    [
        ("0.94", 0.944, PASS),
        ("0.94", 0.935, PASS),
        ("0.94", 0.946, FAIL),
        ("0.5643031", 0.56430314, PASS),
        ("0.5643031", 0.5643, FAIL),
        ("74", 74.0, PASS),
        ("74", 75.0, FAIL),
        ("-0.0433", -0.04334, PASS),
        ("+", "+", PASS),
        ("+", "-", FAIL),
        ("Head-only", "Head-dominant", FAIL),
        ("", 0.3, SHOWN),
    ],
)
def test_outcomes(paper, ours, outcome):
    assert compared("Table 1", "GPT", "accuracy", paper, Measured(ours, 10)).outcome == outcome


def test_what_could_not_be_computed_says_why():
    row = compared("Table 1", "GPT", "accuracy", "0.94", None, "no such group")
    assert (row.outcome, row.note) == (NOT_RUN, "no such group")
