"""Pairs of pictures that look alike, found without comparing each with each.

Two pictures are alike when their perceptual hashes, or that of one and the mirrored one of the other, differ in at most
`MOST_BITS` of 64 bits, and their grey copies agree. A hash is looked up by its four parts of 16 bits: of two hashes
that differ in at most 11 bits, at least one part differs in at most 2 (Norouzi, Punjani and Fleet, "Fast search in
Hamming space with multi-index hashing", 2012).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dataset_builders.hvsbench.generate.fingerprints import SIDE, Fingerprint

MOST_BITS = 11
"""Bits that the hashes of two alike pictures differ in at most."""

LEAST_CORRELATION = 0.8
"""Of the grey copies of two alike pictures."""

_PARTS, _WIDTH = 4, 16
_AT_ONCE = 2_000_000  # candidates held at once
_SINGLE = [1 << bit for bit in range(_WIDTH)]
_FLIPS = np.array([0, *_SINGLE, *(one | other for one, other in combinations(_SINGLE, 2))], dtype=np.int64)
_ONES = np.array([bin(value).count("1") for value in range(1 << _WIDTH)], dtype=np.uint8)

Hashes = NDArray[np.uint64]
Places = NDArray[np.intp]


class Alike(NamedTuple):
    """Two pictures that look alike.

    Attributes:
        first: Place of one.
        second: Place of the other, which is larger.
        bits: How many bits of their hashes differ.
        mirrored: One is the other mirrored left to right.
    """

    first: int
    second: int
    bits: int
    mirrored: bool


def alike(pictures: Sequence[Fingerprint]) -> list[Alike]:
    """Pairs of alike pictures, in order.

    Pictures with the same hash are compared with the first of them only: it links them all. Flat pictures, which have
    no hash, are alike when they have the same content.
    """
    found = list(_copies(pictures))
    first: dict[int, int] = {}
    for place, one in enumerate(pictures):
        if one.look:
            other = first.setdefault(one.look, place)
            if other != place and _agree(pictures, other, place, mirrored=False):
                found.append(Alike(other, place, 0, False))
    places = np.fromiter(first.values(), dtype=np.intp)
    looks, mirrors = (
        np.array([values[place] for place in places], dtype=np.uint64)
        for values in ([one.look for one in pictures], [one.mirrored for one in pictures])
    )
    for queries, mirrored in ((looks, False), (mirrors, True)):
        for i, j, bits in _close(queries, looks):
            a, b = sorted((int(places[i]), int(places[j])))
            if a != b and _agree(pictures, a, b, mirrored):
                found.append(Alike(a, b, bits, mirrored))
    return sorted(set(found))


def _copies(pictures: Sequence[Fingerprint]) -> Iterator[Alike]:
    first: dict[str, int] = {}
    for place, one in enumerate(pictures):
        other = first.setdefault(one.content, place)
        if other != place:
            yield Alike(other, place, 0, False)


def _close(queries: Hashes, hashes: Hashes) -> Iterator[tuple[int, int, int]]:
    """Places in both, and the bits that differ, of hashes that differ in at most `MOST_BITS`; some more than once."""
    for part in range(_PARTS):
        own, asked = (_part(values, part) for values in (hashes, queries))
        order = np.argsort(own, kind="stable")
        number = np.bincount(own, minlength=1 << _WIDTH)
        before = np.cumsum(number) - number
        for flip in _FLIPS:
            start, count = before[asked ^ flip], number[asked ^ flip]
            for chunk in _chunks(count):
                i = np.repeat(chunk, count[chunk])
                ends = np.cumsum(count[chunk])
                j = order[np.arange(len(i)) + np.repeat(start[chunk] - (ends - count[chunk]), count[chunk])]
                bits = _different(queries[i], hashes[j])
                for k in np.flatnonzero(bits <= MOST_BITS):
                    yield int(i[k]), int(j[k]), int(bits[k])


def _part(values: Hashes, part: int) -> NDArray[np.int64]:
    return ((values >> np.uint64(part * _WIDTH)) & np.uint64((1 << _WIDTH) - 1)).astype(np.int64)


def _chunks(count: Places) -> Iterator[Places]:
    """The places with candidates, in runs that have about `_AT_ONCE` candidates."""
    some = np.flatnonzero(count)
    run = np.cumsum(count[some]) // _AT_ONCE
    yield from (part for part in np.split(some, np.flatnonzero(np.diff(run)) + 1) if len(part))


def _different(first: Hashes, second: Hashes) -> NDArray[np.int64]:
    both = first ^ second
    return sum((_ONES[_part(both, part)].astype(np.int64) for part in range(_PARTS)), np.zeros(len(both), np.int64))


def _agree(pictures: Sequence[Fingerprint], first: int, second: int, mirrored: bool) -> bool:
    a, b = (
        np.frombuffer(pictures[place].copy, dtype=np.uint8).reshape(SIDE, SIDE).astype(float)
        for place in (first, second)
    )
    b = b[:, ::-1] if mirrored else b
    a, b = a - a.mean(), b - b.mean()
    scale = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return scale > 0 and float((a * b).sum()) >= LEAST_CORRELATION * scale
