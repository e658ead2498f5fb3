"""What the digests of code and of wording follow, and of what draws are functions."""

import importlib
import sys
from itertools import pairwise

import pytest

from vlmeval_hvs.code_digests import digest_of_code, digest_of_wording, places_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.seeding import rng, stratified


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with two modules, and a module beside it; names that no other test imports."""
    monkeypatch.syspath_prepend(str(tmp_path))
    folder = tmp_path / "digested_package"
    (folder / "data").mkdir(parents=True)
    for name in ("__init__.py", "build.py", "data/a.json"):
        (folder / name).write_text("1")
    (tmp_path / "digested_module.py").write_text("1")
    importlib.invalidate_caches()
    yield folder
    sys.modules.pop("digested_package", None)


def test_places_of_modules_and_the_digest_of_code_follows_every_file_of_code_and_data_below_it(package):
    assert places_of("digested_package") == places_of("digested_package.build") == [package]
    assert places_of("digested_module") == [package.parent / "digested_module.py"]
    for name in ("digested_nothing", "digested_nothing.build", "digested_package.nothing"):
        with pytest.raises(DataError, match=f"there is no module {name}$"):
            places_of(name)
    found = [digest_of_code(["digested_package"])]
    for name, content in (("build.py", "2"), ("data/a.json", "2"), ("data/b.py", "1"), ("notes.txt", "1")):
        (package / name).write_text(content)
        found.append(digest_of_code(["digested_package"]))
    assert (len(set(found)), found[3]) == (4, found[4])
    assert digest_of_code(["digested_package", "digested_package.build"]) == found[4]
    assert digest_of_code(["digested_module"]) not in found
    beside = digest_of_code(["digested_package"], ours=True)
    assert beside not in found, "our builders share the modules beside them, and draw visual prompts"
    (package.parent / "digested_module.py").write_text("2")
    assert digest_of_code(["digested_package"], ours=True) != beside
    assert digest_of_code(["digested_package"]) == found[4]


def test_the_digest_of_wording_follows_statements_and_templates(package):
    (package / "dataset.py").write_text("X = 1")
    found = [digest_of_wording("digested_package")]
    for name, content in (
        ("dataset.py", "X = 2"), ("wording.py", "X = 1"), ("dataset.py", "X = 3"),
        ("pipeline.py", "def f():\n    g()"), ("pipeline.py", 'def f():\n    """A."""\n    g()  # b\n    "c"'),
        ("pipeline.py", "def f():\n    h()"), ("session.py", "1"), ("hints_a.json", "1"), ("prompts.json", "1"),
        ("wording_b.json", "1"), ("other.json", "1"), ("wording_b.json", "2"),
    ):  # fmt: skip
        (package / name).write_text(content)
        found.append(digest_of_wording("digested_package"))
    new = [here != before for before, here in pairwise(found)]
    assert new == [True, True, False, True, False, True, True, True, True, True, False, True]


def test_a_draw_is_a_frozen_function_of_its_name_and_a_larger_one_keeps_the_rows_of_a_smaller_one():
    assert rng(1, "row", 5).random() == rng(1, "row", "5").random()
    assert rng(1, "row", 5).random() != rng(2, "row", 5).random()
    assert rng(1, "ab", "c").random() != rng(1, "a", "bc").random()
    assert rng(3, "x").random() == 0.6137257017540273  # in every process
    import pandas as pd

    rows = pd.DataFrame({"index": [str(place) for place in range(30)], "kind": ["a"] * 20 + ["b"] * 8 + ["c"] * 2})
    draws = [stratified(rows, limit, "kind", 3) for limit in range(1, 31)]
    for smaller, larger in pairwise(draws):
        assert set(smaller["index"]) < set(larger["index"])
        assert larger["index"].map(int).is_monotonic_increasing
    assert draws[8]["kind"].value_counts().to_dict() in ({"a": 4, "b": 3, "c": 2}, {"a": 3, "b": 4, "c": 2})
    assert set(stratified(rows, 9, "kind", 4)["index"]) != set(draws[8]["index"])
    assert len(stratified(rows, 9, "no column", 3)) == 9
    assert stratified(rows, 30, "kind", 3) is rows
