"""The tables of the real Interiors set, from its record."""

from speed.blocks import Figures, block, paragraph, table


@block("interiors", "interiors")
def interiors(figures: Figures) -> str:
    """The real Interiors set beside its published numbers."""
    own, there = figures["set"], figures["published"]
    low, high = own["quartiles"]
    similar = " ".join(f"{value:.3f}" for value in own["dimensions"])
    rows = [
        ["images, participants", "134, 57", f"{own['images']}, {own['participants']}"],
        ["scanpaths that found the target", "about 3.7 K", f"{own['found']:,} of {own['scanpaths']:,}"],
        ["their mean length, quartiles", "5.2, 4-6", f"{own['mean_length']:.2f}, {low:.0f}-{high:.0f}"],
        ["humans, AUCperf", f"{there['Humans']['AUCperf']:.3f}", f"{own['AUCperf']:.3f}"],
        ["humans, AvgMM", f"{there['Humans']['AvgMM']:.3f}", f"{own['AvgMM']:.3f}"],
        ["shape, direction, length, position", ".925 .730 .916 .838", similar.replace("0.", ".")],
    ]
    return table(["", "published", "here"], rows)


@block("interiors next fixations", "interiors", "numpy", "scipy")
def interiors_fixations(figures: Figures) -> str:
    """Reference rows on the real Interiors set, and what draws of it give."""
    shown = ("AUChsp", "NSShsp", "LLhsp")

    def cells(row: Figures) -> list[str]:
        return [f"{row[name]:.3f}" for name in shown]

    own, there, fit, drawn = (figures[name] for name in ("rows", "published", "another_human", "draws"))
    shares = f"{fit['uniform_part']:.0%} uniform, {fit['center_bias_part']:.0%} centre bias"
    kernel = f"{fit['sigma_windows']:.1f} windows, {shares}"
    rows = [
        ["gold standard", *cells(own["gold_standard"])],
        ["gold standard, published", *cells(there["Gold Standard"])],
        [f"another participant, kernel fitted ({kernel})", *cells(own["another_human"])],
        ["centre bias alone (the substitute)", *cells(own["center_bias"])],
        ["centre bias, published (CAT2000)", *cells(there["Center Bias"])],
    ]
    parts = [
        paragraph(
            f"{figures['prompts']:,} prompts, {figures['fixations']:,} fixations, {figures['set']['images']} images:"
        ),
        table(["row", *shown], rows),
    ]
    whole, single = drawn["whole_trials"], drawn["single_prompts"]
    means, alone = ([f"{value:.3f}" for value in one["mean"]] for one in (whole, single))
    deviations = ", ".join(f"{value:.3f}" for value in whole["deviation"])
    parts.append(
        paragraph(
            f"The gold standard of {drawn['number']} draws of about {drawn['prompts']:,.0f} prompts has on average AUC "
            f"{means[0]}, NSS {means[1]} and LL {means[2]} (standard deviation of one draw {deviations}); as many "
            f"single prompts, drawn one by one, have {', '.join(alone)}."
        )
    )
    if "by_image" in figures:
        same = figures["by_image"]
        parts.append(
            paragraph(
                f"Compared image by image with the published file (`baseline_hsp.json` at 22943088, whose NSS is not "
                f"clipped), AUC, NSS and LL of all {same['images']} images differ by at most "
                f"{same['largest_difference']:.1e}."
            )
        )
    return "\n\n".join(parts)
