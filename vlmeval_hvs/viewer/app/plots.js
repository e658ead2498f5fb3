// Figures with axes, drawn by Observable Plot.

const unique = (values) => [...new Set(values)];
const finite = (values) => values.filter((value) => typeof value === "number" && Number.isFinite(value));
const letters = (width) => Math.max(12, Math.min(34, Math.floor((width * 0.4) / 6.8)));

// Names in lines of at most some letters.
function wrapped(name, longest) {
  const lines = [""];
  for (const piece of String(name).match(/[^\s\-_/,:]*[\s\-_/,:]*/g)) {
    if (lines[lines.length - 1] && (lines[lines.length - 1] + piece).trimEnd().length > longest) lines.push("");
    lines[lines.length - 1] += piece;
  }
  return lines.map((line) => line.trimEnd());
}

// Width of the longest line of some names, px; capitals are wide.
const longestOf = (lines) => Math.max(...[...lines.values()].flat().map((line) => 6.5 * line.length + 2.2 * (line.match(/[A-Z_]/g) || []).length));

// A chart without the runs that the reader left out; null where nothing else is in it.
function withoutLeft(chart) {
  const series = chart.series.filter((one) => one.standing !== "run" || !leftOut(one.name)).map((one) => ({...one, marks: one.marks.filter((mark) => typeof mark.y !== "string" || !leftOut(mark.y))}));
  const names = chart.y.names.filter((name) => !leftOut(name));
  return series.some((one) => one.standing === "run" && one.marks.length) ? {...chart, series: series.filter((one) => one.marks.length), y: {...chart.y, names}} : null;
}

// The range of an axis: what the chart says, else all values with some air.
function extent(axis, values) {
  const seen = finite(values);
  const [least, most] = [Math.min(...seen), Math.max(...seen)];
  if (axis.logarithmic) return [axis.low ?? least / 1.1, axis.high ?? most * 1.1];
  const air = (most - least || Math.abs(most) || 1) * 0.06;
  // Shares end where shares end.
  return [axis.low ?? (least >= 0 && least < air ? 0 : least - air), axis.high ?? (most <= 1 && most + air > 1 ? 1 : most + air)];
}

// The range of the values of dots, which single values cannot squeeze; differences of two runs have none of their own.
const reach = (chart) => chart.reach ?? extent(chart.x, chart.series.flatMap((one) => one.marks.flatMap((mark) => [mark.low, mark.x, mark.high])));

function outside(chart) {
  const [low, high] = reach(chart);
  return chart.series.flatMap((one) => one.marks).filter((mark) => mark.x !== null && (mark.x < low || mark.x > high));
}

// What is counted has ticks at whole numbers only, a few values on a logarithmic axis at each.
function counts(values, [low, high], logarithmic) {
  if (logarithmic && unique(values).length <= 10) return {ticks: unique(values), tickFormat: String};
  const whole = finite(values).every(Number.isInteger) && high - low <= 12;
  return whole ? {ticks: d3.range(Math.ceil(low), Math.floor(high) + 1), tickFormat: "d"} : {};
}

function told(one, mark, chart) {
  const value = (axis, item) => `${axis.label || "value"}: ${typeof item === "number" ? number(item) : item}`;
  return [one.name + (one.standing === "run" ? "" : ` (${STANDINGS[one.standing]})`), mark.note, value(chart.y, mark.y), value(chart.x, mark.x),
    mark.low === null ? "" : `95 %: ${number(mark.low)} to ${number(mark.high)}`, mark.n === null ? "" : `n = ${mark.n}`].filter(Boolean).join("\n");
}

const GUESSING = {fill: "currentColor", fillOpacity: 0.13};
const MIDDLE = {stroke: "currentColor", strokeDasharray: "3,3", strokeOpacity: 0.65};
const labelOf = (axis, width) => wrapped(axis.label, Math.max(16, Math.floor(width / 7)));
const numeric = (axis, domain, width) => ({label: labelOf(axis, width).join("\n"), domain, type: axis.logarithmic ? "log" : "linear", clamp: true, nice: !axis.logarithmic && axis.low === null && axis.high === null, grid: true, labelArrow: "none", labelAnchor: "center"});

