"""Names: what a dataset may need of a model, how pictures are sent, and the switch that leaves probes out."""

SHOWS_PICTURES = "pictures"
SHOWS_SEVERAL = "several pictures"
SENDS_SYSTEM = "system message"

INTERLEAVED, JOINED, NONE = "interleaved", "joined", "none"
"""Strategies: pictures one by one, in one picture, or not at all."""

SWITCH = "VLMEVAL_HVS_PROBE"
"""Environment variable; 0 runs as if the model had not been probed."""
