/* Entering a result: the row shows at once what was typed, and the queue takes it to the server. */

import { mark } from "./boards.js";
import { moveOn, moveTo } from "./cursor.js";
import { closeMenu } from "./menu.js";
import { fill, results, table, tell, texts } from "./page.js";
import { add } from "./queue.js";

/* In a round that the event has left behind, a changed result is a correction: ask why, once. */
function needsReason(row, result) {
  const reason = row.querySelector(".reason");
  if (!table.classList.contains("correcting") || !reason || reason.value) return false;
  return row.dataset.result !== "??" && row.dataset.result !== result && row.dataset.asked !== result;
}

export function enter(row, result, { onward = false } = {}) {
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
export function abandon(row) {
  delete row.dataset.asked;
  mark(row, row.dataset.result, "", "");
  row.querySelector(".result").textContent = row.dataset.shown;
  delete row.dataset.typed;
  row.querySelector(".reason").value = "";
  moveTo(row);
}
