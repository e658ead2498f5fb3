"""Options in an order."""

from .reader import order

__all__ = ["order"]
