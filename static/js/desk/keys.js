/* Keys, mouse and thumb at the boards. The row shows at once what was entered, and the queue takes it to the server. */

import { boards, closeMenu, isMissing, keep, mark, propose, unmark } from "./boards.js";
import { atHand, isAtBoards, isPast, moveOn, moveTo, rest } from "./cursor.js";
import { $, fill, results, table, tell, texts } from "./page.js";
import { holds } from "./passes.js";
import { add, drop, hold, last, lastOf, refuseUndo, undo, undoing, undoOf } from "./queue.js";
import * as sheet from "./sheet.js";
import { HOLD, apart, did, isSoon, isTyped } from "./typing.js";
import { choiceOf, inMenu, keyOf, listen as listenToMoves, walk, walks } from "./walk.js";

const RESULTS = { 1: "WL", 0: "LW", 5: "DD", "=": "DD", d: "DD", ".": "DD", ",": "DD", Backspace: "??", Delete: "??" };

// Whether the last press was of a thumb or a pen, and not of a key or the mouse.
let isThumb = false;

function press(event) {
  isThumb = false;
  if (table.inert || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  // Nobody has read a sheet so soon: its key was the first of a word, and the sheet is left.
  const begun = sheet.isOpen() && isSoon(event);
  if (sheet.isEcho(event, keyOf(event), RESULTS[keyOf(event)])) return event.preventDefault();
  if (begun) sheet.close();
  else if (event.target.closest("input, textarea, select, [contenteditable]")) return apart();
  else if (!isAtBoards(event.target)) return;
  const menu = event.target.closest("details[open]");
  const row = event.target.closest("tr.board") || atHand();
  if (isTyped(event, !begun && knows(event.key.toLowerCase(), menu, row))) {
    if (row?.matches(".proposing")) stay(row);
    return event.preventDefault();
  }
  if (holds(event)) return event.preventDefault();
  if (undoing()) return hold(event);
  if (menu) return inMenu(event, menu, atResult);
  if (row && atRow(event, row)) event.preventDefault();
}

function knows(key, menu, row) {
  if (menu) return Boolean(choiceOf(menu, key));
  return key in RESULTS || key === "u" || walks(key) || row?.dataset.key === key;
}

function atRow(event, row) {
  const key = keyOf(event);
  if (row.matches(".proposing") && atProposal(event, row, key)) return true;
  if (key in RESULTS) {
    if (!event.repeat) atResult(RESULTS[key], row, key);
    return true;
  }
  if (key !== "u") return walk(event, row);
  if (!event.repeat) takeBack();
  return true;
}

/* The same key again, or Enter, replaces; anything else leaves the board as it is. Whether that was all it did. */
function atProposal(event, row, key) {
  if (event.repeat || key === "Tab" || (key === "Enter" && event.target.closest("button"))) return event.repeat;
  const same = key === row.dataset.key || RESULTS[key] === row.dataset.proposed;
  if (key === "Enter" || same) change(row, key === "Enter" ? "" : key); else stay(row);
  return !["ArrowUp", "ArrowDown", "Home", "End"].includes(key);
}

function atResult(result, row, key) {
  const clears = result === "??";
  // A director who types on has not read that the board has two values. The choice between them takes a button, which
  // does not have the focus: an Enter after the key would answer too.
  if (row.matches(".clash")) { tell("alarm", fill(texts.clash, { board: row.dataset.label })); return moveTo(row); }
  if (clears && isMissing(row)) return;
  if (isPast() && !clears) return tell("alarm", boards().some(isMissing) ? texts.select : texts.past);
  moveTo(row);
  choose(row, result, key, { onward: !clears });
}

/* An open board takes a result. A finished one keeps its own until the same is said again. */
function choose(row, result, key, { onward }) {
  closeMenu(row);
  if (texts.closed) return tell("alarm", texts.closed);
  const has = row.dataset.typed || row.dataset.result;
  if (has === result) return tell("announcement", fill(texts.entered, { board: row.dataset.label, result: results[result] }));
  if (row.dataset.kept) return refuse(row, row.dataset.kept);
  if (isMissing(row) || table.classList.contains("correcting")) return enter(row, result, { onward, key });
  propose(row, result, key);
  if (key) did(() => stay($(row.id)), { late: true });
}

/* Another's board is not hers to change: no button offers it. */
function refuse(row, reason) {
  row.dataset.said ??= row.querySelector(".state").innerText.trim();
  row.querySelector(".state").textContent = reason;
  row.classList.add("refused");
  tell("announcement", fill(texts.refused, { board: row.dataset.label, reason }));
}

function change(row, key = "") {
  const result = row.dataset.proposed;
  keep(row);
  // What it replaces was on the screen, so another's entry is replaced knowingly.
  row.querySelector("[name=revision]").value = row.dataset.revision;
  enter(row, result, { onward: result !== "??", key });
}

function stay(row) {
  keep(row);
  if (row.contains(document.activeElement) || document.activeElement === document.body) moveTo(row);
}

/* What was not sent yet is taken back at once, with a connection or without one. */
export function takeBack() {
  const unsent = last();
  if (unsent && !unsent.undo && dropped(unsent)) return;
  const job = undo();
  if (job) did(() => drop(job));
  else refuseUndo();
}

/* Whether this was not sent yet: its board shows again what it had, and what was said of it is taken back too. */
function dropped(job) {
  if (!drop(job)) return false;
  const row = $(job.row);
  const before = lastOf(job.row);
  if (before) mark(row, before.result, "queued", texts.sending); else unmark(row);
  moveTo(row);
  tell("announcement", fill(texts.undone, { board: job.label }));
  return true;
}

/* After a click as after a key, the next one is meant for another board: what was just entered is not replaced by it. A
   tap stays where it is: the next one of a hasty thumb must not meet another board. */
function leave(row) {
  if (!isThumb && !document.body.matches(".alone")) return moveOn();
  if (row.contains(document.activeElement)) moveTo(row);
  rest();
}

function enter(row, result, { onward, key = "" }) {
  closeMenu(row);
  if (sheet.corrects(row, result)) return sheet.open(row, result, key);
  const address = row.querySelector("form").getAttribute("action");
  const { label } = row.dataset;
  mark(row, result, "queued", texts.sending);
  if (!table.querySelector("tr.clash, tr.failed")) tell("alarm", "");
  tell("announcement", fill(texts.entered, { board: label, result: results[result] }));
  if (onward) leave(row); else if (row.contains(document.activeElement)) moveTo(row);
  const job = { row: row.id, label, address, result };
  if (!key) return add(job);
  add(job, { wait: HOLD });
  did(() => { if (!dropped(job)) undoOf(job); }, { late: true });
}

export function listen() {
  document.addEventListener("keydown", press);
  listenToMoves();

  // The second tap of a hasty thumb, and the second click of a double one, are no acts of their own.
  table.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest(".choices, [name=replace]")) event.preventDefault();
  });

  document.addEventListener("pointerdown", ({ pointerType }) => { isThumb = pointerType !== "mouse"; });

  table.addEventListener("submit", (event) => {
    if (event.submitter?.name !== "result") return;
    event.preventDefault();
    const row = event.target.closest("tr");
    moveTo(row, { focus: false });
    const { value } = event.submitter;
    if (row.matches(".proposing") && row.dataset.proposed === value) change(row);
    else if (row.matches(".clash")) enter(row, value, { onward: true });
    else choose(row, value, "", { onward: value !== "??" });
  });

  table.addEventListener("click", (event) => {
    const row = event.target.closest("tr.board");
    if (event.defaultPrevented) return;
    if (event.target.closest("[name=replace]")) change(row);
    else if (event.target.closest("[name=stay]")) stay(row);
  });
}
