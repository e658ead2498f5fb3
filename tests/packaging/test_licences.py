"""Every file that is shipped has declared terms, and NOTICE names them."""

from __future__ import annotations

import re

from release.licences import NOTICE, OWN, ROOT, declared, entry_of, notice

PACKAGES = ("vlmeval_hvs", "standardizers", "dataset_builders")


def shipped() -> list[str]:
    files = [path for name in PACKAGES for path in (ROOT / name).rglob("*") if path.is_file()]
    return [path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts]


def test_the_notice_is_what_the_declaration_says():
    assert NOTICE.read_text(encoding="utf-8") == notice()


def test_every_data_file_is_named_by_an_entry_of_its_own_kind():
    entries = declared()["shipped"]
    names = [name for name in shipped() if not name.endswith(".py")]
    assert names
    assert [name for name in names if entry_of(name, entries) is None] == []


def test_no_entry_is_out_of_date():
    content = declared()
    names = [*shipped(), "vlmeval_hvs.pth", "vlmeval_hvs.start"]
    for entry in content["shipped"]:
        for pattern in entry["files"]:
            assert any(entry_of(name, [{"files": [pattern]}]) for name in names), pattern
    for entry in content["repository"]:
        for name in entry["files"]:
            assert (ROOT / name).is_file(), name
    used = {part for entry in content["shipped"] for part in entry["licence"].split(" AND ")}
    assert used - {OWN} == content["terms"].keys()


def test_files_that_say_they_quote_a_paper_are_not_declared_as_ours():
    entries = declared()["shipped"]
    for name in shipped():
        path = ROOT / name
        if name.endswith(".json") and path.is_file():
            head = "\n".join(
                line
                for line in path.read_text(encoding="utf-8").splitlines()[:4]
                if line.lstrip().startswith(('"source"', '"_source"'))
            )
            if any(word in head for word in ("quoted", "as printed", "ppendix", "Table ")):
                assert entry_of(name, entries)["licence"] != OWN, name


def test_the_photographs_that_demo_sets_are_drawn_from_are_named():
    places = [ROOT / "dataset_builders", ROOT / "vlmeval_hvs" / "visual_prompts"]
    texts = [path.read_text(encoding="utf-8") for place in places for path in place.rglob("*.json")]
    texts += [path.read_text(encoding="utf-8") for path in (ROOT / "dataset_builders" / "vpb").glob("*.py")]
    used = {name for text in texts for name in re.findall(r'"([a-z]+)(?:_left|_right)?\.(?:png|jpg)"', text)}
    assert {"astronaut", "coffee", "retina", "ihc"} <= used
    text = NOTICE.read_text(encoding="utf-8")
    assert [name for name in used if name not in text] == []
