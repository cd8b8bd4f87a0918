/* The names of an event: asked for when somebody begins to look, never before. A word finds every name of which a word
   begins with it, in any order and without accents. */

import { plain } from "./plain.js";

const source = document.querySelector("form.find").dataset.players;
const event = source.replace(/players\.json$/, "");

export const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}_]+/gu) || [];
export const answers = (typed, known, initials = []) => typed.every(
  (each) => known.some((word) => word.startsWith(each)) || initials.some((letters) => each.startsWith(letters)),
);

let asked = null;

/* Once, unless it failed. */
export function names() {
  asked ||= load().catch((error) => { asked = null; throw error; });
  return asked;
}

async function load() {
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(answer.status);
  const { sections, schools, players, members } = await answer.json();
  const entry = ([section, number, name, of, seat]) => ({
    name,
    seat,
    under: [sections[section][1], of].filter(Boolean).join(" · "),
    known: wordsOf(`${name} ${of}`),
    // Where last names are not public, an initial answers to every name that begins so.
    initials: wordsOf((name.match(/[\p{L}\p{M}]+(?=\.)/gu) || []).join(" ")),
    at: `${event}${sections[section][0]}/players/${number}/`,
  });
  return {
    schools: schools.map(([name, key]) => ({
      name, known: wordsOf(name), at: `${event}schools/${encodeURIComponent(key)}/`,
    })),
    players: players.map(([section, number, name, school]) =>
      entry([section, number, name, school === null ? "" : schools[school][0]])),
    // A team's players, whose page is the team's.
    members: members.map(entry),
  };
}
