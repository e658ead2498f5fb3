"""The visual searchers step by step, without datasets, host or prompts.

Example:
    >>> from vlmeval_hvs.searchers import replay
    >>> replay("hvs-cIBS", "room.jpg", "clock.jpg", bbox, history, prior="deepgaze/room.jpg")  # doctest: +SKIP
"""

from vlmeval_hvs.searchers.replay import replay

__all__ = ["replay"]
