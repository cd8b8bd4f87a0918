/* The rows of boards: what a row shows until the server answers, and which rows are in conflict. The menu of a row has
   forfeits, clearing, and links to rarer acts. */

import { $, fill, results, table, texts } from "./page.js";

export const boards = () => [...table.querySelectorAll("tr.board")];
export const shownBoards = () => boards().filter((row) => !row.hidden);
export const isMissing = (row) => (row.dataset.typed || row.dataset.result) === "??";

/* A match leads to its first board without a result. */
export function boardOf(row) {
  if (!row?.matches("tr.teams")) return row;
  const own = [...row.closest("tbody").querySelectorAll("tr.board")];
  return own.find(isMissing) || own[0];
}

export function mark(row, result, state, text) {
  row.classList.remove("queued", "failed", "asking", "clash");
  if (state) row.classList.add(state);
  row.dataset.typed = result;
  row.querySelector(".result").textContent = results[result] ?? result;
  row.classList.toggle("missing", result === "??");
  row.querySelector(".state").textContent = text;
  for (const choice of row.querySelectorAll(".choices button")) choice.ariaPressed = String(choice.value === result);
}

export function listClashes() {
  const list = $("clashes");
  const clashes = [...table.querySelectorAll("tr.clash")];
  list.hidden = !clashes.length;
  list.replaceChildren(...clashes.map((row) => {
    const link = document.createElement("a");
    link.href = `#${row.id}`;
    link.textContent = fill(texts.clash, { board: row.dataset.label });
    return link;
  }));
}

const menuOf = (row) => row.querySelector("details.more");

export function closeMenu(row) {
  const menu = menuOf(row);
  if (menu) menu.open = false;
}

export function openMenu(row, choice = "") {
  const menu = menuOf(row);
  if (!menu) return;
  menu.open = true;
  (menu.querySelector(`button[value="${choice}"]`) || menu.querySelector("button")).focus();
}

/* A menu closes when the focus or a click goes elsewhere. */
export function listen() {
  table.addEventListener("focusout", (event) => {
    const menu = event.target.closest("details[open]");
    if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  document.addEventListener("click", (event) => {
    for (const menu of table.querySelectorAll("details[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
}
