"""Dataset classes for the host, one module per benchmark. Importing them imports ``vlmeval``."""

# The host first: importing it registers the modules of this package, which must not be half imported by then.
import vlmeval.dataset  # noqa: F401
