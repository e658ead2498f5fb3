"""The samples of an Inspect log."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import HVSError
from vlmeval_hvs.export.images import data_address
from vlmeval_hvs.export.turns import Said, answering, turns_of
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.contract import READ
from vlmeval_hvs.results.ledger import Call
from vlmeval_hvs.viewer.samples import VERDICTS, verdict

FINISH = {"stop": "stop", "length": "max_tokens"}
"""Reasons why a reply ended (`vlmeval_hvs.results.ledger.Call.finish`) in Inspect's words; others are unknown."""


class SampleMaker:
    """Makes the samples of one run.

    Args:
        result: The run.
        dataset: What it was asked from; None where that cannot be had.
        calls: Its calls by row, failed ones included.
        longest_side: As for `vlmeval_hvs.export.inspect_log.inspect_log`.
        key: Name of the run, from which the names of messages are made.
    """

    def __init__(
        self,
        result: Result,
        dataset: HVSDataset[Any] | None,
        calls: Mapping[str, list[Call]],
        longest_side: int | None,
        key: str,
    ) -> None:
        self.result, self.dataset, self.calls, self.longest_side, self.key = result, dataset, calls, longest_side, key
        self.reading = str(result.scores.get("reading") or "robust")
        self.other = "paper" if self.reading == "robust" else "robust"

    def sample(self, item: Mapping[str, str]) -> dict[str, Any]:
        """One line of the item table as a sample."""
        index = item["index"]
        calls = self.calls.get(index, [])
        answered = [call for call in calls if call.reply is not None and not call.failed]
        attachments: dict[str, str] = {}
        note = ""
        try:
            turns = turns_of(self.dataset, index, item["reply"], answered)
        except (HVSError, OSError, ValueError, KeyError) as error:
            turns, note = turns_of(None, index, item["reply"], answered), str(error)
        messages: list[dict[str, Any]] = []
        events, files = [], []
        for number, turn in enumerate(turns):
            asked, used, problem = self._asked(turn, f"{index}/{number}", attachments)
            files += used
            note = note or problem
            output = self._output(turn, f"{index}/{number}")
            events.append(self._event(asked, output, turn.call, f"{index}/{number}"))
            messages += asked
            if item.get("failed") != "1" or turn.reply:
                messages.append(output["choices"][0]["message"])
        own = {name: value for name, value in item.items() if name not in _SHOWN and not _is_read(name) and value != ""}
        made = {
            # Inspect sorts samples by this: numbers as numbers.
            "id": int(index) if index.isdecimal() and str(int(index)) == index else index,
            "epoch": 1,
            "input": [message for message in messages if message["role"] != "assistant"][: _first(messages)],
            "target": item.get("truth", ""),
            "messages": messages,
            "output": self._output(answering(turns), f"{index}/out")
            if turns
            else {"model": self.result.model, "choices": []},
            "scores": self._scores(item),
            "metadata": {**own, **({"images": files} if files else {}), **({"note": note} if note else {})},
            "store": {},
            "events": events,
            "model_usage": self.usage(self.result.model, answered),
            "role_usage": {},
            "total_time": sum(call.seconds or 0.0 for call in calls),
            "uuid": self._name(index),
            "attachments": attachments,
        }
        if item.get("failed") == "1":
            said = next((call.error for call in reversed(calls) if call.failed and call.error), "")
            made["error"] = {"message": said or "the host got no reply", "traceback": "", "traceback_ansi": ""}
        return made

    @staticmethod
    def usage(model: str, calls: Iterable[Call]) -> dict[str, dict[str, int]]:
        """Tokens of calls, as far as the server counted them."""
        counted = [call.tokens for call in calls if call.tokens]
        if not counted:
            return {}
        asked, said = (sum(int(one.get(kind) or 0) for one in counted) for kind in ("prompt", "completion"))
        return {model: {"input_tokens": asked, "output_tokens": said, "total_tokens": asked + said}}

    def _asked(
        self, turn: Said, place: str, attachments: dict[str, str]
    ) -> tuple[list[dict[str, Any]], list[dict[str, str]], str]:
        """Messages of a turn, files of its images, and what went wrong with one."""
        groups: dict[str, list[dict[str, str]]] = {"system": [], "user": []}
        files, problem = [], ""
        for part in turn.asked:
            role = "system" if part.get("role") == "system" else "user"
            if part["type"] == "text":
                groups[role].append({"type": "text", "text": part["value"]})
                continue
            name = self._short(part["value"])
            if self.longest_side is None:
                groups[role].append({"type": "text", "text": f"[image {name}]"})
                continue
            try:
                address, digest = data_address(part["value"], self.longest_side)
            except HVSError as error:
                problem = str(error)
                groups[role].append({"type": "text", "text": f"[image {name}: cannot be read]"})
                continue
            known = hashlib.sha256(address.encode()).hexdigest()[:32]
            attachments[known] = address
            groups[role].append({"type": "image", "image": f"attachment://{known}", "detail": "auto"})
            files.append({"file": name, "sha256": digest})
        messages = [
            {"id": self._name(f"{place}/{role}"), "role": role, "content": parts}
            for role, parts in groups.items()
            if parts
        ]
        return messages or [{"id": self._name(f"{place}/user"), "role": "user", "content": ""}], files, problem

    def _short(self, path: str) -> str:
        """A path inside the set, and the bare name of a file that is elsewhere: no log tells of folders at home."""
        folder = str(self.dataset.folder) + "/" if self.dataset is not None else ""
        return (
            path.removeprefix(folder) if folder and path.startswith(folder) else path.replace("\\", "/").split("/")[-1]
        )

    def _output(self, turn: Said, place: str) -> dict[str, Any]:
        model = self.result.model
        message = {"id": self._name(f"{place}/reply"), "role": "assistant", "content": turn.reply, "source": "generate"}
        finish = FINISH.get(turn.call.finish or "", "unknown") if turn.call else "unknown"
        made: dict[str, Any] = {
            "model": model,
            "choices": [{"message": {**message, "model": model}, "stop_reason": finish}],
            "completion": turn.reply,
        }
        if turn.call:
            made["time"] = turn.call.seconds
            usage = self.usage(model, [turn.call])
            if usage:
                made["usage"] = usage[model]
        return made

    def _event(
        self, asked: Sequence[dict[str, Any]], output: dict[str, Any], call: Call | None, place: str
    ) -> dict[str, Any]:
        ended = call.time if call and call.time else self.result.path.stat().st_mtime
        seconds = (call.seconds if call else None) or 0.0
        return {
            "uuid": self._name(f"{place}/event"),
            "timestamp": datetime.fromtimestamp(max(0.0, ended - seconds), timezone.utc).isoformat(),
            "completed": datetime.fromtimestamp(ended, timezone.utc).isoformat(),
            "working_start": 0.0,
            "working_time": seconds,
            "event": "model",
            "model": self.result.model,
            "input": list(asked),
            "tools": [],
            "tool_choice": "none",
            "config": {},
            "output": output,
            **({"metadata": {"step": call.step, "prompt": call.prompt}} if call else {}),
        }

    def _scores(self, item: Mapping[str, str]) -> dict[str, Any]:
        """What was read and what it scores, by both readings; a row without a right answer has a verdict only."""
        found: dict[str, Any] = {}
        for name, end, reading in (("score", "", self.reading), (f"score_{self.other}", f"_{self.other}", self.other)):
            if not item.get(f"score{end}"):
                continue
            answer, rule = item.get(f"answer{end}", ""), item.get(f"rule{end}", "")
            read = f"the rule `{rule}` read {answer!r}" if answer else "no answer was found"
            found[name] = {
                "value": float(item[f"score{end}"]),
                "answer": answer,
                "explanation": f"{reading} reading: {read}",
                "metadata": {"rule": rule, "fallback": item.get(f"fallback{end}") == "1"},
            }
        words = VERDICTS[verdict(item)]
        read = f"answer {item['answer']!r} by the rule `{item['rule']}`" if item["answer"] else "no answer"
        found["verdict"] = {"value": words, "answer": item["answer"], "explanation": read, "metadata": {}}
        return found

    def _name(self, place: str) -> str:
        return hashlib.sha256(f"{self.key}/{place}".encode("utf-8", "replace")).hexdigest()[:22]


_SHOWN = ("index", "reply", "failed")


def _is_read(name: str) -> bool:
    return name.removesuffix("_paper").removesuffix("_robust") in READ


def _first(messages: Sequence[Mapping[str, Any]]) -> int:
    """Number of messages before the first reply."""
    return next((place for place, message in enumerate(messages) if message["role"] == "assistant"), len(messages))
