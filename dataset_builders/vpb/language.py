"""Wrong options and rephrased questions from a language model (the paper's Tables 14 and 15)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from dataset_builders.vpb.questions import Item
from vlmeval_hvs.benchmarks.vpb.wording import wording
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.sets import SetWriter

Ask = Callable[[str], str]


def distractors(ask: Ask, question: str, answer: str) -> list[str]:
    """Three plausible wrong options by the prompt of Table 14.

    Args:
        ask: Sends a prompt to a language model, for example the host's judge.
        question: The question.
        answer: Its right answer.

    Returns:
        Three texts that differ from the answer and each other.

    Raises:
        ValueError: The reply holds no three such texts.
    """
    prompts = wording()["distractors"]
    reply = ask(f"{prompts['system']}\n\n{prompts['user'].format(question=question, answer=answer)}")
    for found in re.findall(r"\{[^{}]*\}", reply):
        try:
            options = json.loads(found)["distractor_options"]
        except (ValueError, KeyError, TypeError):
            continue
        if not isinstance(options, list):
            continue
        texts = list(dict.fromkeys(option.strip() for option in options if isinstance(option, str) and option.strip()))
        texts = [text for text in texts if text.lower() != answer.strip().lower()]
        if len(texts) >= 3:
            return texts[:3]
    raise ValueError("the reply holds no JSON with three distractor_options")


def rephrase(ask: Ask, text: str, keep: tuple[str, ...]) -> str:
    """The same question in other words, by the prompt of Table 15.

    Args:
        ask: Sends a prompt to a language model.
        text: The question.
        keep: Words that must survive, such as the colour and the shape.

    Raises:
        ValueError: The reply is empty, many lines long, or lost one of the words.
    """
    reply = ask(f"{wording()['rephrase']}\n\n{text}").strip().strip('"')
    if not reply or "\n" in reply or len(reply) > 4 * len(text) + 80:
        raise ValueError("the reply is not one rewritten sentence")
    lost = [word for word in keep if word.lower() not in reply.lower()]
    if lost:
        raise ValueError(f"the rewritten text lost {', '.join(map(repr, lost))}")
    return reply


class LanguageModel:
    """Improves rule-made items with a language model; where a reply cannot be used the rules stand.

    Args:
        ask: Sends a prompt to a language model.
        distract: Replace the wrong options of reference questions.
        reword: Rephrase questions.
    """

    def __init__(self, ask: Ask, distract: bool = True, reword: bool = False) -> None:
        self.ask, self.distract, self.reword = ask, distract, reword
        self.failures = 0

    def improve(self, item: Item, writer: SetWriter) -> None:
        """Change an item in place; failures are recorded with the set."""
        if self.distract and item.question_type == "reference" and not item.debias:
            self._try(lambda: self._distract(item), item, writer)
        if self.reword:
            keep = (item.color if item.color in item.question else "", item.style.phrase.split()[-1])
            self._try(lambda: setattr(item, "question", rephrase(self.ask, item.question, keep)), item, writer)

    def _distract(self, item: Item) -> None:
        right = LETTERS.index(item.answer)
        fresh = iter(distractors(self.ask, item.question, item.options[right]))
        special = {wording()["options"]["none_correct"]}
        item.options = [
            option if place == right or option in special or option.startswith("There is no") else next(fresh)
            for place, option in enumerate(item.options)
        ]

    def _try(self, change: Callable[[], None], item: Item, writer: SetWriter) -> None:
        try:
            change()
        except (ValueError, RuntimeError) as error:
            self.failures += 1
            writer.note("language_model_failures", self.failures)
            item.notes["language_model"] = str(error)
