/* The queue of entries. One request is under way at a time, so that nobody waits to type. Each entry carries the
   revision of the board that the page showed: the server overwrites nothing that the director has not seen, and
   answers with a conflict that shows both values. */

import { mark, propose, unmark } from "./boards.js";
import { isAtBoards, moveTo, swapRow } from "./cursor.js";
import { $, fill, results, table, tell, texts } from "./page.js";
import { person, pieces, request, troubles } from "./request.js";
import { renew, signedIn } from "./server.js";
import { HOLD } from "./typing.js";

const RETRY = [1000, 2000, 4000, 8000, 15000];
const AGAIN = 2000;
// What the form of a board says of it: which it is, and as what it was last seen.
const SHOWN = ["revision", "shows"];
const KEPT = `desk ${location.pathname}`;

let queue = [];
let working = false;
let leaving = false;
let signedOut = "";
// While the server does not answer, or cannot save.
let lost = false;
let trouble;
let afterwards = "";
let wake = () => {};
let whenEmpty = () => {};
let clashed = () => {};
let answered = () => {};

export const isWaiting = () => queue.length > 0;
export const waitsIn = (id) => queue.some((job) => job.row === id);
export const undoing = () => queue.some((job) => job.undo);

// Undo moves the cursor to its board: a key typed before the answer comes is meant for that board, and waits. Without a
// connection nobody would see for which board: then no key is taken.
let ahead = [];

export function hold(event) {
  if (event.key === "Tab") return;
  event.preventDefault();
  if (lost) return refuseKeys();
  if (event.repeat) return;
  ahead.push(event);
  // While keys follow one another the undo may be the first letter of a name, and is not sent.
  for (const job of queue) if (job.undo && !job.ready) postpone(job);
}

function refuseKeys() {
  ahead = [];
  tell("alarm", texts.undoWaits);
}

function release() {
  for (const event of ahead.splice(0)) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", event));
}

export function add(job, { wait = 0 } = {}) {
  queue.push(job);
  keep();
  sayWaiting();
  if (wait) postpone(job, wait); else go(job);
}

function go(job) {
  job.ready = true;
  work();
}

function postpone(job, wait = HOLD) {
  clearTimeout(job.waits);
  job.waits = setTimeout(go, wait, job);
}

const idling = [];

/* Once nothing waits: what moves is computed from what was entered before. */
export function idle() {
  return queue.length ? new Promise((resolve) => { idling.push(resolve); }) : Promise.resolve();
}

export const last = () => queue.at(-1);
export const lastOf = (row) => queue.findLast((job) => job.row === row);

/* Takes an entry out of the queue that was not sent yet; whether it was there. */
export function drop(job) {
  if (job.sent || !queue.includes(job)) return false;
  queue = queue.filter((other) => other !== job);
  if (!undoing()) ahead = [];
  keep();
  sayWaiting();
  return true;
}

/* Drops everything that waits, in its rows too; how much it was. */
export function clear() {
  const dropped = queue;
  queue = [];
  keep();
  for (const { row } of dropped) if ($(row)) unmark($(row));
  return dropped.length;
}

/* Sends what waits now. */
export const hurry = () => wake();

/* An entry without an answer can be undone too. If the server refuses that entry, nothing is left to undo. */
export function undo() {
  if (!$("undo") && !queue.length) return null;
  const job = { undo: true, row: "", of: queue.at(-1)?.row };
  add(job, { wait: HOLD });
  if (lost) refuseKeys();
  return job;
}

/* Undoes this entry, my last one, if the server stored it. */
export function undoOf(entry) {
  add({ undo: true, row: "", of: entry.row, entry });
  if (lost) refuseKeys();
}

/* Which entry an undo would take back. */
const undoable = () => $("undo")?.elements.entry.value ?? "";

/* The page tells why an entry that others built on is not undone, in place of the button. */
export function refuseUndo() {
  const why = $("not-undone")?.firstElementChild;
  if (why) tell("alarm", why.textContent);
}

