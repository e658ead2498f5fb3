"""Views of an image to zoom into, to keep, or to shift to."""

from .reader import ViewOperations, view_operations, views

__all__ = ["ViewOperations", "view_operations", "views"]
