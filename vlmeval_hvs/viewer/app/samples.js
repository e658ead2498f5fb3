// The samples of one dataset: filters, a wall of pictures, and one sample at a time with the answers of two runs.

const hidden = new Set();
let typing = 0;  // the search that was last typed into, so that it keeps the cursor

function samplesPage(query) {
  const datasets = Object.keys(BOOK.samples);
  const dataset = datasets.includes(query.dataset) ? query.dataset : datasets[0];
  const book = BOOK.samples[dataset];
  const runs = book.runs;
  const a = Math.max(0, runs.indexOf(Number(query.a)));
  const b = query.b ? runs.indexOf(Number(query.b)) : -1;
  const state = {dataset, a: String(runs[a]), b: b >= 0 ? String(runs[b]) : "", verdict: query.verdict || "", find: query.find || "", index: query.index || "", person: query.person || ""};
  for (const column of book.columns) state[column] = query[column] || "";
  const go = (change) => { location.hash = link("samples", {...state, ...change}); };
  const lacking = [[query.dataset, dataset === query.dataset, "dataset"], [query.a, runs.includes(Number(query.a)), "run"], [query.b, b >= 0, "run"], [query.index, book.rows.some((row) => row.index === query.index), "sample"]]
    .flatMap(([asked, there, what]) => (asked && !there ? [`There is no ${what} ${clip(asked, 80)} in this page.`] : []));
  const places = book.rows.map((_, place) => place).filter((place) => wanted(book, place, a, b, state));
  const filters = h("form", {class: "filters", role: "search", onsubmit: (event) => event.preventDefault()},
    choice("Dataset", state.dataset, datasets.map((name) => [name, name]), (value) => { location.hash = link("samples", {dataset: value}); }),
    choice("Run", state.a, runs.map((run) => [String(run), rowName(BOOK.runs[run])]), (value) => go({a: value})),
    choice("Compare with", state.b, [["", "none"], ...runs.map((run) => [String(run), rowName(BOOK.runs[run])])], (value) => go({b: value})),
    choice("Show", state.verdict, [["", `all (${book.rows.length})`], ...verdictChoices(book, a, b)], (value) => go({verdict: value, index: ""})),
    book.columns.map((column) => choice(column.replaceAll("_", " "), state[column], [["", "all"], ...groupsOf(book, column)], (value) => go({[column]: value, index: ""}))),
    h("label", {}, "Search", h("input", {type: "search", value: state.find, oninput: (event) => {
      clearTimeout(typing);
      typing = setTimeout(() => go({find: event.target.value, index: ""}), 300);
    }})));
  if (typing) {
    const field = filters.querySelector("input[type=search]");
    requestAnimationFrame(() => { field.focus(); field.setSelectionRange(field.value.length, field.value.length); });
    typing = 0;
  }
  const open = book.rows.findIndex((row) => row.index === state.index);
  const body = open >= 0 ? onePage(book, open, places, runs, a, b, go, state.person) : wall(book, places, a, go);
  const drawnOf = book.of && book.of > book.rows.length ? `${book.rows.length} of ${book.of} samples are in this page.` : "";
  return h("section", {}, h("h1", {}, broken(`Samples of ${dataset}`)), filters, [...lacking, ...book.notes].map((note) => h("p", {class: "note"}, note)),
    h("p", {class: "note", "aria-live": "polite"}, `${counted(places.length, "sample")}. ${drawnOf}`), body);
}

function wanted(book, place, a, b, state) {
  const [row, answer] = [book.rows[place], (book.answers[a] || [])[place]];
  if (book.columns.some((column) => state[column] && row.groups[column] !== state[column])) return false;
  if (state.find && !JSON.stringify([row.index, row.prompt, row.truth, answer && answer.reply, answer && answer.answer]).toLowerCase().includes(state.find.toLowerCase())) return false;
  if (state.verdict === "differ") return Boolean(answer && answer.differs);
  if (state.verdict === "changed") return b >= 0 && answer && book.answers[b][place] && book.answers[b][place].verdict !== answer.verdict;
  return !state.verdict || Boolean(answer && answer.verdict === state.verdict);
}

