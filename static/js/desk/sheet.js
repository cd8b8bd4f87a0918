/* The sheet of a correction: what it moves, before it is saved. It opens with the key, so that what is typed next is
   the reason, and can be saved once it shows what moves. */

import { showChange, unmark } from "./boards.js";
import { answered, clashed } from "./clashes.js";
import { atHand, moveTo, swapRow } from "./cursor.js";
import { $, fill, results, table, tell, texts } from "./page.js";
import { idle } from "./queue.js";
import { pieces, request, troubles } from "./request.js";
import { renew } from "./server.js";

// A second press of the key that opened the sheet comes within so long.
const ECHO = 1000;

const sheet = $("sheet");
const form = sheet?.querySelector("form");
const [save, leave] = sheet ? sheet.querySelectorAll(".actions button") : [];
const why = () => form.elements.reason;

// The board whose result would change, while the sheet is open; it is another object each time.
let at = null;

let whenSaved = () => {};

/* The same board keeps the reason that was typed for it. */
let last = "";

export const isOpen = () => at !== null;

/* Whether a key says again what opened the sheet, or is held down since: it is no reason. */
export const isEcho = (event, key, result) => at !== null && event.target === why() && why().value === at.reason
  && (key === at.key || result === at.result) && (event.repeat || event.timeStamp - at.since < ECHO);

export function open(row, result, key = "") {
  at = { row: row.id, result, key, saving: false, seen: "", since: performance.now() };
  row.classList.add("asking");
  row.dataset.typed = result;
  showChange(row, result);
  const players = [...row.querySelectorAll(".player bdi")].map((name) => name.textContent).join(" – ");
  const change = `${row.dataset.shown} → ${results[result]}`;
  say(fill(texts.computing, { board: row.dataset.label, players, change }));
  leave.textContent = fill(texts.keep, { shown: row.dataset.shown });
  if (last !== row.id) why().value = "";
  if (!why().value) why().value = row.querySelector("input[name=reason]")?.value ?? "";
  last = row.id;
  at.reason = why().value;
  save.disabled = true;
  sheet.showModal();
  why().focus();
  show(at);
}

async function show(asked) {
  await idle();
  if (at === asked) await send(asked);
}

/* What the board's form says, with what the sheet adds. */
function body(row) {
  const found = new URLSearchParams(new FormData(row.querySelector("form")));
  found.delete("csrfmiddlewaretoken");
  at.revision = found.get("revision");
  found.set("result", at.result);
  found.set("reason", why().value);
  if (at.saving) found.set("seen", at.seen);
  return found;
}

async function send(asked) {
  const row = $(asked.row);
  if (!row) return close();
  let answer, text;
  try {
    answer = await request(row.querySelector("form").getAttribute("action"), { method: "POST", body: body(row) });
    text = await answer.text();
  } catch {
    if (at === asked) failed(texts.unsent);
    return;
  }
  if (at !== asked) return;
  asked.saving = false;
  const found = pieces(text);
  const moves = found.find((piece) => piece.id === "moves");
  if (moves) return fillIn(moves);
  if (answer.ok || (answer.status === 409 && found[0]?.matches("tr"))) return arrive(asked, answer, text);
  if (answer.status === 401) return location.assign(answer.headers.get("HX-Redirect"));
  // What was refused does not wait to be sent: nothing is lost with the page.
  row.classList.remove("asking");
  failed(troubles(text) || texts.broken);
}

function fillIn(moves) {
  at.seen = moves.dataset.seen;
  $("moves").replaceWith(moves);
  save.disabled = false;
}

function failed(text) {
  at.saving = false;
  save.disabled = !at.seen;
  say(text);
}

function say(text) {
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  line.textContent = text;
  $("moves").replaceChildren(line);
}

function arrive(asked, answer, text) {
  const label = $(asked.row).dataset.label;
  close({ saved: answer.ok });
  if (answer.ok) whenSaved();
  renew(text, (row) => { if ($(row.id)) swapRow($(row.id), row); });
  moveTo($(asked.row));
  // The board keeps the focus, and the next key leads back to it.
  if (answer.ok) $("corrected").scrollIntoView({ block: "nearest" });
  // A reload does not answer the question which of the two values it is.
  if (answer.status === 409) return clashed({ ...asked, label });
  answered(asked);
  // Who saves what another window saved already has written nothing, and the reason is not kept.
  const said = pieces(text).some((piece) => piece.id === "corrected") ? texts.entered : texts.already;
  tell("announcement", fill(said, { board: label, result: results[asked.result] }));
}

export function close({ saved = false } = {}) {
  const row = at && $(at.row);
  at = null;
  if (saved) last = "";
  sheet.close();
  if (!row) return;
  unmark(row);
  moveTo(row);
}

/* `saved` is called after each correction. */
export function listen(saved) {
  if (!sheet) return;
  whenSaved = saved;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (save.disabled || at.saving) return;
    at.saving = true;
    save.disabled = true;
    $(at.row)?.classList.add("asking");
    send(at);
  });
  // What is on its way may be saved: then the answer closes the sheet.
  sheet.addEventListener("cancel", (event) => { event.preventDefault(); if (at && !at.saving) close(); });
  leave.addEventListener("click", () => { if (!at.saving) close(); });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#corrected button");
    if (button?.name === "print") print();
    if (button?.name === "close") { $("corrected").replaceChildren(); moveTo(atHand()); }
  });
}

/* Which entries are corrections, as far as the page knows; the server knows it better. */
export function corrects(row, result) {
  if (table.classList.contains("frozen")) return true;
  return table.classList.contains("correcting") && row.dataset.result !== "??" && row.dataset.result !== result;
}
