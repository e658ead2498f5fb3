// Two runs of a dataset, row by row. All numbers come from the page's content; only signs are turned round here.

const REAL = 0.05;
const signed = (value) => (value === null ? "" : `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`);
const pText = (p) => (p < 0.0001 ? "p < 0.0001" : `p = ${p.toPrecision(2)}`);
const chanceOf = (p) => (p === null ? "" : p < 0.0001 ? "< 0.0001" : p.toPrecision(2));

function turned(cell) {
  const minus = (value) => (value === null ? null : -value);
  return {...cell, first: cell.second, second: cell.first, difference: -cell.difference, low: minus(cell.high), high: minus(cell.low), higher: cell.lower, lower: cell.higher};
}

// The pair of two runs as computed, or turned round.
function pairOf(found, a, b) {
  const pair = found.pairs.find((one) => one.a === a && one.b === b);
  if (pair) return pair;
  const back = found.pairs.find((one) => one.a === b && one.b === a);
  return back ? {...back, a, b, cells: back.cells.map(turned), better: back.worse, worse: back.better} : null;
}

// The two best runs that are compared, the better one first.
function bestPair(found, runs) {
  const order = [...runs].sort((a, b) => (BOOK.runs[b].score ?? -Infinity) - (BOOK.runs[a].score ?? -Infinity) || 0);
  const places = (pair) => [order.indexOf(pair.a), order.indexOf(pair.b)];
  const best = d3.least(found.pairs, (pair) => d3.sum(places(pair)));
  return best ? places(best).sort((x, y) => x - y).map((place) => order[place]) : order;
}

function comparePage(query) {
  const datasets = Object.keys(BOOK.comparisons);
  if (!datasets.length) return h("section", {}, h("h1", {}, "Compare"), h("p", {}, "No dataset here has two valid runs to compare."));
  const dataset = datasets.includes(query.dataset) ? query.dataset : datasets[0];
  const found = BOOK.comparisons[dataset];
  const runs = BOOK.runs.map((run, place) => place).filter((place) => BOOK.runs[place].dataset === dataset && BOOK.runs[place].validity !== "invalid");
  const known = (value) => value !== undefined && value !== "" && runs.includes(Number(value));
  const [usualA, usualB] = bestPair(found, runs);
  const a = known(query.a) ? Number(query.a) : usualA;
  const b = known(query.b) && Number(query.b) !== a ? Number(query.b) : a === usualB ? usualA : usualB;
  const go = (change) => { location.hash = link("compare", {dataset, a: String(a), b: String(b), ...change}); };
  const named = runs.map((place) => [String(place), rowName(BOOK.runs[place])]);
  const pair = pairOf(found, a, b);
  return h("section", {class: "compare"}, h("h1", {}, broken(`Two runs of ${dataset}`)),
    h("form", {class: "filters", onsubmit: (event) => event.preventDefault()},
      choice("Dataset", dataset, datasets.map((name) => [name, name]), (value) => { location.hash = link("compare", {dataset: value}); }),
      choice("First run", String(a), named.filter(([place]) => place !== String(b)), (value) => go({a: value})),
      choice("Second run", String(b), named.filter(([place]) => place !== String(a)), (value) => go({b: value})),
      h("button", {type: "button", onclick: () => go({a: String(b), b: String(a)})}, "Swap")),
    pair ? pairView(dataset, pair, found) : h("p", {}, "These two runs are not compared: ", found.few ? "with so many runs, each is compared with the best one and with the next in rank." : "the reason is below."),
    found.pairs.length > 1 ? [h("h2", {}, "All pairs"), allPairs(dataset, found)] : null,
    found.few ? h("p", {class: "note"}, "With so many runs, each is compared with the best one and with the next in rank; vlmeval-hvs compare takes any two.") : null,
    found.refused.map((words) => h("p", {class: "note"}, words)));
}

const runNames = (pair) => [pair.a, pair.b].map((place) => rowName(BOOK.runs[place]));
const wholeOf = (pair) => pair.cells.find((cell) => !cell.slice && cell.score);

function inWords(pair) {
  const [first, second] = runNames(pair);
  const total = wholeOf(pair);
  const how = total.difference === 0 ? `${first} and ${second} score alike` : `${first} scores ${Math.abs(total.difference).toFixed(3)} ${total.difference > 0 ? "higher" : "lower"} than ${second}`;
  if (total.p === null) return `${how}. There are too few independent rows for an interval or a test.`;
  const verdict = total.p_holm < REAL ? `A difference from zero was found (${pText(total.p_holm)} after correction).` : `No difference from zero was found (${pText(total.p_holm)} after correction).`;
  return `${how} (95 % interval ${signed(total.low)} to ${signed(total.high)}). ${verdict}`;
}

