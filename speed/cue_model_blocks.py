"""The texts and tables on the cue model of gaze answers, from the record of its study."""

from scipy.stats import binomtest

from speed.blocks import Figures, block, paragraph, table

NAMES = {
    "head_weight": "head weight",
    "coin_share": "coin share",
    "eye_blur": "eye blur",
    "guessing": "guessing",
    "repeating": "repeating",
    "gap": "gap to people",
}
FAMILIES = ("blurred", "luce")


@block("cue model recovery", "cue_model", "numpy", "scipy")
def recovery(figures: Figures) -> str:
    """Parameters recovered, and how often intervals hold them."""
    study, demo = figures["study"], figures["demo"]
    rows = []
    for name, label in NAMES.items():
        found, small = study["recovery"][name], demo["recovery"].get(name)
        by_family = [figures[f"study, {family}"]["recovery"].get(name) for family in FAMILIES]
        rows.append(
            [
                label,
                str(found["observers"]),
                f"{found['correlation']:.3f}",
                f"{found['bias']:+.3f}",
                f"{found['rms_error']:.3f}",
                f"{found['width']:.2f}",
                f"{found['coverage']:.2f}",
                *(f"{row['coverage']:.2f}" if row else "-" for row in by_family),
                f"{small['coverage']:.2f} (n {small['observers']})" if small else "-",
            ]
        )
    header = [
        *("quantity", "n", "correlation", "bias", "RMS error", "median width"),
        *("coverage", "normal errors", "other rules", "36 scenes"),
    ]
    inner = study["recovery"]["coin_share"]
    text = paragraph(
        f"{study['observers']} observers drawn from the whole range, each asked a full study (1,360 photos, 16 "
        f"prompts); a fit takes {study['seconds']['median']:.1f} s of processor time (median; the slowest "
        f"{study['seconds']['most']:.1f} s). Truth against the estimate, and how often the 95 % interval holds the "
        "truth: of all, of the observers whose errors are as the model thinks, of those who follow other rules, and "
        f"with {demo['observers']} observers asked 36 scenes and 4 prompts. An interval that comes within .005 of an "
        "end of the range counts as reaching it. The rows leave out observers about whom answers can say nothing: more "
        "than 90 % guesses (head weight, eye blur), no coin because of another category than 4 or 5, no eyes. Of the "
        f"coin shares {inner['within']} lie between the pure types, where coverage is {inner['coverage_within']:.2f}:"
    )
    return f"{text}\n\n{table(header, rows)}"


@block("cue model categories", "cue_model", "numpy", "scipy")
def categories(figures: Figures) -> str:
    """Whether probabilities mean what they say, and how the verdicts compare with those of the tests."""
    rows = []
    ends = {0.2: "below .5", 0.5: ".5 to .8", 0.8: ".8 to .95", 0.95: ".95 to .999", 0.999: "above .999"}
    for size in ("study", "demo"):
        for row in figures[size]["calibration"]:
            rows.append(
                [
                    f"{size}, {ends[row['from']]}",
                    str(row["observers"]),
                    f"{row['probability']:.3f}",
                    f"{row['right']:.3f}",
                ]
            )
    parts = []
    for size, words in (("study", "full studies"), ("demo", "36 scenes")):
        found = figures[size]
        both = [_share(found[f"{way}named_right"], found[f"{way}named"] * found["observers"]) for way in ("", "tree_")]
        parts.append(
            f"With {words}, {found['observers']} observers, the category that the cue model names is right for "
            f"{both[0]}, that of the tests for {both[1]}."
        )
    text = paragraph("Probability of the most probable category, and how often it is the observer's own:")
    header = ["photos, probability", "observers", "mean probability", "right"]
    own = [
        [
            category,
            str(row["observers"]),
            f"{row['right']:.2f}",
            f"{row['wrong']:.2f}",
            f"{row['tree_right']:.2f}",
            f"{row['tree_wrong']:.2f}",
        ]
        for category, row in figures["study"]["by_category"].items()
    ]
    columns = ["true category, full studies", "observers", "cue model right", "wrong", "tests right", "wrong"]
    false_alarms = paragraph(
        "The warning that the model does not describe the answers came up for "
        f"{figures['study, blurred']['misfits']:.1%} of the observers with normal errors and "
        f"{figures['study, luce']['misfits']:.1%} of those with other rules."
    )
    return "\n\n".join(
        [text, table(header, rows), paragraph(" ".join(parts)), table(columns, own), false_alarms],
    )


def _share(share: float, named: float) -> str:
    """A share of so many named categories, with its exact 95 % interval."""
    count = round(named)
    right = round(share * count)
    low, high = binomtest(right, count).proportion_ci(0.95)
    return f"{right} of {count} observers for whom there is one ({share:.1%}; 95 % interval {low:.1%} to {high:.1%})"


@block("cue model verdicts", "cue_model", "numpy", "scipy")
def verdicts(figures: Figures) -> str:
    """What both ways say of observers that differ in one respect each."""

    def told(shares: Figures) -> str:
        return ", ".join(f"{category}: {share:.2f}" for category, share in sorted(shares.items(), key=lambda p: -p[1]))

    found = figures["verdicts"]
    rows = [[name, str(row["category"]), told(row["cue_model"]), told(row["tests"])] for name, row in found.items()]
    repeats = next(iter(found.values()))["repeats"]
    text = paragraph(f"Shares of {repeats} full studies with each of twelve observers that get a category:")
    return f"{text}\n\n{table(['observer', 'category', 'cue model', 'tests'], rows)}"
