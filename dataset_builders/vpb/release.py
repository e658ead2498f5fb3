"""VP-Bench Stage 1 from its release: the parquet file, or the TSV made for VLMEvalKit."""

from __future__ import annotations

import base64
import binascii
import csv
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dataset_builders.odd_rows import name_of, one_row
from dataset_builders.vpb.words import (
    as_list,
    color_in,
    debias_kind,
    question_type,
    shape_explained,
    shape_in,
    shape_of,
    style_of,
    text_of,
    vocabulary,
)
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_suffix
from vlmeval_hvs.sets import SetWriter
from vlmeval_hvs.visual_prompts.styles import parse_style, style_data

Record = dict[str, Any]
MAX_IMAGE_TEXT = 200_000_000


def release_records(path: Path, columns: list[str] | None = None) -> Iterator[Record]:
    """Rows of a parquet or TSV file, one at a time, so that gigabytes of images are never in memory together.

    Raises:
        DataError: The file cannot be read.
    """
    try:
        if path.suffix == ".parquet":
            yield from _parquet(path, columns)
        else:
            yield from _tsv(path, columns)
    except (OSError, ValueError, csv.Error) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{path}: cannot be read ({type(error).__name__}: {error})") from error


def _parquet(path: Path, columns: list[str] | None) -> Iterator[Record]:
    import pyarrow.parquet as parquet

    with parquet.ParquetFile(path) as file:
        names = [name for name in file.schema_arrow.names if columns is None or name in columns]
        for batch in file.iter_batches(batch_size=64, columns=names):
            yield from batch.to_pylist()


def _tsv(path: Path, columns: list[str] | None) -> Iterator[Record]:
    csv.field_size_limit(min(sys.maxsize, MAX_IMAGE_TEXT))
    with path.open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file, delimiter="\t"), start=2):
            if None in row or None in row.values():
                raise DataError(f"{path}, line {number}: the line has more or fewer cells than the first line")
            yield {name: row[name] for name in row if columns is None or name in columns}


def build_release(path: Path, writer: SetWriter) -> None:
    """Write the Stage 1 rows of a release file.

    Rows that cannot be used are left out with the reason. Unknown question types, shapes and styles stay empty and are
    counted in a warning. The TSV for VLMEvalKit has no column for the shape: there the explaining sentence names it, or
    the question where that is missing.
    """
    words = [word for row in release_records(path, ["vp_shape"]) for word in as_list(row.get("vp_shape"))]
    vocab = vocabulary(words)
    masks = any(shape_of(word, "paper") == "mask" for word in words)
    if vocab in ("mixed", "undecided") and masks:
        writer.warn(f"{path.name}: shape words are {vocab}; `mask` is read by the word that each question uses")
    writer.note("shape_words", dict(Counter(words)))
    writer.note("vocabulary", vocab)
    unknown, sources = Counter[str](), Counter[str]()
    images: dict[str, str] = {}
    for number, record in enumerate(release_records(path), start=1):
        try:
            with one_row():
                row = _row(record, number, vocab, writer, images, sources)
            writer.row(row)
        except DataError as error:
            writer.skip(name_of(record, number), str(error))
            continue
        for column in ("question_type", "vp_shape", "vp_style"):
            unknown[column] += not row[column]
    writer.note("shapes_from", {name: sources[name] for name in ("vp_shape", "context", "question") if sources[name]})
    if sources["contradiction"]:
        writer.warn(
            f"{sources['contradiction']} rows explain another shape than they ask about; the explanation counts"
        )
    if not words:
        writer.warn(f"{path.name} names no attributes of its visual prompts, so there are no accuracies per style")
    for column, count in unknown.items():
        if count:
            writer.warn(f"{count} rows: {column} is not known from the release")


def _row(
    record: Record, number: int, vocab: str, writer: SetWriter, images: dict[str, str], sources: Counter[str]
) -> Record:
    index = text_of(record.get("index", number))
    index = index[:-2] if index.endswith(".0") else index
    question = text_of(record.get("question"))
    options = [text_of(record.get(letter)) for letter in LETTERS]
    answer = text_of(record.get("answer")).upper()[:1]
    if not question:
        raise DataError("no question")
    if not answer or answer not in LETTERS or not options[LETTERS.index(answer)]:
        raise DataError(f"the answer {text_of(record.get('answer'))!r} is not the letter of an option")
    context = text_of(record.get("context") or record.get("hint"))
    shape, style, properties = _shape(record, question, context, vocab, sources)
    kind = question_type(question, options)
    image = _image(record.get("image"), index, writer, images)
    color = parse_style(style).color if style else next((w for w in properties if w in style_data()["colors"]), "")
    return {
        "index": index, "question": question, **dict(zip(LETTERS, options, strict=True)), "answer": answer,
        "question_type": kind, "vp_shape": shape, "vp_style": style, "vp_color": color or color_in(question),
        "vp_amount": text_of(record.get("vp_amount")), "vp_properties": ", ".join(properties),
        "context": context.removeprefix("Context:").strip(),
        "debias": debias_kind(kind, options[LETTERS.index(answer)]),
        "image_path": image, "source_image": image, "category": shape or "unknown",
    }  # fmt: skip


def _shape(
    record: Record, question: str, context: str, vocab: str, sources: Counter[str]
) -> tuple[str, str, list[str]]:
    """Shape, style and attribute words of a row; "" for what is unknown."""
    words = as_list(record.get("vp_shape"))
    properties = as_list(record.get("vp_properties"))
    spoken, explained = shape_in(question), shape_explained(context)
    if words:
        sources["vp_shape"] += 1
        shape, style = shape_of(words[0], vocab), style_of(words[0], properties, vocab)
        if vocab in ("mixed", "undecided") and shape == "mask" and spoken in ("mask", "contour"):
            shape, style = spoken, style_of(spoken, properties, "paper")
        return shape, style, properties
    sources["contradiction"] += bool(explained and spoken and explained != spoken)
    shape = explained or spoken
    sources["context" if explained else "question"] += bool(shape)
    return shape, style_of(shape, properties, "paper") if shape else "", properties


def _image(cell: Any, index: str, writer: SetWriter, images: dict[str, str]) -> str:
    text = text_of(cell if not isinstance(cell, bytes) else base64.b64encode(cell).decode())
    if 0 < len(text) <= 64 and text in images:  # the host's convention: the index of the row that holds the image
        return images[text]
    data = image_bytes(text)
    path = writer.image(f"images/{index}{image_suffix(data)}", data)
    images[index] = path
    return path


def image_bytes(text: str) -> bytes:
    """Bytes of a base64 image, with or without a ``data:`` prefix.

    Raises:
        DataError: The text is empty or no base64.
    """
    if not text:
        raise DataError("no image")
    if text.startswith("data:"):
        text = text.partition(",")[2]
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise DataError(f"the image is not base64 ({error})") from error