const groupsOf = (book, column) => [...new Set(book.rows.map((row) => row.groups[column]))].filter(Boolean)
  .sort((x, y) => x.localeCompare(y, undefined, {numeric: true})).map((name) => [name, name]);

function verdictChoices(book, a, b) {
  const answers = (book.answers[a] || []).filter(Boolean);
  const counts = Object.keys(BOOK.verdicts).map((name) => [name, answers.filter((answer) => answer.verdict === name).length]);
  const found = counts.filter(([, count]) => count).map(([name, count]) => [name, `${BOOK.verdicts[name]} (${count})`]);
  const differ = answers.filter((answer) => answer.differs).length;
  if (differ) found.push(["differ", `readings differ (${differ})`]);
  if (b >= 0) found.push(["changed", "verdict differs between the two runs"]);
  return found;
}

function wall(book, places, a, go) {
  const shown = new Set([...hidden, "human"]);
  const first = (place) => picturesOf(book.rows[place], (book.answers[a] || [])[place])[0];
  const settings = {hidden: shown, steps: 0, labels: false, person: ""};
  const list = h("ul", {class: "wall"});
  const draw = () => list.replaceChildren(...places.map((place) => {
    const [row, answer, picture] = [book.rows[place], (book.answers[a] || [])[place], first(place)];
    return h("li", {}, h("button", {type: "button", class: "card", onclick: () => go({index: row.index}), "aria-label": picture ? `${saidOf(answer)} #${row.index} ${Object.values(row.groups).join(" ")}` : null},
      picture ? drawn(picture.picture, picture.extra, settings) : h("p", {class: "prompt"}, clip(row.prompt || row.note || "", 160)),
      h("span", {class: "line"}, chip(answer), h("span", {}, `#${row.index} ${Object.values(row.groups).join(" ")}`))));
  }));
  draw();
  return [legendOf(rolesIn(places.map(first).filter(Boolean)), shown, draw), list];
}

const saidOf = (answer) => (answer ? BOOK.verdicts[answer.verdict] : "not asked");
const chip = (answer) => h("span", {class: `chip ${answer ? answer.verdict : ""}`}, saidOf(answer));

function onePage(book, place, places, runs, a, b, go, person) {
  const row = book.rows[place];
  const here = places.indexOf(place);
  const step = (by) => { const next = places[(here + by + places.length) % places.length]; if (next !== undefined) go({index: book.rows[next].index}); };
  const columns = [a, ...(b >= 0 && b !== a ? [b] : [])];
  const view = h("div", {class: columns.length > 1 ? "pair" : "single"});
  const longest = Math.max(...columns.map((run) => longestPath(picturesOf(row, (book.answers[run] || [])[place]))));
  const people = [...new Set(((row.pictures || [])[0] || {marks: []}).marks.filter((mark) => mark.kind === "path" && mark.role === "human").map((mark) => mark.label))];
  // One person's scanpath first: those of all lie on each other.
  const settings = {hidden, steps: 0, labels: true, person: people.includes(person) ? person : person === "all" || people.length < 2 ? "" : people[0]};
  const redraw = () => view.replaceChildren(...columns.map((run) => column(row, (book.answers[run] || [])[place], BOOK.runs[runs[run]], settings)));
  const roles = [...new Set(columns.flatMap((run) => rolesIn(picturesOf(row, (book.answers[run] || [])[place]))))];
  redraw();
  const keys = (event) => {
    if (event.target.matches("input, select, textarea")) return;
    if (event.key === "ArrowRight" || event.key === "j") step(1);
    else if (event.key === "ArrowLeft" || event.key === "k") step(-1);
    else if (event.key === "Escape") go({index: ""});
  };
  onKeys(keys);
  return h("article", {class: "sample"},
    h("nav", {class: "steps", "aria-label": "samples"}, h("button", {type: "button", onclick: () => step(-1)}, "← previous"), h("button", {type: "button", onclick: () => go({index: ""})}, "all samples"), h("button", {type: "button", onclick: () => step(1)}, "next →"),
      h("span", {}, `sample ${row.index}, ${here + 1} of ${places.length}`)),
    legendOf(roles, hidden, redraw, null,
      people.length > 1 ? choice("Scanpaths of", settings.person || "all", [...people.map((name) => [name, name]), ["all", `all ${people.length} people`]], (value) => go({person: value})) : null,
      longest > 1 ? h("label", {class: "slider"}, "fixations ", h("input", {type: "range", min: 1, max: longest, value: longest, oninput: (event) => { settings.steps = Number(event.target.value); event.target.nextSibling.textContent = ` ${event.target.value} of ${longest}`; redraw(); }}), h("output", {}, ` ${longest} of ${longest}`)) : null),
    view);
}

