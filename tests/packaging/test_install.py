"""Wheel, sdist and editable installation, by pip and by uv, in fresh virtual environments."""

import base64
import hashlib
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

HOOKS = {"vlmeval_hvs.pth", "vlmeval_hvs.start"}
ACTIVE = "import sys; print([type(finder).__name__ for finder in sys.meta_path].count('HostFinder'))"
NIGHTLY = [pytest.param(*way, marks=pytest.mark.nightly) for way in (("sdist", "pip"), ("editable", "uv"))]


@pytest.mark.parametrize(("kind", "installer"), [("wheel", "pip"), *NIGHTLY])
def test_installing_starts_the_hook_and_uninstalling_leaves_nothing(environment, built, source, kind, installer):
    if installer == "uv" and not find_spec("uv"):
        pytest.skip("uv is not installed")
    if kind == "editable":
        checkout = shutil.copytree(source, environment.folder / "checkout")
        environment.install(installer, "--editable", checkout)
    else:
        environment.install(installer, built[kind])
    for name in HOOKS:
        digest = base64.urlsafe_b64encode(hashlib.sha256((environment.site / name).read_bytes()).digest())
        assert environment.record[name] == f"sha256={digest.decode().rstrip('=')}"
    assert environment.python("-c", ACTIVE).strip() == "1"
    assert environment.python("-c", ACTIVE, VLMEVAL_HVS_AUTOLOAD="0").strip() == "0"
    assert environment.python("-I", "-c", ACTIVE).strip() == "1"
    assert environment.python("-S", "-c", ACTIVE).strip() == "0"
    again = f"import site; site.addsitedir({str(environment.site)!r}); site.addsitedir({str(environment.site)!r}); "
    assert environment.python("-c", again + ACTIVE).strip() == "1"
    where = environment.python("-c", "import standardizers, dataset_builders, vlmeval_hvs; print(vlmeval_hvs.__file__)")
    root = checkout if kind == "editable" else environment.site
    assert Path(where.strip()).resolve() == (root / "vlmeval_hvs" / "__init__.py").resolve()
    assert list(environment.scripts.glob("vlmeval-hvs*"))

    environment.uninstall(installer)
    assert not [path.name for path in environment.site.glob("*") if path.name != "__pycache__"]
    assert not list(environment.scripts.glob("vlmeval-hvs*"))
    assert environment.python("-c", ACTIVE).strip() == "0"