function pairView(dataset, pair, found) {
  const [first, second] = runNames(pair);
  const total = wholeOf(pair);
  const head = ["part", "n", "first", "second", "difference", "95 % interval", "first higher", "lower", "p", "p (Holm)"];
  const line = (cell) => [cell.slice ? `${cell.slice.replaceAll("_", " ")}: ${cell.name}` : cell.name, cell.n, number(cell.first), number(cell.second),
    {text: signed(cell.difference), sort: cell.difference}, cell.low === null ? "" : `${signed(cell.low)} to ${signed(cell.high)}`, cell.higher, cell.lower,
    {text: chanceOf(cell.p), sort: cell.p ?? 2}, {text: chanceOf(cell.p_holm), sort: cell.p_holm ?? 2}];
  return [h("p", {class: "lead"}, inWords(pair)),
    h("p", {}, total.p === null ? "" : `${pText(total.p)}; ${pText(total.p_holm)} corrected by Holm: the overall differences of ${counted(found.tests, "pair")} of this dataset are one family of tests, the ${pair.tests} tests of this pair's slices and metrics are another. ${total.higher} rows are better in the first run, ${total.lower} in the second.`),
    pair.notes.map((words) => h("p", {class: "note"}, words)),
    h("h2", {}, "Differences"), h("div", {class: "charts"}, forest(pair)),
    h("h2", {}, "Numbers"), sortable(`${first} and ${second} on ${dataset}`, head, pair.cells.map(line)),
    h("h2", {}, "Samples where the runs disagree"),
    h("div", {class: "pair"}, changedList(dataset, pair, pair.better, first, second), changedList(dataset, pair, pair.worse, second, first))];
}

// Differences of scores with their intervals, the whole and its slices; filled where the corrected test finds a difference from zero.
function forest(pair) {
  const [first, second] = runNames(pair);
  const cells = pair.cells.filter((cell) => cell.score).map((cell) => ({...cell, x: cell.difference, y: cell.slice ? `${cell.slice.replaceAll("_", " ")}: ${cell.name}` : "all rows", note: cell.p === null ? "" : `${pText(cell.p_holm)} (Holm)`}));
  const series = [["differs from zero after correction", true], ["no difference found", false]].map(([name, real]) => ({name, standing: "run", look: {colour: "var(--run-0)", symbol: d3.symbolCircle, hollow: !real},
    marks: cells.filter((cell) => (cell.p_holm !== null && cell.p_holm < REAL) === real)})).filter((one) => one.marks.length);
  return figureOf({name: "differences", kind: "dots", title: "Where they differ", about: `Right of zero ${first} is better, left of it ${second}; 95 % intervals.`, bands: [], series,
    x: {label: "first minus second, mean score", low: null, high: null}, y: {label: "", names: cells.map((cell) => cell.y)}});
}

function changedList(dataset, pair, rows, better, other) {
  const book = BOOK.samples[dataset];
  const answers = [pair.a, pair.b].map((run) => book.answers[book.runs.indexOf(run)] || []);
  const place = new Map(book.rows.map((row, at) => [row.index, at]));
  const inPage = rows.rows.filter((index) => place.has(index));
  const said = (at, which) => { const answer = answers[which][at]; return answer ? answer.answer || "no answer" : "not asked"; };
  return h("div", {}, h("h3", {}, `${better} better: ${rows.n}`),
    rows.n ? null : h("p", {}, `There is no row on which ${better} scores higher than ${other}.`),
    h("ul", {class: "changed"}, inPage.map((index) => h("li", {}, h("a", {href: link("samples", {dataset, a: String(pair.a), b: String(pair.b), index})}, `sample ${index}`),
      ` ${clip(said(place.get(index), 0), 60)} and ${clip(said(place.get(index), 1), 60)}`, book.rows[place.get(index)].truth ? `; right is ${clip(book.rows[place.get(index)].truth, 60)}` : ""))),
    rows.n > inPage.length ? h("p", {class: "note"}, `${rows.n - inPage.length} more${inPage.length < rows.rows.length ? ` that are not in this page: ${clip(rows.rows.filter((index) => !place.has(index)).join(", "), 160)}` : ""}.`) : null);
}

function allPairs(dataset, found) {
  const rows = found.pairs.map((pair) => {
    const total = wholeOf(pair);
    const [first, second] = runNames(pair);
    return [{text: `${first} − ${second}`, node: h("a", {href: link("compare", {dataset, a: String(pair.a), b: String(pair.b)})}, `${first} − ${second}`)}, total.n,
      {text: signed(total.difference), sort: total.difference}, total.low === null ? "" : `${signed(total.low)} to ${signed(total.high)}`, {text: chanceOf(total.p), sort: total.p ?? 2}, {text: chanceOf(total.p_holm), sort: total.p_holm ?? 2}];
  });
  return sortable(`All pairs of runs on ${dataset}`, ["runs", "n", "difference", "95 % interval", "p", "p (Holm)"], rows);
}
