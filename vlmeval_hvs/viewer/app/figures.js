// What all figures share: how a series looks by what it is, the legend, the frame, and the table of numbers.

// A shape of d3, turned.
const rotated = (symbol, degrees) => ({draw(context, size) {
  const [c, s] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
  const at = (name) => (x, y) => context[name](x * c - y * s, x * s + y * c);
  symbol.draw({moveTo: at("moveTo"), lineTo: at("lineTo"), closePath: () => context.closePath()}, size);
}});
// The markers of runs in the files of `vlmeval-hvs figures`: o ^ v P X < > d *.
const SHAPES = [d3.symbolCircle, d3.symbolTriangle, rotated(d3.symbolTriangle, 180), d3.symbolCross, rotated(d3.symbolCross, 45),
  rotated(d3.symbolTriangle, -90), rotated(d3.symbolTriangle, 90), d3.symbolDiamond, d3.symbolStar];
const RUN_COLOURS = 8;
const STANDINGS = {run: "run", human: "people", published: "published", chance: "guessing"};

const HOLLOW = [d3.symbolDiamond, d3.symbolSquare, d3.symbolCircle, d3.symbolTriangle, rotated(d3.symbolTriangle, 180), d3.symbolStar];
const DASHES = ["5,3", "2,3", "8,3,2,3", "1,2", "10,4"];
const of = (list, place) => list[place % list.length];

// A run has its colour and shape in every figure that does not name it on an axis; rows from papers are grey and hollow, people squares (hollow where a paper printed them).
function look({standing, place, name}) {
  if (standing === "run") return {colour: `var(--run-${place % RUN_COLOURS})`, symbol: of(SHAPES, place), hollow: false, dash: null};
  if (standing === "human") return {colour: "var(--people)", symbol: d3.symbolSquare, hollow: name.includes("(published)"), dash: null};
  if (standing === "published") return {colour: "var(--soft)", symbol: of(HOLLOW, place), hollow: true, dash: of(DASHES, place)};
  return {colour: "var(--soft)", symbol: d3.symbolTimes, hollow: false, dash: of(DASHES, place + 1)};
}

const drawnAs = (look) => ({symbol: look.symbol, stroke: look.colour, strokeWidth: look.hollow ? 1.8 : 1.2, fill: look.hollow ? "var(--paper)" : look.colour});

function swatch(look, kind) {
  const icon = s("svg", {class: "key", viewBox: "-14 -8 28 16", "aria-hidden": "true"});
  if (kind === "band") icon.append(s("rect", {x: -13, y: -6, width: 26, height: 12, class: "guessing"}));
  else {
    if (kind === "line") icon.append(s("line", {x1: -14, x2: 14, stroke: look.colour, "stroke-width": 2.2, "stroke-dasharray": look.dash}));
    icon.append(s("path", {d: d3.symbol(look.symbol, 62)(), stroke: look.colour, "stroke-width": look.hollow ? 1.8 : 1, fill: look.hollow ? "var(--paper)" : look.colour}));
  }
  return icon;
}

// Names of series; where these stand on the axis already, what the shapes mean.
function legend(chart, styles) {
  const line = chart.kind === "lines" ? "line" : "dot";
  const onAxis = chart.series.every((one) => one.marks.every((mark) => mark.y === one.name));
  const items = [];
  if (onAxis) {
    for (const standing of new Set(chart.series.map((one) => one.standing))) {
      const style = styles[chart.series.findIndex((one) => one.standing === standing)];
      items.push([swatch(style, line), {run: "run, 95 % interval", published: "published row"}[standing] || STANDINGS[standing]]);
    }
  } else {
    chart.series.forEach((one, place) => items.push([swatch(styles[place], line), one.name.replace(/ \(published\)$/, ""), / \(published\)$/.test(one.name) || one.standing === "published" ? h("em", {class: "badge"}, "published") : null]));
  }
  if (chart.bands.length) items.push([swatch(null, "band"), "chance, 95 %"]);
  if (chart.kind === "dots" && outside(chart).length) items.push(["→ value beyond the axis"]);
  return h("ul", {class: "keys"}, items.map((item) => h("li", {}, item)));
}

// The numbers behind a figure, for those who do not see it, and for copying.
function numbersOf(chart) {
  const flat = chart.kind === "dots";
  const [first, second] = flat ? [chart.y.label || "name", chart.x.label] : [chart.x.label, chart.y.label];
  const told = (value) => (typeof value === "number" ? {text: number(value), sort: value} : value ?? "");
  const head = ["series", "what it is", first || "x", second || "y", "from", "to", "n", "note"];
  const rows = chart.series.flatMap((one) => one.marks.map((mark) => [one.name, STANDINGS[one.standing], ...(flat ? [mark.y, mark.x] : [mark.x, mark.y]).map(told),
    told(mark.low), told(mark.high), mark.n ?? "", mark.note]));
  for (const band of chart.bands) rows.push(["chance, 95 %", "guessing", ...(flat ? [band.at, told(band.middle)] : ["", told(band.middle)]), told(band.low), told(band.high), "", ""]);
  return sortable(`Numbers of ${chart.title}`, head, rows);
}

// A drawing whose place has its description: what it is made of says nothing more.
function silent(drawing) {
  for (const svg of drawing.matches("svg") ? [drawing] : drawing.querySelectorAll("svg")) svg.setAttribute("aria-hidden", "true");
  for (const anchor of drawing.querySelectorAll("a")) anchor.setAttribute("tabindex", "-1"); // each is in a table, too
  return drawing;
}

// A figure that is drawn again when its place gets wider or narrower.
function figureOf(whole) {
  const chart = withoutLeft(whole);
  if (!chart) return null;
  const styles = chart.series.map((one) => one.look || look(one));
  const draw = DRAWINGS[chart.kind];
  const plot = h("div", {class: `plot ${chart.kind}`, role: "img", "aria-label": `${chart.title}. ${chart.about}`});
  let shownAt = 0;
  const show = (width) => {
    if (Math.abs(width - shownAt) < 8) return;
    shownAt = width;
    plot.replaceChildren(...[draw(chart, styles, Math.max(240, Math.floor(width)))].flat().map(silent));
  };
  new ResizeObserver(([entry]) => { if (entry.contentRect.width) show(entry.contentRect.width); }).observe(plot);
  show(Math.min(620, document.documentElement.clientWidth - 56));
  return h("figure", {class: `chart ${chart.kind}`, id: `chart-${chart.name}`}, h("h3", {}, chart.title), legend(chart, styles), plot,
    h("figcaption", {}, chart.about), h("details", {}, h("summary", {}, "Numbers"), numbersOf(chart)));
}
