/* Keeps a page of the desk current while somebody looks at it: it asks every two seconds, and soon after each entry.
   Without an answer it goes on asking as often, says so, and asks at once when told to. */

import { poll } from "../poll.js";
import { $, fill, table, tell, texts } from "./page.js";
import { hurry, inside, outside } from "./queue.js";
import { request, troubles } from "./request.js";
import { renew } from "./server.js";

const EVERY = 2000;
const PATIENCE = 5000;
// One request without an answer is nothing yet.
const AWAY = 2;
// The panel is there within a second of the key, which waited to be sent, and follows keys in haste together.
const AFTER = 100;

const time = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: "numeric",
  minute: "2-digit",
  timeZone: texts?.zone || undefined,
});
let unanswered = 0;
let since = null;
let shut = "";
// Whether the page was loaded with buttons that can be pressed: what is final or archived has none.
const took = document.querySelector("fieldset.asis") ? 0 : 1;

/* Whether somebody is signed in is for the queue to say: what it sends waits for the sign-in. It is told of an answer
   to nobody, and of the next one to somebody. */
async function ask(address, takeRow) {
  let answer;
  try {
    answer = await request(`${address()}&took=${took}`, { patience: PATIENCE });
  } catch (error) {
    said(++unanswered >= AWAY);
    throw error;
  }
  const gone = [502, 503, 504].includes(answer.status);
  unanswered = gone ? unanswered + 1 : 0;
  if (answer.status === 200) renew(await answer.text(), takeRow);
  leaveBoards();
  if ([403, 404].includes(answer.status)) closed(troubles(await answer.text()));
  else if (answer.ok) closed("");
  if (answer.status === 401) outside(answer.headers.get("HX-Redirect"));
  else if (answer.ok) inside();
  said(unanswered >= AWAY);
  return answer.ok;
}

/* The director was removed, or what the page shows was: said before a key is pressed for nothing. */
function closed(why) {
  if (why === undefined || why === shut) return;
  if (why || $("alarm").textContent === shut) tell("alarm", why);
  shut = why;
}

/* What the page shows was replaced, finished or reopened: its boards take nothing anymore, and Enter loads it again. */
function leaveBoards() {
  const link = $("life")?.querySelector("a");
  if (!link || !table || table.inert) return;
  for (const part of [table, document.querySelector(".tools"), $("dock")]) if (part) part.inert = true;
  link.focus();
}

function said(away) {
  const notice = $("away");
  if (!notice) return;
  since = away ? since ?? time.format(Date.now()) : null;
  if (notice.hidden === !away) return;
  notice.hidden = !away;
  notice.querySelector("span").textContent = away ? fill(texts.away, { time: since }) : "";
}

/* `address` says where to ask now, and `takeRow` puts a row of others in its place. The function returned asks soon. */
export function follow(address, takeRow) {
  const soon = poll(() => ask(address, takeRow), () => false, { every: EVERY, slowest: EVERY });
  $("away")?.querySelector("button").addEventListener("click", () => { hurry(); soon(0); });
  return () => soon(AFTER);
}
