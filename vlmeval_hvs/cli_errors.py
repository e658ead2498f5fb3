"""The error of the command line."""


class UsageError(Exception):
    """What the user asked for cannot be done; the message says what to do instead."""
