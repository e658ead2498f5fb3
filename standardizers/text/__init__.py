"""What a reply says, cleaned and divided: its answer part, its sentences, values, numbers and tool calls."""

from .cleaning import as_text, final_answer_text, fold, plain

__all__ = ["as_text", "final_answer_text", "fold", "plain"]
