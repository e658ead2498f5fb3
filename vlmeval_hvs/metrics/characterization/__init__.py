"""Which cue a model reads when it infers what a person looks at: tests, effects and the category they lead to.

Source: "Vision-Language Models Mistake Head Orientation for Gaze Direction", sections 2.3, 3 and appendix A.7.
"""

from .analysis import characterize
from .results import CATEGORIES, Characterization, Test

__all__ = ["CATEGORIES", "Characterization", "Test", "characterize"]
