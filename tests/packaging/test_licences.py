"""NOTICE names every file that is shipped, with its terms, and no file that is not there."""

import re
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("vlmeval_hvs", "standardizers", "dataset_builders")
SECTION = re.compile(r"^(?P<title>\S[^\n]*)\n-+\n\n(?P<text>.*?)(?=^\S[^\n]*\n-+\n|\Z)", re.MULTILINE | re.DOTALL)
OWN = "Licence: Apache-2.0."
QUOTED = re.compile(r'\A(?:.*\n){0,3}\s*"_?source".*(?:quoted|as printed|ppendix|Table )')


def shipped() -> list[str]:
    files = [path for name in PACKAGES for path in (ROOT / name).rglob("*") if path.is_file()]
    return [path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts]


def entries(title: str) -> list[tuple[list[str], str]]:
    """The entries of a section of NOTICE: patterns of files, and what is said of them."""
    sections = {match["title"]: match["text"] for match in SECTION.finditer((ROOT / "NOTICE").read_text("utf-8"))}
    found = []
    for block in sections[title].strip().split("\n\n"):
        lines = block.splitlines()
        said = " ".join(line.strip() for line in lines if line.startswith(" "))
        found.append(([line for line in lines if not line.startswith(" ")], said))
    return found


def test_every_shipped_file_is_named_with_known_terms_and_every_named_file_is_there():
    names = [*shipped(), "vlmeval_hvs.pth", "vlmeval_hvs.start"]
    known = entries("Shipped in the distribution")
    patterns = [pattern for files, _ in known for pattern in files]
    assert len(names) > 100
    assert [name for name in names if not any(fnmatchcase(name, one) for one in patterns)] == []
    assert [one for one in patterns if not any(fnmatchcase(name, one) for name in names)] == []
    assert [files for files, said in known if not re.search(r"From: .+\. Licence: .+\.$", said)] == []
    others = [name for files, _ in entries("In the repository only") for name in files]
    assert [name for name in others if not (ROOT / name).is_file()] == []
    used = {name for _, said in known for name in re.findall(r"LicenseRef-[\w-]+", said)}
    assert set() < used <= {name for files, _ in entries("Terms") for name in files}


def test_files_that_say_they_quote_a_paper_are_not_declared_as_ours():
    quoting = [name for name in shipped() if name.endswith(".json") and QUOTED.match((ROOT / name).read_text("utf-8"))]
    assert quoting
    for files, said in entries("Shipped in the distribution"):
        ours = [name for name in quoting if any(fnmatchcase(name, one) for one in files)]
        assert not (ours and said.endswith(OWN)), ours
