"""Subcommands of ``vlmeval-hvs``: every module here with a ``register(subparsers)`` is one."""
