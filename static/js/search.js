/* Finds a player or a school of an event while somebody types. mine.js fetches it when somebody begins to look. */

import { answers, beginningsIn, initialsIn, names, nearlyBegins, say, wordsOf } from "./names.js";

const MOST = 12;
const form = document.querySelector("form.find");
const field = form.elements.q;
const count = document.getElementById("found-count");
const list = document.getElementById("found");

/* Of whom the phone follows, what the card says. */
const cardOf = (at) => document.querySelector(`[data-card="${CSS.escape(at)}"] .now:not([hidden])`)?.cloneNode(true);

/* Those of the section that the page shows come first. */
function sorted(players) {
  const here = (player) => location.pathname.startsWith(player.at.replace(/players\/\d+\/$/, ""));
  return [...players.filter(here), ...players.filter((each) => !here(each))];
}

function line(kind, { name, under, seat, at, followed = at }) {
  const item = document.getElementById(`found-${kind}`).content.cloneNode(true);
  item.querySelector("a").href = at;
  item.querySelector("bdi").textContent = name;
  const below = item.querySelector(".under");
  if (under) below.textContent = under;
  const sits = cardOf(followed) || seat;
  if (sits) {
    const next = below.cloneNode();
    next.append(sits);
    below.after(next);
  }
  const follow = item.querySelector("[data-follow]");
  if (follow) {
    follow.dataset.follow = followed;
    follow.dataset.name = name;
    follow.querySelector("bdi").textContent = name;
  }
  return item;
}

/* Without a connection, whom the page itself names. Each leads to the own row, if it can be led to. */
function onThisPage() {
  const [section = ""] = location.pathname.match(/^.*?\/e\/[^/]+\/[^/]+\//) || [];
  const players = new Map();
  for (const row of document.querySelectorAll("#main [data-player]")) {
    const numbers = row.dataset.player.split(" ");
    const called = numbers.length > 1 ? row.querySelectorAll("bdi.who") : row.querySelectorAll("bdi");
    numbers.forEach((number, n) => {
      const name = called[n]?.textContent, followed = `${section}players/${number}/`;
      if (!name || players.has(number)) return;
      const at = row.id ? `#${row.id}` : followed;
      players.set(number, { name, followed, at, known: beginningsIn(name), initials: initialsIn(name) });
    });
  }
  return { schools: [], players: [...players.values()], members: [] };
}

/* Returns whether there is anybody. */
function show(schools, players) {
  list.replaceChildren(
    ...schools.slice(0, 3).map((school) => line("school", school)),
    ...players.slice(0, MOST).map((each) => line("player", each)),
  );
  list.hidden = !list.firstElementChild;
  return !list.hidden;
}

let latest = "";
// Whether nobody but those on this page was looked for.
let isShort = false;
// Who alone was found.
let only = null;

/* Enter led to a page that lists who was found: it does until somebody types on. */
function typedOn() {
  document.documentElement.classList.add("searches");
  look();
}

async function look() {
  const typed = wordsOf(field.value);
  const letters = latest = typed.join(" ");
  isShort = false;
  only = null;
  if (letters.length < 2) {
    list.hidden = true;
    count.textContent = "";
    return;
  }
  let known, isAll = true;
  try { known = await names(); } catch {
    known = onThisPage();
    isAll = false;
  }
  if (letters !== latest) return; // somebody typed on
  isShort = !isAll;
  const schools = known.schools.filter((school) => answers(typed, school.known));
  const everybody = [known.players, known.members].flatMap(sorted);
  const found = everybody.filter((each) => answers(typed, each.known, each.initials));
  say(count, found.length, MOST);
  if (isShort) count.textContent = `${count.dataset.here} ${found.length ? "" : count.textContent}`.trim();
  const isNear = (each) => answers(typed, each.known, each.initials, nearlyBegins);
  if (schools.length || found.length) show(schools, found);
  else if (show(known.schools.filter(isNear), everybody.filter(isNear))) count.textContent += ` ${count.dataset.perhaps}`;
  if (schools.length + found.length === 1) only = list.querySelector("a");
}

names().catch(() => { /* said when something is typed */ });
field.addEventListener("input", typedOn);
field.addEventListener("focus", () => {
  names(true).catch(() => { /* said when something is typed */ });
  if (!list.hidden) look();
});
form.addEventListener("submit", (event) => {
  if (!only) return;
  event.preventDefault();
  // Without a connection it is the link that says so.
  event.stopPropagation();
  only.click();
});
// poll.js marks the page until the server answers again.
new MutationObserver(() => {
  if (isShort && !document.documentElement.classList.contains("is-away")) look();
}).observe(document.documentElement, { attributeFilter: ["class"] });
// What was typed while this script was on its way.
if (field.value !== field.defaultValue) typedOn();
else if (field.value && !document.querySelector(".listed")) look();
