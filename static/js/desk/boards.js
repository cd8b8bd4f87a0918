/* The rows of boards: what a row shows until the server answers, and which rows are in conflict. */

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
