"""Names around splits of the gaze photos; options and commands read them without loading tables."""

PARTS = ("train", "validation", "test")
UNITS = {"scene": "scene_id", "objects": "objects", "gazer": "actor", "photo": "stimulus_id"}
"""What may be kept together, and its column in a set."""
RATIO = (7.0, 1.0, 2.0)
"""The study's weights of the three parts."""
FORMATS = ("messages", "trl", "points", "gazelle")
"""What can be exported: conversations of two layouts, gaze points, and annotations for Gaze-LLE."""
