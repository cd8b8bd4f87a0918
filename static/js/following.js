/* Whom this phone follows: {at, name, seen} of each, by the address of the player's page; that of a child who plays for
   a team goes on with the name. `seen` is the last round whose board the phone has shown. The phone keeps it; no cookie,
   no account, and the server never knows. */

import { get } from "./poll.js";

const KEY = "wallchart:following";

/* A language stands before the address of a page, "/es", and belongs to the page, not to the player. */
const LANGUAGE = /^\/[a-z]{2}(?=\/)/;
const [language = ""] = location.pathname.match(LANGUAGE) || [];

const PLAYER = /^(.*?\/e\/[^/]+\/[^/]+\/)players\/(\d+)\/(members\/.+\/)?$/;

export const plainly = (address) => address.replace(LANGUAGE, "");
export const localized = (at) => language + at;

let kept = [];

/* As stored: another tab may have changed it. What cannot be stored, in a private window, is kept as long as this page;
   what is not ours is left. */
function read() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY));
    if (Array.isArray(stored)) kept = stored.filter(({ at }) => PLAYER.test(at));
  } catch {}
}

function write() {
  try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch {}
}

export const everybody = () => kept;
export const follows = (at) => kept.find((each) => each.at === at);
export const numberIn = (at) => at.match(PLAYER)[2];
export const sectionOf = (at) => at.match(PLAYER)[1];
const memberIn = (at) => at.match(PLAYER)[3] || "";
export const pageOf = (at) => at.slice(0, at.length - memberIn(at).length);
const eventOf = (at) => sectionOf(at).replace(/[^/]+\/$/, "");

export function toggle(at, name) {
  read();
  kept = follows(at) ? kept.filter((each) => each.at !== at) : [...kept, { at, name, seen: null }];
  write();
}

/* Of what was read anew since, when another child was followed, the entry is another one. */
export function saw(entry, round) {
  if (entry.seen === round) return;
  entry.seen = round;
  read();
  Object.assign(follows(entry.at) || {}, { seen: round });
  write();
}

/* Players of this section were numbered anew, spelled otherwise, or removed. Who has another number is found by the
   name; a name that was only mended is taken over; who is gone is followed no more. Of a child whom no match of a section
   of teams has by this name, the team is followed. Promises whether it is known: not
   of a section that is a draft again, or of an event that is hidden, with which the players come back. */
export async function settle(section) {
  const answer = await get(`${eventOf(`${section}players/0/`)}players.json`);
  if (answer.status === 404) return false;
  if (!answer.ok) throw new Error(answer.status);
  const { sections, players, members } = await answer.json();
  const there = sections.findIndex(([slug]) => section.endsWith(`/${slug}/`));
  if (there < 0) return false;
  const here = (all) => all.filter((each) => each[0] === there).map((each) => [String(each[1]), each[2]]);
  const names = new Map(here(players)), children = here(members);
  kept = kept.filter((entry) => {
    if (sectionOf(entry.at) !== section) return true;
    const number = numberIn(entry.at), member = memberIn(entry.at);
    const found = new Set([...(member ? children : names)].filter(([, name]) => name === entry.name).map(([of]) => of));
    if (found.has(number)) return true;
    if (found.size === 1) entry.at = `${section}players/${[...found][0]}/${member}`;
    else if (names.has(number)) Object.assign(entry, { at: pageOf(entry.at), name: names.get(number) });
    else return false;
    return true;
  });
  kept = kept.filter((entry) => follows(entry.at) === entry);
  write();
  return true;
}

export function listen(changed) {
  window.addEventListener("storage", ({ key }) => {
    if (key !== KEY) return;
    read();
    changed();
  });
}

read();