function column(row, answer, run, settings) {
  const pictures = picturesOf(row, answer);
  return h("div", {class: "column"}, h("h2", {}, rowName(run), " ", chip(answer)),
    h("div", {class: pictures.some(({picture}) => picture.beside) ? "pictures beside" : "pictures"}, pictures.map(({picture, extra}) => drawn(picture, extra, settings))), h("div", {class: "words"}, answer ? replyOf(answer, run) : h("p", {class: "note"}, "This run was not asked this sample."),
      row.truth ? h("p", {}, "Right answer: ", h("b", {}, row.truth)) : null,
      answer && answer.explanation ? [h("h3", {}, "Why, in the model's words"), h("pre", {class: "prompt"}, answer.explanation)] : null,
      answer && answer.turns ? turnsOf(answer.turns, row) : null,
      h("h3", {}, answer && answer.turns ? "The first turn" : "What was asked"), row.prompt ? h("pre", {class: "prompt"}, (answer && answer.prompt) || row.prompt) : h("p", {class: "note"}, row.note || "The set is not on this machine.")));
}

const turnsOf = (turns, row) => [h("h3", {}, `The ${turns.length} turns`), h("ol", {class: "turns"}, turns.map((turn) => h("li", {}, h("details", {},
  h("summary", {}, `${turn.step}: `, h("span", {class: "said"}, clip(turn.reply, 90))),
  turn.finished === false ? h("p", {class: "note"}, "truncated at the token limit") : null,
  turn.left_out ? h("p", {class: "note"}, `${counted(turn.left_out, "image")} of this turn left out of this file; a page that is a folder has them.`) : null,
  h("div", {class: "strip"}, turn.images.map((place) => h("img", {src: BOOK.images[place].source, loading: "lazy", alt: "an image of this turn"}))),
  turn.text === row.prompt ? null : h("pre", {class: "prompt"}, turn.text), h("pre", {}, turn.reply)))))];

// What was read, in a sentence that says why; what the reply took, and how the model was asked.
function replyOf(answer, run) {
  const [why, took] = [BOOK.rules[answer.rule], answer.took || {}];
  const parts = [answer.score === "" ? "" : `Score: ${number(Number(answer.score))}`, ...Object.entries(answer.measures || {}).map(([words, value]) => `${words}: ${value}`), answer.durations ? `Durations: ${JSON.parse(answer.durations).map(Math.round).join(", ")} ms` : ""].filter(Boolean);
  const cost = [took.seconds ? `${took.seconds.toFixed(1)} s` : "", took.completion === undefined ? "" : `${took.prompt} + ${took.completion} tokens`, took.cut ? "truncated at the token limit" : "", ...Object.entries(run.model_settings).map(([name, value]) => `${name} ${value}`)].filter(Boolean);
  return h("div", {class: "reply"}, h("p", {}, "Read as ", h("b", {}, clip(answer.answer || "no answer", 400)), why ? `: ${why} ` : " ", h("span", {class: "note"}, `(rule “${answer.rule}”)`), ". ", parts.length ? `${parts.join(". ")}. ` : "",
    answer.differs ? h("span", {class: "differs"}, `The ${answer.differs} reading is “${clip(answer.other || "no answer", 200)}”.`) : ""), h("h3", {}, "Reply"), h("pre", {}, answer.reply), cost.length ? h("p", {class: "note"}, `${cost.join(", ")}.`) : null);
}
