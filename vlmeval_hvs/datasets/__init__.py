"""Dataset classes for the host, one module per benchmark. Importing them imports ``vlmeval``."""
