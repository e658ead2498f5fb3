"""Put the recorded figures and the declared options into the documentation.

Usage: python -m speed.update_docs [--check]

README.md and the pages below docs/ hold blocks of the form

    <!-- measured: kde -->
    ...
    <!-- /measured -->

This command replaces what stands between the markers by what `speed.blocks` renders from the records in
docs/measured, and draws the pictures of `speed.pictures`. A block `options: HVSBench` holds the table of a
benchmark's options, a block `published: Table 3` the rows of a published table, a block `own: HVSBench` the columns
of own data. With `--check` nothing is written; the exit status is 1, and every block that differs from its source is
named.
"""

import argparse
import os
import re
import sys
from pathlib import Path

from dataset_builders.own.layout import markdown
from dataset_builders.own.template import LAYOUTS
from speed import (
    ask_blocks,  # noqa: F401
    blocks,
    cue_model_blocks,  # noqa: F401  their renderers are registered when they are imported
    gaze_blocks,  # noqa: F401
    generate_blocks,  # noqa: F401
    hosts_blocks,  # noqa: F401
    interiors_blocks,  # noqa: F401
    pictures,
    record,
)
from vlmeval_hvs.benchmarks.hvsbench.published import published_chances
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.option_tables import markdown_table
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.results.published import cells

BLOCK = re.compile(
    r"<!-- (?P<kind>measured|options|published|own): (?P<name>.+?) -->\n(?P<text>.*?)<!-- /(?P=kind) -->", re.DOTALL
)
MARKER = re.compile(r"<!-- /?(?:measured|options|published|own)\b.*?-->")


class DocsError(Exception):
    """A page whose markers do not fit, or a block that cannot be rendered."""


def main() -> None:
    """Update or check all pages and pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; name what is out of date and exit with 1")
    check = parser.parse_args().check
    try:
        stale = update(record.ROOT, record.FOLDER, write=not check)
    except (DocsError, ValueError) as error:
        sys.exit(str(error))
    for name in stale:
        print(f"{name}: {'out of date' if check else 'updated'}")
    if check and stale:
        sys.exit("run `python -m speed.update_docs`")


def update(root: Path, records: Path, write: bool) -> list[str]:
    """Render every block and picture and return the names of those that differed.

    Args:
        root: Folder of README.md and docs/.
        records: Folder of the records.
        write: Whether to replace what differs.

    Raises:
        DocsError: Markers are unpaired or name an unknown block.
        ValueError: A record is missing or incomplete.
    """
    stale = []
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        fresh, names = render_page(text, page, records)
        stale += [f"{page.relative_to(root)}: {name}" for name in names]
        if write and fresh != text:
            page.write_text(fresh, encoding="utf-8")
    for name, draw in pictures.PICTURES.items():
        path, fresh = root / name, draw(records)
        if not path.exists() or path.read_text(encoding="utf-8") != fresh:
            stale.append(name)
            if write:
                path.write_text(fresh, encoding="utf-8")
    return stale


def pages(root: Path) -> list[Path]:
    """Return all pages that may hold blocks."""
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def render_page(text: str, page: Path, records: Path) -> tuple[str, list[str]]:
    """Return the page with fresh blocks, and the names of the blocks that differed."""
    if len(MARKER.findall(text)) != 2 * len(BLOCK.findall(text)):
        raise DocsError(f"{page}: a marker of a measured block has no partner")
    stale = []

    def fresh(match: re.Match[str]) -> str:
        kind, name = match["kind"], match["name"]
        if kind == "options":
            text = option_table(name, page)
        elif kind == "published":
            text = published_table(name, page)
        elif kind == "own":
            text = own_tables(name, page)
        elif name in blocks.BLOCKS:
            text = render(name, page, records)
        else:
            raise DocsError(f"{page}: there is no block {name!r}; there are {', '.join(sorted(blocks.BLOCKS))}")
        content = f"\n{text}\n\n"
        if content != match["text"]:
            stale.append(name)
        return f"<!-- {kind}: {name} -->\n{content}<!-- /{kind} -->"

    return BLOCK.sub(fresh, text), stale


def option_table(benchmark: str, page: Path) -> str:
    """Return the table of a benchmark's options, made from their declarations.

    Raises:
        DocsError: There is no such benchmark.
    """
    try:
        return markdown_table(dataset_class(card_of(benchmark)).OPTIONS)
    except DataError as error:
        raise DocsError(f"{page}: {error}") from error


def own_tables(name: str, page: Path) -> str:
    """Return the tables of a format of own data, made from its declaration.

    Raises:
        DocsError: There is no such format.
    """
    if name not in LAYOUTS:
        raise DocsError(f"{page}: there is no format {name!r}; there are {', '.join(LAYOUTS)}")
    return markdown(LAYOUTS[name])


def published_table(name: str, page: Path) -> str:
    """Return a published table of HVSBench with the marks of chance.

    Raises:
        DocsError: There is no such table.
    """
    reference, chances = card_of("HVSBench").reference, published_chances()
    if name not in reference["tables"]:
        raise DocsError(f"{page}: there is no published table {name!r}")
    metrics = reference["tables"][name]
    rows = [[row, *cells(values, metrics, chances)] for row, values in reference["rows"].items()]
    ranges = [f"{chances[key].low:.3f} to {chances[key].high:.3f}" if key in chances else "" for key in metrics]
    return blocks.table(["row", *metrics], [*rows, ["*guessing, 95 %*", *ranges]])


def render(name: str, page: Path, records: Path) -> str:
    """Return the content of a block: its figures, and how they were measured."""
    source, draw, packages = blocks.BLOCKS[name]
    found = record.read(source, records)
    link = Path(os.path.relpath(records / f"{source}.json", page.parent)).as_posix()
    return f"{draw(found['figures'])}\n\n{blocks.provenance(found, packages, link)}"


if __name__ == "__main__":
    main()
