"""The tables on the tests of gaze answers, from the records of their engines and of thin data."""

from speed.blocks import Figures, block, paragraph, table


@block("gaze engines", "gaze", "numpy", "scipy")
def gaze_engines(figures: Figures) -> str:
    """Time and false positives of the characterization's engines."""
    tests = ("2.4", "3", "4 trend", "4 drop")
    rejected = {row["engine"]: row for row in figures["false_positives"]}
    rows = []
    for engine, seconds in figures["seconds"].items():
        nulls = rejected.get(engine)
        shares = [f"{nulls['rejected'][test]:.3f}" for test in tests] if nulls else ["-"] * len(tests)
        rows.append([f"`{engine}`", f"{seconds:.2f} s", *shares, str(nulls["datasets"]) if nulls else "-"])
    header = ["engine", "time per study", "Test 2.4", "Test 3", "Test 4, decline", "Test 4, drop", "studies"]
    text = paragraph(
        f"Simulated full studies ({figures['photos']:,} photos, {figures['prompts']} prompts): processor time, and the "
        "share of true nulls rejected at 0.05 in either direction. In Test 2.4 the observer has imprecise eyes and no "
        "head bias; in Tests 3 and 4 it uses the head only."
    )
    return f"{text}\n\n{table(header, rows)}"


@block("gaze recovery", "gaze", "numpy", "scipy")
def gaze_recovery(figures: Figures) -> str:
    """Categories recovered by the default engine."""
    parts = [f"{name} {share:.3f}" for name, share in figures["recovered"].items()]
    text = paragraph(
        f"Share of {figures['recovery_datasets']} simulated studies for each observer in which the default engine "
        f"finds the observer's category: {', '.join(parts)}."
    )
    coin = figures["blurred_coin"]
    called = " and ".join(f"{key} in {share}" for key, share in sorted(coin["categories"].items()))
    return (
        text
        + "\n\n"
        + paragraph(
            "A coin-flipper whose eyes are twice as blurred as the human observer's (truly category 5) is called "
            f"{called} of {figures['recovery_datasets']}, with a median share of resamplings that agree of "
            f"{coin['median_stability']:.2f}."
        )
    )


@block("gaze models", "gaze_models", "numpy", "scipy")
def gaze_models(figures: Figures) -> str:
    """Agreement of the mixed models with glmer."""
    rows = []
    for name, band in {**figures["bands"], "all": figures["all"]}.items():
        shares = [f"{band[key] / band['fits']:.3f}" for key in ("estimate", "error")]
        rows.append([name, str(band["fits"]), *shares, str(band["zero"] + band["unsound"])])
    text = paragraph(
        "The study's regressions on its full design with drawn answers, fitted here and by `glmer` of R's lme4 (25 "
        "quadrature nodes where the drawn standard deviation between photos is below 2.3, 100 above): share of fits "
        "whose coefficients are all within 0.1 standard errors, and whose errors are all within 5 %. A fit takes "
        f"{figures['seconds_per_fit']:.2f} s of processor time."
    )
    header = ["SD between photos", "fits", "coefficients", "errors", "errors of 0 or none"]
    return f"{text}\n\n{table(header, rows)}"


@block("gaze thin", "gaze_thin", "numpy", "scipy")
def gaze_thin(figures: Figures) -> str:
    """True nulls and categories of limited runs."""
    rows = []
    for run in figures["limited"]:
        shares = run["rejected"].values()
        nulls = f"{min(shares):.3f} to {max(shares):.3f}" if shares else "not tested"
        cells = [
            f"{_share(counts, OWN[name])} / {_share(counts, 'unclear')}" for name, counts in run["categories"].items()
        ]
        rows.append([f"{run['limit']:,}", nulls, *cells])
    names = list(figures["limited"][0]["categories"])
    text = paragraph(
        f"Runs with the option `limit` ({figures['draws']} simulated studies for each observer, {figures['prompts']} "
        "prompts): the range over tests of the share of true nulls rejected at 0.05, and for every observer the shares "
        "of runs with its own category / unclear."
    )
    parts = [
        f"{name}: {found['holds']:.3f}, {found['width']:.2f} times as wide as the spread over studies asks for"
        for name, found in figures["coverage"].items()
    ]
    after = paragraph(f"Full studies whose 95 % interval holds the mean over all studies: {'; '.join(parts)}.")
    return f"{text}\n\n{table(['`limit`', 'nulls rejected', *names], rows)}\n\n{after}"


OWN = {"human": "1", "random": "2", "head-only": "3", "head-dominant": "4", "coin-flip": "5"}


def _share(counts: Figures, key: str) -> str:
    """Return the share of one outcome."""
    return f"{counts.get(key, 0) / sum(counts.values()):.2f}"
