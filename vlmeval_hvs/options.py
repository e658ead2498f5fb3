"""Options of datasets, each declared once as a field of a frozen dataclass that inherits from `Options`.

From this declaration come the signature that the host reads, the check at construction, the settings in score files,
the tables in the documentation and the check of run configurations.

Example:
    >>> @dataclass(frozen=True, kw_only=True)
    ... class MyOptions(Options):
    ...     hint: str = one_of("none", "field", doc="What the model is told about the task.")
    >>> MyOptions.read("MySet", {"hint": "field"}).hint
    'field'
"""

import inspect
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, asdict, dataclass, field, fields
from fnmatch import fnmatchcase
from importlib import import_module
from typing import Any, TypeVar

from vlmeval_hvs.errors import OptionError, shortened
from vlmeval_hvs.names import base_name, check_label, close_name, did_you_mean
from vlmeval_hvs.registry import Card, dataset_class

T = TypeVar("T", bound="Options")

PASSED_BY_HOSTS = frozenset({"skeleton"})  # parameters that hosts pass to every dataset; they are ignored
COMMAND_LINE = frozenset({"data", "model", "work_dir", "mode", "reuse", "verbose"})
"""Arguments of the host's runner, which passes all of them to a dataset that is asked for by name alone."""
_ALIKE = 0.75  # similarity from which a name among them is a misspelt option


@dataclass(frozen=True)
class Declared:
    """The declaration of one option."""

    allowed: str  # the allowed values in words, for errors and tables
    check: Callable[[Any], bool]  # whether a value (never None) is allowed
    doc: str  # one sentence: what it does
    # Patterns of dataset names on which it has an effect; a pattern that starts with "!" excludes names.
    only: tuple[str, ...] = ("*",)
    when: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # other options, and values for which it works
    # Patterns of dataset names whose prompts or turns it changes, so that predictions made with another value of it are
    # not scored.
    asks: tuple[str, ...] = ("*",)
    is_file: bool = False  # whether the value is the path of a file or folder, whose content counts
    names: tuple[str, ...] = ()  # the allowed values of an option with a few named ones

    def works_on(self, dataset: str) -> bool:
        """Whether the option has an effect on a dataset (name without suffixes)."""
        found = [pattern for pattern in self.only if fnmatchcase(dataset, pattern.removeprefix("!"))]
        return bool(found) and not any(pattern.startswith("!") for pattern in found)

    @property
    def scope(self) -> str:
        """`only` in words: "*_HSP", "all but *_HSP"."""
        inside = ", ".join(pattern for pattern in self.only if not pattern.startswith("!"))
        without = ", ".join(pattern[1:] for pattern in self.only if pattern.startswith("!"))
        return f"{'all' if inside == '*' else inside}{without and f' but {without}'}"

    @property
    def needed(self) -> list[str]:
        """`when` in words: "hint=field", "turns=2 or turns=3"."""
        return [" or ".join(f"{other}={value}" for value in values) for other, values in self.when.items()]

    def allowed_for(self, default: object) -> str:
        """`allowed`, with null for an option that need not be given."""
        return self.allowed + (" or null" if default is None else "")

    def refuse(self, where: str, name: str, value: Any, default: Any) -> None:
        """Refuse a value of the option ``name`` that is not allowed; the `OptionError` starts with ``where``."""
        if (value is None and default is None) or (value is not None and self.check(value)):
            return
        hint = did_you_mean(value, filter(None, self.names), 0.7, ";") if isinstance(value, str) else ";"
        raise OptionError(
            f"{where}: {name}={shortened(repr(value))} is not allowed{hint} give {self.allowed_for(default)}"
        )


def declare(default: Any, allowed: str, check: Callable[[Any], bool], doc: str, **where: Any) -> Any:
    """Declare an option, with default None where it need not be given; other arguments are those of `Declared`."""
    if isinstance(default, (dict, list)):
        raise TypeError("options are compared and written as JSON: give None or a plain value as default")
    return field(default=default, metadata={"declared": Declared(allowed, check, doc, **where)})


def one_of(default: str, *others: str, doc: str, **where: Any) -> Any:
    """Declare an option with a few named values, the default among them; further arguments as of `declare`."""
    names = (default, *others)
    allowed = f"one of {', '.join(name or repr(name) for name in names)}"
    return declare(default, allowed, lambda value: isinstance(value, str) and value in names, doc, names=names, **where)


def whole(default: int | None, low: int | None = 0, high: int | None = None, *, doc: str, **where: Any) -> Any:
    """Declare a whole number from ``low`` to ``high``, both included; None sets no limit. Others as of `declare`."""
    limits = "" if low is None else f" of at least {low}" if high is None else f" from {low} to {high}"
    check = lambda value: isinstance(value, int) and _is_number(value, low, high)  # noqa: E731
    return declare(default, f"a whole number{limits}", check, doc, **where)


def number(
    default: float | None, low: float | None = None, high: float | None = None, *, doc: str, **where: Any
) -> Any:
    """Declare a number above ``low`` and up to ``high``; None sets no limit. Others as of `declare`."""
    allowed = "a number" + ("" if low is None else f" above {low:g}") + ("" if high is None else f" up to {high:g}")
    return declare(default, allowed, lambda value: _is_number(value, low, high) and value != low, doc, **where)


def _is_number(value: Any, low: float | None, high: float | None) -> bool:
    """Whether a value is a finite number between two limits, both included; None sets no limit."""
    least, most = (-sys.float_info.max if low is None else low), (sys.float_info.max if high is None else high)
    return isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= most


