"""Figures of gaze results, drawn with matplotlib (the extra ``figures``)."""
