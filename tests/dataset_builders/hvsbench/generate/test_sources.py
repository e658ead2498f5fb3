"""What is known of every source agrees with its reader and with the benchmark; damage is named or left out."""

import json

import pytest

from dataset_builders.hvsbench.generate.sources import SOURCES, reader_of
from tests.dataset_builders.hvsbench.generate.releases import read
from tests.dataset_builders.hvsbench.generate.small import SMALL, holds_together
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
            read(reader, tmp_path)


@pytest.mark.long
def test_small_releases_hold_together_with_and_without_any_of_their_values(tmp_path):
    for name, (reader, write) in SMALL.items():
        folder = tmp_path / name
        write(folder)
        (file,) = folder.rglob("*.json")
        whole = file.read_text()
        entries = json.loads(whole)
        first = (entries["annotations"] if isinstance(entries, dict) else entries)[0]
        assert len(read(reader, folder)[0]) == 2
        for key, value in list(first.items()):
            for odd in (None, -3, 10**320, float("nan"), "\ud800", [[1, 2]], {"id": 1}):
                first[key] = odd
                file.write_text(json.dumps(entries))
                pictures, oddities = read(reader, folder)
                holds_together(pictures, folder)
                assert set(oddities.places) == set(oddities.counts)
            first[key] = value
        for length in range(1, len(whole) - 1, 197):
            file.write_text(whole[:length])
            with pytest.raises(DataError, match=file.name):
                read(reader, folder)
