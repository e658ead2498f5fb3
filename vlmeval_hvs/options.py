"""Options of datasets, each declared once.

A benchmark declares its options as the fields of a frozen dataclass that inherits from `Options`; every field says
its type, default, allowed values and meaning in one place. From this declaration come the signature that the host
reads, the check at construction, the settings in score files, ``vlmeval-hvs preview NAME --options``, the tables in the
documentation and the check of run configurations.

Example:
    >>> @dataclass(frozen=True, kw_only=True)
    ... class MyOptions(Options):
    ...     hint: str = one_of("none", "field", doc="What the model is told about the task.")
    >>> MyOptions.read("MySet", {"hint": "field"}).hint
    'field'
    >>> MyOptions.read("MySet", {"hnt": "field"})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    vlmeval_hvs.errors.OptionError: MySet: unknown option hnt, did you mean hint? Options: hint, limit, ...
"""

from __future__ import annotations

import inspect
import json
import logging
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, asdict, dataclass, field, fields
from fnmatch import fnmatchcase
from importlib import import_module
from typing import Any, TypeVar

from vlmeval_hvs.errors import OptionError, shortened
from vlmeval_hvs.names import base_name, check_label, close_name, did_you_mean
from vlmeval_hvs.registry import Card, dataset_class

logger = logging.getLogger("vlmeval_hvs")

T = TypeVar("T", bound="Options")

PASSED_BY_HOSTS = frozenset({"skeleton"})
"""Parameters that hosts pass to every dataset; they are ignored."""

COMMAND_LINE = frozenset({"data", "model", "work_dir", "mode", "reuse", "verbose"})
"""Arguments of the host's runner, which passes all of them to a dataset that is asked for by name alone."""

RUNNER = COMMAND_LINE | {
    "api_mode", "api_nproc", "base_url", "config", "custom_prompt", "data_config", "debug", "extra_body", "ignore",
    "judge", "judge_api_nproc", "judge_args", "judge_base_url", "judge_key", "judge_retry", "judge_timeout",
    "keep_failed", "key", "limit", "local_media", "max_tokens", "monitor_interval", "nproc", "repetition_penalty",
    "retry", "reuse_aux", "stream", "temperature", "thinker", "timeout", "top_k", "top_p", "use_verifier", "use_vllm",
    "video_llm",
}  # fmt: skip
"""All arguments of the runners of the tested hosts."""

_ALIKE = 0.75
"""Similarity from which a name among the runner's arguments is a misspelt option, not a newer runner's argument."""


@dataclass(frozen=True)
class Declared:
    """The declaration of one option.

    Attributes:
        allowed: The allowed values in words, for errors and tables.
        check: Whether a value (never None) is allowed.
        doc: One sentence: what it does.
        only: Patterns of dataset names on which it has an effect; a pattern that starts with "!" excludes names.
        when: Other options, each with the values for which this one has an effect.
        asks: Patterns of dataset names whose prompts or turns it changes: predictions made with another value of it are
            not scored. On other datasets it only decides how predictions are scored.
        is_file: Whether the value is the path of a file or folder, whose content counts.
        names: The allowed values of an option with a few named ones.
    """

    allowed: str
    check: Callable[[Any], bool]
    doc: str
    only: tuple[str, ...] = ("*",)
    when: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    asks: tuple[str, ...] = ("*",)
    is_file: bool = False
    names: tuple[str, ...] = ()

    def works_on(self, dataset: str) -> bool:
        """Whether the option has an effect on a dataset (name without suffixes)."""
        inside = any(fnmatchcase(dataset, pattern) for pattern in self.only)
        return inside and not any(fnmatchcase(dataset, pattern) for pattern in self._without)

    @property
    def _without(self) -> list[str]:
        return [pattern[1:] for pattern in self.only if pattern.startswith("!")]

    @property
    def scope(self) -> str:
        """`only` in words: "*_HSP", "all but *_HSP"."""
        inside = ", ".join(pattern for pattern in self.only if not pattern.startswith("!"))
        but = f" but {', '.join(self._without)}" if self._without else ""
        return f"{'all' if inside == '*' else inside}{but}"


def declare(default: Any, allowed: str, check: Callable[[Any], bool], doc: str, **where: Any) -> Any:
    """Declare an option with a check of its own.

    Args:
        default: The default value; None where the option need not be given.
        allowed: The allowed values in words, for errors and tables.
        check: Whether a value (never None) is allowed.
        doc: One sentence: what it does.
        **where: ``only``, ``when``, ``asks``, ``is_file`` and ``names`` of `Declared`.
    """
    metadata = {"declared": Declared(allowed, check, doc, **where)}
    if isinstance(default, (dict, list)):
        raise TypeError("options are compared and written as JSON: give None or a plain value as default")
    return field(default=default, metadata=metadata)