// What figures with names up the side share: rows as high as the lines of their names, bands of guessing, values along.
function named(chart, width, domain, row, marks) {
  const names = chart.y.names.length ? chart.y.names : unique(chart.series.flatMap((one) => one.marks.map((mark) => mark.y)));
  const lines = new Map(names.map((name) => [name, wrapped(name, letters(width))]));
  const left = 14 + longestOf(lines);
  const high = Math.max(row, 8 + 14 * Math.max(...[...lines.values()].map((own) => own.length)));
  const whole = chart.bands.filter((band) => !band.at);
  const own = chart.bands.filter((band) => band.at && names.includes(band.at));
  return Plot.plot({
    className: "plot", width, height: 45 + 13 * labelOf(chart.x, width - left).length + high * names.length, marginLeft: left, marginTop: 10, marginBottom: 29 + 13 * labelOf(chart.x, width - left).length, marginRight: chart.values ? 48 : 16,
    x: numeric(chart.x, domain, width - left), y: {label: null, domain: names, tickFormat: (name) => lines.get(name).join("\n"), tickSize: 0},
    marks: [
      domain[0] < 0 && domain[1] > 0 ? Plot.ruleX([0], {strokeOpacity: 0.5}) : null,
      row > 24 ? Plot.ruleY(names.slice(1), {y: (name) => name, dy: -high / 2, strokeOpacity: 0.12}) : null,
      Plot.rect(whole, {x1: "low", x2: "high", ...GUESSING}), Plot.ruleX(whole.filter((band) => band.middle !== null), {x: "middle", ...MIDDLE}),
      Plot.barX(own, {y: "at", x1: "low", x2: "high", ...GUESSING}), Plot.tickX(own.filter((band) => band.middle !== null), {y: "at", x: "middle", ...MIDDLE}),
      ...marks,
    ],
  });
}

// Names up the side, values along. Series that share a name are below each other.
function dotsChart(chart, styles, width) {
  const shared = new Set(chart.series.flatMap((one) => unique(one.marks.map((mark) => mark.y)))).size < d3.sum(chart.series, (one) => unique(one.marks.map((mark) => mark.y)).length);
  const step = chart.series.length > 8 ? 6 : 9;
  const [low, high] = reach(chart);
  const marks = chart.series.flatMap((one, place) => {
    const dy = shared ? (place - (chart.series.length - 1) / 2) * step : 0;
    const seen = one.marks.filter((mark) => mark.x !== null);
    const inside = seen.filter((mark) => mark.x >= low && mark.x <= high);
    const arrows = (side, anchor, words) => Plot.text(seen.filter(side), {y: "y", dy, frameAnchor: anchor, text: words, fill: styles[place].colour, title: (mark) => told(one, mark, chart), tip: true});
    return [Plot.ruleY(inside.filter((mark) => mark.low !== null && mark.high !== null), {y: "y", x1: "low", x2: "high", dy, stroke: styles[place].colour, strokeWidth: 2.2, strokeOpacity: 0.6}),
      Plot.dot(inside, {y: "y", x: "x", dy, r: 4.2, ...drawnAs(styles[place]), title: (mark) => told(one, mark, chart), tip: true}),
      arrows((mark) => mark.x > high, "right", (mark) => `${number(mark.x)} →`), arrows((mark) => mark.x < low, "left", (mark) => `← ${number(mark.x)}`)];
  });
  if (chart.values) marks.push(Plot.text(chart.series[0].marks, {y: "y", frameAnchor: "right", dx: 40, text: (mark) => mark.x.toFixed(2), fill: "currentColor"}));
  return named(chart, width, [low, high], shared ? Math.max(24, step * chart.series.length + 10) : 24, marks);
}

