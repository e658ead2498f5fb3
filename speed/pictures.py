"""Pictures of the documentation that are drawn from the records, as SVG."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from speed import record

COLORS = {"gaze_share": "#2a7f62", "head_share": "#c8553d", "other_share": "#b8bcc4"}
LABELS = {
    "gaze_share": "what the eyes look at",
    "head_share": "what the head points at",
    "other_share": "another object",
}
LEFT, BAR, ROW = 190, 480, 30


def gaze_result(records: Path) -> str:
    """Draw which object each simulated observer names when head and eyes disagree."""
    dataset = record.read("demo", records)["figures"]["datasets"]["GazeTarget_DEMO"]
    runs = sorted(dataset["models"].items(), key=lambda item: -item[1]["metrics"]["gaze_share"])
    width, height = LEFT + BAR + 30, 74 + ROW * len(runs) + 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="Helvetica, Arial, sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        text(16, 26, "Head and eyes point at different objects: which one is named?", "start", "#1b2333", "bold"),
    ]
    x = LEFT
    for name, label in LABELS.items():
        parts += [f'<rect x="{x}" y="41" width="12" height="12" fill="{COLORS[name]}"/>', text(x + 17, 52, label)]
        x += 30 + round(7 * len(label))
    for number, (model, run) in enumerate(runs):
        parts += bar(model, run["metrics"], 66 + ROW * number)
    return "\n".join([*parts, "</svg>"]) + "\n"


def bar(model: str, metrics: dict[str, Any], y: int) -> list[str]:
    """Return one model's row: its name and its shares as one bar."""
    parts, x = [text(LEFT - 10, y + 17, model, "end")], float(LEFT)
    for name, color in COLORS.items():
        width = BAR * metrics[name]
        parts.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="22" fill="{color}"/>')
        if width > 30:
            ink = "#1b2333" if name == "other_share" else "#ffffff"
            parts.append(text(round(x + width / 2), y + 16, f"{100 * metrics[name]:.0f} %", "middle", ink))
        x += width
    return parts


def text(x: int, y: int, words: str, anchor: str = "start", color: str = "#1b2333", weight: str = "normal") -> str:
    """Return a text element."""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{color}" font-weight="{weight}">{words}</text>'


PICTURES: dict[str, Callable[[Path], str]] = {"docs/images/gaze_result.svg": gaze_result}
