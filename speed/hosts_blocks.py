"""The table of hosts, from the record of the host matrix."""

from typing import Any

from speed.blocks import Figures, block, paragraph, table


@block("hosts", "hosts")
def hosts(figures: Figures) -> str:
    """What the plugin does in every host."""
    rows = [_row(row) for row in figures["hosts"]]
    single, multi = figures["sets"]
    text = paragraph(
        f"Single-turn is `{single}` and multi-turn `{multi}`, asked of `{figures['model']}`: *yes* where the result is "
        "valid. A run that was killed is resumed where, continued, it has the predictions of a run that was not, and "
        "the same number of calls of the model: none was repeated. Files of the host's own are unchanged where a run "
        "on a multiple-choice table, with a model that the plugin does not know, left the same files with the plugin "
        "and without."
    )
    text += "".join("\n\n" + _through_evalscope(row) for row in figures["hosts"] if "served" in row)
    header = ["host", "names registered", "single-turn", "multi-turn", "resumed", "own files unchanged"]
    notes = [_note(row) for row in figures["hosts"] if "why" in row]
    alone = [row for row in figures["hosts"] if "why" not in row and not row["registered"]]
    notes += [f'* One that is left alone says: "{_words(alone[0])}."'] if alone else []
    commits = sorted({row["commit"][:10] for row in figures["hosts"]})
    notes += (
        [f"* The rows were made at the commits {', '.join(commits)}; the record tells which."] if commits[1:] else []
    )
    listed = "\n\n" + "\n".join(notes) if notes else ""
    return f"{text}\n\n{table(header, rows)}{listed}"


def _row(row: dict[str, Any]) -> list[str]:
    if "why" in row:
        return [row["name"], *["not importable"], *["-"] * 4]
    unchanged = _yes(not row["changed"] and len(set(row["own statuses"])) == 1)
    if not row["registered"]:
        return [row["name"], "left alone", "-", "-", "-", unchanged]
    repeated = len(set(row["calls"])) > 1
    valid = [_yes(row[key] == "valid") for key in ("single", "multi")]
    return [row["name"], str(row["registered"]), *valid, _yes(row["resumed"] and not repeated), unchanged]


def _through_evalscope(row: dict[str, Any]) -> str:
    served = row["served"]
    fine = "all have" if not served["different"] else f"all but {len(served['different'])} have"
    return paragraph(
        f"Through {row['name']}, both sets were also asked of a server with scripted replies, in one process: of "
        f"{served['rows']} items {fine} the reply, the rule and the score that `vlmeval-hvs ask` gives them."
    )


def _yes(fine: bool) -> str:
    return "yes" if fine else "**no**"


def _words(row: dict[str, Any]) -> str:
    return str(row["said"][0]).removeprefix("vlmeval_hvs: ")


def _note(row: dict[str, Any]) -> str:
    reason = row["why"].strip().splitlines()[-1]
    return f"* {row['name']} cannot be imported, with the plugin or without: `{reason}`."
