"""Units of points, as scanpaths show them."""

from __future__ import annotations

import pytest

from standardizers import scanpath


@pytest.mark.parametrize(
    ("reply", "size", "expected", "rule"),
    [
        ("X=[0.2, 0.4] Y=[0.2, 0.4] T=[100, 200]", None, (0.2, 0.4), "lists"),
        ("X=[20, 40] Y=[20, 40] T=[100, 200]", None, (0.2, 0.4), "lists_percent"),
        ("X=[20%, 40%] Y=[20%, 40%] T=[100, 200]", (1680, 1050), (0.2, 0.4), "lists_percent"),
        ("X=[200, 400] Y=[200, 400] T=[100, 200]", None, (0.2, 0.4), "lists_thousand"),
        ("X=[200, 400] Y=[200, 400] T=[100, 200]", (1000, 500), (0.2, 0.4), "lists_pixels"),
        ("Coordinates 0-1000: X=[200, 400] Y=[200, 400] T=[100, 200]", (2000, 2000), (0.2, 0.4), "lists_thousand"),
        ("[[200, 200], [400, 400]]", (2000, 2000), (0.1, 0.2), "json_pixels"),
        ("[[30, 30], [40, 50], [60, 60]]", (1680, 1050), (0.3, 0.4, 0.6), "json_percent"),
        ("[[800, 200]]", (512, 320), (0.8,), "json_thousand"),
    ],
)
def test_frames(reply, size, expected, rule):
    result = scanpath(reply, size=size)
    assert result.value.x == pytest.approx(expected)
    assert result.rule == rule
