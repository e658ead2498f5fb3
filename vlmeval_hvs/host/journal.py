"""Keeps finished samples of multi-turn pipelines through a killed run, and their transcripts afterwards.

The host saves local results every ten samples; a pipeline sample can cost many model calls, so each one is written
here as soon as it is finished. A journal lies next to the host's own files while a run is under way. When the run
ends, it becomes ``<model>_<dataset>_hvs_transcripts.jsonl``, so a later fresh run never picks up old replies.
"""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.messages import ANY_FAIL_MARKER, Prompt, reply_text
from vlmeval_hvs.results.cut import add_cut

_OPEN: dict[str, Journal] = {}


class Journal:
    """Finished samples of one run of one model on one dataset.

    Args:
        folder: The host's working folder of the run.
        stem: ``<model>_<dataset>``, the start of the host's file names.
        rank: Rank of this process under torchrun; every rank writes its own file and reads all of them.
    """

    def __init__(self, folder: Path, stem: str, rank: int = 0) -> None:
        self.folder, self.stem = folder, stem
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / journal_name(stem, rank)
        self._lock = threading.Lock()
        self._finished: dict[tuple[str, str], str] = {
            (entry["index"], entry["key"]): entry["prediction"]
            for entry in _entries(_journals(folder, stem))
            if ANY_FAIL_MARKER not in entry["prediction"]
        }

    def finished(self, prompt: Prompt) -> str | None:
        """The prediction that an interrupted run already made for this row with the same settings."""
        return self._finished.get((prompt.row.get("index", ""), prompt.journal_key))

    def add(self, prompt: Prompt, prediction: str, transcript: list[dict[str, Any]]) -> None:
        """Append one finished sample; the line is complete or, after a kill, ignored."""
        entry = {
            "index": prompt.row.get("index", ""),
            "key": prompt.journal_key,
            "prediction": prediction,
            "transcript": transcript,
        }
        line = json.dumps(entry, ensure_ascii=True) + "\n"
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            file.write(line)

    def note_cut(self, prompt: Prompt, reply: Any) -> None:
        """Note that a row's reply was cut at the model's token limit."""
        with self._lock:
            add_cut(self.folder, self.stem, prompt.row.get("index", ""), reply_text(reply))


def journal_name(stem: str, rank: int) -> str:
    """File name of one rank's journal."""
    return f"{stem}_hvs_journal_{rank}.jsonl"


def transcripts_path(folder: Path, stem: str) -> Path:
    """Where the transcripts of a finished run are."""
    return folder / f"{stem}_hvs_transcripts.jsonl"


def open_journal(dataset: str, folder: str | Path, model_name: str, rank: int = 0) -> None:
    """Start keeping the pipeline samples of a dataset.

    Args:
        dataset: Its name.
        folder: The host's working folder of the run.
        model_name: The model's name in the host.
        rank: Rank of this process.
    """
    _OPEN[dataset] = Journal(Path(folder), f"{model_name}_{dataset}", rank)


def current_journal(dataset: str) -> Journal | None:
    """The journal of the run under way, if there is one."""
    return _OPEN.get(dataset)


def close_journal(dataset: str) -> None:
    """Stop keeping samples of ``dataset`` (the files stay until `finish_journals`)."""
    _OPEN.pop(dataset, None)


def finish_journals(folder: str | Path, stem: str) -> None:
    """Turn the journals of a finished run into its transcripts file, one line per row, the latest answer."""
    folder = Path(folder)
    journals = _journals(folder, stem)
    if not journals:
        return
    target = transcripts_path(folder, stem)
    latest = {entry["index"]: entry for entry in _entries([target, *journals] if target.is_file() else journals)}
    ordered = sorted(latest.values(), key=lambda entry: (len(entry["index"]), entry["index"]))
    text = "".join(json.dumps(entry, ensure_ascii=True) + "\n" for entry in ordered)
    write_atomically(target, text.encode())
    for journal in journals:
        journal.unlink(missing_ok=True)
        link = folder.parent / journal.name  # the host's API mode links every file of a run one folder up
        if link.is_symlink():
            link.unlink()


def _journals(folder: Path, stem: str) -> list[Path]:
    name = re.compile(re.escape(stem) + r"_hvs_journal_\d+\.jsonl")
    return sorted(path for path in folder.iterdir() if name.fullmatch(path.name)) if folder.is_dir() else []


def _entries(paths: list[Path]) -> list[dict[str, Any]]:
    entries = []
    for path in paths:
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                continue  # the last line of a killed run
            if isinstance(entry, dict) and {"index", "key", "prediction", "transcript"} <= entry.keys():
                entries.append(entry)
    return entries