async function work() {
  wake();
  if (working) return;
  working = true;
  for (let tries = 0; queue[0]?.ready && !leaving;) {
    const job = queue[0];
    try {
      if (signedOut && !await back()) { await pause(AGAIN); continue; }
      if (queue[0] !== job) continue;
      if (job.undo && (!$("undo") || undoable() === job.entry?.before)) {
        shift();
        ahead = [];
        if (!$("undo")) refuseUndo();
        continue;
      }
      const answer = await send(job);
      if (answer.status === 401) {
        // The entries wait in this window until the same director is back.
        job.sent = false;
        signedOut = answer.headers.get("HX-Redirect");
        holdForSignIn();
        continue;
      }
      const later = Number(answer.headers.get("Retry-After"));
      if (answer.status === 503 && later) {
        // The server says that it saved nothing, and why: an undo too is sent again.
        job.sent = false;
        offline(true, troubles(await answer.text()));
        await pause(later * 1000);
        continue;
      }
      if ([429, 502, 503, 504].includes(answer.status)) throw new Error(answer.statusText);
      const text = await answer.text();
      tries = 0;
      offline(false);
      shift();
      settle(job, answer, text);
      if (job.undo && answer.ok && !afterwards) release();
      else if (job.undo) ahead = [];
    } catch {
      if (job.undo) {
        // The undo may have been done: the next poll shows the results, and what another undo would take back.
        shift();
        ahead = [];
        tell("alarm", texts.undoLost);
        continue;
      }
      offline(true);
      await pause(RETRY[Math.min(tries++, RETRY.length - 1)]);
    }
  }
  working = false;
  if (!queue.length) for (const go of idling.splice(0)) go();
  if (!afterwards) return queue.length || whenEmpty();
  leaving = true;
  location.assign(afterwards);
}

function shift() {
  queue.shift();
  keep();
}

function pause(time) {
  return new Promise((resolve) => { wake = resolve; setTimeout(resolve, time); });
}

function send(job) {
  job.sent = true;
  job.before ??= undoable();
  const form = job.undo ? $("undo") : $(job.row)?.querySelector("form");
  const body = new URLSearchParams(form ? new FormData(form) : {});
  body.delete("csrfmiddlewaretoken");  // the request has the one of the present session
  if (!job.undo) {
    body.set("result", job.result);
    for (const of of SHOWN) {
      if (job[of]) body.set(of, job[of]);
      job[of] = body.get(of);
    }
  }
  return request(job.undo ? form.getAttribute("action") : job.address, { method: "POST", body });
}

function settle(job, answer, text) {
  const elsewhere = answer.headers.get("HX-Redirect");
  if (elsewhere) {
    afterwards = elsewhere;
    return;
  }
  if (answer.status === 200 || (answer.status === 409 && /^\s*<tr/.test(text))) {
    const clash = answer.status === 409;
    if (clash) forget(job.row);
    renew(text, (row) => arrive(job, row));
    if (clash) { tell("announcement", ""); clashed(job); } else answered(job);
    return;
  }
  answered(job);
  if (pieces(text).some((piece) => piece.id === "moves")) return refer(job);
  const reason = troubles(text) || { 403: texts.expired, 404: texts.gone }[answer.status] || texts.broken;
  if (job.undo) return tell("alarm", reason);
  tell("alarm", fill(texts.refused, { board: job.label, reason }));
  forget(job.row);
  if (!$(job.row)) return;
  const lost = job.result in results && [403, 404].includes(answer.status);
  const told = lost ? `${fill(texts.unsaved, { result: results[job.result] })} ${reason}` : reason;
  showStored($(job.row), told, answer.status === 404);
}

/* It became a correction meanwhile. The director sees what it moves, when the key is pressed again. */
function refer(job) {
  forget(job.row);
  table.classList.add("correcting");
  tell("alarm", fill(texts.see, { board: job.label }));
  const row = $(job.row);
  if (!row) return;
  unmark(row);
  propose(row, job.result, "");
}

/* What was typed is not stored: the row shows what is, and of a board that was removed nothing. */
function showStored(row, reason, gone) {
  const text = gone ? "–" : row.dataset.shown;
  mark(row, row.dataset.result, "failed", reason);
  row.querySelector(".result").textContent = text;
  delete row.dataset.typed;
  tell("announcement", fill(texts.entered, { board: row.dataset.label, result: text }));
}

/* Later entries on a board in conflict, and their undoing, were typed without knowing of it. */
function forget(row) {
  queue = queue.filter((job) => job.row !== row && job.of !== row);
  keep();
  if (!undoing()) ahead = [];
}

function arrive(job, row) {
  const old = $(row.id);
  if (!old) return;
  swapRow(old, row);
  const newer = queue.filter((other) => other.row === row.id).at(-1);
  if (newer) mark(row, newer.result, "queued", texts.sending);
  // A proposal that waits for its second key does so on.
  const { proposed, key } = old.dataset;
  if (proposed && !row.matches(".clash")) propose(row, proposed, key);
  if (job.undo) {
    // What was entered since is said already.
    if (queue.every(({ undo }) => undo)) tell("announcement", fill(texts.undone, { board: row.dataset.label }));
    if (!queue.length) moveTo(row, { focus: isAtBoards(document.activeElement) });
  }
}

