"""How many there are."""

from .reader import count

__all__ = ["count"]
