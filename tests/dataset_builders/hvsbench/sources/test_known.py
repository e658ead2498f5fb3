"""What is known of every source agrees with its reader and with the benchmark."""

import pytest

from dataset_builders.hvsbench.sources.annotations import Oddities
from dataset_builders.hvsbench.sources.known import SOURCES, reader_of
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.commands import hvsbench_generate
from vlmeval_hvs.errors import DataError


def test_sources_have_options_and_readers_and_serve_every_question_type(tmp_path):
    assert tuple(SOURCES) == hvsbench_generate.SOURCES
    assert {kind for known in SOURCES.values() for kind in known.questions} == set(TYPES)
    for name, known in SOURCES.items():
        reader = reader_of(name, "512x320")
        assert reader.name == name
        assert getattr(reader, "frame", None) == ("512x320" if known.framed else None)
        assert bool(known.counted) == ("Q2" in known.questions)
        with pytest.raises(DataError, match=f"{tmp_path}: no file .* as {name} has"):
            list(reader.pictures(tmp_path, Oddities()))
