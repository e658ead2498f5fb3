"""A bar for work that may take long: on a terminal only, and only once it does."""

from collections.abc import Iterable
from typing import TypeVar

from tqdm import tqdm

Item = TypeVar("Item")


def shown(items: Iterable[Item], what: str, unit: str = "row", total: int | None = None) -> Iterable[Item]:
    """The items, with a bar on standard error that comes after two seconds and goes away at the end."""
    return tqdm(items, desc=what, total=total, unit=f" {unit}", disable=None, leave=False, delay=2.0)
