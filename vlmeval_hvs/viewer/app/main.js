// Finds the page that the address names, and shows it.

const BOOK = JSON.parse(document.getElementById("book").textContent);
let keyHandler = null;

const onKeys = (handler) => { keyHandler = handler; };

// Addresses name runs, because their places change as soon as there are more of them.
const RUN_KEYS = ["a", "b"];
const runsNamed = (dataset, name) => BOOK.runs.flatMap((run, place) => (run.dataset === dataset && run.name === name ? [String(place)] : []));

function link(page, query) {
  const told = {...query};
  for (const key of RUN_KEYS) {
    const run = BOOK.runs[told[key]];
    if (run && runsNamed(told.dataset, run.name).length === 1) told[key] = run.name;
  }
  const text = new URLSearchParams(Object.entries(told).flatMap(([key, value]) => [value].flat().filter((one) => one !== "" && one !== undefined).map((one) => [key, one]))).toString();
  return `#/${page}${text ? `?${text}` : ""}`;
}

// Models that the reader left out of tables and figures; a name on an axis belongs to the longest model that it begins with.
let left = new Set();
const owner = (name) => BOOK.runs.map((run) => run.model).filter((model) => name === model || name.startsWith(`${model} `) || name.startsWith(`${model},`)).reduce((best, model) => (model.length > best.length ? model : best), "");
const leftOut = (name) => left.has(owner(name));

// Boxes by which runs are left out, as `?without=` in the address says.
function chooser(runs) {
  const models = unique(runs.map((run) => run.model));
  if (models.length < 2) return null;
  const change = (model, kept) => {
    if (kept) left.delete(model);
    else left.add(model);
    const [page, query] = asked();
    location.hash = link(page, {...query, without: [...left]});
  };
  return h("details", {class: "choices", open: models.some(leftOut)}, h("summary", {}, "Models shown"), models.map((model) => h("label", {}, h("input", {type: "checkbox", checked: !leftOut(model), onchange: (event) => change(model, event.target.checked)}), model)));
}

const spoken = (node) => node.getAttribute("aria-label") || (node.closest("label") || node).firstChild?.textContent;

function asked() {
  const [page, text] = location.hash.replace(/^#\/?/, "").split("?");
  const found = new URLSearchParams(text || "");
  return [page, {...Object.fromEntries(found), without: found.getAll("without")}];
}

function shown() {
  const [page, query] = asked();
  for (const key of RUN_KEYS) if (query[key]) query[key] = runsNamed(query.dataset, query[key])[0] ?? query[key];
  keyHandler = null;
  if (page === "" || page === "benchmark") left = new Set(query.without);
  if (page === "samples") return samplesPage(query);
  if (page === "compare") return comparePage(query);
  if (page === "benchmark") return benchmarkPage(query.name);
  return overview(query);
}

// Samples and comparison of a dataset: in one file from the start, else loaded when they are shown.
function part({dataset, samples, images, comparison}) {
  Object.assign(BOOK.images, images);
  BOOK.samples[dataset] = {...BOOK.samples[dataset], ...samples};
  if (comparison) BOOK.comparisons[dataset] = comparison;
}

// The dataset whose samples or comparison the address asks for; "" on other pages.
function datasetShown() {
  const [page, query] = asked();
  if (page !== "samples" && page !== "compare") return "";
  const names = Object.keys(page === "samples" ? BOOK.samples : BOOK.comparisons);
  return (names.includes(query.dataset) ? query.dataset : names[0]) || "";
}

const load = (dataset) => new Promise((resolve, reject) => {
  const script = h("script", {src: BOOK.samples[dataset].part, onload: resolve, onerror: () => reject(new Error(`${BOOK.samples[dataset].part} is missing`))});
  document.head.append(script);
  script.remove();
});

async function show() {
  const dataset = datasetShown();
  if (dataset && !BOOK.samples[dataset].rows) {
    document.querySelector("main").replaceChildren(h("h1", {}, dataset), h("p", {class: "note", role: "status"}, "Loading…"));
    try {
      await load(dataset);
    } catch (error) {
      document.querySelector("main").append(h("p", {class: "note"}, `The samples cannot be loaded: ${error.message}.`));
      return;
    }
  }
  render();
}

function render() {
  const main = document.querySelector("main");
  const held = main.contains(document.activeElement) && document.activeElement !== main ? document.activeElement : null;
  main.replaceChildren(shown());
  // Whoever works with the keyboard stays at the same control, or begins at the top of the new page.
  if (held) ([...main.querySelectorAll(held.tagName)].find((node) => spoken(node) === spoken(held)) || main).focus({preventScroll: true});
  const now = location.hash || "#/";
  for (const item of document.querySelectorAll("nav.top a")) {
    const same = item.getAttribute("href") === now || ["#/samples", "#/compare"].some((page) => now.startsWith(page) && item.getAttribute("href").startsWith(page));
    if (same) item.setAttribute("aria-current", "page");
    else item.removeAttribute("aria-current");
  }
  document.title = `${main.querySelector("h1").textContent} · results`;
}

document.querySelector("nav.top").append(h("a", {href: "#/"}, "Overview"),
  ...BOOK.benchmarks.map((one) => h("a", {href: link("benchmark", {name: one.name})}, one.name)), h("a", {href: link("samples")}, "Samples"),
  Object.keys(BOOK.comparisons).length ? h("a", {href: link("compare")}, "Compare") : "");
document.getElementById("theme").addEventListener("click", () => {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});
addEventListener("keydown", (event) => { if (keyHandler && !event.ctrlKey && !event.metaKey && !event.altKey) keyHandler(event); });
addEventListener("hashchange", () => { show(); scrollTo(0, 0); });
// Paper has no folds and is light: what is folded is printed open.
let themeBefore;
addEventListener("beforeprint", () => {
  themeBefore = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
  for (const fold of document.querySelectorAll("details:not([open])")) { fold.open = true; fold.dataset.folded = ""; }
});
addEventListener("afterprint", () => {
  if (themeBefore) document.documentElement.dataset.theme = themeBefore;
  else delete document.documentElement.dataset.theme;
  for (const fold of document.querySelectorAll("details[data-folded]")) { fold.open = false; delete fold.dataset.folded; }
});
BOOK.parts.forEach(part);
show();

// A served page polls: it is loaded again when a result is new, and samples of a run under way come as they are answered.
let answered = null;
async function watch() {
  const [now, replies] = await (await fetch("/state")).json();
  if (now !== BOOK.state) location.reload();
  const dataset = datasetShown();
  const grows = dataset && BOOK.samples[dataset].runs.some((run) => BOOK.runs[run].validity === "not finished");
  if (grows && answered !== null && replies !== answered) {
    await load(dataset);
    render();
  }
  answered = replies;
}
if (BOOK.state) setInterval(() => watch().catch(() => {}), 2500);
