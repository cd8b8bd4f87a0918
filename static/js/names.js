/* The names of an event: asked for when somebody begins to look, never before. A word finds every name of which a word
   begins with it, in any order and without accents; blanks, hyphens and apostrophes do not matter. */

import { plain } from "./plain.js";

const source = document.querySelector("form.find").dataset.players;
const event = source.replace(/players\.json$/, "");

export const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}_]+/gu) || [];

/* What is typed of a name begins one of these: it goes on from a word to the end. */
export const beginningsIn = (name) => wordsOf(name.replace(/['’`]/g, " ")).map((_, at, words) => words.slice(at).join(""));

// Where last names are not public, an initial answers to every name that begins so.
export const initialsIn = (name) => wordsOf((name.match(/[\p{L}\p{M}]+(?=\.)/gu) || []).join(" "));

const begins = (name, run) => name.startsWith(run);

/* The same with one letter wrong, missing, too many or swapped with the next, of four or more. */
export function nearlyBegins(name, run) {
  let at = 0;
  while (at < run.length && run[at] === name[at]) at += 1;
  const isBegun = (ahead, as) => name.slice(at + ahead).startsWith(as);
  const isSwapped = () => isBegun(0, run.slice(at, at + 2).split("").reverse().join("") + run.slice(at + 2));
  const later = run.slice(at + 1);
  return run.length > 3 && (isBegun(1, later) || isBegun(0, later) || isBegun(1, run.slice(at)) || isSwapped());
}

/* Each typed word, or several as one, begins such a beginning; or it begins with one of the initials. */
export function answers(typed, known, initials = [], how = begins) {
  const answered = new Set([0]); // so many words, from the first on
  for (let at = 0; at < typed.length; at += 1) {
    let run = "";
    for (let end = at; answered.has(at) && end < typed.length; end += 1) {
      run += typed[end];
      const isInitial = end === at && initials.some((letters) => run.startsWith(letters));
      if (!isInitial && !known.some((each) => how(each, run))) break;
      answered.add(end + 1);
    }
  }
  return answered.has(typed.length);
}

let asked = null;

/* Once, unless it failed, or somebody looks again, who may mean a board posted since. Without a connection those from
   before hold, and nobody's board. */
export function names(again = false) {
  const before = asked;
  if (again || !asked) {
    asked = load().catch((error) => {
      asked = before?.then(withoutSeats);
      if (asked) return asked;
      throw error;
    });
  }
  return asked;
}

function withoutSeats({ schools, ...all }) {
  for (const each of Object.values(all).flat()) each.seat = "";
  return { schools, ...all };
}

/* How many were found, also aloud, in the words of the page's search or of its own. */
export function say(count, number, most) {
  const words = { ...document.getElementById("found-count").dataset, ...count.dataset };
  const text = number > most ? words.many : number > 1 ? words.some : number ? words.one : words.none;
  count.textContent = text.replace("{count}", number);
}

async function load() {
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(answer.status);
  const { sections, schools, players, members } = await answer.json();
  const entry = ([section, number, name, of, seat]) => ({
    name,
    seat,
    under: [sections[section][1], of].filter(Boolean).join(" · "),
    known: beginningsIn(`${name} ${of}`),
    initials: initialsIn(name),
    at: `${event}${sections[section][0]}/players/${number}/`,
  });
  const known = {
    schools: schools.map(([name, key]) => ({
      name, known: beginningsIn(name), at: `${event}schools/${encodeURIComponent(key)}/`,
    })),
    players: players.map(([section, number, name, school, seat]) =>
      entry([section, number, name, school === null ? "" : schools[school][0], seat])),
    // A team's players, whose page is the team's; the server encodes a name in an address as here.
    members: members.map((each) => {
      const found = entry(each), name = encodeURI(found.name).replace(/[?#]/g, encodeURIComponent);
      return { ...found, followed: `${found.at}members/${name}/` };
    }),
  };
  // The worker's copy.
  return answer.status === 203 ? withoutSeats(known) : known;
}
