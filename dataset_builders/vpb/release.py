"""VP-Bench Stage 1 from its release: the parquet file, or the TSV made for VLMEvalKit.

The official code has other names than the paper: its ``mask`` is the paper's contour, its ``fill_contour`` the paper's
mask. The vocabulary is decided once for a whole file.
"""

import ast
import base64
import binascii
import csv
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from dataset_builders.odd_rows import name_of, one_row
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_suffix
from vlmeval_hvs.sets import SetWriter
from vlmeval_hvs.visual_prompts.styles import StyleError, normal, parse_shape, parse_style, parse_words, style_data

Record = dict[str, Any]
MAX_IMAGE_TEXT = 200_000_000

CODE_ONLY = frozenset({"bounding_box", "fill_contour", "circle", "number_label", "alphabet_label", "single_point"})
PAPER_ONLY = frozenset({"bbox", "oval", "tag", "contour", "point"})

_NUMBER = r"(?:there (?:is|are) )?(?:\d+|no|none|zero|one|two|three|four|five|six|seven|eight|nine|ten)\b"
_PLACE = r".*\b(?:top|bottom|upper|lower|left|right|middle|cent(?:er|re))\b"
_ASKS = {  # the first that fits a question says its type, unless the options do
    "enumeration": r"\bhow many\b|\bnumber of\b|\bcount\b|\bquantity\b|\btotal of\b",
    "location": r"\bwhere\b|\blocat|\bposition|\bsituated\b|\bpart of the (?:image|picture)\b|\bplaced\b",
    "reference": r"\brefer|\bhighlight|\bindicat|\bpoint(?:s|ing)? (?:to|at)\b|\bwhich object\b|\bmark(?:s|ed|ing)?\b"
    r"|\bdesignat|\bsignif|\brepresent|\bdenot|\btarget",
    "existence": r"^(?:is|are|does|do|can|could)\b|\bpresent\b|\bappear|\bany\b|\bexist|\bvisible\b|\bcontain",
}
_NONE_CORRECT = ("none of the above", "none of these", "none of the options")
_ABSENT = (
    r"^(?:no, )?there (?:is|are) (?:no|not)\b|^there(?:['’]s no|n['’]t any)\b|^no (?:such|red|blue|green|black)\b"
    r"|\b(?:is|are) (?:not (?:present|visible|in|there|found|located|shown)|absent|missing)\b|\b(?:is|are)n['’]t\b"
    r"|\bdo(?:es)?(?: not|n['’]t) (?:appear|exist)\b"
)
_PHRASES = {entry["phrase"]: shape for shape, entry in style_data()["shapes"].items()}
_PHRASE = "|".join(_PHRASES)


def release_records(path: Path, columns: Sequence[str] = ()) -> Iterator[Record]:
    """Rows of a parquet or TSV file, one at a time, as images are gigabytes; a DataError where it cannot be read."""
    try:
        if path.suffix == ".parquet":
            import pyarrow.parquet as parquet

            with parquet.ParquetFile(path) as file:
                names = [name for name in file.schema_arrow.names if not columns or name in columns]
                for batch in file.iter_batches(batch_size=64, columns=names):
                    yield from batch.to_pylist()
            return
        csv.field_size_limit(min(sys.maxsize, MAX_IMAGE_TEXT))
        with path.open(encoding="utf-8", newline="") as text:
            for number, row in enumerate(csv.DictReader(text, delimiter="\t"), start=2):
                if None in row or None in row.values():
                    raise DataError(f"{path}, line {number}: the line has more or fewer cells than the first line")
                yield {name: row[name] for name in row if not columns or name in columns}
    except DataError:
        raise
    except (OSError, ValueError, csv.Error) as error:
        raise DataError(f"{path}: cannot be read ({type(error).__name__}: {error})") from error


def build_release(path: Path, writer: SetWriter) -> None:
    """Write the Stage 1 rows of a release file.

    Rows that cannot be used are left out with the reason. Unknown question types, shapes and styles stay empty and are
    counted in a warning. Where no column names shapes (TSV for VLMEvalKit), the explaining sentence or the question do.
    """
    words = [word for row in release_records(path, ("vp_shape",)) for word in as_list(row.get("vp_shape"))]
    vocab = vocabulary(words)
    if vocab == "undecided" and any(shape_of(word, "paper") == "mask" for word in words):
        writer.warn(f"{path.name}: shape words are {vocab}; `mask` is read as the paper's, a filling")
    writer.note("shape_words", dict(Counter(words)))
    writer.note("vocabulary", vocab)
    unknown, images = Counter[str](), dict[str, str]()
    for number, record in enumerate(release_records(path), start=1):
        try:
            with one_row():
                row = _row(record, number, vocab, writer, images)
            writer.row(row)
        except DataError as error:
            writer.skip(name_of(record, number), str(error))
        else:
            unknown.update(column for column in ("question_type", "vp_shape", "vp_style") if not row[column])
    if not words:
        writer.warn(f"{path.name} names no attributes of its visual prompts, so there are no accuracies per style")
    for column, count in unknown.items():
        writer.warn(f"{count} rows: {column} is not known from the release")


