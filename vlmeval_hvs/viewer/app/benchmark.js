// One benchmark: its figures, its tables, its warnings.

// Overall of all runs on one dataset, with people and published rows, as a figure.
function scoresOf(dataset, runs, published) {
  const own = runs.filter(hasScore);
  const people = peopleOn(dataset);
  const one = (name, standing, value, interval, n, note) => ({name, standing, marks: [{x: value, y: name, low: interval ? interval[0] : null, high: interval ? interval[1] : null, n, value: null, note}]});
  const series = [...own.map((run) => one(rowName(run), "run", run.score, run.interval, run.n, [guessWords(run.mark), ...run.rests, ...run.trust].filter(Boolean).join(", "))),
    ...Object.entries(published || {}).map(([name, value]) => one(`${name} (published)`, "published", value, null, null, ""))];
  if (people && people.of === "Overall") series.push(one(people.published ? "People (published)" : "People", "human", people.value, people.low === null ? null : [people.low, people.high], null, people.about));
  if (!own.length) return null;
  series.sort((a, b) => b.marks[0].x - a.marks[0].x);
  const chance = own.map((run) => run.chance).find(Boolean);
  const inside = series.every(({marks: [mark]}) => mark.x >= 0 && mark.x <= 1);
  return {name: `scores-${dataset}`, kind: "dots", title: dataset, x: {label: "Overall", low: inside ? 0 : null, high: inside ? 1 : null, names: [], logarithmic: false},
    about: `Overall with its 95 % interval${chance ? `; 95 % range of chance: ${number(chance[1])} to ${number(chance[2])}` : ""}${people && people.of === "Overall" ? `; people: ${people.about}` : ""}.`,
    y: {label: "", low: null, high: null, names: series.map(({name}) => name), logarithmic: false}, series, bands: chance ? [{low: chance[1], high: chance[2], at: "", middle: chance[0]}] : [], diagonal: false, stacked: false};
}

// Figures of one dataset stand under its name; those of several stand first.
function chartsBy(benchmark) {
  const slug = (dataset) => dataset.toLowerCase().replaceAll("_", "-");
  const known = [...benchmark.datasets].sort((a, b) => b.length - a.length);
  const groups = d3.group(benchmark.charts, (chart) => known.find((dataset) => chart.name.startsWith(`${slug(dataset)}-`)) || "");
  const whole = (charts) => h("div", {class: "charts"}, charts.map(figureOf));
  if (groups.size < 2) return whole(benchmark.charts);
  const named = benchmark.datasets.filter((dataset) => groups.has(dataset)).map((dataset) => [h("h3", {class: "of"}, dataset), groups.get(dataset)]);
  return [h("p", {class: "choices"}, "Figures of ", named.map(([head]) => h("button", {type: "button", onclick: () => head.scrollIntoView()}, head.textContent))),
    groups.has("") ? whole(groups.get("")) : null, named.map(([head, charts]) => [head, whole(charts)])];
}

function benchmarkPage(name) {
  const benchmark = BOOK.benchmarks.find((one) => one.name === name);
  if (!benchmark) return h("section", {}, h("h1", {}, "There is no such benchmark here."));
  const runs = BOOK.runs.filter((run) => run.benchmark === name);
  const warnings = runs.flatMap((run) => run.warnings.map((words) => `${rowName(run)} on ${run.dataset}: ${words}`));
  const explained = runs.filter((run) => run.explanation);
  const several = (run) => explained.some((other) => other.dataset !== run.dataset);
  const said = (note) => explained.some((run) => note.endsWith(`: ${run.explanation}`)); // stands above the figures already
  const scores = benchmark.datasets.map((dataset) => scoresOf(dataset, runs.filter((run) => run.dataset === dataset), benchmark.published[dataset])).filter(Boolean);
  const mixed = runs.filter((run) => Object.keys(run.variant).length);
  return h("section", {}, h("h1", {}, benchmark.title), h("p", {class: "lead"}, benchmark.about),
    benchmark.paper.title ? h("p", {class: "cite"}, `${benchmark.paper.title}. ${benchmark.paper.venue || ""}`) : null,
    h("p", {class: "choices"}, benchmark.datasets.map((dataset) => h("a", {class: "button", href: link("samples", {dataset})}, `Samples of ${dataset}`))),
    mixed.length ? h("p", {class: "note"}, "Runs with other options than the dataset's own are rows of their own; their options stand behind the name.") : null,
    explained.length ? [h("h2", {}, "In words"), h("ul", {}, explained.map((run) => h("li", {}, h("b", {}, rowName(run)), several(run) ? ` on ${run.dataset}` : "", `: ${run.explanation}`)))] : null,
    benchmark.charts.length ? [h("h2", {}, "Figures"), chartsBy(benchmark)] : null,
    h("h2", {}, "Scores"), h("div", {class: "charts"}, scores.map(figureOf)),
    h("h2", {}, "Tables"),
    benchmark.tables.map((grid, place) => h("details", {class: "grid", open: place === 0}, h("summary", {}, h("h3", {}, grid.title)), sortable(grid.title, grid.head, grid.rows.map((row) => Object.assign([...row], {kind: /\((published|paper)\)$/.test(row[0]) ? "published" : null}))), grid.notes.filter((note) => !said(note)).map((note) => h("p", {class: "note"}, note)))),
    warnings.length ? h("details", {}, h("summary", {}, `Warnings (${warnings.length})`), h("ul", {}, warnings.map((words) => h("li", {}, words)))) : null);
}
