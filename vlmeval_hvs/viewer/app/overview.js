// The leaderboard over all benchmarks, and where every model stands.

const BEST = 3;
const SIGNS = {"above chance": "▲", "inside chance": "=", "below chance": "▼"};
const hasScore = (run) => run.score !== null && run.score !== undefined;

// Of each benchmark the dataset that most runs have a score on.
function leading(benchmark) {
  const count = (dataset) => BOOK.runs.filter((run) => run.dataset === dataset && hasScore(run)).length;
  return benchmark.datasets.reduce((best, dataset) => (count(dataset) > count(best) ? dataset : best));
}

function overview(query) {
  const runs = BOOK.runs;
  const every = unique(runs.map((run) => run.dataset));
  const all = query.all === "1" || every.length <= 6;
  const datasets = all ? every : BOOK.benchmarks.map(leading);
  const names = ranked(unique(runs.filter((run) => datasets.includes(run.dataset) && !leftOut(run.model)).map(rowName)), datasets);
  const published = publishedRows(datasets, query.published === "all");
  const rows = [...names.map((name) => runRow(name, datasets)), ...peopleRows(datasets), ...published.rows];
  const models = unique(runs.map((run) => run.model)).length;
  const toggle = (change, words) => h("a", {class: "button", href: link("", {...query, ...change})}, words);
  return h("section", {}, h("h1", {}, "Human-vision benchmarks"),
    h("p", {class: "lead"}, `${counted(models, "model")}, ${counted(every.length, "dataset")}, ${counted(runs.length, "run")} in ${BOOK.title}.`),
    every.every((name) => name.includes("_DEMO")) ? h("p", {class: "notice"}, "These are demo sets: their numbers say that the tools work, nothing about models.") : null,
    h("h2", {}, "Leaderboard"),
    h("p", {}, "Overall with its 95 % interval. The grey band is the 95 % range of chance: ", h("span", {class: "sign above"}, "▲"), " above it, ", h("span", {class: "sign inside"}, "="), " inside, ", h("span", {class: "sign below"}, "▼"), " below. ",
      h("span", {class: "sign people"}, "★"), " and the violet line: humans, where measured. ", h("span", {class: "wide"}, datasets.length > 1 ? "Models with a score on most datasets come first, among them those with the best mean rank. " : "", "Click a column heading to sort.")),
    h("p", {class: "choices"}, every.length > 6 ? toggle({all: all ? "" : "1"}, all ? "One dataset of each benchmark" : `All ${every.length} datasets`) : null,
      published.left ? toggle({published: "all"}, `All ${published.left + published.rows.length} published rows`) : query.published ? toggle({published: ""}, `The ${BEST} best published rows`) : null),
    chooser(runs),
    sortable("Overall of every model on every dataset", ["model", ...datasets], rows, datasets.length > 1 ? undefined : 1, datasets.length > 1),
    peopleNotes(datasets),
    h("h2", {}, "Profiles"),
    h("p", {}, "Overall and sub-scores (0-1) with 95 % intervals; grey: guessing; violet: humans."),
    h("div", {class: "profiles"}, names.map((name) => profile(name, datasets))));
}

// The best first: by the number of datasets with a score, then by the mean of the ranks on them.
function ranked(names, datasets) {
  const score = (name, dataset) => { const run = BOOK.runs.find((one) => rowName(one) === name && one.dataset === dataset); return run && hasScore(run) ? run.score : null; };
  const ranks = new Map(names.map((name) => [name, []]));
  for (const dataset of datasets) {
    const found = names.map((name) => [name, score(name, dataset)]).filter(([, value]) => value !== null);
    for (const [name, value] of found) ranks.get(name).push(1 + d3.sum(found, ([, other]) => (other > value ? 1 : other === value ? 0.5 : 0)) - 0.5);
  }
  const mean = (name) => d3.mean(ranks.get(name)) ?? Infinity;
  return [...names].sort((a, b) => ranks.get(b).length - ranks.get(a).length || mean(a) - mean(b) || 0);
}

function runRow(name, datasets) {
  const first = BOOK.runs.findIndex((run) => rowName(run) === name && datasets.includes(run.dataset));
  return [{text: name, node: h("a", {href: link("samples", {dataset: BOOK.runs[first].dataset, a: String(first)})}, name)},
    ...datasets.map((dataset) => scoreCell(BOOK.runs.find((run) => rowName(run) === name && run.dataset === dataset)))];
}

