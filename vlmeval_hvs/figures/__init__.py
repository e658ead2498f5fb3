"""Draws `vlmeval_hvs.results.charts` with matplotlib (the extra ``figures``), for papers."""
