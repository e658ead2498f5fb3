"""The layout holds: imports point down only, benchmarks know nothing of each other, and one room knows the host."""

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
PACKAGES = ("vlmeval_hvs", "dataset_builders", "standardizers")

GROUND = {
    "errors", "files", "seeding", "messages", "server_replies", "pictures", "names", "store", "sets", "code_digests",
    "registry", "options", "cache", "choices", "as_shown", "lazy_images", "progress", "answer_frames", "terminal",
}  # fmt: skip
FLOORS = [
    GROUND, {"metrics", "visual_prompts", "probe", "saliency"}, {"results"},
    {"dataset", "presentation", "responders", "configs", "schema", "figures"}, {"benchmarks", "host"},
    {"searchers", "verification", "viewer", "estimates", "ask", "rewards"}, {"upstream"}, {"commands", "cli"},
]  # fmt: skip
"""Rooms of ``vlmeval_hvs`` from the ground up: a room imports from lower floors; on the ground also from its own."""

NEIGHBOURS = {("configs", "dataset"), ("cli", "commands"), ("viewer", "verification")}
"""Rooms of one floor that may import each other."""

BUILDING = {f"vlmeval_hvs.commands.{name}" for name in ("benchmarks", "data")}
"""Commands that build sets, and may import the builders."""

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in PACKAGES for path in (ROOT / package).rglob("*.py")
}  # fmt: skip


@cache
def tree_of(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


@cache
def imports(name: str) -> list[tuple[str, bool]]:
    """Modules that a module imports, and whether it does so outside type checking."""
    found: list[tuple[str, bool]] = []
    package = name.split(".") if MODULES[name].name == "__init__.py" else name.split(".")[:-1]

    def visit(node: ast.AST, running: bool) -> None:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            running = False
        if isinstance(node, ast.Import):
            found.extend((alias.name, running) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                full = f"{module}.{alias.name}"
                found.append((full if full in MODULES else module, running))
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):  # imports are statements
            for child in getattr(node, part, ()):
                visit(child, running)

    visit(tree_of(name), True)
    return found


def ours(package: str = "vlmeval_hvs") -> list[str]:
    return sorted(name for name in MODULES if name.startswith(f"{package}."))


def room(name: str) -> str:
    parts = name.split(".")
    return parts[1] if parts[0] == "vlmeval_hvs" and len(parts) > 1 else ""


def floor(name: str) -> int:
    return next((number for number, rooms in enumerate(FLOORS) if room(name) in rooms), -1)


def test_every_module_has_a_floor_and_imports_point_down() -> None:
    assert [name for name in ours() if floor(name) < 0] == []
    wrong = []
    for name in ours():
        for other in {other for other, _ in imports(name) if room(other)}:
            beside = floor(other) == floor(name) > 0 and room(other) != room(name)
            if floor(other) > floor(name) or (beside and (room(name), room(other)) not in NEIGHBOURS):
                wrong.append(f"{name} imports {other}")
    assert wrong == []


def test_benchmarks_do_not_import_each_other_and_standardizers_nothing_of_ours_and_nothing_heavy() -> None:
    barred = {"vlmeval_hvs", "dataset_builders", "vlmeval", "torch", "pandas"}
    wrong = [name for name in ours("standardizers") if barred & {other.split(".")[0] for other, _ in imports(name)}]
    for name in ours("vlmeval_hvs.benchmarks"):
        own = ".".join(name.split(".")[:3])
        others = {other for other, _ in imports(name) if other.startswith("vlmeval_hvs.benchmarks.")}
        wrong += [f"{name} imports {other}" for other in others if not f"{other}.".startswith(f"{own}.")]
    assert wrong == []


def test_the_host_and_the_builders_are_imported_where_they_belong() -> None:
    def importers(package: str) -> list[str]:
        return [name for name in MODULES if any(other.split(".")[0] == package for other, _ in imports(name))]

    assert [name for name in importers("vlmeval") if not name.startswith("vlmeval_hvs.host")] == []
    assert {name for name in importers("dataset_builders") if name.startswith("vlmeval_hvs.")} <= BUILDING


def test_there_is_no_circle_of_modules_or_packages() -> None:
    def package(name: str) -> str:
        return name if "." not in name or MODULES[name].name == "__init__.py" else name.rpartition(".")[0]

    graph: dict[str, set[str]] = {}
    for name in MODULES:
        graph[name] = {other for other, running in imports(name) if running and other in MODULES and other != name}
        # A package imports what it offers, and that imports from its neighbours through it.
        graph[name] -= {".".join(name.split(".")[:depth]) for depth in range(1, name.count(".") + 1)}
    TopologicalSorter(graph).prepare()
    graph = {}
    for name in MODULES:
        others = {package(other) for other, _ in imports(name) if other in MODULES}
        graph[package(name)] = graph.get(package(name), set()) | others - {package(name)}
    ground = {"vlmeval_hvs", "standardizers"}  # their modules lie on several floors; the tests above look at each
    TopologicalSorter({name: others - ground for name, others in graph.items() if name not in ground}).prepare()