function offline(isLost, why) {
  if (lost && !isLost && $("alarm").textContent === texts.undoWaits) tell("alarm", "");
  lost = isLost;
  trouble = why;
  $("queue").hidden = !lost;
  if (lost && undoing()) refuseKeys();
  sayWaiting();
}

function sayWaiting() {
  if (signedOut) return holdForSignIn();
  if (!lost) return;
  const text = trouble ? texts.held : texts.offline;
  const count = queue.filter(({ undo }) => !undo).length;
  $("queue").firstElementChild.textContent = fill(text, { count, trouble });
  markWaiting();
}

function markWaiting() {
  for (const job of queue) {
    const row = $(job.row);
    if (row) row.querySelector(".state").textContent = texts.waiting;
  }
}

/* --- over a sign-in, and over the end of the page ---------------------------------------------- */

/* Says what waits, and how to sign in without leaving the page. */
function holdForSignIn() {
  const said = $("queue").firstElementChild;
  const link = document.createElement("a");
  link.href = signedOut;
  link.target = "_blank";
  link.textContent = texts.signIn;
  const text = [texts.signedOutIdle, texts.signedOutOne][queue.length] ?? texts.signedOut;
  said.replaceChildren(`${fill(text, { count: queue.length })} `, link);
  $("queue").hidden = false;
  markWaiting();
}

/* The poll tells that nobody is signed in. While nothing waits, nothing else would: the page would look as if nobody
   entered anything. */
export function outside(address) {
  if (signedOut || queue.length || !$("queue")) return;
  const link = new URL(address, location.href);
  link.searchParams.set("next", location.pathname);
  signedOut = link.href;
  holdForSignIn();
}

/* The poll is answered again. What waits asks by itself who is signed in. */
export function inside() {
  if (signedOut && !queue.length) back().catch(() => { /* the next poll asks again */ });
}

/* Whether the director who typed the entries is signed in again. Another must not send them as their own. */
async function back() {
  const here = await signedIn();
  if (here === null) return false;
  if (here === "") return end();
  if (here !== person) { tell("alarm", texts.other); return false; }
  tell("alarm", "");
  signedOut = "";
  $("queue").hidden = true;
  return true;
}

/* She is signed in again, and works here no more. */
function end() {
  clear();
  signedOut = "";
  $("queue").hidden = true;
  tell("alarm", texts.removed);
  return false;
}

/* What waits outlives its page: one loaded again, one that crashed, one that a phone put out of its memory. The first
   entry of a board keeps the revision that it was typed over, so that it overwrites nothing that came meanwhile. Each
   keeps which board that was: the next page may be of a copy in which another has its key. */
function keep() {
  const jobs = [];
  for (const job of queue) {
    if (job.undo) { jobs.pop(); continue; }
    const first = !jobs.some(({ row }) => row === job.row);
    const typedOver = (of) => job[of] ?? $(job.row)?.querySelector(`[name=${of}]`)?.value;
    const revision = first ? typedOver("revision") : job.revision;
    jobs.push({ ...job, revision, shows: typedOver("shows") });
  }
  if (jobs.length) sessionStorage.setItem(KEPT, JSON.stringify({ person, jobs }));
  else sessionStorage.removeItem(KEPT);
}

/* What waited when the page before ended is in its rows before the cursor looks for a board without a result. */
export function restore() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null");
  if (kept?.person !== person) return;
  for (const job of kept.jobs) {
    if ($(job.row)) mark($(job.row), job.result, "queued", texts.sending);
    queue.push({ ...job, ready: true });
  }
}

/* Sends what was restored. From then on `emptied` is called each time that nothing waits anymore,
   `onClash` with each entry that differs from what another entered, and `onAnswer` with each other one that was
   answered. */
export function begin(emptied, onClash, onAnswer = answered) {
  whenEmpty = emptied;
  clashed = onClash;
  answered = onAnswer;
  window.addEventListener("online", () => wake());
  window.addEventListener("focus", () => wake());
  window.addEventListener("beforeunload", (event) => {
    if ((queue.length || table.querySelector("tr.asking")) && !leaving) event.preventDefault();
  });
  if (queue.length) work();
}
