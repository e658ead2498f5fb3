// The page of a preview: what a run takes, and samples with what is asked about them.

const BOOK = JSON.parse(document.getElementById("book").textContent);
const E = BOOK.estimate;
const plain = (value) => Math.round(value).toLocaleString("en");
const span = ({least, mean, most}) => (least === most ? plain(least) : `${plain(least)} to ${plain(most)}, mean ${number(mean)}`);

function numbersTable() {
  const head = ["replies", "rows walked", "calls per sample", "calls", "pictures", "text tokens", "reply tokens"];
  const rows = E.walks.map((walk) => [walk.name, walk.walked, {text: span(walk.per_sample.calls), sort: walk.per_sample.calls.mean},
    ...["calls", "images", "text_tokens", "output_tokens"].map((name) => ({text: plain(walk.run[name]), sort: walk.run[name]}))]);
  return sortable(`What a run on ${counted(E.rows, "row")} takes`, head, rows);
}

function familyTable() {
  const paid = E.prices !== null;
  const head = ["picture tokens", ...E.walks.flatMap((walk) => [walk.name, ...(paid ? [`price, ${walk.name}`] : [])])];
  const rows = Object.keys(E.walks[0].run.image_tokens).map((family) => [family, ...E.walks.flatMap((walk) => [
    {text: plain(walk.run.image_tokens[family]), sort: walk.run.image_tokens[family]}, ...(paid ? [{text: walk.cost[family].toFixed(2), sort: walk.cost[family]}] : [])])]);
  return sortable("Tokens of the pictures by family of models", head, rows);
}

function turnNode(turn, place, many) {
  return h("li", {}, h("p", {class: "note"}, many ? `${turn.step}, ` : "", counted(turn.images.length, "picture"),
    turn.images.length ? `: ${turn.images.map((image) => `${BOOK.images[image].width} x ${BOOK.images[image].height}`).join(", ")} px` : ""),
    h("div", {class: "strip"}, turn.images.map((image) => h("img", {src: BOOK.images[image].source, alt: "a picture of this call"}))),
    h("pre", {class: "prompt"}, turn.text), many ? h("p", {class: "note"}, "Scripted reply: ", h("code", {}, turn.reply)) : null);
}

// What one sample takes, family by family.
function sampleNumbers({images, text_tokens, output_tokens, image_tokens}) {
  const families = Object.entries(image_tokens).map(([family, tokens]) => `${family} ${plain(tokens)}`).join(", ");
  return h("p", {class: "note numbers"}, `This sample: ${counted(images, "picture")}, ${counted(text_tokens, "text token")}, ${counted(output_tokens, "reply token")}`,
    images ? `; tokens of its pictures: ${families}` : "", ".");
}

function sampleNode(sample) {
  // What is on the pictures that the model gets stays; answers and people are drawn only where the reader asks for them.
  const settings = {hidden: new Set(Object.keys(BOOK.roles).filter((role) => !["option", "region"].includes(role))), steps: 0, labels: true, person: ""};
  const pictures = (sample.pictures || []).map((picture) => ({picture, extra: []}));
  const shown = h("div", {class: "pictures"});
  const draw = () => shown.replaceChildren(...pictures.map(({picture}) => drawn(picture, [], settings)));
  draw();
  const many = sample.walks.some((walk) => walk.turns.length > 1) || sample.walks.length > 1;
  return h("article", {class: "sample", id: `sample-${sample.index}`}, h("h2", {}, `Sample ${sample.index} `, h("span", {class: "chip"}, sample.category)),
    sample.note ? h("p", {class: "note"}, sample.note) : null,
    legendOf([...new Set(rolesIn(pictures).flatMap((role) => (role === "truth" ? ["option", role] : [role])))], settings.hidden, draw, h("span", {class: "note"}, "Marks for you; the model gets the pictures below “What is asked”:")),
    h("div", {class: "pair"}, shown,
      h("div", {class: "words"}, sample.walks.map((walk, place) => h("details", {open: place === 0}, h("summary", {}, many ? `${walk.name}: ${counted(walk.turns.length, "call")}` : "What is asked"),
        sampleNumbers(walk.numbers), h("ol", {class: "turns"}, walk.turns.map((turn, at) => turnNode(turn, at, many))))))));
}

document.querySelector("nav.top").append(h("a", {href: "#numbers"}, "What a run takes"), h("a", {href: "#samples"}, "Samples"));
document.getElementById("theme").addEventListener("click", () => {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});
document.querySelector("main").append(h("h1", {}, `Preview of ${E.dataset}`), h("p", {class: "lead"}, BOOK.title), h("p", {class: "cite"}, `Data: ${BOOK.source}. Licence: ${BOOK.licence}.`),
  h("section", {id: "numbers"}, h("h2", {}, "What a run takes"), numbersTable(), familyTable(),
    E.walks.map((walk) => h("p", {class: "note"}, h("b", {}, walk.name), `: ${walk.about}${walk.walked < walk.rows ? `; from ${walk.walked} of ${walk.rows} rows, scaled` : ""}`)),
    E.one_image ? h("p", {class: "note"}, "For models that take one picture at a time.") : null,
    E.prices ? h("p", {class: "note"}, `Prices of the whole run, text and replies included: ${E.prices.input} per million tokens sent, ${E.prices.output} per million of replies.`) : null,
    h("details", {}, h("summary", {}, "How this is counted"), h("ul", {}, E.rules.map((rule) => h("li", {}, rule))))),
  h("section", {id: "samples"}, BOOK.samples.map(sampleNode)));
document.title = `Preview of ${E.dataset}`;
