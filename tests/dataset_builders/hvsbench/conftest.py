"""The builder on small releases made here."""

import pytest

from tests.dataset_builders.hvsbench.released import release


@pytest.fixture
def build(tmp_path):
    """Builds from a few rows, or a source, most types missing on purpose; gives the stored rows and the manifest."""
    from dataset_builders.hvsbench.build import build as strict_build
    from vlmeval_hvs.sets import read_set

    def make(source, **options):
        if isinstance(source, list):
            source = release(tmp_path / f"r{len(list(tmp_path.iterdir()))}", source)
        manifest = strict_build("HVSBench", source, tmp_path / "sets", **{"allow_missing": True, **options})
        return read_set("HVSBench", tmp_path / "sets")[0], manifest

    return make
