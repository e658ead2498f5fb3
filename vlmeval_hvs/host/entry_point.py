"""Datasets for hosts that read entry points of the group ``vlmeval.datasets`` and so need no start-up hook.

Such a host also lets a message answer itself (`vlmeval_hvs.upstream.export.write_patches`). Without the hooks there is
no ledger, so score files name no provenance.
"""

from collections.abc import Callable
from typing import Any

from vlmeval_hvs.host.datasets import host_class
from vlmeval_hvs.host.generate import answer, traits_of
from vlmeval_hvs.messages import Prompt
from vlmeval_hvs.registry import all_cards


class AnsweringPrompt(Prompt):
    """A prompt that answers itself through the host's models; while a model is asked it, it is an ordinary list."""

    @property
    def answer(self) -> Callable[[Callable[[Prompt], Any], Any], str]:
        """Asks the model in as many turns as the row needs: takes a function that asks one, and the model."""
        if self.asked:
            raise AttributeError("answer")
        return self._answered

    def _answered(self, ask: Callable[[Prompt], Any], model: Any) -> str:
        # Text for the system message stays in the message: only the hooks reach the model's own.
        return answer(self, lambda turn: ask(turn.of_items({**item, "role": None} for item in turn)), traits_of(model))


def datasets() -> list[type]:
    """The host's dataset classes of all benchmarks; the same objects at every call."""
    found = [host_class(card) for card in all_cards()]
    for cls in found:
        if "answering" not in vars(cls):
            cls.answering, cls.build_prompt = True, _answering(cls.build_prompt)
    return found


def _answering(original: Callable[[Any, Any], Prompt]) -> Callable[[Any, Any], Prompt]:
    def build_prompt(self: Any, line: Any) -> Prompt:
        made = original(self, line)
        prompt = AnsweringPrompt(made)
        vars(prompt).update(vars(made))
        return prompt

    return build_prompt
