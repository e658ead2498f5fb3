"""What the host's model classes do to a prompt, or to a reply, because the dataset's type is VQA.

Most classes send a message as it is. Some choose a chat template, a limit or a way of decoding by ``DATASET_TYPE``;
these are declared here, each with the place in the host (ms-vlmeval 0.0.20, the same in upstream of August 2026) that
shows it. Where a class needs something that its own ``build_prompt`` would have added, the prompt gets it.
"""

from __future__ import annotations

from dataclasses import dataclass

from vlmeval_hvs.messages import Prompt

_INTERNLM = "[UNUSED_TOKEN_146]user\n{}[UNUSED_TOKEN_145]\n[UNUSED_TOKEN_146]assistant\n"
_WORDS = "{}"


@dataclass(frozen=True)
class ClassFact:
    """One thing that a model class does.

    Attributes:
        about: What, as a sentence.
        source: Where the host does it: files below ``vlmeval/vlm`` with line numbers.
        template: What the words of a prompt are put into (at ``{}``), or "" where they are sent as they are.
        one_picture: Whether the class hands on one picture of a message, whatever its ``INTERLEAVE`` says.
    """

    about: str
    source: str
    template: str = ""
    one_picture: bool = False


_TEMPLATED = (
    "The class sends words without a chat template to datasets of the type VQA; here they are put into its own."
)
_SHORT = "Replies end after 100 tokens, whatever is asked."
_BEGUN = "The class begins the reply itself: 'Answer:' follows the prompt."

FACTS: dict[str, tuple[ClassFact, ...]] = {
    "XComposer": (ClassFact(_BEGUN, "xcomposer/xcomposer.py:100-101"),),
    "XComposer2": (ClassFact(_TEMPLATED, "xcomposer/xcomposer2.py:118-119, 161-162, 207-209", _INTERNLM),),
    "XComposer2_4KHD": (
        ClassFact(_TEMPLATED, "xcomposer/xcomposer2_4KHD.py:138-140, 181-182, 227-229", _INTERNLM),
        ClassFact(_SHORT, "xcomposer/xcomposer2_4KHD.py:139"),
    ),
    "XComposer2d5": (
        ClassFact(_SHORT, "xcomposer/xcomposer2d5.py:297-300, 348-349"),
        ClassFact("Of a reply, what follows the last 'The answer is' is kept.", "xcomposer/xcomposer2d5.py:208"),
        ClassFact("In the prompt, '(A)' becomes 'A.', and so on to J.", "xcomposer/xcomposer2d5.py:273-275"),
    ),
    "mPLUG_Owl2": (
        ClassFact("length_penalty is 0, which has an effect only with num_beams over 1.", "mplug_owl2.py:41-42, 92-93"),
    ),
    "Monkey": (ClassFact(_BEGUN, "monkey.py:26, 85"),),
    "MonkeyChat": (ClassFact(_BEGUN, "monkey.py:108, 167"),),
    "Kosmos2": (
        ClassFact(
            "The class says that it takes several pictures, and hands on the first.", "kosmos.py:63-64", "", True
        ),
    ),
    "QwenVL": (ClassFact(_BEGUN, "qwen_vl.py:64-65"),),
    "molmo": (ClassFact("Replies end after 200 tokens, whatever is asked.", "molmo.py:193"),),
    "LLaVA_XTuner": (ClassFact("Replies are sampled at temperature 1 with 5 beams.", "llava/llava_xtuner.py:143-149"),),
}
"""The host's classes that do more than send a message, by name."""


def class_facts(cls: type) -> tuple[ClassFact, ...]:
    """What is known of a model class of the host, or of the one that it inherits from."""
    for owner in cls.__mro__:
        if owner.__module__.startswith("vlmeval.") and owner.__name__ in FACTS:
            return FACTS[owner.__name__]
    return ()


def fitted(cls: type, prompt: Prompt) -> Prompt:
    """A prompt as a model class needs it: with the chat template that the class leaves to its own prompts.

    Args:
        cls: The host's model class.
        prompt: The prompt of one turn.
    """
    template = next((fact.template for fact in class_facts(cls) if fact.template), "")
    if not template:
        return prompt
    words = template.replace(_WORDS, prompt.text)
    pictures = [item for item in prompt if item["type"] != "text"]
    return prompt.of_items([{"type": "text", "value": words}, *pictures])
