/* What keys do at the boards beside entering results: they move the cursor, open menus, and lead to the other pass. */

import { closeMenu, openMenu, shownBoards } from "./boards.js";
import { isAt, moveOn, moveTo, step } from "./cursor.js";
import { $, table } from "./page.js";
import { toOtherPass } from "./passes.js";
import { did } from "./typing.js";

const KEYS = "fgmv/";

export const choiceOf = (menu, key) => menu.querySelector(`[data-key="${CSS.escape(key)}"]`);

/* Whether this key moves something. */
export const walks = (key) => KEYS.includes(key);

export const keyOf = (event) => (event.key.length === 1 ? event.key.toLowerCase() : event.key);

/* Does what the key says at this row; whether it was one of these keys. */
export function walk(event, row) {
  switch (keyOf(event)) {
    case "Enter":
      if (event.target.closest("button, summary, a")) return false;
      moveOn(event.shiftKey ? -1 : 1);
      return true;
    case "ArrowDown": moveTo(row); step(1); return true;
    case "ArrowUp": moveTo(row); step(-1); return true;
    case "Home": moveTo(shownBoards()[0]); return true;
    case "End": moveTo(shownBoards().at(-1)); return true;
    case "f": moveTo(row); openMenu(row); did(() => leaveMenu(row.id), { late: true }); return true;
    case "g": $("go").select(); return true;
    case "/": $("find").select(); return true;
    case "m": $("missing").click(); did(() => $("missing").click(), { late: true }); return true;
    case "v": if (!event.repeat) toOtherPass(); return true;
    default: return false;
  }
}

/* The row may be the server's newer one by now. */
function leaveMenu(id) {
  closeMenu($(id));
  moveTo($(id));
}

/* A key while a menu is open; `take` gets the result that it stands for. */
export function inMenu(event, menu, take) {
  const choices = [...menu.querySelectorAll("button, a")];
  const index = choices.indexOf(document.activeElement);
  const direct = choiceOf(menu, event.key.toLowerCase());
  if (event.key === "Escape") { menu.open = false; moveTo(menu.closest("tr")); }
  else if (event.key === "ArrowDown") choices[(index + 1) % choices.length].focus();
  else if (event.key === "ArrowUp") choices[(index + choices.length - (index < 0 ? 0 : 1)) % choices.length].focus();
  else if (direct) take(direct.value, menu.closest("tr"), keyOf(event));
  else return;
  event.preventDefault();
}

/* The row that has the focus or a click is the one at hand. */
export function listen() {
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
