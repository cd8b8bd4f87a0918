/* The menu of a board: forfeits, clearing, and links to rarer acts. */

import { table } from "./page.js";

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
