"""Whether a model wants to see more."""

from .reader import decision

__all__ = ["decision"]
