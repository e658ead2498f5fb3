// One benchmark: its figures, its tables, its warnings.

// Figures of one dataset are under its name, those of several first; figures of one kind are as high as each other, and side by side.
const KINDS = ["dots", "lines", "scatter"];
function chartsBy(benchmark, charts) {
  const slug = (dataset) => dataset.toLowerCase().replaceAll("_", "-");
  const known = [...benchmark.datasets].sort((a, b) => b.length - a.length);
  const groups = d3.group(charts, (chart) => known.find((dataset) => chart.name.startsWith(`${slug(dataset)}-`)) || "");
  const whole = (some) => h("div", {class: "charts"}, [...some].sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind)).map(figureOf));
  if (groups.size < 2) return whole(charts);
  const named = benchmark.datasets.filter((dataset) => groups.has(dataset)).map((dataset) => [h("h3", {class: "of"}, dataset), groups.get(dataset)]);
  return [h("p", {class: "choices"}, "Figures of ", named.map(([head]) => h("button", {type: "button", onclick: () => head.scrollIntoView()}, head.textContent))),
    groups.has("") ? whole(groups.get("")) : null, named.map(([head, some]) => [head, whole(some)])];
}

function benchmarkPage(name) {
  const benchmark = BOOK.benchmarks.find((one) => one.name === name);
  if (!benchmark) return h("section", {}, h("h1", {}, "There is no such benchmark here."));
  const every = BOOK.runs.filter((run) => run.benchmark === name);
  const runs = every.filter((run) => !leftOut(run.model));
  const warnings = runs.flatMap((run) => run.warnings.map((words) => `${rowName(run)} on ${run.dataset}: ${words}`));
  const explained = runs.filter((run) => run.explanation);
  const several = (run) => explained.some((other) => other.dataset !== run.dataset);
  const said = (note) => explained.some((run) => note.endsWith(`: ${run.explanation}`)); // is above the figures already
  const [scores, figures] = [true, false].map((wanted) => benchmark.charts.filter((chart) => chart.name.startsWith("overall-") === wanted && withoutLeft(chart)));
  const mixed = runs.filter((run) => Object.keys(run.variant).length);
  return h("section", {}, h("h1", {}, benchmark.title), h("p", {class: "lead"}, benchmark.about),
    benchmark.paper.title ? h("p", {class: "cite"}, `${benchmark.paper.title}. ${benchmark.paper.venue || ""}`) : null,
    h("p", {class: "choices"}, benchmark.datasets.map((dataset) => h("a", {class: "button", href: link("samples", {dataset})}, `Samples of ${dataset}`))),
    mixed.length ? h("p", {class: "note"}, "A run with options other than the dataset's own has its own row; the options follow its name.") : null,
    explained.length ? [h("h2", {}, "In words"), h("ul", {}, explained.map((run) => h("li", {}, h("b", {}, rowName(run)), several(run) ? ` on ${run.dataset}` : "", `: ${run.explanation}`)))] : null,
    chooser(every),
    figures.length ? [h("h2", {}, "Figures"), chartsBy(benchmark, figures)] : null,
    h("h2", {}, "Scores"), h("div", {class: "charts"}, scores.map(figureOf)),
    h("h2", {}, "Tables"),
    benchmark.tables.map((grid, place) => h("details", {class: "grid", open: place === 0}, h("summary", {}, h("h3", {}, grid.title)), sortable(grid.title, grid.head, grid.rows.map((row) => Object.assign([...row], {kind: /\((published|paper)\)$/.test(row[0]) ? "published" : null}))), grid.notes.filter((note) => !said(note)).map((note) => h("p", {class: "note"}, note)))),
    warnings.length ? h("details", {}, h("summary", {}, `Warnings (${warnings.length})`), h("ul", {}, warnings.map((words) => h("li", {}, words)))) : null);
}
