"""Build of the distribution `vlmeval-hvs`.

Everything is ordinary setuptools but one thing: `vlmeval_hvs.pth` and `vlmeval_hvs.start` have to lie in the root of
site-packages, which no setuptools option expresses. So `build_py` copies them into the build tree, and
`editable_wheel` adds them to the wheel that stands for an editable installation. Both ways they are in RECORD, and
vanish on uninstall.
"""

import ast
import base64
import hashlib
import shutil
import zipfile
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py
from setuptools.command.editable_wheel import editable_wheel

HERE = Path(__file__).resolve().parent
HOOKS = ("vlmeval_hvs.pth", "vlmeval_hvs.start")
PACKAGES = ("vlmeval_hvs", "dataset_builders", "standardizers")
DATA_ENDINGS = ("json", "txt", "csv", "npz", "html", "j2", "css", "typed")


def version() -> str:
    tree = ast.parse((HERE / "vlmeval_hvs" / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__version__":
            return ast.literal_eval(node.value)
    raise RuntimeError("vlmeval_hvs/__init__.py defines no __version__")


def readme() -> str:
    path = HERE / "README.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


class BuildWithHooks(build_py):
    """Adds the start-up files to the root of the build tree."""

    def run(self):
        super().run()
        if not self.editable_mode:
            Path(self.build_lib).mkdir(parents=True, exist_ok=True)
            for name in HOOKS:
                shutil.copyfile(HERE / name, Path(self.build_lib) / name)

    def get_outputs(self, include_bytecode=True):
        outputs = super().get_outputs(include_bytecode)
        return outputs if self.editable_mode else [*outputs, *(str(Path(self.build_lib) / name) for name in HOOKS)]


class EditableWithHooks(editable_wheel):
    """Adds the start-up files to the finished wheel of an editable installation."""

    def run(self):
        super().run()
        for wheel in Path(self.dist_dir).glob("*.whl"):
            add_hooks(wheel)


def add_hooks(wheel: Path) -> None:
    """Rewrite `wheel` with the start-up files and their RECORD lines; files already there stay as they are."""
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
    description="Human-vision benchmarks for VLMEvalKit: datasets, multi-turn pipelines, metrics and reports",
    long_description=readme(),
    long_description_content_type="text/markdown",
    license="Apache-2.0",
    python_requires=">=3.10",
    # The root is given explicitly so that an editable installation is a plain path line in a .pth file: start-up stays
    # cheap, and editors and type checkers see the packages.
    package_dir={"": "."},
    packages=find_packages(include=[pattern for name in PACKAGES for pattern in (name, f"{name}.*")]),
    py_modules=["_vlmeval_hvs_autoload"],
    package_data={name: [f"**/*.{ending}" for ending in DATA_ENDINGS] for name in PACKAGES},
    include_package_data=False,
    cmdclass={"build_py": BuildWithHooks, "editable_wheel": EditableWithHooks},
    entry_points={"console_scripts": ["vlmeval-hvs = vlmeval_hvs.cli:main"]},
    install_requires=[
        "numpy",
        "pandas",
        "openpyxl",
        "pillow",
        "opencv-python",
        "scikit-image",
        "scipy",
        "multimatch-gaze",
        "statsmodels",
        "matplotlib",
        "jinja2",
        "tqdm",
        "rich",
        "huggingface_hub",
        "pyarrow",
    ],
    extras_require={
        # `vlmeval` itself is not on the package index, and a checkout must never be overwritten: the host is optional.
        "host": ["ms-vlmeval>=0.0.17"],
        # scikit-learn and pycocotools are the references that our own numbers are compared with.
        "test": [
            "pytest",
            "hypothesis",
            "setuptools>=70.1",
            "pip",
            "uv",
            "num2words",
            "transformers[serving]>=5",
            "scikit-learn",
            "pycocotools",
        ],
        "dev": ["ruff", "mypy", "build", "supervision"],
    },
    classifiers=[
        "Programming Language :: Python :: 3",
        "Programming Language :: Python :: 3.10",
        "Programming Language :: Python :: 3.11",
        "Programming Language :: Python :: 3.12",
        "Programming Language :: Python :: 3.13",
        "Topic :: Scientific/Engineering :: Artificial Intelligence",
    ],
)
