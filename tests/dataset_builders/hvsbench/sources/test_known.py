"""What is known of every source agrees with its reader and with the benchmark."""

import pytest

from dataset_builders.hvsbench.sources.annotations import Oddities
from dataset_builders.hvsbench.sources.known import SOURCES, reader_of
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.commands import hvsbench_generate
from vlmeval_hvs.errors import DataError


def test_every_source_has_an_option_of_the_command():
    assert tuple(SOURCES) == hvsbench_generate.SOURCES


def test_the_sources_serve_every_question_type():
    assert {kind for known in SOURCES.values() for kind in known.questions} == set(TYPES)


@pytest.mark.parametrize("name", SOURCES)
def test_a_reader_has_the_name_of_its_source_and_refuses_an_empty_folder(name, tmp_path):
    reader = reader_of(name, "512x320")
    assert reader.name == name
    assert getattr(reader, "frame", None) == ("512x320" if SOURCES[name].framed else None)
    with pytest.raises(DataError, match=f"{tmp_path}: no file .* as {name} has"):
        list(reader.pictures(tmp_path, Oddities()))


@pytest.mark.parametrize("name", SOURCES)
def test_objects_are_counted_where_questions_need_it(name):
    assert bool(SOURCES[name].counted) == ("Q2" in SOURCES[name].questions)
