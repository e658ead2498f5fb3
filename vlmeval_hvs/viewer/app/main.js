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
  const text = new URLSearchParams(Object.entries(told).filter(([, value]) => value !== "" && value !== undefined)).toString();
  return `#/${page}${text ? `?${text}` : ""}`;
}

const spoken = (node) => node.getAttribute("aria-label") || (node.closest("label") || node).firstChild?.textContent;

function asked() {
  const [page, text] = location.hash.replace(/^#\/?/, "").split("?");
  return [page, Object.fromEntries(new URLSearchParams(text || ""))];
}

function shown() {
  const [page, query] = asked();
  for (const key of RUN_KEYS) if (query[key]) query[key] = runsNamed(query.dataset, query[key])[0] ?? query[key];
  keyHandler = null;
  if (page === "samples") return samplesPage(query);
  if (page === "compare") return comparePage(query);
  if (page === "benchmark") return benchmarkPage(query.name);
  return overview(query);
}

// A served page begins without samples and comparisons; those of a dataset come when they are shown.
function lacking() {
  const [page, query] = asked();
  if (page !== "samples" && page !== "compare") return "";
  const names = Object.keys(page === "samples" ? BOOK.samples : BOOK.comparisons);
  const dataset = names.includes(query.dataset) ? query.dataset : names[0];
  return dataset && !BOOK.samples[dataset].rows ? dataset : "";
}

async function fetchPart(dataset) {
  const answer = await fetch(`/part?${encodeURIComponent(dataset)}`);
  if (!answer.ok) throw new Error(await answer.text());
  const part = await answer.json();
  part.images.forEach((image, place) => { BOOK.images[part.first + place] = image; });
  Object.assign(BOOK.samples, part.samples);
  Object.assign(BOOK.comparisons, part.comparisons);
}

async function show() {
  const dataset = lacking();
  if (dataset) {
    document.querySelector("main").replaceChildren(h("h1", {}, dataset), h("p", {class: "note", role: "status"}, "Loading…"));
    try {
      await fetchPart(dataset);
    } catch (error) {
      document.querySelector("main").append(h("p", {class: "note"}, `They cannot be loaded: ${error.message}`));
      return;
    }
    show();
    return;
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
show();

// A served page looks whether results have changed since it was made, and loads again where the reader is.
async function watch() {
  const now = await (await fetch("/state")).json();
  if (now !== BOOK.state) location.reload();
}
if (BOOK.state) setInterval(() => watch().catch(() => {}), 2500);