// What people reach on the rows that most runs were asked, or on those of the paper.
function peopleOn(dataset) {
  const known = BOOK.runs.filter((run) => run.dataset === dataset && run.people).sort((a, b) => b.n - a.n);
  return known.length ? known[0].people : null;
}

function peopleRows(datasets) {
  const rows = [true, false].map((published) => {
    const cells = datasets.map((dataset) => {
      const people = peopleOn(dataset);
      if (!people || people.of !== "Overall" || people.published !== published) return "";
      return {text: number(people.value), sort: people.value, note: people.about, node: h("span", {class: "score"}, h("span", {}, h("span", {class: "value"}, number(people.value)), h("span", {class: "sign people", "aria-hidden": "true"}, "★")), h("small", {}, people.low === null ? "no interval" : `${number(people.low)} to ${number(people.high)}`))};
    });
    const words = published ? h("span", {}, "People ", h("em", {class: "badge"}, "published")) : h("span", {}, "People ", h("small", {}, "on the same images"));
    return Object.assign([{text: published ? "People (published)" : "People", node: words}, ...cells], {kind: published ? "published people" : "people"});
  });
  return rows.filter((row) => row.slice(1).some((cell) => cell !== ""));
}

// Who the people are that runs stand beside.
function peopleNotes(datasets) {
  const known = datasets.map((dataset) => [dataset, peopleOn(dataset)]).filter(([, people]) => people);
  if (!known.length) return h("p", {class: "note"}, "No human reference for these datasets.");
  return h("details", {class: "note"}, h("summary", {}, "What “human level” rests on"),
    h("p", {}, "At human level: the 95 % interval of a run begins at most 0.05 below what people reach. Below or above: the intervals do not overlap. Otherwise it is not distinguishable from humans."),
    h("ul", {}, known.map(([dataset, people]) => h("li", {}, h("b", {}, dataset), `: ${people.of === "Overall" ? "" : `${people.of}, `}${number(people.value)}${people.low === null ? ", no interval known" : ` [${number(people.low)}, ${number(people.high)}]`}, ${people.about} `, h("em", {class: "badge"}, people.published ? "published" : "measured here")))));
}

function publishedRows(datasets, all) {
  const rows = [];
  let left = 0;
  for (const benchmark of BOOK.benchmarks) {
    const best = (name) => Math.max(...datasets.map((dataset) => (benchmark.published[dataset] || {})[name] ?? -Infinity));
    const names = unique(datasets.flatMap((dataset) => Object.keys(benchmark.published[dataset] || {}))).sort((a, b) => best(b) - best(a));
    const shown = all ? names : names.slice(0, BEST);
    left += names.length - shown.length;
    for (const name of shown) {
      const cells = datasets.map((dataset) => {
        const value = (benchmark.published[dataset] || {})[name];
        return value === undefined ? "" : {text: number(value), sort: value};
      });
      rows.push(Object.assign([{text: name, node: h("span", {}, name, " ", h("em", {class: "badge"}, "published"))}, ...cells], {kind: "published"}));
    }
  }
  return {rows, left};
}

function scoreCell(run) {
  if (!run) return "";
  if (!hasScore(run)) return {text: "n/a", note: run.reason, node: h("span", {class: "bad"}, "n/a", h("small", {}, ` ${[run.validity, ...run.rests].join(" · ")}`))};
  const note = [`${number(run.score)}${run.interval ? ` [${number(run.interval[0])}, ${number(run.interval[1])}]` : ""}`, `n = ${run.n}${run.rows > run.n ? ` of ${counted(run.rows, "row")}; the others have no right answer or count elsewhere` : ""}`, run.mark, ...run.rests, run.people ? run.people.standing : "", run.reason, ...run.trust].filter(Boolean).join(", ");
  const between = run.interval ? `${number(run.interval[0])} to ${number(run.interval[1])}` : "";
  return {text: number(run.score), sort: run.score, note, node: h("span", {class: "score"},
    h("span", {}, h("span", {class: "value"}, number(run.score)), run.mark ? h("span", {class: `sign ${run.mark.split(" ")[0]}`, role: "img", "aria-label": guessWords(run.mark)}, SIGNS[run.mark]) : null),
    bar(run), h("small", {}, between, " ", h("span", {class: "n"}, [`n ${run.n}`, ...run.trust].join(" · "))), run.rests.length ? h("small", {}, run.rests.join(" · ")) : null, run.people && run.people.of === "Overall" ? h("small", {class: "level"}, run.people.standing) : null)};
}

const guessWords = (mark) => ({"above chance": "above guessing", "inside chance": "not distinguishable from guessing", "below chance": "below guessing"}[mark] || "");

