"""The fit of the official scribbles in exact arithmetic, which is the same on every processor."""

from fractions import Fraction


def exact_parabola(x, y):
    """The best parabola in fractions, constant first; for points in one or two columns the line through their means."""
    if len(set(x)) < 3:
        at = {place: [b for a, b in zip(x, y, strict=True) if a == place] for place in x}
        means = {place: Fraction(sum(there), len(there)) for place, there in at.items()}
        (a, low), (b, high) = min(means.items()), max(means.items())
        slope = (high - low) / (b - a) if b > a else Fraction(0)
        return low - slope * a, slope, Fraction(0)
    rows = [[Fraction(sum(a ** (i + j) for a in x)) for j in range(3)] for i in range(3)]
    rows = [[*row, Fraction(sum(b * a**i for a, b in zip(x, y, strict=True)))] for i, row in enumerate(rows)]
    for at in range(3):
        rows[at] = [cell / rows[at][at] for cell in rows[at]]
        for other in (place for place in range(3) if place != at):
            rows[other] = [cell - rows[other][at] * own for cell, own in zip(rows[other], rows[at], strict=True)]
    return tuple(row[3] for row in rows)
