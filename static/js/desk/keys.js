/* Keys, mouse and thumb at the boards. The row shows at once what was entered, and the queue takes it to the server. */

import { closeMenu, isMissing, mark, openMenu, shownBoards } from "./boards.js";
import { atHand, isAt, isAtBoards, isPast, moveOn, moveTo, step } from "./cursor.js";
import { $, fill, results, table, tell, texts } from "./page.js";
import { add, hold, undo, undoing } from "./queue.js";

const RESULTS = { 1: "WL", 0: "LW", 5: "DD", "=": "DD", d: "DD", ".": "DD", ",": "DD", Backspace: "??", Delete: "??" };

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const reason = event.target.closest(".reason");
  if (reason) return inReason(event, reason.closest("tr"));
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  if (!isAtBoards(event.target)) return;
  if (undoing()) return hold(event);
  const menu = event.target.closest("details[open]");
  if (menu) return inMenu(event, menu);
  const row = event.target.closest("tr.board") || atHand();
  if (row && atRow(event, row)) event.preventDefault();
}

function inReason(event, row) {
  if (event.key === "Enter") {
    event.preventDefault();
    if (row.dataset.asked) enter(row, row.dataset.asked, { onward: true }); else moveTo(row);
  } else if (event.key === "Escape") {
    event.preventDefault();
    abandon(row);
  }
}

function inMenu(event, menu) {
  const choices = [...menu.querySelectorAll("button, a")];
  const index = choices.indexOf(document.activeElement);
  const direct = choices.find((choice) => choice.dataset.key === event.key.toLowerCase());
  if (event.key === "Escape") { menu.open = false; moveTo(menu.closest("tr")); }
  else if (event.key === "ArrowDown") choices[(index + 1) % choices.length].focus();
  else if (event.key === "ArrowUp") choices[(index + choices.length - (index < 0 ? 0 : 1)) % choices.length].focus();
  else if (direct) enter(menu.closest("tr"), direct.value, { onward: true });
  else return;
  event.preventDefault();
}

function atRow(event, row) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key in RESULTS) {
    if (!event.repeat) atResult(RESULTS[key], row);
    return true;
  }
  switch (key) {
    case "Enter":
      if (event.target.closest("button, summary, a")) return false;
      step(event.shiftKey ? -1 : 1);
      return true;
    case "ArrowDown": moveTo(row); step(1); return true;
    case "ArrowUp": moveTo(row); step(-1); return true;
    case "Home": moveTo(shownBoards()[0]); return true;
    case "End": moveTo(shownBoards().at(-1)); return true;
    case "f": moveTo(row); openMenu(row); return true;
    case "g": $("go").select(); return true;
    case "/": $("find").select(); return true;
    case "m": $("missing").click(); return true;
    case "u": if (!event.repeat) undo(); return true;
    default: return false;
  }
}

function atResult(result, row) {
  const clears = result === "??";
  // A director who types on has not read that the board has two values. The choice between them takes a button.
  if (row.matches(".clash")) return row.querySelector(".settle button").focus();
  if (clears && isMissing(row)) return;
  if (isPast() && !clears) return tell("alarm", texts.past);
  moveTo(row);
  enter(row, result, { onward: !clears });
}

/* In a round that the event has left behind, a changed result is a correction: ask why, once. */
function needsReason(row, result) {
  const reason = row.querySelector(".reason");
  if (!table.classList.contains("correcting") || !reason || reason.value) return false;
  return row.dataset.result !== "??" && row.dataset.result !== result && row.dataset.asked !== result;
}

function enter(row, result, { onward = false } = {}) {
  closeMenu(row);
  if (needsReason(row, result)) {
    row.dataset.asked = result;
    mark(row, result, "asking", "");
    row.querySelector(".reason").focus();
    return;
  }
  const address = row.querySelector("form").getAttribute("action");
  const reason = row.querySelector(".reason")?.value ?? "";
  const { label } = row.dataset;
  delete row.dataset.asked;
  mark(row, result, "queued", texts.sending);
  if (!table.querySelector("tr.clash, tr.failed")) tell("alarm", "");
  tell("announcement", fill(texts.entered, { board: label, result: results[result] }));
  if (onward) moveOn(); else if (row.contains(document.activeElement)) moveTo(row);
  add({ row: row.id, label, address, result, reason });
}

/* Leaves a correction whose reason was not given. */
function abandon(row) {
  delete row.dataset.asked;
  mark(row, row.dataset.result, "", "");
  row.querySelector(".result").textContent = row.dataset.shown;
  delete row.dataset.typed;
  row.querySelector(".reason").value = "";
  moveTo(row);
}

export function listen() {
  document.addEventListener("keydown", press);

  table.addEventListener("submit", (event) => {
    if (event.submitter?.name !== "result") return;
    event.preventDefault();
    const row = event.target.closest("tr");
    moveTo(row, { focus: false });
    enter(row, event.submitter.value);
  });

  table.addEventListener("click", (event) => {
    const row = event.target.closest("[data-save]")?.closest("tr");
    if (row) enter(row, row.dataset.asked);
  });

  table.addEventListener("focusin", (event) => {
    const row = event.target.closest("tr.board");
    if (row && !isAt(row)) moveTo(row, { focus: false });
  });

  table.addEventListener("pointerdown", (event) => {
    const row = event.target.closest("tr.board");
    if (row && !event.target.closest("button, summary, input, a") && event.pointerType === "mouse") {
      event.preventDefault();
      moveTo(row);
    }
  });
}
