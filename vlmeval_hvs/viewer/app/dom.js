// Small helpers. Text always goes in as text, so nothing from data can become markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

const number = (value) => (value === null || value === undefined ? "n/a" : Math.abs(value) < 10 ? value.toFixed(3) : value.toFixed(1));
const counted = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
const clip = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
const rowName = (run) => run.name;

// A name with places where a line may end.
const broken = (name) => name.split(/(?<=[_/])/).flatMap((part, place) => (place ? [h("wbr"), part] : [part]));

const NARROW = matchMedia("(max-width: 40rem)");

// A table whose head sorts it. Cells are {text, sort, node, note}, or plain text. A table of columns that are no part of
// each other shows, in a narrow window, one of them at a time (`alone`): the one by which it is sorted.
function sortable(caption, head, rows, start, alone = false) {
  const narrow = () => alone && NARROW.matches;
  const state = {column: start ?? (narrow() ? 1 : -1), down: true};
  const body = h("tbody");
  const key = (row, column) => {
    const cell = row[column];
    const value = cell !== null && typeof cell === "object" ? cell.sort ?? cell.text : cell;
    const parsed = typeof value === "number" ? value : parseFloat(value);
    return Number.isNaN(parsed) ? value ?? "" : parsed;
  };
  const show = () => {
    const sorted = [...rows];
    if (state.column >= 0) {
      sorted.sort((a, b) => {
        const [x, y] = [key(a, state.column), key(b, state.column)];
        if (x === "" || y === "") return (x === "") - (y === "");
        if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
        const order = typeof x === "number" ? x - y : String(x).localeCompare(String(y), undefined, {numeric: true});
        return state.down ? -order : order;
      });
    }
    const hides = (place) => narrow() && place > 0 && place !== state.column;
    const shown = sorted.filter((row) => !narrow() || (row[state.column] ?? "") !== "");
    body.replaceChildren(...shown.map((row) => h("tr", {class: row.kind || null}, row.map((cell, place) => {
      const plain = cell === null || typeof cell !== "object";
      const content = plain ? cell ?? "" : cell.node ?? cell.text;
      return hides(place) ? null : h(place ? "td" : "th", {scope: place ? null : "row", title: plain ? null : cell.note}, content);
    }))));
    heads.forEach((item, place) => {
      const sort = place === state.column ? (state.down ? "descending" : "ascending") : "none";
      item.setAttribute("aria-sort", sort);
      item.hidden = hides(place);
    });
  };
  const heads = head.map((title, place) => h("th", {scope: "col", "aria-sort": "none"},
    h("button", {type: "button", class: "sort", onclick: () => {
      if (narrow() && place === 0) return; // the names have no column of their own to be sorted by
      state.down = state.column === place ? !state.down : place > 0;
      state.column = place;
      show();
    }}, broken(title))));
  const table = h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": caption},
    h("table", {}, h("caption", {}, caption), h("thead", {}, h("tr", {}, heads)), body));
  show();
  if (!alone) return table;
  const pick = choice("Scores on", String(Math.max(1, state.column)), head.slice(1).map((title, place) => [String(place + 1), title]), (value) => { Object.assign(state, {column: Number(value), down: true}); show(); });
  pick.className = "pick";
  NARROW.addEventListener("change", () => { Object.assign(state, {column: narrow() ? Number(pick.querySelector("select").value) : start ?? -1, down: true}); show(); });
  return [pick, table];
}

const choice = (label, value, options, change) => h("label", {}, label, h("select", {onchange: (event) => change(event.target.value)},
  options.map(([name, words]) => h("option", {value: name, selected: name === value}, words))));