function paired(chart, width) {
  const marks = chart.series.flatMap((one) => one.marks);
  const along = extent(chart.x, marks.map((mark) => mark.x));
  const up = extent(chart.y, marks.flatMap((one) => [one.y, one.low, one.high]));
  return {along, up, x: {...numeric(chart.x, along, width - 60), ...counts(marks.map((mark) => mark.x), along, chart.x.logarithmic)}, y: {...numeric(chart.y, up, width), label: chart.y.label, labelAnchor: "top"}};
}

const frameOf = (chart, wide, width = Math.min(wide, 760)) => ({className: "plot", width, height: Math.round(Math.max(250, Math.min(420, width * 0.66))), marginLeft: 52, marginTop: 28, marginBottom: 29 + 13 * labelOf(chart.x, width - 60).length, marginRight: 18});

// Values over a number.
function linesChart(chart, styles, width) {
  const {x, y} = paired(chart, width);
  const marks = chart.series.flatMap((one, place) => {
    const seen = one.marks.filter((mark) => mark.x !== null && mark.y !== null);
    const look = styles[place];
    return [Plot.areaY(seen.filter((mark) => mark.low !== null && mark.high !== null), {x: "x", y1: "low", y2: "high", fill: look.colour, fillOpacity: 0.14}),
      Plot.lineY(seen, {x: "x", y: "y", stroke: look.colour, strokeWidth: 2, strokeDasharray: look.dash}),
      Plot.dot(seen, {x: "x", y: "y", r: 3.2, ...drawnAs(look), title: (mark) => told(one, mark, chart), tip: true})];
  });
  return Plot.plot({...frameOf(chart, width), x, y, marks});
}

// The names of points that have room; the others are told when a point is pointed at, and in the table.
function apart(chart, frame, along, up) {
  const [wide, tall] = [frame.width - frame.marginLeft - frame.marginRight, frame.height - frame.marginTop - frame.marginBottom];
  const taken = [];
  const noted = chart.series.flatMap((one) => one.marks).filter((mark) => mark.note && mark.x !== null && mark.y !== null);
  return (noted.length > 40 ? [] : noted).map((mark) => ({...mark, words: clip(mark.note, 22)})).filter((mark) => {
    const half = mark.words.length * 3.4;
    const [x, y] = [9 + half + ((mark.x - along[0]) / (along[1] - along[0])) * wide, ((up[1] - mark.y) / (up[1] - up[0])) * tall];
    const free = x - half > -frame.marginLeft && x + half < wide + frame.marginRight && taken.every((other) => Math.abs(other.x - x) > other.half + half + 4 || Math.abs(other.y - y) > 15);
    if (free) taken.push({x, y, half});
    return free;
  });
}

// Two numbers of each point.
function scatterChart(chart, styles, width) {
  const {along, up, x, y} = paired(chart, width);
  const frame = frameOf(chart, width);
  const ends = [Math.max(along[0], up[0]), Math.min(along[1], up[1])];
  const marks = chart.series.flatMap((one, place) => {
    const seen = one.marks.filter((mark) => mark.x !== null && mark.y !== null);
    const look = styles[place];
    return [Plot.dot(seen, {x: "x", y: "y", r: seen.length > 60 ? 2.6 : 4.6, fillOpacity: seen.length > 60 ? 0.6 : 1, ...drawnAs(look), title: (mark) => told(one, mark, chart), tip: true})];
  });
  marks.push(Plot.text(apart(chart, frame, along, up), {x: "x", y: "y", text: "words", dx: 9, textAnchor: "start", fill: "currentColor", stroke: "var(--paper)", strokeWidth: 3}));
  return Plot.plot({...frame, x, y, marks: [ends[0] < ends[1] ? Plot.line(ends, {x: (value) => value, y: (value) => value, ...MIDDLE}) : null, ...marks]});
}

const DRAWINGS = {dots: dotsChart, lines: linesChart, scatter: scatterChart};
