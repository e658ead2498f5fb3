"""One option without a letter."""

from .reader import option

__all__ = ["option"]
