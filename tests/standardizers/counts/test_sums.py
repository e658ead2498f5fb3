"""Counts told by sentences about their parts."""

from __future__ import annotations

import pytest

from standardizers import count
from standardizers.counts.sums import added_up


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("I see one arrow near the top, and another two at the bottom. That's three yellow arrows.", 3),
        ("Oben ist ein Pfeil, unten sind zwei weitere. Das sind drei Pfeile.", 3),
        ("Je vois deux encadrés rouges : l'un autour du vélo, l'autre autour du panneau.", 2),
        ("Ich sehe zwei Rahmen: einer um das Rad, der andere um das Schild.", 2),
        ("Veo dos recuadros: uno en la bici, el otro en la señal.", 2),
        ("يوجد سهمان أصفران في الصورة.", 2),
        ('{"count": 4, "total_people": 6}', 4),
        ('{"men": 1, "women": 2, "total": 3}', 3),
    ],
)
def test_totals_and_their_parts(reply, wanted):
    assert count(reply).value == wanted


def test_only_a_sum_adds_up() -> None:
    assert added_up("One on top, two below. That's four arrows.", [1, 2, 4]) is None
    assert added_up("One on top, two below, three behind.", [1, 2, 3]) is None
