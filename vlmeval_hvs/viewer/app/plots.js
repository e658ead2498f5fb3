// Figures with axes, drawn by Observable Plot.

const unique = (values) => [...new Set(values)];
const finite = (values) => values.filter((value) => typeof value === "number" && Number.isFinite(value));
const letters = (width) => Math.max(12, Math.min(34, Math.floor((width * 0.4) / 6.8)));
const room = (names, longest) => 14 + 6.7 * Math.max(0, ...names.map((name) => Math.min(longest, String(name).length)));

// The range of an axis: what the chart says, else all values with some air.
function extent(axis, values) {
  const seen = finite(values);
  const [least, most] = [Math.min(...seen), Math.max(...seen)];
  const air = axis.logarithmic ? 0 : (most - least || Math.abs(most) || 1) * 0.06;
  // Shares end where shares end.
  return [axis.low ?? (least >= 0 && least < air ? 0 : least - air), axis.high ?? (most <= 1 && most + air > 1 ? 1 : most + air)];
}

// What is counted has ticks at whole numbers only.
function counts(values, [low, high]) {
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
const numeric = (axis, domain, width) => ({label: short(axis.label, Math.floor(width / 8)), domain, type: axis.logarithmic ? "log" : "linear", clamp: true, nice: axis.low === null && axis.high === null, grid: true, labelArrow: "none", labelAnchor: "center"});

function named(chart, width) {
  const names = chart.y.names.length ? chart.y.names : unique(chart.series.flatMap((one) => one.marks.map((mark) => mark.y)));
  const marks = chart.series.flatMap((one) => one.marks);
  const domain = extent(chart.x, [...marks.flatMap((mark) => [mark.x, mark.low, mark.high]), ...chart.bands.flatMap((band) => [band.low, band.high])]);
  const longest = letters(width);
  return {names, domain, longest, left: room(names, longest), cut: (name) => short(String(name), longest)};
}

// Names up the side, values along. Series that share a name stand below each other.
function dotsChart(chart, styles, width) {
  const {names, domain, left, cut} = named(chart, width);
  const shared = names.some((name) => chart.series.filter((one) => one.marks.some((mark) => mark.y === name)).length > 1);
  const step = chart.series.length > 8 ? 6 : 9;
  const row = shared ? Math.max(24, step * chart.series.length + 10) : 24;
  const whole = chart.bands.filter((band) => !band.at);
  const own = chart.bands.filter((band) => band.at && names.includes(band.at));
  const marks = chart.series.flatMap((one, place) => {
    const dy = shared ? (place - (chart.series.length - 1) / 2) * step : 0;
    const seen = one.marks.filter((mark) => mark.x !== null && names.includes(mark.y));
    return [Plot.ruleY(seen.filter((mark) => mark.low !== null && mark.high !== null), {y: "y", x1: "low", x2: "high", dy, stroke: styles[place].colour, strokeWidth: 2.2, strokeOpacity: 0.6}),
      Plot.dot(seen, {y: "y", x: "x", dy, r: 4.2, ...drawnAs(styles[place]), title: (mark) => told(one, mark, chart), tip: true})];
  });
  return Plot.plot({
    className: "plot", width, height: 58 + row * names.length, marginLeft: left, marginTop: 10, marginBottom: 42, marginRight: 16,
    x: numeric(chart.x, domain, width - left), y: {label: null, domain: names, tickFormat: cut, tickSize: 0},
    marks: [
      Plot.ruleY(names.slice(1), {y: (name) => name, dy: -row / 2, strokeOpacity: shared ? 0.12 : 0}),
      Plot.rect(whole, {x1: "low", x2: "high", ...GUESSING}), Plot.ruleX(whole.filter((band) => band.middle !== null), {x: "middle", ...MIDDLE}),
      Plot.barX(own, {y: "at", x1: "low", x2: "high", ...GUESSING}), Plot.tickX(own.filter((band) => band.middle !== null), {y: "at", x: "middle", ...MIDDLE}),
      ...marks,
    ],
  });
}

// Bars of one name beside each other, or on each other.
function barsChart(chart, styles, width) {
  const {names, left, cut, domain} = named(chart, width);
  const bars = chart.series.flatMap((one, place) => one.marks.filter((mark) => mark.x !== null).map((mark) => ({...mark, place, series: String(place), words: told(one, mark, chart)})));
  const total = d3.max(d3.rollups(bars, (rows) => d3.sum(rows, (mark) => mark.x), (mark) => mark.y), ([, sum]) => sum) ?? 1;
  const range = [chart.x.low ?? Math.min(0, domain[0]), chart.x.high ?? (chart.stacked ? total : domain[1])];
  const colour = (mark) => styles[mark.place].colour;
  const faint = (mark) => (styles[mark.place].hollow ? 0.25 : 1);
  const frame = {className: "plot", width, marginLeft: left, marginTop: 10, marginBottom: 42, marginRight: 16, x: numeric(chart.x, range, width - left), color: {type: "identity"}};
  const whole = chart.bands.filter((band) => !band.at);
  const behind = [Plot.rect(whole, {x1: "low", x2: "high", ...GUESSING}), Plot.ruleX(whole.filter((band) => band.middle !== null), {x: "middle", ...MIDDLE})];
  if (chart.stacked) {
    return Plot.plot({...frame, height: 58 + 26 * names.length, y: {label: null, domain: names, tickFormat: cut, tickSize: 0, padding: 0.25},
      marks: [...behind, Plot.barX(bars, {y: "y", x: "x", z: "series", fill: colour, fillOpacity: faint, stroke: "var(--paper)", title: "words", tip: true})]});
  }
  return Plot.plot({...frame, height: 58 + names.length * (14 * chart.series.length + 10), fy: {label: null, domain: names, tickFormat: cut, padding: 0.16},
    y: {axis: null, domain: chart.series.map((_, place) => String(place)), padding: 0.12},
    marks: [...behind, Plot.axisFy({anchor: "left", label: null, tickFormat: cut}), Plot.rect(chart.bands.filter((band) => band.at), {fy: "at", x1: "low", x2: "high", ...GUESSING}),
      Plot.barX(bars, {fy: "y", y: "series", x: "x", fill: colour, fillOpacity: faint, stroke: colour, title: "words", tip: true}),
      Plot.ruleY(bars.filter((mark) => mark.low !== null), {fy: "y", y: "series", x1: "low", x2: "high", stroke: "currentColor", strokeWidth: 1.3})]});
}

function paired(chart, width) {
  const marks = chart.series.flatMap((one) => one.marks);
  const along = chart.x.names.length ? null : extent(chart.x, marks.map((mark) => mark.x));
  const up = chart.y.names.length ? null : extent(chart.y, [...marks.flatMap((mark) => [mark.y, mark.low, mark.high]), ...chart.bands.flatMap((band) => [band.low, band.high])]);
  const axis = (one, domain, side) => (domain ? {...numeric(one, domain, width - 60), ...(side ? counts(marks.map((mark) => mark[side]), domain) : {})} : {label: one.label, domain: one.names, type: "point", labelArrow: "none"});
  return {along, up, x: axis(chart.x, along, "x"), y: {...axis(chart.y, up), labelAnchor: "top"}};
}

const frameOf = (chart, width) => ({className: "plot", width, height: Math.round(Math.max(250, Math.min(420, width * 0.66))), marginLeft: 52, marginTop: 28, marginBottom: 42, marginRight: 18});

// Values over a number, or over names in their order.
function linesChart(chart, styles, width) {
  const {x, y} = paired(chart, width);
  const marks = chart.series.flatMap((one, place) => {
    const seen = one.marks.filter((mark) => mark.x !== null && mark.y !== null);
    const look = styles[place];
    return [Plot.areaY(seen.filter((mark) => mark.low !== null && mark.high !== null), {x: "x", y1: "low", y2: "high", fill: look.colour, fillOpacity: 0.14}),
      Plot.lineY(seen, {x: "x", y: "y", stroke: look.colour, strokeWidth: 2, strokeDasharray: look.dash}),
      Plot.dot(seen, {x: "x", y: "y", r: 3.2, ...drawnAs(look), title: (mark) => told(one, mark, chart), tip: true})];
  });
  return Plot.plot({...frameOf(chart, width), x, y, marks: [
    Plot.rect(chart.bands, {y1: "low", y2: "high", ...GUESSING}), Plot.ruleY(chart.bands.filter((band) => band.middle !== null), {y: "middle", ...MIDDLE}), ...marks]});
}

// The names of points that have room; the others are told when a point is pointed at, and in the table.
function apart(chart, frame, along, up) {
  const [wide, tall] = [frame.width - frame.marginLeft - frame.marginRight, frame.height - frame.marginTop - frame.marginBottom];
  const taken = [];
  const noted = chart.series.flatMap((one) => one.marks).filter((mark) => mark.note && mark.x !== null && mark.y !== null);
  return (noted.length > 40 ? [] : noted).map((mark) => ({...mark, words: clip(mark.note, 22)})).filter((mark) => {
    const half = mark.words.length * 3.4;
    const [x, y] = [((mark.x - along[0]) / (along[1] - along[0])) * wide, ((up[1] - mark.y) / (up[1] - up[0])) * tall];
    const free = x - half > -frame.marginLeft && x + half < wide + frame.marginRight && taken.every((other) => Math.abs(other.x - x) > other.half + half + 4 || Math.abs(other.y - y) > 15);
    if (free) taken.push({x, y, half});
    return free;
  });
}

// Two numbers of each point.
function scatterChart(chart, styles, width) {
  const {along, up, x, y} = paired(chart, width);
  const frame = frameOf(chart, width);
  const ends = along && up ? [Math.max(along[0], up[0]), Math.min(along[1], up[1])] : [];
  const marks = chart.series.flatMap((one, place) => {
    const seen = one.marks.filter((mark) => mark.x !== null && mark.y !== null);
    const look = styles[place];
    return [
      Plot.ruleX(seen.filter((mark) => mark.low !== null && mark.high !== null), {x: "x", y1: "low", y2: "high", stroke: look.colour, strokeWidth: 2, strokeOpacity: 0.5}),
      Plot.dot(seen, {x: "x", y: "y", r: seen.length > 60 ? 2.6 : 4.6, fillOpacity: seen.length > 60 ? 0.6 : 1, ...drawnAs(look), title: (mark) => told(one, mark, chart), tip: true})];
  });
  if (along && up) marks.push(Plot.text(apart(chart, frame, along, up), {x: "x", y: "y", text: "words", dy: -11, fill: "currentColor", stroke: "var(--paper)", strokeWidth: 3}));
  return Plot.plot({...frame, x, y, marks: [
    Plot.rect(chart.bands, {y1: "low", y2: "high", ...GUESSING}), Plot.ruleY(chart.bands.filter((band) => band.middle !== null), {y: "middle", ...MIDDLE}),
    chart.diagonal && ends[0] < ends[1] ? Plot.line(ends, {x: (value) => value, y: (value) => value, ...MIDDLE}) : null, ...marks]});
}

const DRAWINGS = {dots: dotsChart, bars: barsChart, lines: linesChart, scatter: scatterChart};
