"""The tables of options and of own data in the pages, made from their declarations.

Usage: python docs/tables.py

What stands between ``<!-- options: HVSBench -->`` and ``<!-- /options -->`` is written anew; so is ``own``.
"""

import re
from pathlib import Path

from dataset_builders.own.layout import markdown
from dataset_builders.own.template import LAYOUTS
from vlmeval_hvs.options import markdown_table
from vlmeval_hvs.registry import card_of, dataset_class

PAGES = Path(__file__).parent
BLOCK = re.compile(r"<!-- (options|own): (.+?) -->\n.*?<!-- /\1 -->", re.DOTALL)


def fresh(page: str) -> str:
    """A page with its tables as they are declared now."""
    return BLOCK.sub(_table, page)


def _table(match: re.Match[str]) -> str:
    kind, name = match.groups()
    table = markdown(LAYOUTS[name]) if kind == "own" else markdown_table(dataset_class(card_of(name)).OPTIONS)
    return f"<!-- {kind}: {name} -->\n\n{table}\n\n<!-- /{kind} -->"


if __name__ == "__main__":
    for path in PAGES.rglob("*.md"):
        path.write_text(fresh(path.read_text(encoding="utf-8")), encoding="utf-8")
