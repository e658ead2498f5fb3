"""The texts and tables that the documentation takes from the records of measurements."""

import textwrap
from collections.abc import Callable, Iterable
from typing import Any

Figures = dict[str, Any]
Draw = Callable[[Figures], str]

# Name of the block: name of its record, its renderer, the packages on which its figures depend.
BLOCKS: dict[str, tuple[str, Draw, tuple[str, ...]]] = {}
WIDTH = 80
NO_BREAK = "\u00a0"


def block(name: str, source: str, *packages: str) -> Callable[[Draw], Draw]:
    """Register a renderer under the name of its block."""

    def register(draw: Draw) -> Draw:
        BLOCKS[name] = (source, draw, packages)
        return draw

    return register


def provenance(found: dict[str, Any], packages: tuple[str, ...], link: str) -> str:
    """Return the sentence that says how, when and on what machine a record was made."""
    machine = found["machine"]
    threads = "" if machine["threads"] == "unset" else f", {count(int(machine['threads']), 'thread')}"
    versions = ", ".join(f"{name} {machine[name]}" for name in packages if name in machine)
    where = f"{count(machine['cores'], 'core')}{threads}, Python {machine['python']}"
    commit, *dirty = found["commit"].split("-")
    code = commit[:10] + (" with changes" if dirty else "")
    return paragraph(
        f"*Measured with `{found['command']}` at commit {code}, {found['date']}; {where}"
        f"{', ' + versions if versions else ''} ([record]({link})).*"
    )


