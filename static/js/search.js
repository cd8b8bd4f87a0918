/* Finds a player or a school of an event while somebody types. The names are asked for when somebody begins to look,
   never before; a word finds every name of which a word begins with it, in any order and without accents. */

import { plain } from "./plain.js";

const MOST = 12;
const form = document.querySelector("form.find");
const field = form.elements.q;
const count = document.getElementById("found-count");
const list = document.getElementById("found");
const event = form.dataset.players.replace(/players\.json$/, "");

const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}_]+/gu) || [];
const answers = (typed, known, initials = []) => typed.every(
  (each) => known.some((word) => word.startsWith(each)) || initials.some((letters) => each.startsWith(letters)),
);

let asked = null;

/* Once, unless it failed. */
function names() {
  asked ||= load().catch((error) => { asked = null; throw error; });
  return asked;
}

async function load() {
  const answer = await fetch(form.dataset.players);
  if (!answer.ok) throw new Error(answer.status);
  const { sections, schools, players } = await answer.json();
  return {
    schools: schools.map(([name, key]) => ({
      name, known: wordsOf(name), at: `${event}schools/${encodeURIComponent(key)}/`,
    })),
    players: players.map(([section, number, name, school]) => {
      const of = school === null ? [] : [schools[school][0]];
      return {
        name,
        under: [sections[section][1], ...of].join(" · "),
        known: wordsOf([name, ...of].join(" ")),
        // Where last names are not public, an initial answers to every name that begins so.
        initials: wordsOf((name.match(/[\p{L}\p{M}]+(?=\.)/gu) || []).join(" ")),
        at: `${event}${sections[section][0]}/players/${number}/`,
      };
    }),
  };
}

/* Those of the section that the page shows come first. */
function sorted(players) {
  const here = (player) => location.pathname.startsWith(player.at.replace(/players\/\d+\/$/, ""));
  return [...players.filter(here), ...players.filter((each) => !here(each))];
}

function line(kind, { name, under, at }) {
  const item = document.getElementById(`found-${kind}`).content.cloneNode(true);
  item.querySelector("a").href = at;
  item.querySelector("bdi").textContent = name;
  if (under) item.querySelector(".under").textContent = under;
  const follow = item.querySelector("[data-follow]");
  if (follow) {
    follow.dataset.follow = at;
    follow.dataset.name = name;
    follow.querySelector("bdi").textContent = name;
  }
  return item;
}

function say(text, number) {
  count.textContent = text && count.dataset[text].replace("{count}", number);
}

let latest = "";

async function look() {
  const typed = wordsOf(field.value);
  const letters = latest = typed.join(" ");
  if (letters.length < 2) {
    list.hidden = true;
    return say("");
  }
  let known;
  try { known = await names(); } catch { return say("failed"); }
  if (letters !== latest) return; // somebody typed on
  const schools = known.schools.filter((school) => answers(typed, school.known));
  const players = sorted(known.players.filter((player) => answers(typed, player.known, player.initials)));
  list.replaceChildren(
    ...schools.slice(0, 3).map((school) => line("school", school)),
    ...players.slice(0, MOST).map((player) => line("player", player)),
  );
  list.hidden = !list.firstElementChild;
  const number = players.length;
  say(number > MOST ? "many" : number > 1 ? "some" : number ? "one" : "none", number);
}

field.addEventListener("focus", () => names().catch(() => { /* said when something is typed */ }), { once: true });
field.addEventListener("input", look);
if (field.value) look();
