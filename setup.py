"""Build of the distribution `vlmeval-hvs`.

Everything is ordinary setuptools except that `vlmeval_hvs.pth` and `vlmeval_hvs.start` belong into the root of
site-packages, which no setuptools option expresses. So `build_py` copies them into the build tree, and
`editable_wheel` adds them to the wheel of an editable installation. Both ways they are in RECORD and are removed on
uninstall.
"""

import ast
import base64
import hashlib
import re
import shutil
import zipfile
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py
from setuptools.command.editable_wheel import editable_wheel

HERE = Path(__file__).resolve().parent
HOOKS = ("vlmeval_hvs.pth", "vlmeval_hvs.start")
PACKAGES = ("vlmeval_hvs", "dataset_builders", "standardizers")
BUILD = ["huggingface_hub>=0.23", "pyarrow>=15"]
# The visual searchers' exact rule and structural similarity are loops that numpy cannot do; it takes 190 MB.
SEARCH = ["numba>=0.60"]
FIGURES = ["matplotlib>=3.8"]
# scikit-learn, statsmodels, pycocotools and ImageHash are the references that our own numbers are compared with,
# aiohttp the client that `speed` compares with. In pytest 9.2, pytest-xdist 3.8 loses groups of tests on one worker.
TEST = """pytest>=8,<9.2 pytest-xdist>=3.6 hypothesis>=6.100 setuptools>=70.1 pip>=23.3 uv>=0.5 scikit-learn>=1.4
    statsmodels>=0.14.2 pycocotools>=2.0.7 ImageHash>=4.3 playwright>=1.45 pylatexenc>=2.10 jsonschema>=4.18
    aiohttp>=3.9.4"""
# What demo sets, prompts, scoring and reports need. The lower bounds are tested (`make lowest`).
NEEDED = """numpy>=1.26 pandas>=2.2 scipy>=1.12 pillow>=10.3 opencv-python>=4.9 scikit-image>=0.23
    multimatch-gaze>=0.1.3 openpyxl>=3.1.2 jinja2>=3.1.3 rich>=13.7 tqdm>=4.66"""
DATA_ENDINGS = ("json", "txt", "csv", "npz", "html", "j2", "css", "js", "typed", "patch")


def version() -> str:
    tree = ast.parse((HERE / "vlmeval_hvs" / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__version__":
            return ast.literal_eval(node.value)
    raise RuntimeError("vlmeval_hvs/__init__.py defines no __version__")


def readme() -> str:
    """README.md for the package index, without pictures and links into the repository."""
    path = HERE / "README.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    text = re.sub(r"!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n\*.*?\*\n\n", "", text, flags=re.DOTALL)
    return re.sub(r"\[([^\]]*)\]\((?!https?:)[^)]*\)", r"\1", text)


class BuildWithHooks(build_py):
    """Adds the start-up files to the root of the build tree."""

    def run(self):
        super().run()
        if not self.editable_mode:
            for name in HOOKS:
                shutil.copyfile(HERE / name, Path(self.build_lib) / name)

    def get_outputs(self, include_bytecode=True):
        outputs = super().get_outputs(include_bytecode)
        return outputs if self.editable_mode else [*outputs, *(str(Path(self.build_lib) / n) for n in HOOKS)]


class EditableWithHooks(editable_wheel):
    """Adds the start-up files to the finished wheel of an editable installation."""

    def run(self):
        super().run()
        for wheel in Path(self.dist_dir).glob("*.whl"):
            add_hooks(wheel)


def add_hooks(wheel: Path) -> None:
    """Add the start-up files and their RECORD lines to `wheel`, unless it has them."""
    rewritten = wheel.with_suffix(".tmp")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(rewritten, "w", zipfile.ZIP_DEFLATED) as new:
        present = set(old.namelist())
        added = {name: (HERE / name).read_bytes() for name in HOOKS if name not in present}
        for item in old.infolist():
            content = old.read(item)
            if item.filename.endswith(".dist-info/RECORD"):
                content += "".join(record_line(name, body) for name, body in added.items()).encode()
            new.writestr(item, content)
        for name, body in added.items():
            new.writestr(name, body)
    rewritten.replace(wheel)


def record_line(name: str, body: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(body).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(body)}\n"


setup(
    name="vlmeval-hvs",
    version=version(),
    description="Five human-vision benchmarks for vision-language models: a plugin for VLMEvalKit",
    author="The vlmeval_hvs authors",
    keywords="vision-language models, evaluation, benchmark, VLMEvalKit, eye tracking, gaze, saliency, visual search",
    long_description=readme(),
    long_description_content_type="text/markdown",
    license="Apache-2.0",
    license_files=["LICENSE", "NOTICE"],
    python_requires=">=3.10",
    # The root is given explicitly so that an editable installation is a plain path line in a .pth file: start-up stays
    # cheap, and editors and type checkers see the packages.
    package_dir={"": "."},
    packages=find_packages(include=[pattern for name in PACKAGES for pattern in (name, f"{name}.*")]),
    py_modules=["_vlmeval_hvs_autoload"],
    package_data={name: [f"**/*.{ending}" for ending in DATA_ENDINGS] for name in PACKAGES},
    include_package_data=False,
    cmdclass={"build_py": BuildWithHooks, "editable_wheel": EditableWithHooks},
    entry_points={
        "console_scripts": ["vlmeval-hvs = vlmeval_hvs.cli:main"],
        # A host that knows this group finds the datasets by itself; today's hosts do not.
        "vlmeval.datasets": ["vlmeval_hvs = vlmeval_hvs.host.entry_point:datasets"],
    },
    install_requires=NEEDED.split(),
    extras_require={
        # Official releases: download from the hub, and parquet files.
        "build": BUILD,
        # `vlmeval` itself is not on the package index, and a checkout must never be overwritten: the host is optional.
        # It brings torch and transformers.
        "host": ["ms-vlmeval>=0.0.20", *BUILD, *SEARCH],
        "search": SEARCH,
        "figures": FIGURES,
        "test": [*TEST.split(), *BUILD, *SEARCH, *FIGURES],
        "docs": ["mkdocs>=1.6", "mkdocs-material>=9.7", "mkdocstrings[python]>=1.0"],
        "dev": ["ruff>=0.17", "mypy>=2", "build>=1.3", "supervision>=0.27", "pre-commit>=4", "cyclonedx-bom>=7"],
    },
    classifiers=[
        "Development Status :: 4 - Beta",
        "Environment :: Console",
        "Intended Audience :: Science/Research",
        "Operating System :: OS Independent",
        *(f"Programming Language :: Python :: {version}" for version in ("3", "3.10", "3.11", "3.12", "3.13")),
        "Topic :: Scientific/Engineering :: Artificial Intelligence",
        "Topic :: Scientific/Engineering :: Image Recognition",
        "Typing :: Typed",
    ],
)