def paragraph(text: str) -> str:
    """Return the text in lines of readable length; links and code stay in one piece."""
    return textwrap.fill(" ".join(text.split()), WIDTH, break_long_words=False, break_on_hyphens=False)


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table; all columns but the first are aligned to the right."""
    lines = [list(header), *(list(row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    text = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    ]
    rule = [f":{'-' * (width - 1)}" if i == 0 else f"{'-' * (width - 1)}:" for i, width in enumerate(widths)]
    return "\n".join([text[0], "| " + " | ".join(rule) + " |", *text[1:]])


def count(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def span(values: Iterable[float], digits: int = 0) -> str:
    """Return the range of the values, or the value when there is only one."""
    found = sorted({f"{value:,.{digits}f}" for value in values}, key=lambda text: float(text.replace(",", "")))
    return found[0] if len(found) == 1 else f"{found[0]} to {found[-1]}"


def with_interval(run: Figures, digits: int = 2) -> str:
    """Return `Overall` with its 95 % interval; of a run that declined every row there is none."""
    if "Overall" not in run["metrics"]:
        return "n/a"
    value = f"{run['metrics']['Overall']:.{digits}f}"
    if not run["interval"]:
        return value
    low, high = (f"{bound:.{digits}f}" for bound in run["interval"])
    return f"{value} [{low}, {high}]".replace(" ", NO_BREAK)


@block("multimatch", "multimatch", "multimatch-gaze", "numpy", "scipy")
def multimatch(figures: Figures) -> str:
    """Time per pair, here and in the reference package."""
    rows = figures["rows"]
    lines = []
    for n in sorted({row["fixations"] for row in rows}):
        here = [row for row in rows if row["fixations"] == n]
        ratios = [row["package_us"] / row["here_us"] for row in here]
        lines.append(
            [
                str(n),
                span([row["package_us"] for row in here]),
                span([row["here_us"] for row in here], 1),
                span(ratios),
            ]
        )
    sizes = " or ".join(f"{size:,}" for size in sorted({row["pairs"] for row in rows}))
    return (
        paragraph(
            f"Processor time for a pair of random scanpaths, in batches of {sizes} pairs (fastest of "
            f"{figures['repeats']} repeats; the reference on {figures['package_pairs']} of the pairs):"
        )
        + "\n\n"
        + table(["fixations", "multimatch-gaze, µs", "multimatch_batch, µs", "times faster"], lines)
    )


@block("builder_memory", "builder_memory", "pyarrow")
def builder_memory(figures: Figures) -> str:
    """Peak memory of a build by the size of the row groups."""
    parts = [
        f"{build['peak_mb']:,.0f} MB when its row groups hold {build['row_group']:,} images"
        for build in figures["builds"]
    ]
    first = figures["builds"][0]
    return paragraph(
        f"Building a release of {first['rows']:,} rows and {first['release_gb']:.1f} GB needs at most {parts[0]} "
        f"(those of the hub do), and {' and '.join(parts[1:])}, because the parquet reader holds a page packed and "
        "unpacked."
    )


@block("hvsbench_scoring", "hvsbench_scoring", "numpy", "pandas")
def hvsbench_scoring(figures: Figures) -> str:
    """Rows a second of the scoring, and its memory."""
    here, before = figures["here"], figures.get("before")
    share = here["reader_seconds"] / here["seconds"]
    rate = figures["rows"] / here["seconds"]
    text = (
        f"Scoring {figures['rows']:,} rows ({figures['releases']:.3g} times the release, every row with numbers, "
        f"scanpaths and a reply of its own) takes {here['seconds']:.1f} s of one core and {here['peak_mb']:,.0f} MB: "
        f"{rate:,.0f} rows a second, both readings, chance, {figures['resamples']:,} bootstrap samples and all "
        f"scanpath rules included. The readers take {share:.0%} of the time."
    )
    if before:
        text += (
            f" Parsing every scanpath anew for every rule takes {before['seconds']:.1f} s and "
            f"{before['peak_mb']:,.0f} MB in the same run."
        )
    return paragraph(text)


@block("pipeline_driver", "pipeline_driver")
def pipeline_driver(figures: Figures) -> str:
    """What the pipelines add to each turn."""
    cases = figures["cases"]
    names = ", ".join(f"`{name}`" for name in dict.fromkeys(case["dataset"] for case in cases))
    profiles = ", ".join(dict.fromkeys(case["profile"] for case in cases))
    return paragraph(
        f"The pipelines add {span([case['ms_per_turn'] for case in cases], 2)} ms of processor time to each turn of a "
        f"model, prompts, image checks, parsing and record included ({names}; profiles {profiles}; "
        f"{figures['questions']:,} questions each, a model that does nothing)."
    )


@block("startup", "startup")
def startup(figures: Figures) -> str:
    """What the hook adds to the start of an interpreter."""
    cases = {case["case"]: case for case in figures["cases"]}
    hooked, plain = cases["with the hook"], cases["without the plugin"]
    return paragraph(
        f"The hook adds {hooked['median_difference_ms']:.1f} ms to the {plain['median_ms']:.1f} ms that an empty "
        f"interpreter takes to start and end (medians of {figures['rounds']} rounds in turns)."
    )


@block("kde", "kde", "scikit-learn", "numpy", "scipy")
def kde(figures: Figures) -> str:
    """Cross-validated density against scikit-learn."""
    height, width = figures["shape"]
    rows = [
        [
            str(case["fixations"]),
            f"{case['scikit_learn_s']:.2f}",
            f"{case['here_s']:.4f}",
            f"{case['scikit_learn_s'] / case['here_s']:,.0f}",
            f"{case['relative_error']:.0e}",
        ]
        for case in figures["cases"]
    ]
    text = paragraph(
        f"Density of fixations on {height} x {width} pixels with a cross-validated bandwidth, in seconds of processor "
        "time; both choose the same bandwidth:"
    )
    header = ["fixations", "scikit-learn", "here", "times faster", "largest relative difference"]
    return f"{text}\n\n{table(header, rows)}"


@block("search_rule", "search_rule", "numpy", "numba", "torch")
def search_rule(figures: Figures) -> str:
    """The exact next-fixation rule, compiled, in batches of torch, and as the formula stands."""
    rows = [
        [
            case["posterior"],
            f"{case['beliefs']}",
            f"{case['integral_s']:.0f}",
            f"{case['batched_s']:.2f}",
            f"{case['exact_s']:.3f}",
            f"{case['batched_s'] / case['exact_s']:.1f}",
            f"{case['difference']:.0e}",
            f"{case['same_choice']} of {case['beliefs']}",
            f"{case['stored_s']:.3f}",
            f"{case['elm_ms']:.1f}",
        ]
        for case in figures["cases"]
    ]
    text = paragraph(
        f"One choice of the next fixation among {figures['cells']} cells, mean processor time. The formula as it "
        f"stands is timed on {figures['candidates_timed']} cells and scaled up; differences to it are shares of the "
        f"largest accuracy; choices within {figures['tied']:.0e} of it are ties. *Interiors* are beliefs of `hvs-cIBS` "
        "along people's paths:"
    )
    header = [
        "belief",
        "n",
        "formula, s",
        "torch, s",
        "compiled, s",
        "times faster than torch",
        "largest difference",
        "same choice",
        "stored integral, s",
        "entropy limit, ms",
    ]
    return f"{text}\n\n{table(header, rows)}"


@block("visual_search_scale", "visual_search_scale", "numpy", "scipy")
def visual_search_scale(figures: Figures) -> str:
    """Scoring of whole benchmarks."""
    rates = figures["fixations_per_second"]
    names = {
        "model": "a model with its own full-size map for every fixation",
        "baselines": "uniform, centre bias and gold standard together",
    }
    parts = [f"{rate:,.0f} for {names.get(row, f'the row {row}')}" for row, rate in rates.items()]
    share = "All" if figures["share"] == 1 else f"{figures['share']:.0%} of the"
    return paragraph(
        f"{share} images of four simulated sets with the published numbers of images, participants and fixations "
        f"({figures['images']:,} images, {figures['scanpaths']:,} scanpaths, {figures['fixations']:,} fixations): "
        f"scoring does {', '.join(parts)}, in fixations per second of processor time. The metrics of all scanpaths "
        f"take {figures['scanpath_metrics_seconds']:.1f} s; peak memory is {figures['peak_gb']:.2f} GB."
    )


@block("next_fixation", "next_fixation", "numpy", "scipy")
def next_fixation(figures: Figures) -> str:
    """Next-fixation scoring, old way and new way side by side."""
    rows = [
        [
            "{} x {}".format(*case["shape"]),
            str(case["points"]),
            f"{case['center_bias_part']:.0%}",
            f"{case['drawn_ms']:.2f}",
            f"{case['blocks_ms']:.2f}",
            f"{case['ratio']:.1f}",
        ]
        for case in figures["points"]
    ]
    gold = figures["gold_standard"]
    header = ["image", "points", "centre bias", "drawn, ms", "in blocks, ms", "times faster"]
    text = paragraph(
        "One answered map and one fixation, in processor time (NSS and LL differ by at most "
        f"{max(case['difference'] for case in figures['points']):.0e}):"
    )
    shared = paragraph(
        f"The gold standard of {gold['images']} images: bandwidths of all left-out participants take "
        f"{gold['bandwidths_one_by_one_s']:.1f} s one by one and {gold['bandwidths_shared_s']:.2f} s with shared sums "
        f"({gold['bandwidths_ratio']:.1f} times faster, the same bandwidths); with all scores "
        f"{gold['all_one_by_one_s']:.1f} and {gold['all_shared_s']:.1f} s."
    )
    parts = [text, table(header, rows), shared]
    if "whole" in figures:
        whole = figures["whole"]
        parts.append(
            paragraph(
                f"All of the real Interiors set ({whole['scanpaths']:,} scanpaths, {whole['prompts']:,} prompts, "
                f"{whole['fixations']:,} fixations), scored for a model that answers by points: "
                f"{whole['first_model_s']:.0f} s of processor time for the first model, "
                f"{whole['every_further_model_s']:.0f} s for every further one."
            )
        )
    return "\n\n".join(parts)


@block("demo hvsbench", "demo")
def demo_hvsbench(figures: Figures) -> str:
    """Overall of the weight-free models on the demo sets of HVSBench."""
    datasets = figures["datasets"]
    names = ["", "_Prominence", "_Subitizing", "_Prioritizing", "_FreeViewing", "_Searching"]
    models = ["hvs-random", "hvs-human", "hvs-oracle"]
    rows = [
        [
            name.lstrip("_") or "all fields",
            str(datasets[f"HVSBench{name}_DEMO"]["n"]),
            *(of_some(datasets[f"HVSBench{name}_DEMO"], model) for model in models),
        ]
        for name in names
    ]
    return table(["`HVSBench…_DEMO`", "n", *(f"`{model}`" for model in models)], rows)


def of_some(dataset: Figures, model: str) -> str:
    """Return `Overall` with its interval, and the number of rows that were answered when it is not that of all."""
    run = dataset["models"][model]
    left_out = run["metrics"].get("LeftOut", 0)
    some = f" ({dataset['n'] - round(left_out * dataset['n'])})" if 0 < left_out < 1 else ""
    return with_interval(run) + some.replace(" ", NO_BREAK)


CATEGORIES = {1: "human-level", 2: "no head bias", 3: "head-only", 4: "head-dominant", 5: "ambivalent"}


@block("demo gaze categories", "demo")
def demo_gaze_categories(figures: Figures) -> str:
    """What the characterization says of the simulated observers, in short."""
    dataset = figures["datasets"]["GazeTarget_DEMO"]
    text = paragraph(f"{dataset['n']:,} questions for each, engine `{dataset['settings']['engine']}`:")
    rows = [
        [f"`{model}`", with_interval(run), category(run), cue_category(run)]
        for model, run in gaze_runs(figures).items()
    ]
    return f"{text}\n\n{table(['observer', 'accuracy [95 %]', 'by the tests', 'cue model'], rows)}"


def gaze_runs(figures: Figures) -> dict[str, Figures]:
    """Return the runs on the gaze demo, by the category that the cue model finds."""
    runs = figures["datasets"]["GazeTarget_DEMO"]["models"]
    return dict(sorted(runs.items(), key=lambda item: item[1]["metrics"].get("cue_category", 9)))


def category(run: Figures) -> str:
    """Return number and name of the category that was found."""
    number = run["metrics"].get("category")
    return "unclear" if number is None else f"{number:.0f}, {CATEGORIES[int(number)]}".replace(" ", NO_BREAK)


def cue_category(run: Figures) -> str:
    """Return the number of the category that the cue model finds, and its probability."""
    number, probability = (run["metrics"].get(name) for name in ("cue_category", "cue_probability"))
    return "unclear" if number is None else f"{number:.0f}{NO_BREAK}({probability:.2f})"


@block("demo gaze", "demo")
def demo_gaze(figures: Figures) -> str:
    """What the characterization says of the simulated observers."""
    dataset = figures["datasets"]["GazeTarget_DEMO"]
    rows = []
    for model, run in gaze_runs(figures).items():
        shares = [f"{run['metrics'][name]:.2f}" for name in ("natural", "congruent", "incongruent", "head_share")]
        rows.append([f"`{model}`", with_interval(run), *shares, category(run)])
    text = paragraph(
        f"`GazeTarget_DEMO`, {dataset['n']:,} questions, engine `{dataset['settings']['engine']}`. Accuracy with its "
        "95 % interval, accuracy by condition, and the share of answers at the head's target on incongruent pictures:"
    )
    header = ["observer", "accuracy", "natural", "congruent", "incongruent", "head", "category found"]
    return f"{text}\n\n{table(header, rows)}"


@block("demo search", "demo")
def demo_search(figures: Figures) -> str:
    """Searchers, people and floors on the demo set of visual search."""
    paths = figures["datasets"]["VisualSearch_COCOSearch18_DEMO"]
    fixations = figures["datasets"]["VisualSearch_COCOSearch18_HSP_DEMO"]
    names = sorted(paths["models"], key=lambda model: -paths["models"][model]["metrics"]["AUCperf"])

    def cells(metrics: Figures, keys: Iterable[str], ending: str = "") -> list[str]:
        found = [metrics.get(f"{key}{ending}") for key in keys]
        return ["-" if value is None else f"{value:.3f}" for value in found]

    path_keys = ("AUCperf", "AvgMM")
    fixation_keys: tuple[str, ...] = ("AUChsp", "NSShsp", "LLhsp")
    fitted = {"center_share": "centre share", "answers_add": "answers add"}
    if any(key in model["metrics"] for model in fixations["models"].values() for key in fitted):
        fixation_keys = (*fixation_keys, *fitted)
    rows = []
    for model in names:
        other = fixations["models"].get(model, {"metrics": {}})["metrics"]
        rows.append([f"`{model}`", *cells(paths["models"][model]["metrics"], path_keys), *cells(other, fixation_keys)])
    some = paths["models"]["hvs-human"]["metrics"]
    rows.append(["humans (simulated)", *cells(some, path_keys, "_humans"), *["-"] * len(fixation_keys)])
    rows.append(["random scanpaths", *cells(some, path_keys, "_floor"), *["-"] * len(fixation_keys)])
    text = paragraph(
        f"`VisualSearch_COCOSearch18_DEMO` ({paths['n']} images, whole scanpaths: AUCperf and AvgMM) and its `_HSP` "
        f"({fixations['n']} prompts for the next fixation):"
    )
    under = paragraph(
        "Answered points become a density that is fitted to them, and that is centre bias as far as the points say "
        "nothing: `hvs-random` has the scores of the centre bias alone (`hvs-center-bias`). `center_share` in the "
        "score file is the part of the density that is centre bias, `answers_add` the bits that the points add to "
        "centre bias and uniform part."
    )
    header = ["row", *path_keys, *(fitted.get(key, key) for key in fixation_keys)]
    return f"{text}\n\n{table(header, rows)}\n\n{under}"


@block("visual_prompts", "visual_prompts", "opencv-python", "supervision", "numpy")
def visual_prompts(figures: Figures) -> str:
    """Images per second of the drawings."""
    height, width = figures["size"][1], figures["size"][0]

    def rate(value: float | None) -> str:
        return "-" if value is None else f"{value:,.0f}"

    text = paragraph(
        f"Images per second of processor time, {width} x {height} pixels, one object, one copy of the frame included, "
        f"{figures['seconds_per_figure']:g} s per figure. supervision and the geometry `official` draw "
        f"{figures['line_px']} px lines, `scaled`, the default, draws anti-aliased ones of its own width. The contrast "
        "colour is looked for on a smooth picture, here and by the official rule as described (a count of all covered "
        "colours):"
    )
    header = ["shape", "from a polygon", "from a mask", "supervision", "contrast, here", "contrast, official rule"]
    rows = []
    for geometry in ("scaled", "official"):
        for shape, found in figures[geometry]["drawing"].items():
            contrast = figures[geometry]["contrast"].get(shape)
            smooth = contrast[-1] if contrast else {}
            rates = [found.get(name) for name in ("polygon", "mask", "supervision")]
            rates += [smooth.get(name) for name in ("here", "official")]
            rows.append([geometry, shape, *(rate(value) for value in rates)])
    return f"{text}\n\n{table(['geometry', *header], rows)}"


@block("vpb_jpeg", "vpb_jpeg", "pillow")
def vpb_jpeg(figures: Figures) -> str:
    """What is left of a drawing after JPEG encoding."""
    levels = {"thin", "small"}
    wanted = [row for row in figures["rows"] if row["level"] in levels or row["shape"] in ("bbox", "mask")]
    ways = list(wanted[0]["kept"])
    rows = [
        [f"{row['shape']} {row['level']}".strip(), str(row["drawings"]), f"{row['delta_e']:.0f}"]
        + [f"{row['kept'][way]:.2f}" for way in ways]
        for row in wanted
    ]
    text = paragraph(
        f"Mean share of the colour difference (CIE76) to the undrawn picture that a drawing keeps at its own pixels, "
        f"on {figures['photographs']} photographs in the colours {', '.join(figures['colors'])}:"
    )
    return f"{text}\n\n{table(['drawing', 'n', 'Delta E before', *ways], rows)}"


@block("vpb_pairs", "vpb_pairs", "numpy")
def vpb_pairs(figures: Figures) -> str:
    """How much cheaper styles are compared on the same objects."""
    rows = [[f"model, objects vary by {row['spread']:g}", f"{row['ratio']:.2f}"] for row in figures["model"]]
    seen = figures["looking"]
    rows += [[f"looks, {row['pairs']}", f"{row['ratio']:.2f}"] for row in seen["rows"]]
    text = paragraph(
        "Variance of the difference of two styles with as many questions each, unpaired over paired. Model: the log "
        f"odds of a right answer vary between objects with the given standard deviation, {figures['questions']} "
        f"questions a style. Looks: a reader that looks for the colour in a small picture answers about "
        f"{seen['objects']} objects of the demo's photographs in {seen['styles']} styles "
        f"({100 * seen['accuracy']:.0f} % right); styles that differ in the named attribute only:"
    )
    return f"{text}\n\n{table(['reader', 'unpaired / paired'], rows)}"
