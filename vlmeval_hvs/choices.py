"""Lettered options: how multiple-choice questions number their options and keep them in a row."""

from collections.abc import Mapping, Sequence

LETTERS = "ABCD"  # letters of the options, and the columns that hold their texts


def options_of(row: Mapping[str, str]) -> list[str]:
    """Texts of a row's options, A first; a row may have fewer than four."""
    texts = [row.get(letter, "") for letter in LETTERS]
    while texts and not texts[-1]:
        texts.pop()
    return texts


def lettered(options: Sequence[str]) -> str:
    """Options as a prompt lists them, one line each (``A. bottle``); empty texts are left out."""
    return "\n".join(f"{letter}. {text}" for letter, text in zip(LETTERS, options, strict=False) if text)
