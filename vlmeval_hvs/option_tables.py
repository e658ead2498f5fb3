"""Tables of options, for the terminal and for the documentation, made from the declarations."""

from __future__ import annotations

import json

from vlmeval_hvs.options import Declared, Options


def option_rows(options: type[Options], dataset: str | None = None) -> list[tuple[str, str, str, str]]:
    """Name, default, allowed values and meaning of every option.

    Args:
        options: The options of a benchmark.
        dataset: Only those that have an effect on this dataset.
    """
    declared = options.declared() if dataset is None else options.of_dataset(dataset)
    return [
        (name, _default(default), _allowed(rules, default), _meaning(rules, dataset is None))
        for name, (default, rules) in declared.items()
    ]


def markdown_table(options: type[Options]) -> str:
    """The options of a benchmark as a GitHub table."""
    lines = ["| option | default | values | what it does |", "| --- | --- | --- | --- |"]
    for name, default, allowed, meaning in option_rows(options):
        cells = (f"`{name}`", f"`{default}`", allowed, meaning)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def _default(default: object) -> str:
    return default if isinstance(default, str) and default else json.dumps(default)


def _allowed(rules: Declared, default: object) -> str:
    return rules.allowed + (" or null" if default is None else "")


def _meaning(rules: Declared, with_scope: bool) -> str:
    parts = [rules.doc]
    if with_scope and rules.only != ("*",):
        parts.append(f"{'On' if rules.scope.startswith('all') else 'Only'} {rules.scope}.")
    for other, values in rules.when.items():
        parts.append(f"Only with {' or '.join(f'{other}={value}' for value in values)}.")
    return " ".join(parts)
