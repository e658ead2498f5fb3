// Names around a circle, the value as the distance from its centre.

function radarChart(chart, styles, width) {
  const names = chart.y.names.length ? chart.y.names : unique(chart.series.flatMap((one) => one.marks.map((mark) => mark.y)));
  const [low, high] = extent({...chart.x, low: chart.x.low ?? 0}, chart.series.flatMap((one) => one.marks.map((mark) => mark.x)));
  const wide = Math.min(width, 560);
  const side = Math.min(118, wide * 0.25);
  const radius = Math.min(190, wide / 2 - side);
  const [cx, cy] = [wide / 2, radius + 34];
  const angle = (place) => (2 * Math.PI * place) / names.length - Math.PI / 2;
  const at = (place, value) => {
    const far = radius * Math.max(0, Math.min(1, (value - low) / (high - low)));
    return [cx + far * Math.cos(angle(place)), cy + far * Math.sin(angle(place))];
  };
  const around = (values) => values.map((value, place) => (value === null ? null : at(place, value))).filter(Boolean);
  const path = (points) => (points.length ? `M${points.map((point) => point.map((part) => part.toFixed(1)).join(",")).join("L")}Z` : "");
  const svg = s("svg", {class: "radar", viewBox: `0 0 ${wide} ${2 * radius + 68}`, width: wide, height: 2 * radius + 68});
  for (const ring of [0.25, 0.5, 0.75, 1]) {
    const value = low + ring * (high - low);
    const [x, y] = at(0.5, value);
    svg.append(s("path", {class: "ring", d: path(around(names.map(() => value)))}), s("text", {class: "tick", x: x - 4, y: y + 12, "text-anchor": "end"}, Number(value.toFixed(2))));
  }
  names.forEach((name, place) => {
    const [x, y] = at(place, high);
    svg.append(s("line", {class: "spoke", x1: cx, y1: cy, x2: x, y2: y}));
    const [sin, cos] = [Math.sin(angle(place)), Math.cos(angle(place))];
    const anchor = Math.abs(cos) < 0.2 ? "middle" : cos > 0 ? "start" : "end";
    const most = Math.floor((anchor === "middle" ? 2 * side : side - 8) / 6.4);
    svg.append(s("text", {class: "name", x: x + 10 * cos, y: y + 14 * sin + 4, "text-anchor": anchor}, short(String(name), Math.max(6, most)), s("title", {}, name)));
  });
  const bands = names.map((name) => chart.bands.find((band) => band.at === name || !band.at));
  if (bands.some(Boolean)) {
    const edge = (end) => path(around(bands.map((band) => (band ? band[end] : low))));
    svg.append(s("path", {class: "guessing", "fill-rule": "evenodd", d: edge("high") + edge("low")}));
  }
  const few = chart.series.filter((one) => one.standing === "run").length < 4;
  chart.series.forEach((one, order) => {
    const look = styles[order];
    const found = names.map((name) => one.marks.find((mark) => mark.y === name && mark.x !== null) || null);
    const whole = found.every(Boolean); // where a value is missing no line crosses its place
    const next = (place) => (place + 1) % names.length;
    const line = whole ? path(around(found.map((mark) => mark.x)))
      : found.map((mark, place) => (mark && found[next(place)] ? `M${at(place, mark.x).join(",")}L${at(next(place), found[next(place)].x).join(",")}` : "")).join("");
    svg.append(s("path", {class: "shape", d: line, fill: look.colour, "fill-opacity": whole && few && one.standing === "run" ? 0.09 : 0, stroke: look.colour, "stroke-dasharray": look.dash}));
    found.forEach((mark, place) => {
      if (!mark) return;
      const [x, y] = at(place, mark.x);
      svg.append(s("path", {class: "point", transform: `translate(${x.toFixed(1)},${y.toFixed(1)})`, d: d3.symbol(look.symbol, 40)(), fill: look.hollow ? "var(--paper)" : look.colour, stroke: look.colour}, s("title", {}, told(one, mark, chart))));
    });
  });
  return svg;
}
