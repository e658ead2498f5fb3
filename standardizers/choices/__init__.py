"""One option with a letter, or one of several options by what it names."""

from .reader import choice

__all__ = ["choice"]
