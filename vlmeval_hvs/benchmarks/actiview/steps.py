"""What a turn of ActiView's pipelines asks for."""

SELECT = "select"
"""Numbers of the views to zoom into."""
DECIDE = "decide"
"""Whether a further view is needed, and which."""
MIX_INIT = "mix_init"
"""Views to zoom into, in the mixed pipeline."""
MIX_REVISE = "mix_revise"
"""Views to keep and to shift to, in the mixed pipeline."""
ANSWER = "answer"
"""The answer to the question."""
DESCRIBE = "describe"
"""A description of a view that a model for one image cannot be shown."""

STEERING = (SELECT, DECIDE, MIX_INIT, MIX_REVISE)
"""Turns whose reply decides which views are shown next."""