function bar(run) {
  if (run.score < 0 || run.score > 1) return null;
  return s("svg", {class: "bar", viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true"},
    track({value: run.score, interval: run.interval, chance: run.chance, people: run.people && run.people.of === "Overall" ? run.people.value : null}, 0, 100, 0, 12));
}

// One value between 0 and 1 with its interval, guessing and people, in a strip of an SVG.
function track({value, interval, chance, people}, left, wide, top, tall) {
  const x = (share) => left + Math.max(0, Math.min(1, share)) * wide;
  const middle = top + tall / 2;
  return [s("rect", {class: "track", x: left, y: middle - 1.5, width: wide, height: 3, rx: 1.5}),
    chance ? s("rect", {class: "guess", x: x(chance[1]), y: top, width: Math.max(1, x(chance[2]) - x(chance[1])), height: tall}) : null,
    interval ? s("rect", {class: "range", x: x(interval[0]), y: middle - 1.5, width: Math.max(1, x(interval[1]) - x(interval[0])), height: 3}) : null,
    s("rect", {class: "dot", x: Math.max(left, x(value) - 1.4), y: top + 1, width: 2.8, height: tall - 2, rx: 1.2}),
    people === null || people === undefined ? null : s("rect", {class: "person", x: Math.max(left, x(people) - 1), y: top - 1, width: 2, height: tall + 2})].filter(Boolean);
}

// A card of a model: in words where it stands, and a picture of its scores with their parts.
function profile(name, datasets) {
  const runs = datasets.map((dataset) => BOOK.runs.find((run) => rowName(run) === name && run.dataset === dataset && hasScore(run))).filter(Boolean);
  const words = standings(runs);
  return h("article", {class: "profile"}, runs.length ? figureOf(profileChart(name, runs)) : [h("h3", {}, name), h("p", {class: "note"}, "No valid score.")],
    h("ul", {class: "standing"}, words.map(([sign, kind, text]) => h("li", {}, h("span", {class: `sign ${kind}`, "aria-hidden": "true"}, sign), " ", text))));
}

function standings(runs) {
  const words = [];
  const plain = (run) => run.dataset.replace(/_DEMO/, "");
  for (const [mark, sign] of Object.entries(SIGNS)) {
    const own = runs.filter((run) => run.mark === mark);
    if (own.length) words.push([sign, mark.split(" ")[0], [h("b", {}, guessWords(mark)), `: ${own.map((run) => plain(run) + (run.rests.length ? ` (${run.rests.join(", ")})` : "")).join(", ")}`]]);
  }
  for (const standing of unique(runs.map((run) => run.people && run.people.standing).filter(Boolean))) {
    const own = runs.filter((run) => run.people && run.people.standing === standing);
    words.push(["★", "people", [h("b", {}, standing), ": ", own.map((run) => `${plain(run)} (${number(run.people.own)} against ${number(run.people.value)}${run.people.of === "Overall" ? "" : `, ${run.people.of}`})`).join(", ")]]);
  }
  const unknown = runs.filter((run) => !run.people);
  if (unknown.length) words.push(["", "none", `No human reference: ${unknown.map(plain).join(", ")}`]);
  return words;
}

// Overall of each dataset with its sub-scores, as a figure; names of parts may be the same on several datasets.
function profileChart(name, runs) {
  const rows = runs.flatMap((run, place) => [{name: run.dataset, value: run.score, ...run, people: run.people && run.people.of === "Overall" ? run.people : null},
    ...run.parts.map((part) => ({...part, name: `${part.name}${"\u200b".repeat(place)}`}))]).filter((row) => row.value >= 0 && row.value <= 1)
    .map((row, place) => ({...row, y: row.dataset || row.name, place}));
  const mark = ({y, interval, n}, value) => ({x: value, y, low: interval ? interval[0] : null, high: interval ? interval[1] : null, n: n ?? null, note: ""});
  const people = rows.filter((row) => row.people).map((row) => mark({y: row.y}, row.people.value));
  const series = [{name, standing: "run", place: 0, marks: rows.map((row) => mark(row, row.value))}, ...(people.length ? [{name: "humans", standing: "human", marks: people}] : [])];
  return {name: `profile-${name}`, kind: "dots", title: name, about: "", x: {label: "score", low: 0, high: 1}, y: {label: "", names: rows.map((row) => row.y)}, values: true, series,
    bands: rows.filter((row) => row.chance).map((row) => ({low: row.chance[1], high: row.chance[2], at: row.y, middle: null}))};
}