def one_of(default: str, *others: str, doc: str, **where: Any) -> Any:
    """Declare an option with a few named values, the default among them; further arguments as of `declare`."""
    names = (default, *others)
    listed = ", ".join(name or repr(name) for name in names)
    allowed, where = f"one of {listed}", {**where, "names": names}
    return declare(default, allowed, lambda value: isinstance(value, str) and value in names, doc, **where)


def whole(default: int | None, low: int | None = 0, high: int | None = None, *, doc: str, **where: Any) -> Any:
    """Declare a whole number from ``low`` to ``high``, both included; None sets no limit. Others as of `declare`."""
    allowed = "a whole number" + (
        "" if low is None else f" of at least {low}" if high is None else f" from {low} to {high}"
    )

    def check(value: Any) -> bool:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and (low is None or value >= low) and (high is None or value <= high)

    return declare(default, allowed, check, doc, **where)


def number(
    default: float | None, low: float | None = None, high: float | None = None, *, doc: str, **where: Any
) -> Any:
    """Declare a number above ``low`` and up to ``high``; None sets no limit. Others as of `declare`."""
    allowed = "a number" + ("" if low is None else f" above {low:g}") + ("" if high is None else f" up to {high:g}")

    def check(value: Any) -> bool:
        real = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
        return real and (low is None or value > low) and (high is None or value <= high)

    return declare(default, allowed, check, doc, **where)


def flag(default: bool | None, *, doc: str, **where: Any) -> Any:
    """Declare a switch: true or false, not text; further arguments as of `declare`."""
    return declare(default, "true or false", lambda value: isinstance(value, bool), doc, **where)


