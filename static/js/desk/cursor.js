/* The cursor: the one board that the next key is meant for. Only its row can be reached with Tab. */

import { boards, closeMenu, isMissing, keep, openMenu, shownBoards } from "./boards.js";
import { $, table, tell, texts } from "./page.js";

let at = null;
// After the last board the cursor stays until somebody moves it: one key too many must not change that board.
let past = false;

export const isAt = (row) => row.id === at;
export const isPast = () => past;
/* After a tap too: the next key is not meant for the board that was tapped. */
export const rest = () => { past = true; };
export const atHand = () => $(at) || shownBoards()[0];
// Single keys act at the boards and nowhere else.
export const isAtBoards = (element) => element === document.body || table.contains(element);

function reach(row, within) {
  const controls = row.querySelectorAll("button, summary, a, input:not([type=hidden])");
  for (const element of [row, ...controls]) element.tabIndex = within ? 0 : -1;
}

export function moveTo(row, { focus = true, scroll = true } = {}) {
  if (!row) return;
  const old = at && $(at);
  if (old && old !== row) { old.classList.remove("at"); reach(old, false); closeMenu(old); keep(old); }
  at = row.id;
  past = false;
  row.classList.add("at");
  reach(row, true);
  if (!focus) return;
  row.focus({ preventScroll: true });
  if (scroll) row.scrollIntoView({ block: "nearest" });
}

export function step(by, { missing = false } = {}) {
  const all = boards();
  let index = all.indexOf(atHand()) + by;
  while (all[index] && (all[index].hidden || (missing && !isMissing(all[index])))) index += by;
  if (all[index]) moveTo(all[index]);
  return Boolean(all[index]);
}

/* From open board to open board, and from the last one to the first that is still open. */
export function moveOn(by = 1) {
  if (step(by, { missing: true })) return;
  const open = shownBoards().filter(isMissing);
  if (open.length) return moveTo(open.at(by > 0 ? 0 : -1));
  past = true;
  tell("announcement", texts.noneMissing);
}

/* Puts the server's row in the place of the old one; cursor, focus and menu stay as they are. */
export function swapRow(old, row) {
  const focused = old.contains(document.activeElement);
  const chosen = old.querySelector("details[open] :focus");
  const wasPast = past;
  row.hidden = old.hidden;
  old.replaceWith(row);
  reach(row, false);
  if (isAt(old)) moveTo(row, { focus: focused });
  // A menu opened while the board's answer was under way stays open for the key that follows.
  if (chosen) openMenu(row, chosen.value);
  past = wasPast;
}

/* A linked board comes first, then a conflict, then a missing result. Where nothing is to be done, as in a final
   section, the page stays at its top. */
export function begin(linked) {
  for (const row of boards()) reach(row, false);
  const shown = shownBoards();
  const asking = linked || shown.find((row) => row.matches(".clash")) || shown.find(isMissing);
  const quiet =
    !matchMedia("(hover: hover) and (pointer: fine)").matches || document.querySelector("main .notice.error:not(:empty)");
  // A director who reached a field before this script ran stays there: what is typed there must not become results.
  const focus = !quiet && document.activeElement === document.body;
  moveTo(asking || shown[0], { focus, scroll: Boolean(asking) });
}