def _row(record: Record, number: int, vocab: str, writer: SetWriter, images: dict[str, str]) -> Record:
    index = text_of(record.get("index", number)).removesuffix(".0")
    question, answer = text_of(record.get("question")), text_of(record.get("answer"))
    options = {letter: text_of(record.get(letter)) for letter in LETTERS}
    right = options.get(answer.upper()[:1], "")
    if not question or not right:
        raise DataError(f"the answer {answer!r} is not the letter of an option" if question else "no question")
    context = text_of(record.get("context") or record.get("hint"))
    words, properties = as_list(record.get("vp_shape")), as_list(record.get("vp_properties"))
    shape = shape_of(words[0], vocab) if words else _shape_told(context, question)
    style = style_of(words[0] if words else shape, properties, vocab if words else "paper")
    kind = question_type(question, list(options.values()))
    image = _image(record.get("image"), index, writer, images)
    color = parse_style(style).color if style else next((w for w in properties if w in style_data()["colors"]), "")
    return {
        "index": index, "question": question, **options, "answer": answer.upper()[:1], "question_type": kind,
        "vp_shape": shape, "vp_style": style, "vp_color": color,
        "vp_amount": text_of(record.get("vp_amount")), "vp_properties": ", ".join(properties),
        "context": context.removeprefix("Context:").strip(), "debias": debias_kind(kind, right),
        "image_path": image, "source_image": image, "category": shape or "unknown",
    }  # fmt: skip


def _image(cell: Any, index: str, writer: SetWriter, images: dict[str, str]) -> str:
    text = text_of(cell)
    if 0 < len(text) <= 64 and text in images:  # the host's convention: the index of the row that holds the image
        return images[text]
    data = image_bytes(text)
    images[index] = writer.image(f"images/{index}{image_suffix(data)}", data)
    return images[index]


def image_bytes(text: str) -> bytes:
    """Bytes of a base64 image, with or without a ``data:`` prefix; a DataError where it is empty or no base64."""
    if not text:
        raise DataError("no image")
    if text.startswith("data:"):
        text = text.partition(",")[2]
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise DataError(f"the image is not base64 ({error})") from error


def text_of(cell: Any) -> str:
    """A cell as text; missing values are ""."""
    text = "" if cell is None else str(cell).strip()
    return "" if text.lower() in ("nan", "null") else text


def as_list(cell: Any) -> list[str]:
    """Words of a cell that may be a list, the text of a list, or words between commas."""
    if isinstance(cell, (list, tuple)):
        return [word for item in cell for word in as_list(item)]
    text = "" if cell is None else str(cell).strip()
    if text[:1] in ("[", "(") and text[-1:] in ("]", ")"):
        with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
            return as_list(ast.literal_eval(text))  # also of JSON: the words are texts
        text = text[1:-1]
    return [word for part in re.split(r"[,;|/]", text) if (word := part.strip().strip("\"'"))]


def vocabulary(shape_words: Iterable[str]) -> str:
    """The vocabulary of shape words: ``code``, ``paper``, or ``undecided`` for none or both."""
    words = {normal(word).partition("(")[0].strip("_") for word in shape_words}
    code, paper = bool(words & CODE_ONLY), bool(words & PAPER_ONLY)
    return "undecided" if code == paper else "code" if code else "paper"


def shape_of(word: str, vocab: str) -> str:
    """The paper's shape for a word of a release, or ""."""
    name = normal(word.partition("(")[0])
    if vocab == "code" and name == "mask":
        return "contour"
    try:
        return parse_shape(name)[0]
    except StyleError:
        return ""


def style_of(shape_word: str, properties: Sequence[str], vocab: str) -> str:
    """Style in the paper's spelling, or "" when shape and properties do not name exactly one."""
    shape = shape_of(shape_word, vocab)
    if not shape:
        return ""
    inside = re.search(r"\(([^)]*)\)", shape_word)
    words = as_list(inside[1]) if inside else properties
    implied = parse_shape(normal(shape_word.partition("(")[0]))[1] if shape == "tag" else {}
    others = [word for word in words if shape_of(word, vocab) != shape]
    for candidate in (words, others):  # the second without the shape's own name, which some releases repeat
        with suppress(StyleError):
            return str(parse_words(shape, candidate, implied))
    return ""


def _shape_told(context: str, question: str) -> str:
    """The shape of the sentence of the paper's Table 3 ("Context: An arrow is ..."), else of the question, or ""."""
    found = re.match(rf"\s*(?:context\s*:\s*)?an?\s+({_PHRASE})\s+is\b", context, re.IGNORECASE)
    found = found or re.search(rf"\b({_PHRASE})(?:e?s)?\b", question, re.IGNORECASE)
    return _PHRASES[found[1].lower()] if found else ""


def question_type(question: str, options: Sequence[str]) -> str:
    """The question type by options and question; "" when unknown.

    The options decide first: releases rephrase their questions, but keep numbers, places, and yes or no.
    """
    plain = [re.sub(r"^\W*[A-Da-d][.):]\s*", "", option).strip() for option in options if option.strip()]
    asks = [kind for kind, pattern in _ASKS.items() if re.search(pattern, question, re.IGNORECASE)]

    def most(pattern: str) -> bool:
        return sum(bool(re.match(pattern, option, re.IGNORECASE)) for option in plain) > len(plain) / 2

    if 0 < len(plain) <= 3 and all(re.match(r"(?:yes|no)\b", option, re.IGNORECASE) for option in plain):
        return "existence"
    if most(_NUMBER) and ("enumeration" in asks or all(option.isdecimal() for option in plain)):
        return "enumeration"
    if most(_PLACE) and "location" in asks:
        return "location"
    # "the mark located there refers to" asks what, not where
    if asks[:2] == ["location", "reference"] and not re.search(r"\bwhere\b", question, re.IGNORECASE):
        return "reference"
    return asks[0] if asks else ""


def debias_kind(kind: str, answer: str) -> str:
    """The debias kind of an item by the text of its right option: ``none_correct``, ``absent`` or ""."""
    text = answer.lower().strip().rstrip(".")
    if text.endswith(_NONE_CORRECT):
        return "none_correct"
    if kind == "existence":
        return ""
    zero = kind == "enumeration" and text in ("0", "zero", "none")
    return "absent" if zero or re.search(_ABSENT, text) else ""