def file(*, doc: str, folder: bool = False, **where: Any) -> Any:
    """Declare the path of a file, or with ``folder`` also of a folder, that exists; others as of `declare`."""
    return declare(
        None,
        "a file or folder that exists" if folder else "a file that exists",
        lambda value: isinstance(value, str) and (os.path.isfile(value) or (folder and os.path.isdir(value))),
        doc,
        is_file=True,
        **where,
    )


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of all datasets; benchmarks inherit from it and add theirs."""

    seed: int = whole(0, doc="Seed of everything that is drawn: the rows of `limit`, random turns, resampling.")
    # Every row is asked alike whatever the limit, and a larger one keeps the rows of a smaller one: a run may grow.
    limit: int | None = whole(None, 1, doc="Use only so many rows, drawn evenly over the categories.", asks=())
    profile: str = one_of("robust", "paper", doc="Reading of the replies that makes the headline.", asks=())
    max_failed: float = declare(
        0.02,
        "a number from 0 to 1",
        lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1,
        "Largest share of failed rows that leaves a headline.",
        asks=(),
    )

    @classmethod
    def read(cls: type[T], dataset: str, given: Mapping[str, Any]) -> T:
        """Check the options of a dataset.

        Args:
            dataset: Its name; the label and the demo suffix make no difference.
            given: Option name to value.

        Raises:
            OptionError: An option is unknown, has no such value or no effect on this dataset, or the label cannot be
                part of file names. The message is one line and names the option, the value and the allowed values.
        """
        check_label(dataset)
        declared = cls.declared()
        ignored = _ignored(given, sorted(declared))
        given = {name: value for name, value in given.items() if name not in ignored}
        for name in given:
            if name not in declared:
                suggestion = did_you_mean(name, sorted(declared), 0.5, ".")
                raise OptionError(
                    f"{dataset}: unknown option {name}{suggestion} Options: {', '.join(sorted(declared))}"
                )
        for name, value in given.items():
            default, rules = declared[name]
            if (value is None and default is None) or (value is not None and rules.check(value)):
                continue
            text, allowed = value if isinstance(value, str) else "", _allowed(rules, default)
            suggestion = did_you_mean(text, filter(None, rules.names), 0.7, ";")
            raise OptionError(f"{dataset}: {name}={shortened(repr(value))} is not allowed{suggestion} give {allowed}")
        options = cls(**given)
        for name, value in given.items():
            options._refuse_without_effect(dataset, name, value)
        options.check(dataset)
        return options

    def check(self, dataset: str) -> None:
        """Refuse options that contradict each other; benchmarks override it.

        Raises:
            OptionError: The message names the options.
        """

    @classmethod
    def declared(cls) -> dict[str, tuple[Any, Declared]]:
        """Option name to its default and declaration, general options first."""
        return {entry.name: (entry.default, _declaration(entry)) for entry in fields(cls)}

    @classmethod
    def of_dataset(cls, dataset: str) -> dict[str, tuple[Any, Declared]]:
        """The options that have an effect on a dataset."""
        name = base_name(dataset)
        return {option: entry for option, entry in cls.declared().items() if entry[1].works_on(name)}

    def settings(self, dataset: str) -> dict[str, Any]:
        """The options that have an effect on a dataset, as score files show them."""
        return {name: value for name, value in asdict(self).items() if name in self.of_dataset(dataset)}

    def asking(self, dataset: str) -> dict[str, Any]:
        """The settings that decide what a model is asked."""
        name, declared = base_name(dataset), self.declared()
        return {
            option: value
            for option, value in self.settings(dataset).items()
            if any(fnmatchcase(name, pattern) for pattern in declared[option][1].asks)
        }

    def _refuse_without_effect(self, dataset: str, name: str, value: Any) -> None:
        default, rules = self.declared()[name]
        if value == default:
            return
        if not rules.works_on(base_name(dataset)):
            raise OptionError(
                f"{dataset}: {name}={shortened(repr(value))} has no effect here; it works on {rules.scope}"
            )
        for other, values in rules.when.items():
            if getattr(self, other) not in values:
                wanted = " or ".join(f"{other}={value}" for value in values)
                raise OptionError(f"{dataset}: {name}={shortened(repr(value))} has no effect without {wanted}")


class OpenSignature(inspect.Signature):
    """A signature that contains every name.

    Hosts silently drop parameters that a dataset's signature does not name. With this one they pass all of them, so
    that `Options.read` can refuse a misspelt option.
    """

    @property
    def parameters(self) -> Mapping[str, inspect.Parameter]:  # type: ignore[override]
        """The declared parameters, as a mapping that contains every other name too."""
        return _Open(super().parameters)


class _Open(dict[str, inspect.Parameter]):
    def __contains__(self, name: object) -> bool:
        return isinstance(name, str)


def signature_of(options: type[Options], dataset: Any) -> inspect.Signature:
    """The signature of a dataset's constructor: ``(self, dataset=..., <its options>)``.

    Args:
        options: The benchmark's options.
        dataset: Default of the parameter ``dataset``; ``inspect.Parameter.empty`` for none.
    """
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("self", kind), inspect.Parameter("dataset", kind, default=dataset)]
    for entry in fields(options):
        parameters.append(inspect.Parameter(entry.name, kind, default=entry.default, annotation=entry.type))
    return OpenSignature(parameters)


def _declaration(entry: Field[Any]) -> Declared:
    if entry.default is MISSING or "declared" not in entry.metadata:
        raise TypeError(f"declare the option {entry.name} with one_of, whole, number, flag, file or declare")
    declared: Declared = entry.metadata["declared"]
    return declared


def _ignored(given: Mapping[str, Any], known: list[str]) -> frozenset[str]:
    """Names of parameters that a host passes by itself."""
    if not given.keys() >= COMMAND_LINE:
        return PASSED_BY_HOSTS
    others = given.keys() - RUNNER - PASSED_BY_HOSTS - set(known)
    newer = {name for name in others if not close_name(name, known, _ALIKE)}
    if newer:
        logger.warning("ignored, because datasets have no such option: %s", ", ".join(sorted(newer)))
    return (RUNNER | PASSED_BY_HOSTS | newer) - set(known)


def option_rows(options: type[Options], dataset: str | None = None) -> list[tuple[str, str, str, str]]:
    """Name, default, allowed values and meaning of every option.

    Args:
        options: The options of a benchmark.
        dataset: Only those that have an effect on this dataset.
    """
    declared = options.declared() if dataset is None else options.of_dataset(dataset)
    return [
        (
            name,
            default if isinstance(default, str) and default else json.dumps(default),
            _allowed(rules, default),
            _meaning(rules, dataset is None),
        )
        for name, (default, rules) in declared.items()
    ]


def markdown_table(options: type[Options]) -> str:
    """The options of a benchmark as a GitHub table."""
    lines = ["| option | default | values | what it does |", "| --- | --- | --- | --- |"]
    for name, default, allowed, meaning in option_rows(options):
        cells = (f"`{name}`", f"`{default}`", allowed, meaning)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def _allowed(rules: Declared, default: object) -> str:
    return rules.allowed + (" or null" if default is None else "")


def _meaning(rules: Declared, with_scope: bool) -> str:
    parts = [rules.doc]
    if with_scope and rules.only != ("*",):
        parts.append(f"{'On' if rules.scope.startswith('all') else 'Only'} {rules.scope}.")
    for other, values in rules.when.items():
        parts.append(f"Only with {' or '.join(f'{other}={value}' for value in values)}.")
    return " ".join(parts)


def declared_options(card: Card) -> type[Options]:
    """The options of a benchmark's datasets.

    They are read from its module ``options`` where it declares them there: importing the dataset class takes seconds.
    """
    place = f"{card.package}.options"
    try:
        found = list(vars(import_module(place)).values())
    except Exception:  # no such module, or a mistake in it, which the import of the class reports in one line
        found = []
    kinds = [one for one in found if isinstance(one, type) and issubclass(one, Options) and one.__module__ == place]
    if len(kinds) == 1:
        return kinds[0]
    kind: type[Options] = dataset_class(card).OPTIONS
    return kind
