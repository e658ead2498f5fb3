"""Weight-free answers to VP-Bench."""

import numpy as np

from vlmeval_hvs.choices import LETTERS, options_of
from vlmeval_hvs.messages import Prompt
from vlmeval_hvs.responders import responder


@responder("hvs-random", "VPB")
def random_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """One of the options, evenly."""
    return LETTERS[int(rng.integers(len(options_of(prompt.row))))]


@responder("hvs-oracle", "VPB")
def oracle(prompt: Prompt, rng: np.random.Generator) -> str:
    """The right letter."""
    return prompt.row["answer"]


@responder("hvs-vpb-agree", "VPB")
def agree(prompt: Prompt, rng: np.random.Generator) -> str:
    """A reader biased to agree: "Yes" where it is offered, else any option but "none" and "there is no"."""
    options = options_of(prompt.row)
    if options[0] == "Yes":
        return "A"
    plain = [i for i, text in enumerate(options) if not text.startswith(("There is no", "None of"))]
    return LETTERS[int(rng.choice(plain or range(len(options))))]
