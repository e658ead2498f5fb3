"""Where a run stands to people, where a value of people exists.

A card's ``people`` names it by dataset: ``metric``, a metric of the run that was measured on its own rows, or
``value``, which a paper printed (``low`` and ``high`` where its interval is known); ``of``, the run's metric that it
stands beside (``Overall`` when left out); ``about``, who the people were.
"""

from __future__ import annotations

from dataclasses import dataclass

from vlmeval_hvs.names import base_name, is_official
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.collect import Result

MARGIN = 0.05
"""How far below people the lower end of an interval may lie for a score to be at human level."""

ABOVE, AT, BELOW = "above human level", "at human level", "below human level"
UNTOLD = "not told from human level"


@dataclass(frozen=True)
class HumanLevel:
    """What people reach.

    Attributes:
        value: Their score.
        low: Where its 95 % interval begins; None where that is not known.
        high: Where it ends.
        published: Whether a paper printed it, for other rows than the run's; else it was measured on the run's rows.
        about: Who they were, in words.
        of: The run's metric that it stands beside.
    """

    value: float
    low: float | None
    high: float | None
    published: bool
    about: str
    of: str = "Overall"

    def standing(self, interval: tuple[float, float] | None) -> str:
        """Where a run stands, from the 95 % interval of its metric; "" without one.

        Intervals that overlap leave it open which is higher; a run is at human level all the same where it lies no
        more than `MARGIN` below people.
        """
        if interval is None:
            return ""
        low, high = (self.value if end is None else end for end in (self.low, self.high))
        if high < interval[0]:
            return ABOVE
        if interval[1] < low:
            return BELOW
        return AT if interval[0] >= self.value - MARGIN else UNTOLD


def human_level(result: Result) -> HumanLevel | None:
    """The people that the card of a run's benchmark names for its dataset; None where it names none.

    What a paper printed holds for its own rows: demo sets and own data have no such value.
    """
    known = card_of(result.dataset).people.get(base_name(result.dataset))
    if known is None or result.validity == "invalid":
        return None
    about, of = str(known.get("about", "")), str(known.get("of", "Overall"))
    if "metric" not in known:
        printed = HumanLevel(float(known["value"]), known.get("low"), known.get("high"), True, about, of)
        return printed if is_official(result.dataset) else None
    value = result.metrics.get(known["metric"])
    low, high = result.interval(known["metric"]) or (None, None)
    return None if value is None else HumanLevel(value, low, high, False, about, of)