def flag(default: bool | None, *, doc: str, **where: Any) -> Any:
    """Declare a switch: true or false, not text; further arguments as of `declare`."""
    return declare(default, "true or false", lambda value: isinstance(value, bool), doc, **where)


def file(*, doc: str, folder: bool = False, **where: Any) -> Any:
    """Declare the path of a file, or with ``folder`` also of a folder, that exists; others as of `declare`."""
    allowed, exists = (
        ("a file or folder that exists", os.path.exists) if folder else ("a file that exists", os.path.isfile)
    )
    return declare(None, allowed, lambda value: isinstance(value, str) and exists(value), doc, is_file=True, **where)


MAX_FAILED = "Largest share of failed rows that leaves a headline."


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of all datasets; benchmarks inherit from it and add theirs."""

    seed: int = whole(0, doc="Seed of everything that is drawn: the rows of `limit`, random turns, resampling.")
    # Every row is asked alike whatever the limit, and a larger one keeps the rows of a smaller one: a run may grow.
    limit: int | None = whole(None, 1, doc="Use only so many rows, drawn evenly over the categories.", asks=())
    profile: str = one_of("robust", "paper", doc="Reading of the replies that makes the headline.", asks=())
    max_failed: float = declare(
        0.02, "a number from 0 to 1", lambda value: _is_number(value, 0, 1), MAX_FAILED, asks=()
    )

    @classmethod
    def read(cls: type[T], dataset: str, given: Mapping[str, Any]) -> T:
        """Check the options of a dataset, whose label and demo suffix make no difference.

        Raises:
            OptionError: An option is unknown, has no such value or no effect on this dataset, or the label cannot be
                part of file names. The message is one line and names the option, the value and the allowed values.
        """
        check_label(dataset)
        declared = cls.declared()
        known, by_runner = sorted(declared), given.keys() >= COMMAND_LINE
        for name in given:
            unknown = name not in declared and name not in PASSED_BY_HOSTS
            if unknown and (not by_runner or close_name(name, known, _ALIKE)):
                hint = did_you_mean(name, known, 0.5, ".")
                raise OptionError(f"{dataset}: unknown option {name}{hint} Options: {', '.join(known)}")
        given = {name: value for name, value in given.items() if name in declared}
        for name, value in given.items():
            declared[name][1].refuse(dataset, name, value, declared[name][0])
        options = cls(**given)
        for name, value in given.items():
            default, rules = declared[name]
            where = f"{dataset}: {name}={shortened(repr(value))} has no effect"
            if value != default and not rules.works_on(base_name(dataset)):
                raise OptionError(f"{where} here; it works on {rules.scope}")
            for (other, values), words in zip(rules.when.items(), rules.needed, strict=True):
                if value != default and getattr(options, other) not in values:
                    raise OptionError(f"{where} without {words}")
        options.check(dataset)
        return options

    def check(self, dataset: str) -> None:
        """Refuse options that contradict each other by an `OptionError` that names them; benchmarks override it."""

    @classmethod
    def declared(cls) -> dict[str, tuple[Any, Declared]]:
        """Option name to its default and declaration, general options first."""
        return {one.name: (one.default, declaration(one)) for one in fields(cls)}

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
        name, declared, settings = base_name(dataset), self.declared(), self.settings(dataset)
        asks = {option: any(fnmatchcase(name, pattern) for pattern in declared[option][1].asks) for option in settings}
        return {option: value for option, value in settings.items() if asks[option]}


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
    """The signature ``(self, dataset=..., <its options>)``; ``dataset`` is its default, `Parameter.empty` for none."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("self", kind), inspect.Parameter("dataset", kind, default=dataset)]
    for entry in fields(options):
        parameters.append(inspect.Parameter(entry.name, kind, default=entry.default, annotation=entry.type))
    return OpenSignature(parameters)


def declaration(one: Field[Any]) -> Declared:
    """The declaration of a field."""
    if one.default is MISSING or "declared" not in one.metadata:
        raise TypeError(f"declare the option {one.name} with one_of, whole, number, flag, file or declare")
    declared: Declared = one.metadata["declared"]
    return declared


def option_rows(options: type[Options], dataset: str | None = None) -> list[tuple[str, str, str, str]]:
    """Name, default, allowed values and meaning of every option, or of those with an effect on a dataset."""
    rows = []
    for name, (default, rules) in (options.of_dataset(dataset) if dataset else options.declared()).items():
        meaning = [rules.doc]
        if dataset is None and rules.only != ("*",):
            meaning.append(f"{'On' if rules.scope.startswith('all') else 'Only'} {rules.scope}.")
        meaning += [f"Only with {words}." for words in rules.needed]
        shown = default if isinstance(default, str) and default else json.dumps(default)
        rows.append((name, shown, rules.allowed_for(default), " ".join(meaning)))
    return rows


def declared_options(card: Card) -> type[Options]:
    """The options of a benchmark: of its module ``options``, else of its dataset class, whose import takes seconds."""
    place = f"{card.package}.options"
    try:
        found = list(vars(import_module(place)).values())
    except Exception:  # no such module, or a mistake in it, which the import of the class reports in one line
        found = []
    kinds = [one for one in found if isinstance(one, type) and issubclass(one, Options) and one.__module__ == place]
    kind: type[Options] = kinds[0] if len(kinds) == 1 else dataset_class(card).OPTIONS
    return kind
