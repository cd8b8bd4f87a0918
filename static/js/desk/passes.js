/* From entering results to verifying them and back, once everything typed is saved. A key typed on the way is meant for
   the page that comes: none is a result of the page that is left. The second pass, which compares, takes it as typed
   there; entering results says that it was not entered. */

import { $, fill, tell, texts } from "./page.js";
import { idle } from "./queue.js";
import { person } from "./request.js";
import { HOLD, did, sayEarly } from "./typing.js";

const KEPT = "typed on the way";
// A page that comes later is not the one that was meant.
const FRESH = 15000;
const HELD = ["Backspace", "Delete", "Enter"];

let leaving = null;
// While the other page is asked for.
let asked = false;
let ahead = [];

/* The first letter of a word leads nowhere. */
export function toOtherPass() {
  clearTimeout(leaving);
  const mine = setTimeout(async () => {
    await idle();
    if (leaving !== mine) return;
    if (!$("pass")) return refuse();
    save();
    asked = true;
    $("pass").click();
  }, HOLD);
  leaving = mine;
  did(stay);
}

/* Whether this key is kept for the page that comes. */
export function holds(event) {
  if (!leaving) return false;
  if (event.key === "Escape") {
    // The key is taken here, so the browser stops nothing by itself.
    if (asked) stop();
    stay();
    return true;
  }
  if (event.key.length > 1 && !HELD.includes(event.key)) return false;
  if (event.repeat) return true;
  const held = { key: event.key };
  keep([...ahead, held]);
  did(() => keep(ahead.filter((other) => other !== held)));
  return true;
}

function keep(keys) {
  ahead = keys;
  tell("alarm", keys.length ? fill(texts.ahead ?? texts.early, { keys: spelled().join(" ") }) : "");
  save();
}

const spelled = () => ahead.map(({ key }) => key);

function save() {
  const to = $("pass")?.pathname;
  sessionStorage.setItem(KEPT, JSON.stringify({ person, to, at: Date.now(), keys: spelled() }));
}

function stay() {
  clearTimeout(leaving);
  leaving = null;
  asked = false;
  if (ahead.length) keep([]);
  sessionStorage.removeItem(KEPT);
}

/* Nothing leads to the other pass. */
function refuse() {
  const keys = spelled();
  stay();
  sayEarly(keys);
}

/* What was typed on the way, and before this page's scripts had come: typed here if `takes` each of these keys, else
   said. */
export function arrive(takes = () => false) {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null");
  sessionStorage.removeItem(KEPT);
  document.removeEventListener("keydown", window.noteEarly);
  const came = kept?.person === person && kept.to === location.pathname && Date.now() - kept.at < FRESH;
  const keys = [...(came ? kept.keys : []), ...window.early];
  if (!came || !keys.every(takes)) return sayEarly(keys);
  for (const key of keys) {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }
}

// Back to a page that the browser kept as it was left.
window.addEventListener("pageshow", ({ persisted }) => { if (persisted) stay(); });
