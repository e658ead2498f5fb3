"""What generating questions of HVSBench takes, from its record."""

from speed.blocks import Figures, block, paragraph, table


@block("generate", "generate", "numpy")
def generate(figures: Figures) -> str:
    """Time, memory and rate of generations of several sizes."""
    rows = [
        [
            f"{one['pictures']:,}",
            f"{one['questions']:,}",
            f"{one['peak_mb']:,.0f}",
            f"{one['cpu_seconds']:,.0f}",
            f"{one['questions_per_cpu_second']:,.0f}",
        ]
        for one in figures["generations"]
    ]
    first, last = figures["generations"][0], figures["generations"][-1]
    growth, memory = (last[key] / first[key] for key in ("cpu_seconds", "peak_mb"))
    text = paragraph(
        "One process reads made-up sources in the formats of SIFR, SIS10K, COCO-FreeView and COCO-Search18 and writes "
        "the set, pictures included as further names of their files; what pictures look like is not looked at. "
        f"{last['pictures'] / first['pictures']:,.0f} times as many pictures take {growth:,.1f} times as long and "
        f"{memory:,.1f} times the memory. Most of it is taken by the fixations of one source, which its "
        "reader holds at once."
    )
    head = ["pictures", "questions", "peak memory, MB", "processor time, s", "questions per second of it"]
    return f"{text}\n\n{table(head, rows)}"
