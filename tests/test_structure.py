"""The layout holds: imports point down only, benchmarks know nothing of each other, and one room knows the host."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("vlmeval_hvs", "dataset_builders", "standardizers")

GROUND = (
    "errors",
    "files",
    "seeding",
    "messages",
    "pictures",
    "names",
    "store",
    "sets",
    "code_digests",
    "registry",
    "options",
    "option_tables",
    "subset",
    "cache",
    "places",
    "file_check",
    "choices",
    "bit_depth",
    "drawing_later",
    "progress",
    "answer_frames",
    "terminal",
    "outside_code",
)
FLOORS = [
    GROUND,
    ("metrics", "visual_prompts", "probe", "saliency"),
    ("results",),
    ("dataset", "responders", "configs", "option_arguments", "figures"),
    ("saliency_models",),
    ("benchmarks", "host"),
    ("searchers", "reply_corpus", "verification", "viewer", "estimates", "ask", "harness", "rewards"),
    ("export", "upstream"),
    ("commands", "cli"),
]
"""Rooms of ``vlmeval_hvs`` from the ground up: a room imports from lower floors; on the ground also from its own."""


def modules() -> dict[str, Path]:
    found = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imports(name: str) -> list[tuple[str, bool]]:
    """Modules that a module imports, and whether it does so outside type checking."""
    found: list[tuple[str, bool]] = []

    def visit(node: ast.AST, running: bool) -> None:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            running = False
        if isinstance(node, ast.Import):
            found.extend((alias.name, running) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found.append((full if full in MODULES else node.module, running))
        for child in ast.iter_child_nodes(node):
            visit(child, running)

    visit(ast.parse(MODULES[name].read_text(encoding="utf-8")), True)
    return found


def room(name: str) -> str:
    parts = name.split(".")
    return parts[1] if parts[0] == "vlmeval_hvs" and len(parts) > 1 else ""


def floor(name: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if room(name) in rooms)


READING = [
    {"common"},
    {"text"},
    {"stance"},
    {"words", "views", "counts"},
    {"decisions", "choices", "points"},
    {"orders", "options", "boxes"},
]
"""Rooms of ``standardizers`` from the ground up."""

OURS = sorted(name for name in MODULES if name.startswith("vlmeval_hvs."))


READERS = [name for name in MODULES if name.startswith("standardizers.")]


@pytest.mark.parametrize("name", READERS)
def test_readers_import_from_rooms_below(name: str) -> None:
    def floor_of(module: str) -> int:
        return next(number for number, rooms in enumerate(READING) if module.split(".")[1] in rooms)

    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    package = name if MODULES[name].name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            parent = package if node.level == 1 else package.rpartition(".")[0]
            module = f"{parent}.{node.module}" if node.module else f"{parent}.{node.names[0].name}"
            same = module.split(".")[1] == name.split(".")[1]
            assert same or floor_of(module) < floor_of(name), f"{name} imports {module}"


def test_every_module_has_a_floor() -> None:
    assert {room(name) for name in OURS} <= {name for rooms in FLOORS for name in rooms}


@pytest.mark.parametrize("name", OURS)
def test_imports_point_down(name: str) -> None:
    for other, _ in imports(name):
        if not room(other):
            continue
        assert floor(other) <= floor(name), f"{name} imports {other} from a higher floor"
        if floor(other) == floor(name) > 0 and room(other) != room(name):
            assert (room(name), room(other)) in ALLOWED_NEIGHBOURS, f"{name} imports its neighbour {other}"


ALLOWED_NEIGHBOURS = {
    ("option_arguments", "dataset"),
    ("option_arguments", "configs"),
    ("cli", "commands"),
    ("viewer", "reply_corpus"),
}


@pytest.mark.parametrize("name", [name for name in OURS if room(name) == "benchmarks" and name.count(".") > 1])
def test_benchmarks_do_not_import_each_other(name: str) -> None:
    own = ".".join(name.split(".")[:3])
    others = [other for other, _ in imports(name) if other.startswith("vlmeval_hvs.benchmarks.")]
    assert [other for other in others if not f"{other}.".startswith(f"{own}.")] == []


@pytest.mark.parametrize("name", sorted(MODULES))
def test_only_the_host_room_imports_the_host(name: str) -> None:
    found = [other for other, _ in imports(name) if other.split(".")[0] == "vlmeval"]
    assert not found or name.startswith("vlmeval_hvs.host")


@pytest.mark.parametrize("name", OURS)
def test_running_code_imports_builders_only_to_build(name: str) -> None:
    found = [other for other, _ in imports(name) if other.split(".")[0] == "dataset_builders"]
    assert not found or name in BUILDING


BUILDING = {
    "vlmeval_hvs.commands.actiview_annotate",
    "vlmeval_hvs.commands.gaze_export",
    "vlmeval_hvs.commands.gaze_points",
    "vlmeval_hvs.commands.gaze_reproduce",
    "vlmeval_hvs.commands.hvsbench_check",
    "vlmeval_hvs.commands.hvsbench_export",
    "vlmeval_hvs.commands.hvsbench_generate",
    "vlmeval_hvs.commands.new",
    "vlmeval_hvs.commands.vpb_build",
}


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("standardizers")])
def test_standardizers_import_nothing_of_ours_and_nothing_heavy(name: str) -> None:
    roots = {other.split(".")[0] for other, _ in imports(name)}
    assert not roots & {"vlmeval_hvs", "dataset_builders", "vlmeval", "torch", "pandas"}


def test_there_is_no_circle() -> None:
    graph = {
        name: {other for other, running in imports(name) if running and other in MODULES and other != name}
        for name in MODULES
    }
    TopologicalSorter(graph).prepare()


def test_there_is_no_circle_between_packages() -> None:
    def package(name: str) -> str:
        return name if "." not in name or MODULES[name].name == "__init__.py" else name.rpartition(".")[0]

    graph: dict[str, set[str]] = {}
    for name in MODULES:
        for other, _ in imports(name):
            if other in MODULES and package(other) != package(name):
                graph.setdefault(package(name), set()).add(package(other))
    ground = {"vlmeval_hvs"}  # its modules lie on several floors; the tests above look at each
    TopologicalSorter({name: others - ground for name, others in graph.items() if name not in ground}).prepare()


def test_every_package_is_described() -> None:
    for path in MODULES.values():
        if path.name == "__init__.py":
            assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path
