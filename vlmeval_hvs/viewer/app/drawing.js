// Draws a picture of a sample: the image, and the marks on it in fractions of its width and height.

const MARKED = new Set(["human", "answer"]);
const POINTING = {head: {side: -1, word: "head"}, eyes: {side: 1, word: "eyes"}};

function drawn(picture, extra, settings) {
  const {source, width, height} = BOOK.images[picture.image];
  const tall = (1000 * height) / width;
  const layer = s("svg", {viewBox: `0 0 1000 ${tall}`, class: "marks", "aria-hidden": "true"});
  const marks = [...picture.marks, ...extra];
  const other = (mark) => settings.person && mark.kind === "path" && mark.role === "human" && mark.label !== settings.person;
  const same = (one, two) => one !== two && one.kind === "path" && two.kind === "path" && JSON.stringify(one.points) === JSON.stringify(two.points);
  for (const mark of marks) {
    const veiled = settings.hidden.has(mark.role);
    if ((veiled && mark.role !== "truth") || other(mark)) continue;
    // Where right answers are hidden, the right option is an option like the others; its rank follows its letter.
    const node = markNode(veiled ? {...mark, role: "option", label: (mark.label || "").split(" ")[0]} : mark, tall, settings);
    // An answer that lies on the right option lets it shine through.
    if (mark.role === "answer" && marks.some((one) => same(one, mark))) node.classList.add("twin");
    layer.append(node);
  }
  const words = marks.filter((mark) => !settings.hidden.has(mark.role)).map((mark) => `${BOOK.roles[mark.role]}${mark.label ? `: ${mark.label}` : ""}`);
  const image = h("img", {src: source, alt: `${picture.caption || "image"}. ${clip(words.join("; "), 300)}`, width, height});
  return h("figure", {class: "picture"}, h("div", {class: "canvas"}, image, layer),
    picture.caption ? h("figcaption", {}, picture.caption) : null);
}

function markNode(mark, tall, settings) {
  const name = `${BOOK.roles[mark.role]}${mark.label ? `: ${mark.label}` : ""}`;
  const group = s("g", {class: `mark ${mark.kind} role-${mark.role}`, "data-role": mark.role}, s("title", {}, name));
  if (mark.kind === "box") {
    const [x, y] = [1000 * mark.x, tall * mark.y];
    group.append(s("rect", {x, y, width: 1000 * mark.width, height: tall * mark.height, rx: 4}));
    const below = y + tall * mark.height; // what the model says stands below its box, what is true above
    if (mark.label && settings.labels) group.append(tag(mark.label, x, mark.role === "answer" ? below + 2 : y > 30 ? y - 30 : y, tall));
  } else if (mark.kind === "point") {
    group.append(s("circle", {cx: 1000 * mark.x, cy: tall * mark.y, r: 13}));
    if (mark.label && settings.labels) group.append(tag(mark.label, 1000 * mark.x + 16, tall * mark.y - 14, tall));
  } else if (POINTING[mark.role]) {
    arrowInto(group, mark, tall, settings);
  } else {
    pathInto(group, mark, tall, settings);
  }
  return group;
}

// From the face to an object; arrows to the same object run beside each other.
function arrowInto(group, mark, tall, settings) {
  const [[x1, y1], [x2, y2]] = [mark.points[0], mark.points[mark.points.length - 1]].map(([x, y]) => [1000 * x, tall * y]);
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  const {side, word} = POINTING[mark.role];
  const [along, across] = [[(x2 - x1) / far, (y2 - y1) / far], [(y1 - y2) / far, (x2 - x1) / far]];
  const at = (way, aside) => [x1 + way * along[0] + (side * 7 + aside) * across[0], y1 + way * along[1] + (side * 7 + aside) * across[1]];
  const [start, neck, tip] = [at(0, 0), at(Math.max(0, far - 20), 0), at(far, 0)];
  group.append(s("polyline", {points: `${start} ${neck}`}), s("path", {class: "tip", d: `M${tip}L${at(Math.max(0, far - 24), 10)}L${at(Math.max(0, far - 24), -10)}Z`}));
  if (settings.labels) group.append(tag(word, tip[0] + 16, tip[1] + (side > 0 ? 10 : -38), tall));
}

function pathInto(group, mark, tall, settings) {
  const shown = MARKED.has(mark.role) && settings.steps ? mark.points.slice(0, settings.steps) : mark.points;
  const places = shown.map(([x, y]) => [1000 * x, tall * y]);
  group.append(s("polyline", {points: places.map((place) => place.join(",")).join(" ")}));
  const numbered = settings.labels && (mark.role !== "human" || settings.person);
  places.forEach(([x, y], place) => {
    const lasted = mark.durations && mark.durations[place];
    const usual = lasted ? Math.max(9, Math.min(34, Math.sqrt(lasted) * 0.95)) : 13;
    const radius = numbered ? usual : mark.role === "human" ? 5 : 9;
    const note = s("title", {}, `${mark.label || ""} fixation ${place + 1}${lasted ? `, ${lasted} ms` : ""}`);
    group.append(s("circle", {cx: x, cy: y, r: radius}, note));
    if (numbered) group.append(s("text", {x, y, class: "count"}, place + 1));
  });
  if (settings.labels && mark.label && places.length && mark.role !== "human") group.append(tag(mark.label, places[0][0] + 16, places[0][1] - 16, tall));
}

function tag(words, x, y, tall) {
  const size = 20; // as in the style
  const wide = words.length * size * 0.62 + 18;
  const left = Math.max(0, Math.min(1000 - wide, x));
  const top = Math.max(0, Math.min(tall - size - 8, y));
  return s("g", {class: "tag"}, s("rect", {x: left, y: top, width: wide, height: size + 8, rx: 4}),
    s("text", {x: left + 8, y: top + size + 1}, words));
}

// The pictures of a row with what a run's answer adds: marks on the same image, or images of its own.
function picturesOf(row, answer) {
  const found = (row.pictures || []).map((picture) => ({picture, extra: []}));
  for (const own of (answer && answer.pictures) || []) {
    const same = found.find(({picture}) => picture.image === own.image && !own.caption);
    if (same) same.extra.push(...own.marks);
    else found.push({picture: own, extra: []});
  }
  return found;
}

// What the marks mean, with boxes that show and hide them.
function legendOf(roles, hidden, redraw, before, ...more) {
  const box = (role) => h("input", {type: "checkbox", checked: !hidden.has(role), onchange: (event) => { if (event.target.checked) hidden.delete(role); else hidden.add(role); redraw(); }});
  return roles.length ? h("div", {class: "legend"}, before, roles.map((role) => h("label", {class: `role-${role}`}, box(role), h("span", {class: "swatch"}), BOOK.roles[role])), more) : null;
}

const rolesIn = (pictures) => [...new Set(pictures.flatMap(({picture, extra}) => [...picture.marks, ...extra].map((mark) => mark.role)))];
const longestPath = (pictures) => Math.max(0, ...pictures.flatMap(({picture, extra}) => [...picture.marks, ...extra]
  .filter((mark) => mark.kind === "path" && MARKED.has(mark.role)).map((mark) => mark.points.length)));
