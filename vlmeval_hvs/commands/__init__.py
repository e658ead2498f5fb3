"""One module per command of ``vlmeval-hvs``."""
