"""Hooks of the documentation site: pages made of the files in the root of the repository.

README.md, CONTRIBUTING.md, CHANGELOG.md and SECURITY.md belong in the root, where GitHub shows them; the site shows the
same texts. Links are written for the repository and rewritten here for the site.
"""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
LINK = re.compile(r"(?P<image>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)")
FENCE = re.compile(r"(^```.*?^```\s*?$)", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages of the root."""
    for source, page in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=from_root(text)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let links from pages below docs/ to the root's files lead to their pages on the site."""
    if page.file.src_uri in PAGES.values():
        return markdown
    up = "../" * (page.file.src_uri.count("/") + 1)
    for source, target in PAGES.items():
        markdown = markdown.replace(f"]({up}{source}", f"]({up[3:]}{target}")
    return markdown


def from_root(text: str) -> str:
    """Return a text of the root with its links as the site needs them; files outside the site lose their link."""
    parts = FENCE.split(text)
    return "".join(part if part.startswith("```") else LINK.sub(_rewritten, part) for part in parts)


def _rewritten(match: re.Match[str]) -> str:
    target = match["target"]
    path, _, anchor = target.partition("#")
    if "://" in target or not path:
        return match[0]
    if path in PAGES:
        path = PAGES[path]
    elif path.startswith("docs/"):
        path = path.removeprefix("docs/")
    else:
        return match["text"]
    return f"{match['image']}[{match['text']}]({path}{'#' + anchor if anchor else ''})"
