/* Players of the rating list, offered while somebody types a name or an ID into a form that has
   setup/listed.html: arrows highlight one, Enter or a press takes it. It fills the fields that the list knows, or
   the one line of a walk-in, which goes on with a school, or adds a line to the list of a team. */

const offered = document.getElementById("listed");
const told = document.getElementById("filled");
const { elements } = offered.closest("form");
const FIELDS = ["name", "uscf_id", "state", "expires_on"];
const WAIT = 120;

let players = [];
/* The field at which they are offered, and which of them is highlighted; -1 for none. */
let at = null;
let chosen = -1;
let latest = "";
let waiting = 0;
/* Keys that were pressed before the players came: to highlight the first, and to take it. */
let early = "";
/* The rating that somebody typed, not one that a choice put there: its games stay. */
let rating = elements.rating?.value ?? "";

const isWaiting = () => latest !== "";

function option(player, nth) {
  const made = document.createElement("li");
  const name = document.createElement("bdi");
  const more = document.createElement("span");
  made.role = "option";
  made.id = `listed-${nth}`;
  made.ariaSelected = "false";
  name.textContent = player.called;
  more.className = "soft";
  more.textContent = [player.state, player.rating || told.dataset.unrated, player.uscf_id].filter(Boolean).join(" · ");
  made.append(name, " ", more);
  return made;
}

function close() {
  clearTimeout(waiting);
  [players, chosen, latest, early] = [[], -1, "", ""];
  offered.hidden = true;
  offered.replaceChildren();
  at?.setAttribute("aria-expanded", "false");
  at?.removeAttribute("aria-activedescendant");
}

function highlight(nth) {
  offered.children[chosen]?.setAttribute("aria-selected", "false");
  chosen = (nth + players.length) % players.length;
  const row = offered.children[chosen];
  row.setAttribute("aria-selected", "true");
  row.scrollIntoView({ block: "nearest" });
  at.setAttribute("aria-activedescendant", row.id);
}

async function look(typed) {
  let found;
  try {
    const answer = await fetch(`${offered.dataset.find}?${new URLSearchParams({ q: typed, rating })}`);
    if (answer.ok) ({ players: found } = await answer.json());
  } catch {
    /* no connection: the fields are typed by hand */
  }
  if (typed !== latest) return; // somebody typed on
  const pressed = early;
  close();
  if (!found?.length || document.activeElement !== at) return;
  players = found;
  offered.replaceChildren(...players.map(option));
  offered.hidden = false;
  at.setAttribute("aria-expanded", "true");
  if (pressed) highlight(0);
  if (pressed === "Enter") fill(players[0]);
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

function fill(player) {
  close();
  if (at.name === "line") {
    at.value = [player.name, player.rating, player.uscf_id].filter(Boolean).join(" ");
  } else if (at.id === "add_listed") {
    elements.text.value = added(elements.text.value, player);
    at.value = "";
  } else {
    for (const name of FIELDS) if (elements[name]) elements[name].value = player[name];
    if (elements.rating) elements.rating.value = player.rated;
  }
  told.textContent = told.dataset.filled
    .replace("{name}", player.called)
    .replace("{rating}", player.rating || told.dataset.unrated);
}

function typed({ target }) {
  const text = target.value.trim();
  close();
  told.textContent = "";
  if (text.length < 2) return;
  latest = text;
  at.after(offered);
  waiting = setTimeout(look, WAIT, text);
}

function pressed(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const taken = () => {
    event.preventDefault();
    event.stopPropagation();
  };
  if (event.isComposing) return;
  if (step && players.length) {
    taken();
    highlight(chosen < 0 && step < 0 ? -1 : chosen + step);
  } else if (step > 0 && isWaiting()) {
    taken();
    early ||= "ArrowDown";
  } else if (event.key === "Enter" && chosen >= 0) {
    taken();
    fill(players[chosen]);
  } else if (event.key === "Enter" && early) {
    taken();
    early = "Enter";
  } else if (event.key === "Escape" && players.length) {
    taken();
    close();
  } else if (event.key === "Enter" && at.id === "add_listed") {
    event.preventDefault(); // it chooses a player, and sends nothing
  }
}

for (const field of [elements.line, elements.name, elements.uscf_id, elements.add_listed].filter(Boolean)) {
  field.role = "combobox";
  field.autocomplete = "off";
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", offered.id);
  field.setAttribute("aria-expanded", "false");
  field.addEventListener("focus", () => (at = field));
  field.addEventListener("input", (event) => {
    at = field;
    typed(event);
  });
  field.addEventListener("keydown", (event) => {
    at = field;
    pressed(event);
  });
  field.addEventListener("blur", close);
}

// The field keeps the focus, so that its list stays until somebody is chosen.
offered.addEventListener("mousedown", (event) => event.preventDefault());
offered.addEventListener("click", ({ target }) => {
  const nth = [...offered.children].indexOf(target.closest("li"));
  if (nth >= 0) fill(players[nth]);
});

elements.rating?.addEventListener("input", (event) => (rating = event.target.value));

if (elements.add_listed) elements.add_listed.closest("[hidden]").hidden = false;
