/* Players of the rating list, offered while somebody types a name or an ID into a form that has
   setup/listed.html. The browser shows the list and takes the keys; choosing one fills the fields that the list
   knows, or the one line of a walk-in, which goes on with a school, or adds a line to the list of a team. */

const offered = document.getElementById("listed");
const told = document.getElementById("filled");
const { elements } = offered.closest("form");
const FIELDS = ["name", "uscf_id", "state", "expires_on"];
const WAIT = 120;

/* By the text that an option puts into the field. */
let known = new Map();
let latest = "";
let waiting = 0;
/* The rating that somebody typed, not one that a choice put there: its games stay. */
let rating = elements.rating?.value ?? "";

function option(player) {
  const made = document.createElement("option");
  made.value = `${player.name} ${player.uscf_id}`;
  made.label = [player.called, player.state, player.rating || told.dataset.unrated].filter(Boolean).join(" · ");
  known.set(made.value, player);
  return made;
}

async function look(typed) {
  latest = typed;
  let players;
  try {
    const answer = await fetch(`${offered.dataset.find}?${new URLSearchParams({ q: typed, rating })}`);
    if (!answer.ok) return;
    ({ players } = await answer.json());
  } catch {
    return; // no connection: the fields are typed by hand
  }
  if (typed !== latest) return; // somebody typed on
  known = new Map();
  offered.replaceChildren(...players.map(option));
}

/* The next line of a team's list, with a board if the line before has one. */
function added(text, player) {
  const before = text.trimEnd();
  const last = before.split("\n").at(-1);
  const board = before ? /^\s*(\d{1,2})\s*[,;\t]/.exec(last)?.[1] : 0;
  const mark = /[,;\t]/.exec(last)?.[0] ?? ",";
  const line = [player.called, player.uscf_id, player.rating];
  if (board !== undefined) line.unshift(Number(board) + 1);
  return `${before ? `${before}\n` : ""}${line.join(mark)}\n`;
}

function fill(player, field) {
  latest = "";
  if (field.name === "line") {
    field.value = [player.name, player.rating, player.uscf_id].filter(Boolean).join(" ");
  } else if (field.id === "add_listed") {
    elements.text.value = added(elements.text.value, player);
    field.value = "";
  } else {
    for (const name of FIELDS) if (elements[name]) elements[name].value = player[name];
    if (elements.rating) elements.rating.value = player.rated;
  }
  offered.replaceChildren();
  told.textContent = told.dataset.filled
    .replace("{name}", player.called)
    .replace("{rating}", player.rating || told.dataset.unrated);
}

function typed(event) {
  const text = event.target.value.trim();
  const player = known.get(text);
  clearTimeout(waiting);
  if (player) return fill(player, event.target);
  told.textContent = "";
  if (text.length < 2) return offered.replaceChildren();
  waiting = setTimeout(look, WAIT, text);
}

for (const field of [elements.line, elements.name, elements.uscf_id, elements.add_listed].filter(Boolean)) {
  field.setAttribute("list", offered.id);
  field.autocomplete = "off";
  field.addEventListener("input", typed);
}

elements.rating?.addEventListener("input", (event) => (rating = event.target.value));

if (elements.add_listed) {
  elements.add_listed.closest("[hidden]").hidden = false;
  elements.add_listed.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(); // it chooses a player, and sends nothing
  });
}
