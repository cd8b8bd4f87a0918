/* The rows of boards: what a row shows until the server answers, and which rows are in conflict. The menu of a row has
   forfeits, clearing, and links to rarer acts. */

import { $, fill, results, table, tell, texts } from "./page.js";

export const boards = () => [...table.querySelectorAll("tr.board")];
export const shownBoards = () => boards().filter((row) => !row.hidden);
export const isMissing = (row) => (row.dataset.typed || row.dataset.result) === "??";

/* A match leads to its first board without a result. */
export function boardOf(row) {
  if (!row?.matches("tr.teams")) return row;
  const own = [...row.closest("tbody").querySelectorAll("tr.board")];
  return own.find(isMissing) || own[0];
}

/* What a phone tells elsewhere in the row is not part of it there. */
const said = (row) => row.querySelector(".state").innerText.trim();

export function mark(row, result, state, text) {
  row.dataset.said ??= said(row);
  row.classList.remove("queued", "failed", "refused", "asking", "proposing", "clash", "differing");
  if (state) row.classList.add(state);
  row.dataset.typed = result;
  row.querySelector(".result").textContent = results[result] ?? result;
  row.classList.toggle("missing", result === "??");
  row.querySelector(".state").textContent = text;
  for (const choice of row.querySelectorAll(".choices button")) choice.ariaPressed = String(choice.value === result);
}

/* As the server gave it. */
export function unmark(row) {
  mark(row, row.dataset.result, "", row.dataset.said ?? "");
  row.querySelector(".result").textContent = row.dataset.shown;
  delete row.dataset.typed;
}

/* Beside each other: what the board has, and what it would get. */
export function showChange(row, result) {
  const old = document.createElement("s");
  old.textContent = row.querySelector(".result").textContent;
  row.querySelector(".result").replaceChildren(old, ` → ${results[result]}`);
}

/* A board that has a result keeps it until the same key, or a button, says it again. */
export function propose(row, result, key) {
  keep(row);
  row.dataset.said ??= said(row);
  const shown = results[row.dataset.typed] ?? row.dataset.shown;
  row.dataset.proposed = result;
  row.dataset.key = key;
  row.classList.add("proposing");
  showChange(row, result);
  const text = fill(key ? texts.propose : texts.proposeTap, { key, shown });
  row.querySelector(".state").textContent = text;
  const choice = $("proposal").content.firstElementChild.cloneNode(true);
  const [stay, change] = choice.querySelectorAll("button");
  stay.textContent = fill(texts.keep, { shown });
  change.textContent = fill(result === "??" ? texts.clear : texts.change, { result: results[result], shown });
  row.querySelector(".choices").before(choice);
  tell("announcement", `${fill(texts.entered, { board: row.dataset.label, result: shown })} → ${results[result]}. ${text}`);
}

/* Leaves a proposal: the board keeps what it has. */
export function keep(row) {
  if (!row.matches(".proposing")) return;
  const { typed } = row.dataset;
  delete row.dataset.proposed;
  delete row.dataset.key;
  row.querySelector(".proposal").remove();
  if (typed) mark(row, typed, "queued", texts.sending); else unmark(row);
  tell("announcement", fill(texts.entered, { board: row.dataset.label, result: results[typed] ?? row.dataset.shown }));
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

/* A menu that would run off the bottom of the window opens upwards, where there is room. */
function place(details) {
  const menu = details.querySelector(".menu");
  menu.classList.remove("up");
  const { bottom, height } = menu.getBoundingClientRect();
  menu.classList.toggle("up", bottom > innerHeight && details.getBoundingClientRect().top > height);
}

/* A menu closes when the focus or a click goes elsewhere. */
export function listen() {
  table.addEventListener("toggle", ({ target }) => { if (target.matches("details.more[open]")) place(target); }, true);
  table.addEventListener("focusout", (event) => {
    const menu = event.target.closest("details[open]");
    if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  document.addEventListener("click", (event) => {
    for (const menu of table.querySelectorAll("details[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
}
